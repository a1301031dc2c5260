import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Which downloads continue where an earlier one was cut off.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct ResumedDownloadTests {
    static let url = "https://example.com/files/film.mp4"
    private let http = HTTP(Self.url)

    @Test func changedFileIsDownloadedFromTheStart() async throws {
        let new = ServedFile(data: ServedFile.random(9_000, seed: 2), headers: ["ETag": "\"v2\""])
        let (data, requests) = try await resume(with: [new.stream])

        #expect(data == new.data)
        #expect(requests.map { $0.headers["Range"] } == ["bytes=4000-"])
    }

    @Test(arguments: [412, 416])
    func rejectedRangeIsDownloadedFromTheStart(statusCode: Int) async throws {
        let new = ServedFile(data: ServedFile.random(3_000, seed: 2), headers: ["ETag": "\"v2\""])
        let (data, requests) = try await resume(with: [
            { _, _ in ResponseStream(Response(statusCode: statusCode)) }, new.stream,
        ])

        #expect(data == new.data)
        #expect(requests.map { $0.headers["Range"] } == ["bytes=4000-", nil])
        #expect(requests.map { $0.headers["If-Range"] } == ["\"v1\"", nil])
    }

    @Test(arguments: [
        "bytes 4000-8999/10000", "bytes 4001-9999/10000", "bytes 5000-9999/10000",
        "bytes 4000-9999/20000", "bytes */10000", "bytes 4000-", "",
        "items 4000-9999/10000",
    ])
    func wrongPartIsDownloadedFromTheStart(range: String) async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        let wrong = Response(statusCode: 206, headers: ["Content-Range": range], data: Data(count: 6_000))
        let (data, requests) = try await resume(with: [{ _, _ in ResponseStream(wrong) }, file.stream])

        #expect(data == file.data)
        #expect(requests.map { $0.headers["Range"] } == ["bytes=4000-", nil])
    }

    @Test(arguments: [["Content-Encoding": "gzip"], ["ETag": "W/\"v1\""], ["ETag": "\"v2\""]] as [HTTPHeaders])
    func mismatchedPartIsDownloadedFromTheStart(headers: HTTPHeaders) async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        var wrong = Response(
            statusCode: 206, headers: ["Content-Range": "bytes 4000-9999/10000"], data: Data(count: 6_000))
        for field in headers { wrong.headers.add(field.name, field.value) }
        let (data, requests) = try await resume(with: [{ [wrong] _, _ in ResponseStream(wrong) }, file.stream])

        #expect(data == file.data && requests.count == 2)
    }

    @Test func partOfUnknownTotalIsNeverComplete() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { number, request in
                var stream = file.stream(to: request, cutAfter: number == 1 ? 4_000 : nil)
                stream.headers["Content-Length"] = nil
                if number == 2 { stream.headers["Content-Range"] = "bytes 4000-9999/*" }
                return .stream(stream)
            }
            _ = await failure(of: http.download(to: target, config: .over(connector)))
            let downloaded = try await http.download(to: target, config: .over(connector)).response()

            #expect(try Data(contentsOf: target) == file.data)
            #expect(downloaded.resumedAt == 0)
            #expect(connector.requests.map { $0.headers["Range"] } == [nil, "bytes=4000-", nil])
        }
    }

    @Test(
        arguments: [
            { $0.parameter("id", $1, .path) }, { $0.parameter("id", $1) },
            { $0.method(.post).parameter("id", $1, .field) },
        ] as [@Sendable (HTTP, Int) -> HTTP])
    func aRequestWithAnotherParameterIsAnotherDownload(request: @Sendable (HTTP, Int) -> HTTP) async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { number, request in
                .stream(file.stream(to: request, cutAfter: number == 1 ? 4_000 : nil))
            }
            let http = HTTP("https://example.com/{id}")
            _ = await failure(of: request(http, 1).download(to: target, config: .over(connector)))
            let downloaded = try await request(http, 2).download(to: target, config: .over(connector)).response()

            #expect(downloaded.resumedAt == 0)
        }
    }

    @Test func repeatedRangeRejectionFailsAfterTwoRequests() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let cut = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            _ = await failure(of: http.download(to: target, config: .over(cut)))
            let refusing = ScriptedConnector { _, _ in .response(Response(statusCode: 416)) }
            let error = await failure(of: http.download(to: target, config: .over(refusing)))

            #expect(error?.response?.statusCode == 416)
            #expect(refusing.requests.map { $0.headers["Range"] } == ["bytes=4000-", nil])
        }
    }

    @Test func rangeFieldsOfTheSpecAreRemoved() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request)) }
            let headers = ["range": "bytes=5-", "If-Range": "\"v0\""]
            _ = try await http.headers(headers).download(to: target, config: .over(connector)).response()

            #expect(try Data(contentsOf: target) == file.data)
            #expect(connector.requests.map { $0.headers["Range"] } == [nil])
        }
    }

    @Test func onlyContentNegotiationPreventsResuming() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 1_000)) }
            for headers in [
                ["Accept-Language": "en"], ["Accept-Language": "de", "Authorization": "Bearer 1"],
                ["accept-language": "de", "Authorization": "Bearer 2", "X-Request-ID": "7"],
            ] { _ = await failure(of: http.headers(headers).download(to: target, config: .over(connector))) }

            #expect(connector.requests.map { $0.headers["Range"] } == [nil, nil, "bytes=1000-"])
        }
    }

    @Test func otherVersionsPartIsDownloadedFromTheStart() async throws {
        let new = ServedFile(data: ServedFile.random(10_000, seed: 2), headers: ["ETag": "\"v2\""])
        let (data, requests) = try await resume(with: [
            { request, _ in
                var careless = request
                careless.headers["If-Range"] = nil
                return new.stream(to: careless)
            }, new.stream,
        ])

        #expect(data == new.data && requests.count == 2)
    }

    @Test func earlierPartOverwritesTheFile() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        let (data, requests) = try await resume(with: [
            { request, _ in
                var earlier = request
                earlier.headers["Range"] = "bytes=1000-"
                return file.stream(to: earlier)
            }
        ])

        #expect(data == file.data && requests.count == 1)
    }

    static let validators: [(HTTPHeaders, String?)] = [
        (["ETag": "W/\"v1\""], nil),
        (["ETag": "W/\"v1\"", "Last-Modified": "Sat, 21 Nov 2020 10:00:00 GMT"], nil),
        (["Last-Modified": "Sat, 21 Nov 2020 10:00:00 GMT", "Date": "Sat, 21 Nov 2020 09:00:00 GMT"], nil),
        (["Last-Modified": "Sat, 21 Nov 2020 10:00:00 GMT", "Date": "Saturday, 21-Nov-20 10:00:00 GMT"], nil),
        (
            ["Last-Modified": "Sat Nov 21 09:59:59 2020", "Date": "Sat, 21 Nov 2020 10:00:00 GMT"],
            "Sat Nov 21 09:59:59 2020"
        ),
        (["Last-Modified": "yesterday"], nil),
        (
            ["Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT", "Date": "Sat, 21 Nov 2026 12:00:00 GMT"],
            "Sat, 21 Nov 2026 10:00:00 GMT"
        ),
        (["Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"], nil),
        ([:], nil), (["ETag": "\"v1\"", "Content-Encoding": "x"], nil),
    ]

    @Test(arguments: validators)
    func onlyStrongValidatorsAllowResuming(headers: HTTPHeaders, validator: String?) async throws {
        let file = ServedFile(data: ServedFile.random(10_000), headers: headers)
        let (data, requests) = try await resume(file, with: [file.stream])

        #expect(data == file.data)
        #expect(requests.map { $0.headers["If-Range"] } == [validator])
        #expect(requests.map { $0.headers["Range"] } == [validator == nil ? nil : "bytes=4000-"])
    }

    @Test func differentRequestDoesNotResume() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            _ = await failure(of: http.download(to: target, config: .over(connector)))
            _ = await failure(of: http.query(["version": "2"]).download(to: target, config: .over(connector)))

            #expect(connector.requests.map { $0.headers["Range"] } == [nil, nil])
        }
    }

    @Test func anotherLanguageOfTheStyleDoesNotResume() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            for language in ["en", "de", "de"] {
                let server = TrustedServer(baseURL: "https://example.com", headers: ["Accept-Language": language])
                _ = await failure(of: http.trusting(server).download(to: target, config: .over(connector)))
            }

            #expect(connector.requests.map { $0.headers["Range"] } == [nil, nil, "bytes=4000-"])
        }
    }

    @Test func differentContentDoesNotResume() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            for id in [1, 2, 2] {
                _ = await failure(of: http.content(["id": id]).download(to: target, config: .over(connector)))
            }

            #expect(connector.requests.map { $0.headers["Range"] } == [nil, nil, "bytes=4000-"])
            #expect(connector.requests.map { $0.url.query() } == ["id=1", "id=2", "id=2"])
        }
    }

    @Test func onlyGETIsResumed() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            for _ in 1...2 { _ = await failure(of: http.method(.post).download(to: target, config: .over(connector))) }

            #expect(connector.requests.map { $0.headers["Range"] } == [nil, nil])
        }
    }

    @Test func progressOfTheRestCountsFromWhereItBegins() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        let seen = LockedValue<[TransferProgress]>([])
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let cut = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            _ = await failure(of: http.download(to: target, config: .over(cut)))
            let whole = ScriptedConnector { _, request in .stream(file.stream(to: request)) }
            _ = try await http.download(to: target, config: .over(whole))
                .addOnProgress { progress in seen.withLock { $0.append(progress) } }
                .response()
        }

        let progress = seen.withLock { $0 }
        #expect(progress.allSatisfy { $0.bytes > 4_000 && $0.total == 10_000 })
        #expect(progress.last?.bytes == 10_000)
    }

    /// Downloads, is cut off after 4,000 bytes, and downloads again over replies.
    private func resume(
        _ file: ServedFile = ServedFile(data: ServedFile.random(10_000)),
        with replies: [@Sendable (Request, Int?) -> ResponseStream]
    ) async throws -> (Data, [Request]) {
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            let cut = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            _ = await failure(of: http.download(to: target, config: .over(cut)))

            let connector = ScriptedConnector { number, request in
                number <= replies.count ? .stream(replies[number - 1](request, nil)) : .silence
            }
            _ = try await http.download(to: target, config: .over(connector)).response()
            #expect(try names(in: folder) == ["a"])
            return (try Data(contentsOf: target), connector.requests)
        }
    }
}
