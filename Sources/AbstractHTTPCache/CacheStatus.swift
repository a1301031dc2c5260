import AbstractHTTP
import Foundation

/// What the cache did with a request, as its `Cache-Status` field says (RFC 9211).
public struct CacheStatus: Hashable, Sendable {
    /// Whether the response comes from the store, without a request to the server.
    public var isHit: Bool
    /// Why the request was sent to the server, such as `uri-miss` or `stale` (section 2.2). Nil for a hit.
    public var forwardReason: String?
    /// The status code with which the server answered, if it differs from that of the response (section 2.3).
    public var forwardStatus: Int?
    /// The seconds for which the response is still fresh. Negative if it is stale (section 2.4).
    public var timeToLive: Int?
    /// Whether the response was stored (section 2.5). In a ``AbstractHTTP/ResponseStream`` whose body has not ended, it
    /// says whether the response will be stored if nothing prevents that.
    public var isStored: Bool
    /// Whether the response belongs to an identical request that was already under way (section 2.6).
    public var isCollapsed: Bool
    /// The reason in words (section 2.8).
    public var detail: String?

    init(
        isHit: Bool = false, forwardReason: String? = nil, forwardStatus: Int? = nil, timeToLive: Int? = nil,
        isStored: Bool = false, isCollapsed: Bool = false, detail: String? = nil
    ) {
        (self.isHit, self.forwardReason, self.forwardStatus) = (isHit, forwardReason, forwardStatus)
        (self.timeToLive, self.isStored, self.isCollapsed) = (timeToLive, isStored, isCollapsed)
        self.detail = detail
    }
}

extension CacheStatus {
    /// Whether the body comes from the store, even if the server was asked about it.
    package var isReused: Bool { timeToLive != nil && !isCollapsed }
}

extension CacheStatus: CustomStringConvertible {
    /// The member of the field, such as `AbstractHTTP; hit; ttl=30`.
    public var description: String {
        var text = OwnCache.name
        text.reserveCapacity(48)
        if isHit { text += "; hit" }
        if let forwardReason { text += "; fwd=" + forwardReason.shown }
        if let forwardStatus { text += "; fwd-status=" + String(forwardStatus) }
        if let timeToLive { text += "; ttl=" + String(timeToLive) }
        if isStored { text += "; stored" }
        if isCollapsed { text += "; collapsed" }
        if let detail { text += "; detail=\"" + detail.shown + "\"" }
        return text
    }

    /// Parses the last member of the field, which the nearest cache wrote. Returns nil if that was another cache.
    init?(_ headers: HTTPHeaders) {
        guard let value = headers.values(for: "Cache-Status").last else { return nil }
        var scanner = HeaderScanner(value)
        guard scanner.token() == OwnCache.name else { return nil }
        self.init()
        while true {
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ";")) else { break }
            scanner.skipWhitespace()
            guard let name = scanner.token() else { return nil }
            let value = scanner.skip(UInt8(ascii: "=")) ? scanner.quotedString() ?? scanner.token() : nil
            set(name, value)
        }
    }

    private mutating func set(_ name: String, _ value: String?) {
        switch name {
        case "hit": isHit = true
        case "fwd": forwardReason = value
        case "fwd-status": forwardStatus = value.flatMap { Int($0) }
        case "ttl": timeToLive = value.flatMap { Int($0) }
        case "stored": isStored = true
        case "collapsed": isCollapsed = true
        case "detail": detail = value
        default: break
        }
    }
}

extension Response {
    /// What the ``AbstractHTTPCache/HTTPCache`` of the config did. Nil without a cache.
    public var cacheStatus: CacheStatus? { CacheStatus(headers) }
}

extension ResponseStream {
    /// What the ``AbstractHTTPCache/HTTPCache`` of the config did. Nil without a cache.
    ///
    /// A response is stored at the end of its body, so read ``AbstractHTTPCache/CacheStatus/isStored`` after the body.
    /// The header field `Cache-Status` stays as it was when the head arrived.
    public var cacheStatus: CacheStatus? { CacheStatus(currentHeaders) }
}

extension CacheStatus: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension String {
    /// The text as a description shows it. A server can have written it, too, but the cache's own reasons need no look.
    fileprivate var shown: String {
        let isPlain = utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || " -,".utf8.contains($0)
        }
        return isPlain ? self : Redaction().text(self).inOneLine
    }
}
