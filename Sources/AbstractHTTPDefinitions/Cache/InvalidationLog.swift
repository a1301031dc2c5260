/// When what is kept of which URL was removed: what was asked for before is not kept any more when it comes.
struct InvalidationLog: Sendable {
    /// So many URLs are told apart.
    private static let mostResources = 256

    private(set) var count = 0
    /// The last removal that concerns all.
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

    /// Whether there was one of `resource` after the one with this number.
    func concern(_ resource: String, since number: Int) -> Bool { max(floor, last[resource] ?? 0) > number }
}
