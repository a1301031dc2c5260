extension Sequence<UInt8> {
    /// 64 bits of FNV-1a, in hexadecimal digits: shows nothing of bytes that may be secret.
    package var fingerprint: String { String(hash(from: 0xcbf2_9ce4_8422_2325), radix: 16) }

    /// 128 bits, of two such hashes from different beginnings: what collides in one of them does not in the other.
    package var wideFingerprint: String {
        fingerprint + "-" + String(hash(from: 0x6c62_272e_07bb_0142), radix: 16)
    }

    private func hash(from start: UInt64) -> UInt64 {
        reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension String {
    /// That of its UTF-8 form.
    package var fingerprint: String { utf8.fingerprint }
    /// That of its UTF-8 form.
    package var wideFingerprint: String { utf8.wideFingerprint }
}
