import AbstractHTTP
import Foundation
import JSONBytes

extension JSONReadable {
    /// Reads the value from JSON with the options of a `JSONContentDecoder`. Returns nil for any other decoder.
    public static func decode(_ data: Data, by decoder: any ContentDecoder) throws -> Self? {
        guard let json = decoder as? JSONContentDecoder else { return nil }
        return try data.inUTF8.withView { try read($0, ReadingOptions(json)) }
    }

    private static func read(_ bytes: ByteView, _ options: ReadingOptions) throws -> Self {
        var reader = JSONReader(JSONByteReader(bytes), options)
        do {
            let value = try Self(json: &reader)
            try reader.bytes.finish()
            return value
        } catch {
            throw bytes.located(error)
        }
    }
}

extension Data {
    /// The text in UTF-8. Like Foundation's decoder, this converts UTF-16 and UTF-32. It recognizes them by a byte
    /// order mark or by zero bytes in the first character.
    fileprivate var inUTF8: Data {
        guard count >= 2, let encoding = otherEncoding, let text = String(data: self, encoding: encoding) else {
            return self
        }
        return Data(text.utf8)
    }

    private var otherEncoding: String.Encoding? {
        let (first, second) = (self[startIndex], self[startIndex + 1])
        guard first == 0 || second == 0 || first >= 0xFE else { return nil }
        let third = count > 2 ? self[startIndex + 2] : 1
        let fourth = count > 3 ? self[startIndex + 3] : 1
        switch (first, second, third, fourth) {
        case (0xFF, 0xFE, 0, 0): return .utf32LittleEndian
        case (0, 0, 0xFE, 0xFF): return .utf32BigEndian
        case (0xFE, 0xFF, _, _): return .utf16BigEndian
        case (0xFF, 0xFE, _, _): return .utf16LittleEndian
        case (0, 0, 0, 1...): return .utf32BigEndian
        case (1..., 0, 0, 0): return .utf32LittleEndian
        case (0, 1..., _, _): return .utf16BigEndian
        case (1..., 0, _, _): return .utf16LittleEndian
        default: return nil
        }
    }
}
