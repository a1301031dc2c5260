import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CacheStoreTests {
    /// A server can write the field of the cache, too.
    @Test func textOfAServerIsEscapedInDescriptions() throws {
        let text = terminalControls.replacing("\r\n", with: "")
        let field = "AbstractHTTP; fwd=\"\(text)\"; detail=\"\(text)\""
        let status = try #require(Response(statusCode: 200, headers: ["Cache-Status": field]).cacheStatus)
        let response = CacheStoreCase.response("https://a.example/\(terminalControls)")
        var dumped = ""
        dump(response, to: &dumped)

        #expect(status.detail == text)
        #expect("\(status)".controlsOfTerminal == [] && "\(response)".controlsOfTerminal == [])
        #expect(dumped.controlsOfTerminal == [])
    }

    @Test(arguments: CacheStoreCase.all) func theStoreInMemoryKeepsTheRules(rule: CacheStoreCase) async throws {
        try await rule.check(MemoryCacheStore())
    }

    @Test(arguments: CacheStoreCase.all) func theStoreInAFolderKeepsTheRules(rule: CacheStoreCase) async throws {
        try await withFolder { try await rule.check(FolderCacheStore.patient($0)) }
    }

    @Test(arguments: CacheStoreCase.all) func layeredStoreKeepsTheRules(rule: CacheStoreCase) async throws {
        try await withFolder { try await rule.check(LayeredCacheStore(folder: $0)) }
        // Every lookup reads the folder.
        try await withFolder { try await rule.check(LayeredCacheStore(folder: $0, memoryLimit: 0)) }
    }

    @Test func theLeastRecentlyUsedResponsesGoFirst() {
        let response = CacheStoreCase.response("a", body: Data(count: 1_000))
        let store = MemoryCacheStore(limit: response.byteCount * 3)
        for key in ["a", "b", "c"] { store.insert(response, for: key) }
        _ = store.responses(for: "a")
        store.insert(response, for: "d")

        #expect(["a", "b", "c", "d"].filter { !store.responses(for: $0).isEmpty } == ["a", "c", "d"])
        #expect(store.byteCount == response.byteCount * 3)
    }

    /// The response has one body, and its size in memory is that of everything else.
    @Test(arguments: [
        HTTPHeaders((0..<1_000).map { .init(name: HTTPHeaderName(rawValue: "a\($0)"), value: "") }),
        ["Cache-Control": "no-cache=\"\(String(repeating: "a,", count: 10_000))\""],
    ])
    func memoryStoreCountsMoreThanTheText(headers: HTTPHeaders) {
        let (response, empty) = (
            CacheStoreCase.response("a", headers: headers), CacheStoreCase.response("a", headers: [:])
        )
        let text = headers.reduce(0) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count }

        // A string in an array takes 16 bytes, and each field has two.
        let parsed = headers["Cache-Control"] == nil ? headers.count * 32 : 20_000
        #expect(response.byteCount - empty.byteCount >= text + parsed)
    }

    @Test func memoryStoreCountsTheSelectedFields() {
        let names = (0..<1_000).map { ("name-\($0)", "") }
        let response = CacheStoreCase.response("a", varying: Dictionary(names) { first, _ in first })
        let store = MemoryCacheStore(limit: CacheStoreCase.response("a").byteCount + 8_000)

        store.insert(response, for: "a")

        #expect(store.byteCount == 0 && store.responses(for: "a").isEmpty)
    }

    @Test func theNumberOfKeysIsBounded() {
        let store = MemoryCacheStore(countLimit: 100)
        for number in 0..<1_000 { store.insert(CacheStoreCase.response("a"), for: "\(number)") }

        #expect((0..<1_000).filter { !store.responses(for: "\($0)").isEmpty } == Array(900..<1_000))
    }

    @Test func aResponseLargerThanTheLimitIsNotStored() async throws {
        let large = CacheStoreCase.response("a", body: Data(count: 5_000))
        let memory = MemoryCacheStore(limit: 4_000)
        memory.insert(large, for: "key")
        #expect(memory.responses(for: "key").isEmpty && memory.byteCount == 0)

        try await withFolder { folder in
            let store = try FolderCacheStore.patient(folder, limit: 16_000)
            try store.insert(large, for: "key")
            #expect(store.responses(for: "key").isEmpty)
        }
    }

    @Test func aNegativeLimitStoresNothing() async throws {
        let memory = MemoryCacheStore(limit: -1, countLimit: -1)
        memory.insert(CacheStoreCase.response("a"), for: "key")
        #expect(memory.byteCount == 0)

        try await withFolder { folder in
            let store = try FolderCacheStore.patient(folder, limit: -1)
            try store.insert(CacheStoreCase.response("a"), for: "key")
            #expect(store.byteCount == 0)
        }
    }

    /// The folder is fuller than half of its limit, and a count takes longer than an insertion.
    @Test func filesAreCountedOncePer64Insertions() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore.patient(folder, limit: 10_000_000)
            let large = CacheStoreCase.response("a", body: Data(count: 1_000_000))
            for number in 0..<7 { try store.insert(large, for: "\(number)") }
            let small = CacheStoreCase.response("a", body: Data("a".utf8))
            for _ in 0..<1_000 { try store.insert(small, for: "small") }

            // The first insertion begins a count. If it counts large files twice, because they are inserted meanwhile,
            // it is repeated.
            await until { store.counts > 0 }
            #expect(store.counts <= 1_007 / 64 + 2)
        }
    }

    /// The clock was a year ahead when these files were written.
    @Test func filesFromTheFutureAreRemovedFirst() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore.patient(folder, limit: 100_000)
            let response = CacheStoreCase.response("a", body: Data(count: 5_000))
            for number in 0..<15 { try store.insert(response, for: "old\(number)") }
            for file in try files(folder) {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date() + 365 * 86_400], ofItemAtPath: file.path)
            }
            for number in 0..<10 { try store.insert(response, for: "new\(number)") }

            await until { store.byteCount <= 100_000 }
            #expect((0..<10).allSatisfy { !store.responses(for: "new\($0)").isEmpty })
        }
    }

    /// The lock is held as if another process had stopped while it wrote.
    @Test func heldLockFailsTheInsertion() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            let descriptor = open(folder.appending(component: "lock").path, O_RDWR)
            #expect(flock(descriptor, LOCK_EX) == 0)
            defer { close(descriptor) }

            #expect(throws: POSIXError(.EWOULDBLOCK)) { try store.insert(CacheStoreCase.response("a"), for: "key") }
            #expect(store.responses(for: "key").isEmpty)
        }
    }

    /// The lock is held as if another process had stopped while it wrote.
    @Test func heldLockPreventsNoRemoval() async throws {
        try await withFolder { folder in
            let writer = try FolderCacheStore(folder: folder)
            for key in ["a", "b", "c"] { try writer.insert(CacheStoreCase.response(key), for: key) }
            let descriptor = open(folder.appending(component: "lock").path, O_RDWR)
            #expect(flock(descriptor, LOCK_EX) == 0)
            defer { close(descriptor) }

            let store = try FolderCacheStore(folder: folder, patience: 1)
            #expect(store.responses(for: "a").count == 1)
            #expect(throws: POSIXError(.EWOULDBLOCK)) { try store.insert(CacheStoreCase.response("a"), for: "a") }
            #expect(store.responses(for: "a").isEmpty)
            try store.remove("b")
            #expect(store.responses(for: "b").isEmpty)
            try store.removeAll { _ in true }
            #expect(store.byteCount == 0)
        }
    }

    @Test func removalMayUseTheStore() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore.patient(folder)
            for key in ["a", "b"] { try store.insert(CacheStoreCase.response(key), for: key) }

            try store.removeAll { response in
                #expect(throws: Never.self) { try store.insert(CacheStoreCase.response("c"), for: "c") }
                return response.url == "a"
            }

            #expect(store.responses(for: "a").isEmpty && !store.responses(for: "b").isEmpty)
        }
    }

    @Test func aFolderStaysBelowItsLimit() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore.patient(folder, limit: 100_000)
            let response = CacheStoreCase.response("a", body: Data(count: 5_000))
            for number in 0..<199 { try store.insert(response, for: "\(number)") }
            // Files that are written within a few milliseconds have the same date. The last one is newer than these.
            for file in try files(folder) {
                try? FileManager.default.setAttributes([.modificationDate: Date() - 10], ofItemAtPath: file.path)
            }
            try store.insert(response, for: "199")

            await until { store.byteCount <= 100_000 }
            #expect(!store.responses(for: "199").isEmpty)
        }
    }

    /// Compares two stores on one folder with a dictionary that knows what they must return.
    @Test func twoStoresOnOneFolderStayConsistent() async throws {
        try await withFolder { folder in
            let stores = try (0..<2).map { _ in try FolderCacheStore.patient(folder, limit: 1 << 30) }
            let random = seeded(9)
            var model: [String: [CachedResponse]] = [:]
            for step in 0..<10_000 {
                let store = stores[Int(random.next() % 2)]
                let key = "key \(random.next() % 50)"
                switch random.next() % 10 {
                case 0..<4:
                    let response = CacheStoreCase.response(
                        key, varying: ["accept": "\(random.next() % 3)"], body: Data("\(step)".utf8))
                    try store.insert(response, for: key)
                    model[key] = response.inserted(into: model[key] ?? [])
                case 4:
                    try store.remove(key)
                    model[key] = nil
                case 5 where random.next() % 50 == 0:
                    try store.removeAll { $0.url == key }
                    model[key] = nil
                default:
                    let found = store.responses(for: key).map(\.encoded)
                    #expect(found == (model[key] ?? []).map(\.encoded), "step \(step)")
                }
            }
        }
    }
}
