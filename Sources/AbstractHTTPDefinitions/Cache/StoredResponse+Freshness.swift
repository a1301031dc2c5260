import AbstractHTTP
import Foundation

/// What HTTP has to say about a response that is kept (RFC 9111), for a cache that is private.
extension StoredResponse {
    /// How old it is at `now`, in seconds (section 4.2.3).
    func age(at now: Date) -> TimeInterval {
        // Of a clock that was put back nothing can be told.
        guard now >= date else { return .infinity }
        let told = response.headers["Age"]?.split(separator: ",").first.flatMap { $0.deltaSeconds } ?? 0
        let apparent = response.headers["Date"].flatMap { Date(httpDate: $0) }.map(date.timeIntervalSince) ?? 0
        return max(0, apparent, told + delay) + now.timeIntervalSince(date)
    }

    /// Whether it may be taken without asking (section 4.2). Without a word from the server it may not.
    func isFresh(at now: Date, for request: Request) -> Bool {
        let directives = response.headers.cacheDirectives
        guard !isRedirected, let lifetime, directives["no-cache"] == nil else { return false }
        let age = age(at: now)
        if let limit = request.headers.cacheDirectives["max-age"] {
            guard age <= limit.deltaSeconds ?? 0 else { return false }
        }
        return age < lifetime
    }

    /// For how long it is fresh, in seconds (section 4.2.1).
    private var lifetime: TimeInterval? {
        if let text = response.headers.cacheDirectives["max-age"] { return text.deltaSeconds ?? 0 }
        guard let expires = response.headers["Expires"] else { return nil }
        // What is no date, such as 0, lies in the past (section 5.3).
        guard let end = Date(httpDate: expires) else { return 0 }
        return end.timeIntervalSince(response.headers["Date"].flatMap { Date(httpDate: $0) } ?? date)
    }

    /// The fields with which the server is asked whether it is still good (section 4.3.1); none where it cannot be
    /// asked.
    var conditions: [HTTPHeaderName: String] {
        guard !isRedirected else { return [:] }
        var conditions: [HTTPHeaderName: String] = [:]
        conditions["If-None-Match"] = response.headers["ETag"]
        conditions["If-Modified-Since"] = response.headers["Last-Modified"]
        return conditions
    }

    /// Whether a 304 is about it: one that names another strong validator is not (section 4.3.4).
    func isMeant(by headers: HTTPHeaders) -> Bool {
        guard let tag = headers["ETag"], !tag.hasPrefix("W/") else { return true }
        return tag == response.headers["ETag"]
    }

    /// Whether a request asks for it, as far as its fields say (section 4.1).
    func answers(_ request: Request) -> Bool {
        varying.allSatisfy { (request.headers[HTTPHeaderName(rawValue: $0.key)] ?? "").wideFNV1aHash == $0.value }
    }

    /// Notes the fields of its request on which it depends; nil where it depends on more than those, and HTTP says what
    /// is kept.
    func varying(with request: Request, isForHTTP: Bool) -> Self? {
        let names = (response.headers["Vary"] ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        // Cookies that a jar adds later are not seen here.
        let isUnknown = names.contains("*") || names.contains("cookie") && request.headers["Cookie"] == nil
        guard !isUnknown || !isForHTTP else { return nil }
        var copy = self
        copy.varying = [:]
        for name in names where name != "*" {
            // A value may be secret.
            copy.varying[name] = (request.headers[HTTPHeaderName(rawValue: name)] ?? "").wideFNV1aHash
        }
        return copy
    }

    /// The same after a 304 that has come for it (section 4.3.4).
    func refreshed(by headers: HTTPHeaders, date: Date, delay: TimeInterval) -> Self {
        var copy = self
        copy.response.headers["Age"] = nil
        copy.response = copy.response.refreshed(by: headers)
        (copy.date, copy.delay) = (date, delay)
        return copy
    }
}

extension Request {
    /// Whether HTTP lets its response be kept (RFC 9111, section 3).
    var isCacheable: Bool { method == .get && headers.cacheDirectives["no-store"] == nil && headers["Range"] == nil }

    /// Whether it asks for a response, and not whether another one is still good.
    var isUnconditional: Bool {
        isCacheable && headers["If-None-Match"] == nil && headers["If-Modified-Since"] == nil
    }

    /// Whether nothing that is kept is wanted (section 5.2.1.4, and 5.4).
    var wantsNew: Bool {
        let isPragma = headers["Cache-Control"] == nil && headers["Pragma"]?.lowercased().contains("no-cache") == true
        return headers.cacheDirectives["no-cache"] != nil || isPragma
    }
}

extension HTTPHeaders {
    /// The directives of `Cache-Control`, by their names in lower case (RFC 9111, section 5.2).
    var cacheDirectives: [String: String] {
        var directives: [String: String] = [:]
        for part in (self["Cache-Control"] ?? "").split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name = pair.first, !name.isEmpty else { continue }
            directives[name.lowercased()] = pair.count > 1 ? pair[1].trimmingCharacters(in: ["\""]) : ""
        }
        return directives
    }
}

extension StringProtocol {
    /// A number of seconds, which is made of digits alone (RFC 9111, section 1.2.2); nil for anything else.
    fileprivate var deltaSeconds: TimeInterval? {
        let digits = trimmingCharacters(in: .whitespaces)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ ("0"..."9").contains(Character(Unicode.Scalar($0))) }) else {
            return nil
        }
        return Double(digits)
    }
}
