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

/// Files that are damaged, cut off, too large, or removed.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct DamagedFolderTests {
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
}
