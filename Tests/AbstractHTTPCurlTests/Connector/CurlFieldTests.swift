import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Field values that are not UTF-8. They are read as Latin-1, and their bytes are kept (RFC 9110, section 5.5).
@Suite(.timeLimit(.minutes(5))) struct CurlFieldTests {
    /// `name: …café` in Latin-1, as a line.
    private static func latin(_ name: String, _ before: String = "", _ after: String = "") -> Data {
        Data("\(name): \(before)caf".utf8) + [0xE9] + Data("\(after)\r\n".utf8)
    }

    private static func response(_ status: String = "200 OK", _ lines: Data...) -> LoopbackResponse {
        let head = Data("HTTP/1.1 \(status)\r\n".utf8) + lines.reduce(Data(), +)
        return LoopbackResponse(body: .raw(head + Data("Content-Length: 0\r\n\r\n".utf8)))
    }

    /// The bytes of a field that the server got.
    private static func bytes(of name: String, in request: LoopbackRequest) -> Data? {
        let prefix = Data("\(name): ".utf8)
        return request.raw.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: prefix) }
            .map { Data($0.dropFirst(prefix.count).dropLast()) }
    }

    @Test func valueIsReadAsLatin1IfItIsNotUTF8() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response("200 Tr\u{e8}s bien", Self.latin("X-A", "\u{20AC} "), Self.latin("X-B")))

        let response = try await pair.send()

        // The whole value is Latin-1, also the part that was UTF-8.
        #expect(response.headers["X-A"] == "\u{E2}\u{82}\u{AC} caf\u{E9}")
        #expect(response.headers["X-B"] == "caf\u{E9}")
    }

    @Test func reasonPhraseCanHaveAnyBytes() async throws {
        let pair = try Pair()
        let head = Data("HTTP/1.1 404 Pas trouv".utf8) + [0xE9] + Data("\r\nContent-Length: 2\r\n\r\nok".utf8)
        pair.server.enqueue(LoopbackResponse(body: .raw(head)))

        let response = try await pair.send()

        #expect(response.statusCode == 404)
        #expect(response.text == "ok")
    }

    @Test func cookieGoesBackWithItsBytes() async throws {
        let pair = try Pair()
        pair.server.enqueue(
            Self.response("200 OK", Self.latin("Set-Cookie", "a=", "; Path=/"), Data("Set-Cookie: b=ü\r\n".utf8)))
        let jar = CookieJar()
        var config = ConnectionConfig(connector: pair.connector)
        config.cookieJar = jar

        for _ in 0..<2 {
            _ = try await HTTP(pair.server.url).headers(["Cookie": "own=1"]).asResponse(config: config).response()
        }

        let sent = Data("own=1; a=caf".utf8) + [0xE9] + Data("; b=ü".utf8)
        #expect(Self.bytes(of: "Cookie", in: pair.server.requests[1]) == sent)
        #expect(jar.cookies.map(\.value) == ["caf\u{E9}", "ü"])
    }

    @Test func cookieKeepsItsBytesInAFile() async throws {
        let file = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        defer { for end in ["", ".lock", ".old"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
        let pair = try Pair()
        pair.server.enqueue(Self.response("200 OK", Self.latin("Set-Cookie", "a=", "; Max-Age=100")))
        for _ in 0..<2 {
            let jar = try CookieJar(file: file)
            var config = ConnectionConfig(connector: pair.connector)
            config.cookieJar = jar
            _ = try await HTTP(pair.server.url).asResponse(config: config).response()
        }

        #expect(Self.bytes(of: "Cookie", in: pair.server.requests[1]) == Data("a=caf".utf8) + [0xE9])
    }

    /// A value that the program sets is sent as UTF-8.
    @Test func changedCookieHasNewBytes() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response("200 OK", Self.latin("Set-Cookie", "a=")))
        let jar = CookieJar()
        var config = ConnectionConfig(connector: pair.connector)
        config.cookieJar = jar
        _ = try await HTTP(pair.server.url).asResponse(config: config).response()
        var cookie = try #require(jar.cookies.first)
        cookie.value = "th\u{E9}"
        jar.insert([cookie])

        _ = try await HTTP(pair.server.url).asResponse(config: config).response()

        #expect(Self.bytes(of: "Cookie", in: pair.server.requests[1]) == Data("a=th\u{E9}".utf8))
    }

    @Test(arguments: ["/", "next/", "//"]) func locationKeepsItsBytes(before: String) async throws {
        let pair = try Pair()
        let before = before == "//" ? "\(pair.server.url)/" : before
        pair.server.enqueue(Self.response("302 Found", Self.latin("Location", before, "?q=ü")))
        let config = ConnectionConfig(connector: pair.connector)

        _ = try await HTTP(pair.server.url + "/").asResponse(config: config).response()

        let path = before.hasPrefix("next") ? "/next/caf%E9" : "/caf%E9"
        #expect(pair.server.requests.map(\.target) == ["/", "\(path)?q=%C3%BC"])
    }

    @Test func linkKeepsItsBytes() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response("200 OK", Self.latin("Link", "</", ">; rel=next; title=ol")))

        let link = try #require(try await pair.send().headers.links.first)

        #expect(link.target == "/caf%E9")
        #expect(link["title"] == "ol")
    }

    @Test func fileNameIsReadAsLatin1() async throws {
        let pair = try Pair()
        pair.server.enqueue(
            Self.response("200 OK", Self.latin("Content-Disposition", "attachment; filename=\"", ".txt\"")))
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let config = ConnectionConfig(connector: pair.connector)

        let file = try await HTTP(pair.server.url).download(into: folder, config: config).response()

        #expect(file.url.lastPathComponent == "caf\u{E9}.txt")
    }

    @Test(arguments: [false, true]) func entityTagGoesBackWithItsBytes(isInAFolder: Bool) async throws {
        let pair = try Pair()
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let line = Self.latin("ETag", "\"", "\"")
        pair.server.enqueue(Self.response("200 OK", line, Data("Cache-Control: no-cache\r\n".utf8)))
        for _ in 0..<2 { pair.server.enqueue(Self.response("304 Not Modified", line)) }
        let memory = HTTPCache()
        for _ in 0..<3 {
            var config = ConnectionConfig(connector: pair.connector)
            // Each cache reads the folder again.
            config.cache = isInAFolder ? HTTPCache(store: try FolderCacheStore(folder: folder)) : memory
            _ = try await HTTP(pair.server.url).asResponse(config: config).response()
        }

        let tag = Data("\"caf".utf8) + [0xE9] + Data("\"".utf8)
        let tags = pair.server.requests.map { Self.bytes(of: "If-None-Match", in: $0) }
        #expect(tags == [nil, tag, tag])
    }

    @Test func cookieOfA304GoesBackWithItsBytes() async throws {
        let pair = try Pair()
        let fields = Data("ETag: \"1\"\r\nCache-Control: no-cache\r\n".utf8)
        pair.server.enqueue(
            Self.response("200 OK", fields), Self.response("304 Not Modified", Self.latin("Set-Cookie", "a=")))
        var config = ConnectionConfig(connector: pair.connector)
        (config.cookieJar, config.cache) = (CookieJar(), HTTPCache())

        for _ in 0..<3 { _ = try await HTTP(pair.server.url).asResponse(config: config).response() }

        #expect(Self.bytes(of: "Cookie", in: pair.server.requests[2]) == Data("a=caf".utf8) + [0xE9])
    }

    /// The limit counts the bytes that the server sent (RFC 6265bis, section 5.6).
    @Test func longCookieOfOtherBytesIsKept() async throws {
        let pair = try Pair()
        let line = Data("Set-Cookie: a=".utf8) + Data(repeating: 0xE9, count: 4_095) + Data("\r\n".utf8)
        pair.server.enqueue(Self.response("200 OK", line))
        let jar = CookieJar()
        var config = ConnectionConfig(connector: pair.connector)
        config.cookieJar = jar

        _ = try await HTTP(pair.server.url).asResponse(config: config).response()

        #expect(jar.cookies.map(\.value.count) == [4_095])
    }
}
