import AbstractHTTP
import Foundation

/// What the cache does with the response to a request.
public enum CacheUpdate: Hashable, Sendable {
    /// Store it.
    case store
    /// Update the header fields of the stored response, and use that. The response is a 304.
    case freshen
    /// Update the header fields of the stored response. The response answers a HEAD request.
    case update
    /// Remove what is stored for the URL.
    case invalidate(InvalidationReason)
    /// Do not change the store.
    case ignore(IgnoreReason)

    /// Why something is removed.
    public enum InvalidationReason: Hashable, Sendable {
        /// The method is unsafe, and the server has carried it out (RFC 9111, section 4.4).
        case unsafeMethod
        /// The new response takes the place of the stored one, and may not be stored.
        case superseded
    }

    /// Why a response is not stored (RFC 9111, section 3).
    public enum IgnoreReason: Hashable, Sendable {
        /// The response to this method is not stored.
        case method
        /// `no-store` in the request or in the response, a GET with a body, or `private` for a shared cache.
        case forbidden
        /// `Vary: *`. No other request can be answered with the response. A `Vary` with more than 100 names counts as
        /// one.
        case varyAll
        /// The response has neither a lifetime nor a status code that allows storing it without one.
        case status
        /// The cache does not know the status code, which the response requires (`must-understand`).
        case unknownStatus
        /// The request has credentials, and the cache is shared.
        case credentials
        /// The server failed. What is stored stays.
        case serverError
    }
}

extension CacheRules {
    /// Decides what to do with the head of a response.
    ///
    /// - Parameters:
    ///   - statusCode: The status code of the response.
    ///   - headers: The header fields of the response.
    ///   - request: The request, as it was sent.
    ///   - stored: The stored response that the request was sent for, if there is one.
    public func update(
        after statusCode: Int, _ headers: HTTPHeaders, to request: Request, stored: CachedResponse?
    ) -> CacheUpdate {
        update(after: statusCode, headers, to: CacheRequest(request, self), stored: stored)
    }

    func update(
        after statusCode: Int, _ headers: HTTPHeaders, to request: CacheRequest, stored: CachedResponse?
    ) -> CacheUpdate {
        if statusCode == 304, request.isLookedUp { return stored == nil ? .ignore(.status) : .freshen }
        if lifetime != nil { return updateByLifetime(statusCode, headers, request, stored) }
        switch request.method {
        case .get: break
        case .head: return updateAfterHead(statusCode, headers, stored)
        case .options, .trace: return .ignore(.method)
        default: return (200..<400).contains(statusCode) ? .invalidate(.unsafeMethod) : .ignore(.method)
        }
        if let reason = reasonNotToStore(statusCode, headers, request) {
            if stored != nil, statusCode < 500 { return .invalidate(.superseded) }
            return .ignore(reason)
        }
        return .store
    }

    private func updateByLifetime(
        _ statusCode: Int, _ headers: HTTPHeaders, _ request: CacheRequest, _ stored: CachedResponse?
    ) -> CacheUpdate {
        guard let reason = reasonNotToStore(statusCode, headers, request) else { return .store }
        // Other failures say nothing about what is stored.
        return stored != nil && [404, 410].contains(statusCode) ? .invalidate(.superseded) : .ignore(reason)
    }

    private func updateAfterHead(_ statusCode: Int, _ headers: HTTPHeaders, _ stored: CachedResponse?) -> CacheUpdate {
        guard let stored, statusCode == 200 else { return .ignore(.method) }
        // Section 4.3.5.
        guard stored.statusCode == 200 else { return .invalidate(.superseded) }
        let isSame = ["ETag", "Last-Modified"].allSatisfy { (name: HTTPHeaderName) in
            headers[name] == nil || headers[name] == stored.headers[name]
        }
        let length = headers[.contentLength]
        let isSameSize = length == nil || stored.encodedLength.map { $0 == length } ?? true
        return isSame && isSameSize ? .update : .invalidate(.superseded)
    }

    package func reasonNotToStore(
        _ statusCode: Int, _ headers: HTTPHeaders, _ request: CacheRequest
    ) -> CacheUpdate.IgnoreReason? {
        guard lifetime == nil else {
            if request.bypassesCache { return .forbidden }
            if headers.varyingNames.count > HTTPHeaders.mostVaryingNames { return .varyAll }
            let isStored = [200, 301, 302, 303, 307, 308].contains(statusCode)
            return isStored && request.range == nil && !request.isConditional ? nil : .status
        }
        let control = CacheControl(headers)
        let mustUnderstand = control.has("must-understand")
        if mustUnderstand, !statusCode.isUnderstood { return .unknownStatus }
        if request.bypassesCache || control.has("no-store") && !mustUnderstand { return .forbidden }
        // These depend on the conditions and the range of the request.
        guard statusCode >= 200, ![304, 412, 416].contains(statusCode),
            request.range == nil || [200, 206].contains(statusCode)
        else { return .status }
        if statusCode == 206 {
            // A connector decodes the body, which changes the positions.
            let range = headers["Content-Range"].flatMap(ContentRange.init)?.range
            guard range != nil, headers["Content-Encoding"] == nil else { return .status }
        }
        let names = headers.varyingNames
        if names.contains("*") || names.count > HTTPHeaders.mostVaryingNames { return .varyAll }
        if isShared, let reason = reasonNotToShare(control, request) { return reason }
        let isAllowed =
            statusCode.isHeuristicallyCacheable || headers["Expires"] != nil
            || ["public", "max-age", isShared ? "s-maxage" : "private"].contains { control.has($0) }
        return isAllowed ? nil : statusCode >= 500 ? .serverError : .status
    }

    private func reasonNotToShare(_ control: CacheControl, _ request: CacheRequest) -> CacheUpdate.IgnoreReason? {
        if control.isUnqualified("private") { return .forbidden }
        // Section 3.5.
        let isAllowed = ["public", "s-maxage", "must-revalidate"].contains { control.has($0) }
        return request.headers[.authorization] != nil && !isAllowed ? .credentials : nil
    }

    /// The stored form of a response.
    package func stored(
        _ statusCode: Int, _ headers: HTTPHeaders, _ body: Data, of request: CacheRequest, sent: Date, received: Date
    ) -> CachedResponse {
        var kept = headers.withoutConnectionFields
        removePrivateFields(of: CacheControl(headers), from: &kept)
        let times = CachedResponse.Times(addingDateTo: &kept, received)
        return CachedResponse(
            url: request.url, statusCode: statusCode, headers: kept, body: body, requestTime: sent,
            responseTime: received, varying: headers.varying(with: request.headers), times: times)
    }

    /// A shared cache does not keep the fields that `private` names (section 5.2.2.7).
    private func removePrivateFields(of control: CacheControl, from headers: inout HTTPHeaders) {
        guard isShared else { return }
        headers.remove(control.fields("private"))
    }

    /// A stored response after a 304, or a response to HEAD (section 3.2).
    package func freshened(
        _ stored: CachedResponse, by headers: HTTPHeaders, of request: CacheRequest, sent: Date, received: Date
    ) -> CachedResponse {
        var updated = stored.headers
        updated["Age"] = nil
        updated["Date"] = nil
        updated = updated.updated(by: headers.withoutConnectionFields)
        // A 304 without Vary does not change it.
        let varying = headers["Vary"] == nil ? stored.varying : updated.varying(with: request.headers)
        removePrivateFields(of: CacheControl(updated), from: &updated)
        let times = CachedResponse.Times(addingDateTo: &updated, received)
        return CachedResponse(
            url: stored.url, statusCode: stored.statusCode, headers: updated, body: stored.body, requestTime: sent,
            responseTime: received, varying: varying, times: times)
    }

    /// Whether the body of a stored response is still valid after a 304 that does not update the response. The server
    /// compares tags weakly (RFC 9110, section 13.1.2), and may answer a weak tag with a strong one.
    func isReusable(_ stored: CachedResponse, after headers: HTTPHeaders) -> Bool {
        guard let tag = headers["ETag"], let known = stored.entityTag else { return false }
        return tag.opaqueTag == known.opaqueTag
    }

    /// Whether a 304 updates the stored response. It does not if it names another validator (section 4.3.4).
    package func isMeant(_ stored: CachedResponse, by headers: HTTPHeaders) -> Bool {
        guard let tag = headers["ETag"] else {
            // Without tags, the dates are compared.
            guard stored.entityTag == nil, let known = stored.headers["Last-Modified"] else { return true }
            return headers["Last-Modified"].map { $0 == known } ?? true
        }
        guard tag.hasPrefix("W/") else { return tag == stored.entityTag }
        return tag.opaqueTag == stored.entityTag?.opaqueTag
    }
}

extension CachedResponse {
    /// The `Content-Length` of the body as it was sent. Nil if it is not known because a connector has decoded it.
    fileprivate var encodedLength: String? {
        headers[.contentLength] ?? (headers["Content-Encoding"] == nil ? String(body.count) : nil)
    }
}

extension CachedResponse.Times {
    /// Adds a `Date` to a message that has none: the time at which it arrived (RFC 9110, section 6.6.1).
    fileprivate init(addingDateTo headers: inout HTTPHeaders, _ received: Date) {
        self.init(headers, received)
        guard headers["Date"] == nil else { return }
        headers["Date"] = received.httpDate
        // The text has no fractions of a second.
        date = received
    }
}

extension HTTPHeaders {
    /// The fields that may be stored (RFC 9111, section 3.1). Cookies are set once, and not with each use.
    fileprivate var withoutConnectionFields: HTTPHeaders {
        let named = values(for: "Connection").flatMap { $0.split(separator: ",") }
            .map { HTTPHeaderName(rawValue: $0.withoutOuterWhitespace) }
        let removed = Self.connectionFields.union(named)
        return HTTPHeaders(filter { !removed.contains($0.name) })
    }

    private static let connectionFields: Set<HTTPHeaderName> = [
        "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authentication-Info",
        "Proxy-Authorization", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Cache-Status", .setCookie,
        "Set-Cookie2",
    ]

    /// These fields, with newer ones in their place, except those that describe the stored body.
    func updated(by newer: HTTPHeaders) -> HTTPHeaders {
        var headers = self
        let fields = newer.filter { !Self.describingBody.contains($0.name) }
        headers.remove(fields.map(\.name))
        for field in fields { headers.add(field) }
        return headers
    }

    private static let describingBody: Set<HTTPHeaderName> = [
        .contentLength, .contentType, "Content-Encoding", "Content-Range", "Transfer-Encoding",
    ]

    /// The maximum number of names in `Vary`. Each lookup compares all of them.
    fileprivate static let mostVaryingNames = 100

    /// The names in `Vary`, in lowercase.
    fileprivate var varyingNames: Set<String> {
        var names: Set<String> = []
        for value in values(for: "Vary") {
            for name in value.split(separator: ",") { names.insert(name.withoutOuterWhitespace.lowercased()) }
        }
        names.remove("")
        return names
    }

    /// The values of the request's fields that `Vary` names. A server can send any number of names, so only those of
    /// fields in the request are looked up.
    fileprivate func varying(with request: HTTPHeaders) -> [String: String] {
        let present = Set(request.map { $0.name.rawValue.lowercased() })
        let pairs = varyingNames.map { ($0, present.contains($0) ? request.selecting($0) : "") }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}

extension String {
    /// An entity tag without the mark of a weak one. A weak comparison ignores the mark (RFC 9110, section 8.8.3.2).
    var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
