import AbstractHTTP
import Foundation

/// A response in a ``CacheStore``, with what the rules need to know about its request.
///
/// ```swift
/// try database.write(response.encoded, for: key)
/// let response = CachedResponse(encoded: try database.read(key))
/// ```
public struct CachedResponse: Sendable {
    /// What the fields of the response say about its age and its lifetime. Parsing dates takes longer than a lookup.
    struct Times: Hashable, Sendable {
        var date: Date?
        var lastModified: Date?
        /// The date in `Expires`. An invalid one is in the past.
        var expires: Date?
        /// The `Age` field, in seconds.
        var age: TimeInterval
    }

    /// A hit copies a response several times, so a copy is one reference.
    private final class Storage: Sendable {
        let url: String
        let statusCode: Int
        let headers: HTTPHeaders
        let body: Data
        let requestTime: Date
        let responseTime: Date
        let varying: [String: String]
        let times: Times
        let control: CacheControl

        init(
            _ url: String, _ statusCode: Int, _ headers: HTTPHeaders, _ body: Data, _ requestTime: Date,
            _ responseTime: Date, _ varying: [String: String], _ times: Times
        ) {
            (self.url, self.statusCode, self.headers, self.body) = (url, statusCode, headers, body)
            (self.requestTime, self.responseTime, self.varying) = (requestTime, responseTime, varying)
            (self.times, control) = (times, CacheControl(headers))
        }
    }

    private let storage: Storage

    /// The URL of the request, without a fragment.
    public var url: String { storage.url }
    /// The status code.
    public var statusCode: Int { storage.statusCode }
    /// The header fields, without those that belong to a connection (RFC 9111, section 3.1).
    public var headers: HTTPHeaders { storage.headers }
    /// The complete body. For a 206, the part that `Content-Range` names.
    public var body: Data { storage.body }
    /// When the request was sent.
    public var requestTime: Date { storage.requestTime }
    /// When the response, or the last 304 for it, arrived.
    public var responseTime: Date { storage.responseTime }
    /// The values of the request's fields that `Vary` names, by the names in lowercase. A value is hashed.
    public var varying: [String: String] { storage.varying }

    var times: Times { storage.times }
    var control: CacheControl { storage.control }

    /// Creates a stored response.
    package init(
        url: String, statusCode: Int, headers: HTTPHeaders, body: Data, requestTime: Date, responseTime: Date,
        varying: [String: String]
    ) {
        self.init(
            url: url, statusCode: statusCode, headers: headers, body: body, requestTime: requestTime,
            responseTime: responseTime, varying: varying, times: Times(headers, responseTime))
    }

    init(
        url: String, statusCode: Int, headers: HTTPHeaders, body: Data, requestTime: Date, responseTime: Date,
        varying: [String: String], times: Times
    ) {
        storage = Storage(url, statusCode, headers, body, requestTime, responseTime, varying, times)
    }

    /// The response with another body.
    func with(_ body: Data) -> CachedResponse {
        CachedResponse(
            url: url, statusCode: statusCode, headers: headers, body: body, requestTime: requestTime,
            responseTime: responseTime, varying: varying, times: times)
    }

    /// The space that the response takes in memory, in bytes. It includes the names that `Vary` lists, and what each
    /// field takes beside its text.
    public var byteCount: Int {
        // A store also keeps the URL in its key.
        let fields = headers.byteCount + headers.count * Self.bytesOfPair
        let selection = varying.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + Self.bytesOfPair }
        return 512 + 2 * url.utf8.count + body.count + fields + selection + control.byteCount
    }

    /// What two strings take in an array or a dictionary beside their text.
    private static let bytesOfPair = 128

    /// The `ETag` field.
    var entityTag: String? { headers["ETag"] }

    /// The `ETag` field, if it is a strong validator (RFC 9110, section 8.8.1).
    var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// The bytes that a 206 contains, and the size of the whole.
    var part: (range: Range<Int>, total: Int?)? {
        guard statusCode == 206, let field = headers["Content-Range"], let content = ContentRange(field),
            let range = content.range, range.count == body.count
        else { return nil }
        return (range, content.total)
    }

    /// Whether this and `other` answer the same requests, so that one replaces the other.
    func isVariant(of other: CachedResponse) -> Bool { url == other.url && varying == other.varying }
}

extension HTTPHeaders {
    /// The maximum size of a head in bytes, if several responses add fields to it.
    static let mostBytes = 256 << 10

    /// The size of all names and values in bytes.
    var byteCount: Int { reduce(0) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count } }
}

extension CachedResponse.Times {
    init(_ headers: HTTPHeaders, _ responseTime: Date) {
        date = headers["Date"].flatMap { Date(httpDate: $0, now: responseTime) }
        lastModified = headers["Last-Modified"].flatMap { Date(httpDate: $0, now: responseTime) }
        expires = headers["Expires"].map { Date(httpDate: $0, now: responseTime) ?? .distantPast }
        // The first value counts (section 5.1).
        let first = headers.values(for: "Age").first?.split(separator: ",").first?.withoutOuterWhitespace
        age = first?.deltaSeconds ?? 0
    }
}

extension CachedResponse: CustomStringConvertible, CustomReflectable {
    /// The status code, the size, and the URL without secrets.
    public var description: String { "\(statusCode), \(body.count) bytes, \(url.withoutSecrets.inOneLine)" }

    /// A mirror without the body.
    public var customMirror: Mirror {
        Mirror(self, children: ["url": url.withoutSecrets.inOneLine, "statusCode": statusCode, "headers": headers])
    }
}
