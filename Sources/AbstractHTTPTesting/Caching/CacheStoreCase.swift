import AbstractHTTP
import AbstractHTTPCache
import Foundation

/// A rule for every `CacheStore`, with a way to check it.
///
/// Run all rules in a test of your own store:
///
/// ```swift
/// @Test(arguments: CacheStoreCase.all) func myStoreKeepsTheRules(_ rule: CacheStoreCase) async throws {
///     try await rule.check(MyStore())
/// }
/// ```
public struct CacheStoreCase: Sendable, CustomStringConvertible {
    /// The rule, as a sentence. It is unique.
    public let name: String
    private let body: @Sendable (any CacheStore) async throws -> Void

    private init(_ name: String, _ body: @escaping @Sendable (any CacheStore) async throws -> Void) {
        (self.name, self.body) = (name, body)
    }

    /// The rule.
    public var description: String { name }

    /// Checks the rule on an empty store that nothing else uses and that has room for at least 16 MiB.
    ///
    /// - Throws: ``ConformanceFailure`` if the store breaks the rule, and what the store throws.
    public func check(_ store: any CacheStore) async throws {
        do {
            try await body(store)
        } catch let failure as ConformanceFailure {
            throw ConformanceFailure(rule: name, reason: failure.reason)
        }
    }

    /// All rules.
    public static let all = [
        CacheStoreCase("an unknown key has no responses") { store in
            try await expect(store, "https://example.com/", [])
        },
        CacheStoreCase("a response is returned as it was inserted") { store in
            let response = response("https://example.com/a", body: Data((0..<255).map { UInt8($0) }))
            try await store.insert(response, for: "key")
            try await expect(store, "key", [response])
        },
        CacheStoreCase("keys and values may contain any text") { store in
            let texts = [
                "", "/", "..", "a\nb", "a\u{0}b", "a\u{0}c", "\u{1F600}", String(repeating: "x", count: 5_000),
            ]
            for text in texts {
                try await store.insert(response(text, headers: ["X": text], body: Data(text.utf8)), for: text)
            }
            for text in texts {
                try await expect(store, text, [response(text, headers: ["X": text], body: Data(text.utf8))])
            }
        },
        CacheStoreCase("a large body is returned whole") { store in
            let response = response("https://example.com/a", body: Data(repeating: 7, count: 2 << 20))
            try await store.insert(response, for: "key")
            try await expect(store, "key", [response])
        },
        CacheStoreCase("a response replaces the one that it supersedes") { store in
            for number in 0..<3 {
                try await store.insert(response("https://example.com/", body: Data("\(number)".utf8)), for: "key")
            }
            try await expect(store, "key", [response("https://example.com/", body: Data("2".utf8))])
        },
        CacheStoreCase("a key has several variants, and the oldest ones go first") { store in
            let count = CachedResponse.mostPerKey + 4
            let variants = (0..<count).map { response("https://example.com/", varying: ["accept": "\($0)"]) }
            for variant in variants { try await store.insert(variant, for: "key") }
            try await expect(store, "key", Array(variants.suffix(CachedResponse.mostPerKey)))
        },
        CacheStoreCase("all keys of a URL are removed, and no others") { store in
            let (removed, kept) = (["a", "a\n", "a\nuser", "a\nb\nc"], ["", "b", "ab", "ab\na", "b\na", "a%_"])
            for key in removed + kept { try await store.insert(response("a"), for: key) }
            try await store.remove("a")
            try await store.remove("unknown")
            for key in removed { try await expect(store, key, []) }
            for key in kept { try await expect(store, key, [response("a")]) }
        },
        CacheStoreCase("responses are removed where a condition holds") { store in
            for number in 0..<20 { try await store.insert(response("\(number)"), for: "key \(number)") }
            for variant in ["x", "y"] { try await store.insert(response("v", varying: ["a": variant]), for: "v") }
            try await store.removeAll { ($0.url.count == 1 && $0.url != "v") || $0.varying == ["a": "x"] }
            for number in 0..<20 {
                try await expect(store, "key \(number)", number < 10 ? [] : [response("\(number)")])
            }
            try await expect(store, "v", [response("v", varying: ["a": "y"])])
        },
        CacheStoreCase("the size follows what is stored") { store in
            let empty = try await store.byteCount
            try await store.insert(response("a", body: Data(count: 100_000)), for: "key")
            let full = try await store.byteCount
            try await store.removeAll { _ in true }
            let end = try await store.byteCount
            guard full >= empty + 100_000, end < full - 90_000 else {
                throw ConformanceFailure(reason: "the size was \(empty), then \(full), and \(end) at the end")
            }
        },
        CacheStoreCase("tasks at once see whole responses of their own keys") { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 { group.addTask { try await work(store, task) } }
                try await group.waitForAll()
            }
        },
    ]

    /// Inserts, reads, and removes at random.
    private static func work(_ store: any CacheStore, _ task: Int) async throws {
        for step in 0..<100 {
            let key = "key \((task * 31 + step * 7) % 10)"
            switch (task + step) % 4 {
            case 0: try await store.remove(key)
            case 1: try await store.insert(response(key, body: Data(repeating: UInt8(task), count: 10_000)), for: key)
            default:
                for response in try await store.responses(for: key) {
                    guard response.url == key, response.body.count == 10_000, Set(response.body).count == 1 else {
                        throw ConformanceFailure(reason: "\(key) got \(response)")
                    }
                }
            }
        }
    }

    private static func expect(_ store: any CacheStore, _ key: String, _ expected: [CachedResponse]) async throws {
        let found = try await store.responses(for: key)
        guard Set(found.map(\.encoded)) == Set(expected.map(\.encoded)), found.count == expected.count else {
            throw ConformanceFailure(reason: "\(key.debugDescription) has \(found), not \(expected)")
        }
    }

    /// A stored response. Two calls with the same arguments return equal responses.
    package static func response(
        _ url: String, headers: HTTPHeaders = ["Cache-Control": "max-age=60"], varying: [String: String] = [:],
        body: Data = Data("body".utf8)
    ) -> CachedResponse {
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        return CachedResponse(
            url: url, statusCode: 200, headers: headers, body: body, requestTime: date, responseTime: date + 1,
            varying: varying)
    }
}
