import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What is stored, and what a stored response answers.
@Suite(.timeLimit(.minutes(5))) struct StoredResponseTests {
    /// The stream of chunks ends without an error if its reader is canceled.
    @Test func aBodyWhoseReaderIsCanceledIsNotStored() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let origin = Origin { _, number in
            guard number == 1 else { return .text("whole", ["Cache-Control": "max-age=60"]) }
            return ResponseStream(
                statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: ResponseBody(chunks))
        }
        let config = origin.config()
        let hasStarted = Promise<Void>()
        let reading = Task {
            for try await _ in try await HTTP("/a").asStream(config: config).response().body {
                hasStarted.fulfill(())
            }
        }
        pieces.yield(Data("part".utf8))
        await hasStarted.value()
        reading.cancel()
        _ = try? await reading.value

        #expect(try await text(config) == "whole")
    }

    @Test func headIsNotAnsweredWithA304() async throws {
        let origin = Origin { request, number in
            let headers: HTTPHeaders = ["Cache-Control": "max-age=10", "ETag": "\"v\"", "X": "\(number)"]
            guard request.headers["If-None-Match"] == nil else {
                return ResponseStream(Response(statusCode: 304, headers: headers))
            }
            return .text("body", headers)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        let response = try await HTTP("/a").method(.head).asResponse(config: config).response()

        #expect(response.statusCode == 200 && response.headers["X"] == "2" && response.data.isEmpty)
        #expect(try await text(config) == "body" && origin.count == 2)
    }

    @Test func folderResponseDataStartsAtIndexZero() async throws {
        try await withFolder { folder in
            let config = Origin(["Cache-Control": "max-age=60"]).config(store: try FolderCacheStore(folder: folder))
            for _ in 0..<2 {
                let response = try await HTTP("/a").asResponse(config: config).response()
                #expect(response.data.startIndex == 0 && response.data[0] == UInt8(ascii: "1"))
            }
        }
    }

    /// A response that was requested before a change is not stored after it.
    @Test func responseRequestedBeforeAChangeIsNotStored() async throws {
        let gate = Promise<Void>()
        let origin = Origin { request, number in
            if number == 1 { await gate.value() }
            return .text("\(number)", request.method == .get ? ["Cache-Control": "max-age=60"] : [:])
        }
        let config = origin.config()
        let old = Task { try await text(config) }
        await until { origin.count == 1 }
        try await HTTP("/a").method(.put).asVoid(config: config).response()
        // This one does not wait for the old response, either.
        #expect(try await text(config) == "3")
        gate.fulfill(())

        #expect(try await old.value == "1")
        #expect(try await text(config) == "3")
    }

    @Test func aChangeByOneUserRemovesThePublicResponse() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        _ = try await text(config)
        try await HTTP("/a").method(.put).header("Authorization", "Bearer x").asVoid(config: config).response()

        #expect(try await text(config) == "3")
    }

    @Test func aRuleForQueriesReplacesAnOlderResponse() async throws {
        let origin = Origin { _, number in
            .text(
                "\(number)",
                number == 1
                    ? ["Cache-Control": "max-age=60"]
                    : ["Cache-Control": "max-age=60", "No-Vary-Search": "params=(\"utm\")"])
        }
        let config = origin.config()
        _ = try await text(config)
        #expect(try await text(config, "/a", .reload) == "2")
        #expect(try await text(config) == "2")
    }

    @Test(arguments: ["no-store", "max-age=60, no-store"]) func validationCanForbidStoring(control: String)
        async throws
    {
        let origin = Origin { request, number in
            let isKnown = request.headers["If-None-Match"] != nil
            let headers: HTTPHeaders = ["ETag": "\"v\"", "Cache-Control": isKnown ? control : "max-age=10"]
            return isKnown ? ResponseStream(Response(statusCode: 304, headers: headers)) : .text("\(number)", headers)
        }
        let config = origin.config()
        _ = try await text(config)
        origin.pass(20)
        #expect(try await text(config) == "1")
        #expect(try await text(config) == "3")
    }

    @Test(arguments: [412, 416]) func preconditionResponseIsNotStored(statusCode: Int) async throws {
        let origin = Origin { request, _ in
            request.headers["If-Match"] == nil
                ? .text("ok") : .text("no", ["Cache-Control": "max-age=60"], status: statusCode)
        }
        let config = origin.config()
        _ = try? await HTTP("/a").header("If-Match", "\"x\"").asVoid(config: config).response()

        #expect(try await text(config) == "ok")
    }

    @Test func decodedBodyServesNoRanges() async throws {
        let origin = Origin { request, _ in
            .text("decoded", ["Cache-Control": "max-age=60", "Content-Encoding": "gzip"])
        }
        let config = origin.config()
        _ = try await text(config)
        _ = try await HTTP("/a").header("Range", "bytes=0-1").asString(config: config).response()

        #expect(origin.count == 2)
    }

    @Test func aPartThatContradictsItsRangeIsNotStored() async throws {
        let origin = Origin { _, number in
            .text(
                "01234", ["Cache-Control": "max-age=60", "ETag": "\"v\"", "Content-Range": "bytes 4-9/10"],
                status: 206)
        }
        let config = origin.config()
        for _ in 0..<2 { _ = try await HTTP("/a").header("Range", "bytes=4-9").asString(config: config).response() }

        #expect(try await config.cache?.byteCount == 0 && origin.count == 2)
    }

    @Test func aResponseThatIsTooLargeRemovesNoOther() {
        let store = MemoryCacheStore(limit: 10_000)
        store.insert(CacheStoreCase.response("a", body: Data(count: 1_000)), for: "a")
        for number in 0..<20 {
            store.insert(
                CacheStoreCase.response("b", varying: ["x": "\(number)"], body: Data(count: 1_500)), for: "b")
        }
        store.insert(CacheStoreCase.response("c", body: Data(count: 20_000)), for: "c")

        #expect(store.responses(for: "c").isEmpty && !store.responses(for: "b").isEmpty)
    }
}
