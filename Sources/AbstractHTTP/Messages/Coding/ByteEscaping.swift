/// Which bytes of a text stay as they are when it is escaped. Every other byte is percent-encoded.
struct ByteEscaping {
    /// A bit for each byte of ASCII.
    private let kept: (low: UInt64, high: UInt64)
    /// Whether a space becomes `+`.
    let isSpacePlus: Bool

    private init(isSpacePlus: Bool = false, isKept: (UInt8) -> Bool) {
        func bits(_ range: Range<UInt8>) -> UInt64 {
            range.reduce(0) { bits, byte in isKept(byte) ? bits | 1 << UInt64(byte & 63) : bits }
        }
        kept = (bits(0..<64), bits(64..<128))
        self.isSpacePlus = isSpacePlus
    }

    /// Creates the escaping of `encoder`. Returns nil if the encoder may do something else.
    init?(_ encoder: some URLEncoder) {
        if encoder is DefaultURLEncoder {
            self = Self.percent
        } else if let encoder = encoder as? FormURLEncoder, encoder.lineBreaks == .kept {
            self = Self.form
        } else {
            return nil
        }
    }

    private static let percent = Self { $0.isUnreserved }
    private static let form = Self(isSpacePlus: true) { $0.isFormCharacter }

    /// Whether `byte` stays as it is.
    @inline(__always)
    func keeps(_ byte: UInt8) -> Bool {
        byte < 128 && ((byte < 64 ? kept.low : kept.high) >> UInt64(byte & 63)) & 1 == 1
    }
}
