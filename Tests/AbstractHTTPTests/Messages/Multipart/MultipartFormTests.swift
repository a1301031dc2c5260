import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Forms with files.
@Suite(.tags(.libcurl), .timeLimit(.minutes(5))) struct MultipartFormTests {
    @Test func partsOfAllKindsAreSentInTheirOrder() async throws {
        try await withTemporaryFile(Data("from a file".utf8)) { url in
            var form = MultipartForm(using: Numbers(1, 2, 3, 4))
            form.add("text", "one\ntwo")
            try form.add("data", data: Data([0, 255]), fileName: "a.PNG")
            try form.add("file", file: url, fileName: "b.tar.gz")
            form.add(try .init(name: "stream", body: .stream { chunks("three ", "four") }, contentType: "text/x"))

            let expected = """
                ------AbstractHTTP1234\r
                Content-Disposition: form-data; name="text"\r
                \r
                one\r
                two\r
                ------AbstractHTTP1234\r
                Content-Disposition: form-data; name="data"; filename="a.PNG"\r
                Content-Type: image/png\r
                \r
                \u{0}?\r
                ------AbstractHTTP1234\r
                Content-Disposition: form-data; name="file"; filename="b.tar.gz"\r
                Content-Type: application/gzip\r
                \r
                from a file\r
                ------AbstractHTTP1234\r
                Content-Disposition: form-data; name="stream"\r
                Content-Type: text/x\r
                \r
                three four\r
                ------AbstractHTTP1234--\r

                """
            let bytes = try await collect(form.body).map { $0 == 255 ? UInt8(ascii: "?") : $0 }
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
            #expect(form.contentType == "multipart/form-data; boundary=----AbstractHTTP1234")
        }
    }

    @Test func aBoundaryThatOccursInDataIsReplaced() throws {
        var form = MultipartForm(using: Numbers(1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3))
        try form.add("a", data: Data("x----AbstractHTTP1111x".utf8))
        #expect(form.boundary == "----AbstractHTTP2222")

        form.add("b", "----AbstractHTTP2222")
        #expect(form.boundary == "----AbstractHTTP3333")
    }

    @Test func newBoundaryIsCheckedAgainstAllParts() throws {
        var form = MultipartForm(using: Numbers(1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3))
        try form.add("a", data: Data("----AbstractHTTP2222".utf8))
        try form.add("b", data: Data("----AbstractHTTP1111".utf8))

        #expect(form.boundary == "----AbstractHTTP3333")
    }

    @Test func lengthIsKnownIfEveryPartHasOne() async throws {
        var form = MultipartForm()
        form.add("a", "text")
        form.add(try .init(name: "b", body: .stream(length: 5) { chunks("12345") }))
        #expect(try await form.body.length == collect(form.body).count)

        form.add(try .init(name: "c", body: .stream { chunks("?") }))
        #expect(form.body.length == nil)
    }

    @Test func aFormCanBeSentAgainWhenEveryPartCan() async throws {
        var form = MultipartForm()
        form.add(try .init(name: "a", body: .stream(replay: .multiple) { chunks("again") }))
        let body = form.body
        #expect(body.replay == .multiple)
        #expect(try await collect(body) == collect(body))

        form.add(try .init(name: "b", body: .stream { chunks("once") }))
        #expect(form.body.replay == .single)
    }

    @Test func emptyFormIsOnlyItsClosingBoundary() async throws {
        let form = MultipartForm(using: Numbers(1, 2, 3, 4))

        #expect(try await collect(form.body) == Data("------AbstractHTTP1234--\r\n".utf8))
    }

    @Test func manySmallPartsAreSentInLargeChunks() async throws {
        var form = MultipartForm()
        for number in 0..<2_000 { form.add("field", "\(number)") }

        var sizes: [Int] = []
        for try await chunk in form.body { sizes.append(chunk.count) }

        #expect(sizes.dropLast().allSatisfy { (60_000...65_536).contains($0) })
        #expect(sizes.reduce(0, +) == form.body.length)
    }

    @Test func mediaTypeCannotInjectHeaderFields() {
        var form = MultipartForm()

        #expect(throws: InvalidRequest.headerValue(name: "Content-Type")) {
            try form.add("a", data: Data(), contentType: "text/plain\r\nX: y")
        }
        #expect(form.parts.isEmpty)
    }

    @Test func serverReceivesEveryByte() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        var form = MultipartForm()
        try form.add("data", data: Data(repeating: 7, count: 300_000), fileName: "seven")
        form.add(try .init(name: "stream", body: .stream(replay: .multiple) { chunks("a", "b") }))

        let http = HTTP(server.url).method(.post).multipart(form)
        _ = try await http.asString(config: .over(TestConnector.make())).response()

        #expect(server.requests[0].headers[.contentType] == form.contentType.rawValue)
        #expect(try await server.requests[0].body == collect(form.body))
    }
}

/// Returns the numbers that it was created with.
private struct Numbers: RandomNumberGenerator, Sendable {
    private var rest: [UInt32]

    init(_ numbers: UInt32...) {
        rest = numbers
    }

    mutating func next() -> UInt64 { UInt64(rest.removeFirst()) }
}
