extension Sequence<UInt8> {
    /// The 64-bit FNV-1a hash in hexadecimal digits. It does not show bytes that may be secret.
    package var fnv1aHash: String { String(hash(from: 0xcbf2_9ce4_8422_2325), radix: 16) }

    /// 128 bits: two FNV-1a hashes with different offsets.
    package var wideFNV1aHash: String {
        fnv1aHash + "-" + String(hash(from: 0x6c62_272e_07bb_0142), radix: 16)
    }

    private func hash(from start: UInt64) -> UInt64 {
        reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension String {
    /// The hash of the UTF-8 of the string.
    package var fnv1aHash: String { utf8.fnv1aHash }
    /// The hash of the UTF-8 of the string.
    package var wideFNV1aHash: String { utf8.wideFNV1aHash }
}
