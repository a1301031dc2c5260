import AbstractHTTP
import Foundation

/// A response that is kept.
public struct StoredResponse: Sendable {
    /// The response.
    public var response: Response
    /// When it was received, or found to be good still.
    public var date: Date
    /// Hashes of the header fields of its request on which it depends, as `Vary` says (RFC 9110, section 12.5.5).
    var varying: [String: String] = [:]
    /// How long the request took, in seconds: so old it may have been when it came.
    var delay: TimeInterval = 0
    /// Whether redirects lie between the request and the response.
    var isRedirected = false

    /// Makes what is kept: the response without the redirects that led to it.
    public init(_ response: Response, date: Date) {
        self.response = Response(
            statusCode: response.statusCode, headers: response.headers, data: response.data, url: response.url)
        self.date = date
    }

    /// About how much room it takes, in bytes.
    var size: Int {
        response.data.count + response.headers.reduce(256) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count }
    }
}

/// As it stands on a disk: a hash of all that follows, a line of JSON, and the body.
extension StoredResponse {
    private struct Head: Codable {
        var version = 1
        var status: Int
        var headers: [[String]]
        var url: String?
        var date: Double
        var delay: Double
        var varying: [String: String]
        var isRedirected: Bool
    }

    /// Reads what ``bytes(for:)`` has written; nil for anything else.
    init?(bytes: Data, for key: ResponseKey) {
        guard let first = bytes.firstIndex(of: 0x0A), let second = bytes[(first + 1)...].firstIndex(of: 0x0A) else {
            return nil
        }
        let content = bytes[(first + 1)...]
        guard String(decoding: bytes[..<first], as: UTF8.self) == content.checksum(for: key),
            let head = try? JSONDecoder().decode(Head.self, from: content[..<second]), head.version == 1
        else { return nil }
        var headers = HTTPHeaders()
        for field in head.headers {
            guard field.count == 2 else { return nil }
            headers.add(HTTPHeaderName(rawValue: field[0]), field[1])
        }
        response = Response(
            statusCode: head.status, headers: headers, data: Data(content[(second + 1)...]),
            url: head.url.flatMap { URL(string: $0) })
        date = Date(timeIntervalSince1970: head.date)
        (varying, delay, isRedirected) = (head.varying, head.delay, head.isRedirected)
    }

    /// All of it, so that a part can be told from the whole, and from what is kept under another key.
    func bytes(for key: ResponseKey) throws -> Data {
        let head = Head(
            status: response.statusCode, headers: response.headers.map { [$0.name.rawValue, $0.value] },
            url: response.url?.absoluteString, date: date.timeIntervalSince1970, delay: delay, varying: varying,
            isRedirected: isRedirected)
        let content = try JSONEncoder().encode(head) + [0x0A] + response.data
        return Data(content.checksum(for: key).utf8) + [0x0A] + content
    }
}

extension Data {
    fileprivate func checksum(for key: ResponseKey) -> String { "\(fnv1aHash)-\(key.name)" }
}
