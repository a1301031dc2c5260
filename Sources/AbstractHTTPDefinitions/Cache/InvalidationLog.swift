/// Records when the stored responses for each URL were removed. A response that was requested before is not stored.
struct InvalidationLog: Sendable {
    /// The maximum number of URLs that are tracked separately.
    private static let mostResources = 256

    private(set) var count = 0
    /// The number of the last removal that affects all URLs.
    private var floor = 0
    private var last: [String: Int] = [:]

    mutating func note(_ resource: String) {
        count += 1
        last[resource] = count
        if last.count > Self.mostResources { noteAll() }
    }

    mutating func noteAll() {
        count += 1
        (floor, last) = (count, [:])
    }

    /// Returns whether `resource` was removed after the removal with this number.
    func concern(_ resource: String, since number: Int) -> Bool { max(floor, last[resource] ?? 0) > number }
}
