import AbstractHTTP
import Foundation

/// What the rules need to know about a request.
package struct CacheRequest: Sendable {
    package let method: HTTPMethod
    /// The URL without a fragment. All spellings of its host are one text.
    let url: String
    package let headers: HTTPHeaders
    let control: CacheControl
    /// Whether the cache answers requests with this method.
    let isLookedUp: Bool
    /// Whether it is neither answered from the cache nor stored, because it forbids that, or because its response may
    /// depend on a body.
    let bypassesCache: Bool
    /// The method and a hash of the body, which tell requests for the same URL apart if the rules have a lifetime.
    let variant: String?
    /// The single range of bytes that it asks for. Nil if it asks for everything.
    let range: ByteRange?
    /// Whether it asks for several ranges, or for a range under a condition. The cache does not answer such requests.
    let hasComplexRange: Bool

    package init(_ request: Request, _ rules: CacheRules = CacheRules()) {
        (method, url, headers) = (request.method, request.urlText.cacheURL, request.headers)
        control = CacheControl(headers)
        let isSafe = method == .get || method == .head
        if rules.lifetime == nil {
            let hasBody = request.body.map { $0.length != 0 } ?? false
            (isLookedUp, variant) = (isSafe, nil)
            bypassesCache = hasBody && isSafe || control.has("no-store")
        } else {
            let hash = request.bodyHash
            (isLookedUp, variant) = (true, "\(method) \(hash ?? "")")
            bypassesCache = hash == nil || control.has("no-store")
        }
        // Only a GET asks for a range (RFC 9110, section 14.2).
        let field = method == .get ? headers["Range"] : nil
        range = field.flatMap(ByteRange.init)
        hasComplexRange = field != nil && (range == nil || headers["If-Range"] != nil)
    }

    /// Whether the method changes nothing by its definition, so that a response can be validated.
    var isSafe: Bool { method == .get || method == .head }

    /// Whether it has conditions, such as whether a response has changed (RFC 9110, section 13).
    var isConditional: Bool {
        hasComplexRange || Self.conditions.contains { headers[$0] != nil }
    }

    private static let conditions: [HTTPHeaderName] = [
        "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since",
    ]

    /// Whether it wants a stored response to be validated (RFC 9111, sections 5.2.1.4 and 5.4).
    var wantsValidation: Bool {
        control.has("no-cache") || control.isEmpty && headers["Pragma"]?.lowercased().contains("no-cache") == true
    }

    /// Whether a response that has been stale for this number of seconds is acceptable.
    func allowsStale(_ seconds: TimeInterval) -> Bool { control.maxStale.map { seconds <= $0 } ?? false }

    /// Whether a stored response is for this URL and these header fields (RFC 9111, section 4.1).
    package func matches(_ response: CachedResponse) -> Bool {
        guard response.url == url || response.searchRule?.ignoresDifference(response.url, url) == true else {
            return false
        }
        return response.varying.allSatisfy { headers.selecting($0.key) == $0.value }
    }

    /// Whether a stored response contains the bytes that this asks for.
    func isAnswered(by response: CachedResponse) -> Bool {
        guard response.statusCode == 206 else {
            // The positions of a decoded body are not those of the encoded one.
            return range == nil
                || response.statusCode == 200 && response.headers["Content-Encoding"] == nil
                    && range?.positions(in: response.body.count) != nil
        }
        guard let part = response.part, let range else { return false }
        return range.positions(in: part.total, known: part.range) != nil
    }
}

extension Request {
    /// A hash of the body, or nil if the body is not in memory.
    fileprivate var bodyHash: String? {
        switch body?.source {
        case nil: ""
        case .data(let data): data.isEmpty ? "" : SHA256.hash(data).hexadecimal
        case .file, .stream, .joined: nil
        }
    }
}

extension HTTPHeaders {
    /// A hash of the value of a field that `Vary` names. Equivalent values have the same hash. It is a hash because the
    /// value may be a secret.
    func selecting(_ name: String) -> String {
        let values = values(for: HTTPHeaderName(rawValue: name))
        guard !values.isEmpty else { return "" }
        var parts = values.joined(separator: ",").split(separator: ",").map(\.withoutOuterWhitespace)
        // Languages ignore case (RFC 9110, section 8.5.1).
        if name == "accept-language" { parts = parts.map { $0.lowercased() } }
        return SHA256.hash(parts.joined(separator: ",").utf8).hexadecimal
    }
}

extension String {
    /// The URL without a fragment, in the form in which the cache compares URLs. See ``normalizedURL``.
    package var cacheURL: String {
        (offset(of: UInt8(ascii: "#")).map { String(utf8.prefix($0)) ?? self } ?? self).normalizedURL
    }
}

/// One range of a `Range` field (RFC 9110, section 14.1.2).
enum ByteRange: Hashable, Sendable {
    /// From the first position to the last, or to the end.
    case from(Int, through: Int?)
    /// The last bytes.
    case suffix(Int)

    /// Returns nil for several ranges, other units, and malformed values.
    init?(_ field: String) {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].withoutOuterWhitespace.lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(\.withoutOuterWhitespace)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where ends[0].isEmpty && count > 0: self = .suffix(count)
        default: return nil
        }
    }

    /// The positions in a body of this size. Nil if there are none.
    func positions(in total: Int) -> Range<Int>? {
        switch self {
        case .suffix(let count): total > 0 ? max(0, total - count)..<total : nil
        case .from(let first, let last):
            first < total ? first..<(last.map { min($0, total - 1) + 1 } ?? total) : nil
        }
    }

    /// The positions, if they are all within `known`, the available part of the body.
    func positions(in total: Int?, known: Range<Int>) -> Range<Int>? {
        let wanted: Range<Int>?
        if let total {
            wanted = positions(in: total)
        } else if case .from(let first, let last?) = self, last < .max {
            wanted = first..<(last + 1)
        } else {
            wanted = nil
        }
        return wanted.flatMap { known.lowerBound <= $0.lowerBound && $0.upperBound <= known.upperBound ? $0 : nil }
    }
}
