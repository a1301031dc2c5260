import Foundation

/// The URLs of the pages that were read. It keeps two hashes of each, because a server can send URLs of any length.
///
/// The hashes depend on a random number of the process, so a server cannot choose URLs whose hashes are equal.
struct SeenURLs: Sendable {
    private struct Hashes: Hashable, Sendable {
        let first: Int
        let second: Int

        init(_ url: URL) {
            let text = url.absoluteString
            (first, second) = (Self.hash(text, 1), Self.hash(text, 2))
        }

        private static func hash(_ text: String, _ number: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(number)
            hasher.combine(text)
            return hasher.finalize()
        }
    }

    private var hashes: Set<Hashes> = []

    mutating func insert(_ url: URL) { hashes.insert(Hashes(url)) }

    func contains(_ url: URL) -> Bool { hashes.contains(Hashes(url)) }
}
