extension Sequence<UInt8> {
    /// 64 bits of FNV-1a, in hexadecimal digits: shows nothing of bytes that may be secret.
    package var fingerprint: String {
        let hash = reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}

extension String {
    /// That of its UTF-8 form.
    package var fingerprint: String { utf8.fingerprint }
}
