import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Several processes that share one folder.
@Suite(.timeLimit(.minutes(5))) struct CacheProcessTests {
    /// Starts a writer, which reports when it begins or ends.
    private func start(_ arguments: [String]) throws -> RunningCommand {
        try Command.start([try BuildFolder.url(of: "CacheWriter").path] + arguments)
    }

    @Test func processesKeepEachOthersWrites() async throws {
        try await withFolder { folder in
            try await onThread {
                let processes = try ["a", "b", "c"].map { try start([folder.path, "variant", $0, "300"]) }
                for process in processes { #expect(process.wait() == 0) }
                let variants = try FolderCacheStore.patient(folder).responses(for: "shared")
                #expect(variants.map(\.body.count) == [299, 299, 299])
            }
        }
    }

    /// Kills writers in the middle of their work.
    @Test func killedProcessLeavesCompleteResponses() async throws {
        try await withFolder { folder in try await onThread { try killWriters(folder) } }
    }

    private func killWriters(_ folder: URL) throws {
        let store = try FolderCacheStore.patient(folder, limit: 1 << 20)
        let random = seeded(10)
        var found = 0
        let end = ContinuousClock.now + .seconds(120)
        for round in 0..<25 {
            let processes = try ["a", "b"].map { try start([folder.path, "forever", $0]) }
            var lookups = Int(random.next() % 300)
            // Even a delayed writer writes something before it is killed.
            while lookups > 0 || found < 5 * (round + 1) && ContinuousClock.now < end {
                lookups -= 1
                let key = "key \(random.next() % 10)"
                for response in store.responses(for: key) {
                    found += 1
                    #expect(isWhole(response, key), "round \(round)")
                }
            }
            for process in processes {
                #expect(process.kill() == -1, "it ended by itself")
            }
            // Nobody holds the lock, and all files are whole.
            for number in 0..<10 {
                let key = "key \(number)"
                #expect(store.responses(for: key).allSatisfy { isWhole($0, key) }, "round \(round)")
                try store.insert(CacheStoreCase.response(key), for: "other")
            }
        }
        #expect(found > 100)
        try store.removeAll { _ in true }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lock"])
    }

    private func isWhole(_ response: CachedResponse, _ key: String) -> Bool {
        let writer = response.headers["X"]?.utf8.first
        return response.url == key && response.body.allSatisfy { $0 == writer }
    }
}
