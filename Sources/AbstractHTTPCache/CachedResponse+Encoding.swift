import AbstractHTTP
import Foundation

extension CachedResponse {
    private static let version: UInt8 = 1

    /// The response as bytes, for a store.
    public var encoded: Data {
        var writer = ByteWriter()
        writer.write(Self.version)
        writer.write(url)
        writer.write(UInt64(statusCode))
        for date in [requestTime, responseTime] { writer.write(date) }
        for date in [times.date, times.lastModified, times.expires] { writer.write(date) }
        writer.write(times.age.bitPattern)
        writer.write(UInt64(varying.count))
        for (name, value) in varying.sorted(by: { $0.key < $1.key }) {
            writer.write(name)
            writer.write(value)
        }
        writer.write(UInt64(headers.count))
        for field in headers {
            writer.write(field.name.rawValue)
            if field.isLatin1 { writer.write(Data(field.bytes)) } else { writer.write(field.value) }
        }
        writer.write(body)
        return writer.data
    }

    /// Reads what ``encoded`` returned. Returns nil for anything else, such as the bytes of another version.
    public init?(encoded: Data) {
        var reader = ByteReader(encoded)
        guard reader.byte() == Self.version, let url = reader.text(), let status = reader.count(),
            let requestTime = reader.date(), let responseTime = reader.date(), let date = reader.optionalDate(),
            let lastModified = reader.optionalDate(), let expires = reader.optionalDate(), let age = reader.number(),
            let varying = reader.pairs(), let fields = reader.fields(), let body = reader.data(), reader.isAtEnd
        else { return nil }
        let times = Times(
            date: date, lastModified: lastModified, expires: expires, age: TimeInterval(bitPattern: age))
        self.init(
            url: url, statusCode: status,
            headers: HTTPHeaders(fields), body: body, requestTime: requestTime, responseTime: responseTime,
            varying: Dictionary(varying) { first, _ in first }, times: times)
    }
}

/// Writes numbers in 8 bytes, most significant first, and texts and bytes after their lengths.
private struct ByteWriter {
    private(set) var data = Data()

    mutating func write(_ byte: UInt8) { data.append(byte) }

    mutating func write(_ number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
        write(UInt64(text.utf8.count))
        data.append(contentsOf: text.utf8)
    }

    mutating func write(_ bytes: Data) {
        write(UInt64(bytes.count))
        data.append(bytes)
    }

    mutating func write(_ date: Date) { write(date.timeIntervalSinceReferenceDate.bitPattern) }

    mutating func write(_ date: Date?) {
        write(date == nil ? 0 : 1 as UInt8)
        if let date { write(date) }
    }
}

/// Reads what ``ByteWriter`` has written. Every member returns nil if the bytes end too early.
private struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ data: Data) { bytes = Array(data) }

    var isAtEnd: Bool { position == bytes.count }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    mutating func byte() -> UInt8? { take(1)?.first }

    mutating func number() -> UInt64? {
        take(8)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func count() -> Int? { number().flatMap { Int(exactly: $0) } }

    private mutating func counted() -> ArraySlice<UInt8>? { count().flatMap { take($0) } }

    mutating func data() -> Data? { counted().map { Data($0) } }

    mutating func text() -> String? { counted().flatMap { String(bytes: $0, encoding: .utf8) } }

    mutating func date() -> Date? {
        number().map { Date(timeIntervalSinceReferenceDate: TimeInterval(bitPattern: $0)) }
            .flatMap { $0.timeIntervalSinceReferenceDate.isFinite ? $0 : nil }
    }

    /// The outer nil means malformed bytes, and the inner one that there is no date.
    mutating func optionalDate() -> Date?? {
        guard let flag = byte(), flag <= 1 else { return nil }
        guard flag == 1 else { return .some(nil) }
        return date().map(Optional.some)
    }

    mutating func pairs() -> [(String, String)]? {
        list { reader in
            guard let name = reader.text(), let value = reader.text() else { return nil }
            return (name, value)
        }
    }

    /// Values that are not UTF-8 have the bytes that were received.
    mutating func fields() -> [HTTPHeaders.Field]? {
        list { reader in
            guard let name = reader.text(), let value = reader.counted() else { return nil }
            return HTTPHeaders.Field(name: HTTPHeaderName(rawValue: name), bytes: value)
        }
    }

    private mutating func list<Element>(_ element: (inout Self) -> Element?) -> [Element]? {
        // Each element has at least two lengths.
        guard let count = count(), count <= (bytes.count - position) / 16 else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        }
        return elements
    }
}
