extension String {
    /// 64 bits of FNV-1a, in hexadecimal digits: shows nothing of a text that may be secret.
    var fingerprint: String {
        let hash = utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
