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

/// A folder that is removed at the end.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

extension FolderCacheStore {
    /// A store whose writers wait for the lock for a minute, because any thread may be late on a busy machine.
    fileprivate static func patient(_ folder: URL, limit: Int = 200 << 20) throws -> FolderCacheStore {
        try FolderCacheStore(folder: folder, limit: limit, patience: 60_000)
    }
}

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

    @Test func onlyTheOwnerReadsTheFolder() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            try store.insert(CacheStoreCase.response("a"), for: "key")
            for path in [folder.path] + (try files(folder)).map(\.path) {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
            }
        }
    }

    @Test(arguments: [0o777, 0o1777, 0o775, 0o720, 0o702])
    func folderToWhichOthersCanWriteIsRefused(mode: Int) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            chmod(folder.path, mode_t(mode))

            let error = #expect(throws: (any Error).self) { try FolderCacheStore(folder: folder) }

            #expect(error.map { "\($0)" }?.contains("\(folder.path); take that permission away") == true)
            #expect(error?.localizedDescription == error.map { "\($0)" })
            chmod(folder.path, 0o755)
            #expect(throws: Never.self) { try FolderCacheStore(folder: folder) }
        }
    }

    @Test func folderOfAnotherUserIsRefused() async throws {
        try await withFolder { folder in
            // Only the superuser can give a folder away.
            let isSuperuser = geteuid() == 0
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if isSuperuser { chown(folder.path, 65_534, 65_534) }
            let foreign = isSuperuser ? folder : URL(filePath: "/usr")

            let error = #expect(throws: (any Error).self) { try FolderCacheStore(folder: foreign) }

            #expect(error.map { "\($0)" }?.contains("\(foreign.path) belongs to another user") == true)
        }
    }

    @Test func linkToAFolderIsCheckedLikeTheFolder() async throws {
        try await withFolder { root in
            let (folder, link) = (root.appending(component: "folder"), root.appending(component: "link"))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
            let store = try FolderCacheStore(folder: link)
            try store.insert(CacheStoreCase.response("a"), for: "key")
            #expect(store.responses(for: "key").count == 1)

            chmod(folder.path, 0o777)
            #expect(throws: (any Error).self) { try FolderCacheStore(folder: link) }
        }
    }

    @Test func layeredStoreUsesNoFolderToWhichOthersCanWrite() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            chmod(folder.path, 0o777)
            let store = LayeredCacheStore(folder: folder)

            store.insert(CacheStoreCase.response("a"), for: "key")

            #expect(store.responses(for: "key").count == 1)
            #expect(try files(folder).isEmpty)
        }
    }

    /// Such a file was put there while others could write to the folder.
    @Test(.enabled(if: geteuid() == 0)) func fileOfAnotherUserIsNotRead() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            try store.insert(CacheStoreCase.response("a"), for: "key")
            for file in try files(folder) { chown(file.path, 65_534, 65_534) }

            #expect(store.responses(for: "key").isEmpty)
        }
    }

    /// The file is sparse, so only reading it takes memory.
    @Test func fileThatIsTooLargeIsRemovedAndReplaced() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore.patient(folder, limit: 100_000)
            try store.insert(CacheStoreCase.response("a"), for: "a")
            let file = try #require(try files(folder).first { $0.pathExtension == "cached" })
            truncate(file.path, 1 << 30)
            #expect(store.responses(for: "a").isEmpty)
            try store.insert(CacheStoreCase.response("a"), for: "a")
            #expect(store.responses(for: "a").count == 1)

            truncate(file.path, 1 << 30)
            try store.removeAll { _ in false }
            #expect(store.byteCount == 0)
        }
    }

    @Test func aFolderThatWasRemovedIsCreatedAgain() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            try FileManager.default.removeItem(at: folder)
            try store.insert(CacheStoreCase.response("a"), for: "key")

            #expect(store.responses(for: "key").count == 1)
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

    /// A file that is cut off anywhere has no responses. It never has a part of one.
    @Test func truncatedFileHasNoResponses() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            try store.insert(CacheStoreCase.response("a", body: Data("a body".utf8)), for: "key")
            let file = try #require(try files(folder).first { $0.pathExtension == "cached" })
            let whole = try Data(contentsOf: file)
            for count in 0..<whole.count {
                try whole.prefix(count).write(to: file)
                #expect(store.responses(for: "key").isEmpty, "\(count) of \(whole.count) bytes")
            }
            try whole.write(to: file)
            #expect(store.responses(for: "key").count == 1)
        }
    }

    @Test func aDamagedFileHasNoResponses() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            let response = CacheStoreCase.response("a", body: Data("a body".utf8))
            try store.insert(response, for: "key")
            let file = try #require(try files(folder).first { $0.pathExtension == "cached" })
            let whole = try Data(contentsOf: file)
            let random = seeded(7)
            for _ in 0..<1_000 {
                var bytes = whole
                for _ in 0...(random.next() % 3) {
                    let index = Int(random.next() % UInt64(bytes.count))
                    switch random.next() % 3 {
                    case 0: bytes[index] ^= UInt8(1 << (random.next() % 8))
                    case 1: bytes.remove(at: index)
                    default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
                    }
                }
                try bytes.write(to: file)
                let found = store.responses(for: "key")
                #expect(found.isEmpty || bytes == whole && found.map(\.encoded) == [response.encoded])
            }
        }
    }

    /// Bytes are read as a whole response, or not at all.
    @Test func bytesDecodeCompletelyOrNotAtAll() {
        let whole = CacheStoreCase.response("https://example.com/", varying: ["a": "b"]).encoded
        for count in 0..<whole.count { #expect(CachedResponse(encoded: whole.prefix(count)) == nil) }
        let random = seeded(8)
        for _ in 0..<10_000 {
            var bytes = whole
            let index = Int(random.next() % UInt64(bytes.count))
            bytes[index] = UInt8(truncatingIfNeeded: random.next())
            // Whatever it is, reading and writing it does not trap.
            _ = CachedResponse(encoded: bytes)?.encoded
        }
    }

    private func files(_ folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
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
                process.kill()
                #expect(process.wait() == -1, "it ended by itself")
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

/// Returns the same numbers each time.
private func seeded(_ seed: UInt64) -> RandomSource {
    let generator = LockedValue(SplitMix64(seed: seed))
    return RandomSource { generator.withLock { $0.next() } }
}
