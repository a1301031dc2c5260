/// Records when stored responses were removed. A response to an earlier request for the same resource is not stored.
///
/// A resource is a URL without its query, because a response can answer requests with other queries (`No-Vary-Search`).
struct RemovalLog: Sendable {
    /// The maximum number of resources that are tracked separately.
    private static let mostResources = 256

    /// The number of the last removal.
    private(set) var count = 0
    /// The number of the last removal of everything.
    private var floor = 0
    private var last: [String: Int] = [:]

    /// Notes one removal.
    mutating func note(_ urls: [String]) {
        count += 1
        for url in urls { last[url.withoutQuery] = count }
        if last.count > Self.mostResources { noteAll() }
    }

    mutating func noteAll() {
        count += 1
        (floor, last) = (count, [:])
    }

    /// Returns whether the resource of `url` was removed after the removal with this number.
    func includes(_ url: String, since number: Int) -> Bool {
        // Most caches remove nothing while a request is under way.
        number != count && max(floor, last[url.withoutQuery] ?? 0) > number
    }
}
