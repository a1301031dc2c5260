import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What the store keeps, in memory and on a disk.
@Suite final class ResponseStoreTests {
    private let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)/cache")
    private let now = Date(timeIntervalSince1970: 1_700_000_000.5)

    deinit {
        try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
    }

    private func response(_ size: Int = 4) -> StoredResponse {
        let headers: HTTPHeaders = ["Content-Type": "application/json", "X-A": "1"]
        let url = URL(string: "https://api.example.com/a?b=c")
        return StoredResponse(
            Response(statusCode: 200, headers: headers, data: Data(repeating: 0x0A, count: size), url: url), date: now)
    }

    private func key(_ details: String) -> ResponseKey {
        ResponseKey(URL(filePath: "/"), [details])
    }

    private var files: [URL] {
        get throws { try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) }
    }

    @Test func aResponseIsReadAsItWasKeptAlsoByAnotherProcess() throws {
        ResponseStore(folder: folder).keep(response(), for: key("key"))

        let read = try #require(ResponseStore(folder: folder).response(for: key("key")))

        #expect(read.response.statusCode == 200)
        #expect(read.response.headers == response().response.headers)
        #expect(read.response.data == response().response.data)
        #expect(read.response.url == response().response.url)
        #expect(read.date == now)
        #expect(ResponseStore(folder: folder).response(for: key("other")) == nil)
        #expect(try files.count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func whatIsDamagedIsAsGoodAsNone() throws {
        ResponseStore(folder: folder).keep(response(64), for: key("key"))
        let file = try #require(files.first)
        let whole = try Data(contentsOf: file)
        var damaged: [Data] = [Data(), whole.dropLast(), whole + [0], Data(repeating: 0x0A, count: 64)]
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x15
            damaged.append(bytes)
        }

        for bytes in damaged {
            try bytes.write(to: file)
            #expect(ResponseStore(folder: folder).response(for: key("key")) == nil)
            #expect(try files.isEmpty)
        }
        try whole.write(to: file)
        #expect(ResponseStore(folder: folder).response(for: key("key")) != nil)
    }

    @Test func theOldestGoWhenThereIsNoMoreRoom() throws {
        let store = ResponseStore(folder: folder, memoryLimit: 0, diskLimit: 10_000)
        for number in 0..<20 {
            store.keep(response(1_000), for: key("\(number)"))
            for (age, file) in try files.enumerated() where number == 5 {
                // All that is there so far was asked for at another time.
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -1_000 - Double(age))], ofItemAtPath: file.path)
            }
        }

        let size = try files.reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
        #expect(size <= 10_000)
        #expect(store.response(for: key("19")) != nil)
        #expect((0...5).allSatisfy { store.response(for: key("\($0)")) == nil })
        store.keep(response(20_000), for: key("19"))
        #expect(store.response(for: key("19")) == nil)
    }

    @Test func whatWasAskedForLastStaysInMemory() {
        let store = ResponseStore(folder: nil, memoryLimit: 3_000)
        store.keep(response(1_000), for: key("a"))
        store.keep(response(1_000), for: key("b"))
        _ = store.response(for: key("a"))
        store.keep(response(1_000), for: key("c"))
        store.keep(response(9_000), for: key("d"))

        #expect(["a", "b", "c", "d"].map { store.response(for: key($0)) != nil } == [true, false, true, false])
        store.remove(key("a"))
        #expect(store.response(for: key("a")) == nil)
        store.removeAll()
        #expect(store.response(for: key("c")) == nil)
    }

    @Test func storesOfOneFolderKeepTheLimitTogether() throws {
        let stores = (0..<5).map { _ in ResponseStore(folder: folder, memoryLimit: 0, diskLimit: 50_000) }
        for number in 0..<200 { stores[number % 5].keep(response(1_000), for: key("\(number)")) }

        let size = try files.reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
        // Each of them counts after 16 files what the others have written.
        #expect(size <= 50_000 + 5 * 16 * 1_400)
    }

    @Test func aFileUnderTheNameOfAnotherIsNotTaken() throws {
        let store = ResponseStore(folder: folder, memoryLimit: 0)
        store.keep(response(1), for: key("a"))
        let first = try #require(files.first)
        store.keep(response(2), for: key("b"))
        let second = try #require(files.first { $0 != first })

        try FileManager.default.removeItem(at: first)
        try FileManager.default.moveItem(at: second, to: first)

        #expect(store.response(for: key("a")) == nil)
    }

    @Test func whatIsUsedInMemoryStaysOnTheDisk() throws {
        let store = ResponseStore(folder: folder, diskLimit: 20_000)
        store.keep(response(1_000), for: key("hot"))
        for number in 0..<40 {
            for file in try files {
                let age = try #require(
                    file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate)
                try FileManager.default.setAttributes([.modificationDate: age - 10], ofItemAtPath: file.path)
            }
            #expect(store.response(for: key("hot")) != nil)
            store.keep(response(1_000), for: key("\(number)"))
        }

        #expect(ResponseStore(folder: folder).response(for: key("hot")) != nil)
    }

    @Test func whatIsKeptOfAURLIsForgotten() throws {
        let store = ResponseStore(folder: folder)
        let (a, b) = (try #require(URL(string: "http://h/a")), try #require(URL(string: "http://h/b")))
        for url in [a, b] { for detail in ["1", "2"] { store.keep(response(), for: ResponseKey(url, [detail])) } }
        #expect(store.response(for: ResponseKey(a, ["1"])) != nil)

        store.removeAll(of: try #require(URL(string: "http://h/a#top")))

        #expect(try files.count == 2)
        #expect(store.response(for: ResponseKey(a, ["1"])) == nil && store.response(for: ResponseKey(b, ["2"])) != nil)
    }

    @Test func everythingIsForgotten() throws {
        let store = ResponseStore(folder: folder)
        store.keep(response(), for: key("a"))
        store.keep(response(), for: key("b"))
        store.remove(key("a"))
        #expect(try files.count == 1)
        store.removeAll()

        #expect(try files.isEmpty)
        #expect(ResponseStore(folder: folder).response(for: key("b")) == nil)
    }

    @Test func aDiskThatCannotBeWrittenKeepsNothing() {
        let store = ResponseStore(folder: URL(filePath: "/proc/nowhere"), memoryLimit: 0)

        store.keep(response(), for: key("a"))

        #expect(store.response(for: key("a")) == nil)
    }

    @Test func manyWriteAndReadAtOnce() async throws {
        let stores = [ResponseStore(folder: folder, memoryLimit: 0), ResponseStore(folder: folder, diskLimit: 20_000)]
        let keys = (0..<8).map { key("\($0)") }
        let responses = (0..<8).map { response(500 + $0 * 100) }

        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let (store, response) = (stores[number % 2], responses[number % 8])
                    store.keep(response, for: keys[number % 8])
                    if let read = store.response(for: keys[number % 8]) {
                        #expect(read.response.data == response.response.data)
                    }
                    if number % 17 == 0 { store.remove(keys[number % 8]) }
                }
            }
        }
    }

    @Test func aRequestIsAnsweredFromTheDiskInALaterRun() async throws {
        func api(_ connector: any HTTPConnector) throws -> DefinitionAPI {
            let api = DefinitionAPI(
                baseURL: "https://api.example.com/", config: ConnectionConfig(connector: connector),
                cache: ResponseStore(folder: folder))
            try api.store.load(json: Data(#"{"A": {"Path": "a", "Cache Policy": 2}}"#.utf8))
            return api
        }
        #expect(try await api(MockConnector { _ in .json("7") }).request("A", as: Int.self) == 7)

        let connector = ScriptedConnector()
        #expect(try await api(connector).request("A", as: Int.self) == 7)
        #expect(connector.requests.isEmpty)
    }
}
