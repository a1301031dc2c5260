import AbstractHTTP
import Foundation

/// What HTTP has to say about a response that is kept (RFC 9111), for a cache that is private.
extension StoredResponse {
    /// How old it is at `now`, in seconds.
    func age(at now: Date) -> TimeInterval {
        let before = response.headers["Age"].flatMap { Double($0) } ?? 0
        return max(0, now.timeIntervalSince(date)) + max(0, before)
    }

    /// Whether it may be taken without asking (section 4.2). Without a word from the server it may not.
    func isFresh(at now: Date) -> Bool {
        guard !isRedirected, let lifetime, !response.headers.cacheDirectives.keys.contains("no-cache") else {
            return false
        }
        return age(at: now) < lifetime
    }

    /// For how long it is fresh, in seconds (section 4.2.1).
    private var lifetime: TimeInterval? {
        if let text = response.headers.cacheDirectives["max-age"] { return Double(text) ?? 0 }
        guard let expires = response.headers["Expires"] else { return nil }
        // What is no date, such as 0, lies in the past (section 5.3).
        guard let end = Date(httpDate: expires) else { return 0 }
        return end.timeIntervalSince(response.headers["Date"].flatMap { Date(httpDate: $0) } ?? date)
    }

    /// The fields with which the server is asked whether it is still good (section 4.3.1); none where it cannot be asked.
    var conditions: [HTTPHeaderName: String] {
        guard !isRedirected else { return [:] }
        var conditions: [HTTPHeaderName: String] = [:]
        conditions["If-None-Match"] = response.headers["ETag"]
        conditions["If-Modified-Since"] = response.headers["Last-Modified"]
        return conditions
    }

    /// Whether a request asks for it, as far as its fields say (section 4.1).
    func answers(_ request: Request) -> Bool {
        varying.allSatisfy { request.headers[HTTPHeaderName(rawValue: $0.key)] ?? "" == $0.value }
    }

    /// Notes the fields of its request on which it depends; nil where it depends on more than those, and HTTP says what is kept.
    func varying(with request: Request, isForHTTP: Bool) -> Self? {
        guard let vary = response.headers["Vary"] else { return self }
        let names = vary.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        guard !names.contains("*") || !isForHTTP else { return nil }
        var copy = self
        for name in names where name != "*" {
            copy.varying[name] = request.headers[HTTPHeaderName(rawValue: name)] ?? ""
        }
        return copy
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
