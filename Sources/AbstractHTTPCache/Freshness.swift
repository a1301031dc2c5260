import Foundation

/// How old a stored response is, and how long it is fresh (RFC 9111, section 4.2).
struct Freshness: Sendable {
    /// The age in seconds. Infinite if the clock went backward.
    let age: TimeInterval
    /// The seconds until the response is stale. Negative if it already is.
    let rest: TimeInterval
    /// Whether the lifetime is a guess from `Last-Modified` (section 4.2.2).
    let isHeuristic: Bool

    init(_ response: CachedResponse, at now: Date, _ rules: CacheRules) {
        let times = response.times
        let resident = now.timeIntervalSince(response.responseTime)
        let delay = max(0, response.responseTime.timeIntervalSince(response.requestTime))
        let apparent = times.date.map { max(0, response.responseTime.timeIntervalSince($0)) } ?? 0
        age = resident < 0 ? .infinity : max(apparent, times.age + delay) + resident
        if let lifetime = rules.lifetime {
            isHeuristic = false
            rest = resident < 0 ? -.infinity : lifetime / .seconds(1) - resident
        } else {
            let explicit = Self.explicitLifetime(of: response, isShared: rules.isShared)
            isHeuristic = explicit == nil
            rest = (explicit ?? Self.heuristicLifetime(of: response)) - age
        }
    }

    var isFresh: Bool { rest > 0 }

    /// The lifetime that the server gives. Nil if it gives none.
    static func explicitLifetime(of response: CachedResponse, isShared: Bool) -> TimeInterval? {
        if isShared, let seconds = response.control.seconds("s-maxage") { return seconds }
        if let seconds = response.control.seconds("max-age") { return seconds }
        guard let expires = response.times.expires else { return nil }
        return expires.timeIntervalSince(response.times.date ?? response.responseTime)
    }

    /// A tenth of the time since the last change, at most a week, for the status codes that allow it.
    private static func heuristicLifetime(of response: CachedResponse) -> TimeInterval {
        guard let changed = response.times.lastModified,
            response.statusCode.isHeuristicallyCacheable || response.control.has("public")
        else { return 0 }
        let since = (response.times.date ?? response.responseTime).timeIntervalSince(changed)
        return min(max(0, since / 10), 7 * 24 * 60 * 60)
    }
}

extension Int {
    /// Whether a response with this status may be stored without an explicit lifetime (RFC 9110, section 15.1).
    var isHeuristicallyCacheable: Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(self)
    }

    /// Whether RFC 9110, section 15, defines this status code, as `must-understand` requires.
    var isUnderstood: Bool {
        switch self {
        case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }
}
