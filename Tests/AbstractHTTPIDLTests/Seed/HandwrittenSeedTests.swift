import AbstractHTTPTesting
import Foundation
import HTTPIDLCompatibility
import TestSupport
import Testing

/// The handwritten requests of seed 000, chapter by chapter and unchanged, and the bytes that they send.
@Suite(.tags(.threadSanitizer, .libcurl)) @MainActor struct HandwrittenSeedTests {
    private let server: LoopbackServer
    private let received = Promise<Void>()

    init() throws {
        TestConnector.becomeDefault()
        server = try LoopbackServer { _ in .json("{}") }
    }

    /// The request that `send` sends to the server.
    private func sent(by send: () async throws -> Void) async throws -> LoopbackRequest {
        try await BaseConfiguration.scope {
            BaseConfiguration.shared.baseURLString = server.url
            try await send()
        }
        await server.waitForRequests(1)
        return try #require(server.requests.first)
    }

    // MARK: - URL Encoded Query 编码器

    struct Query {
        class GetMyExampleRequest: Request {

            var method: String = "GET"
            var configuration: Configuration = BaseConfiguration.shared
            var client: Client = BaseClient.shared
            var uri: String {
                get {
                    return "/my/example"
                }
            }
            var t1: Int32?
            var t2: String?
            var content: RequestContent? {
                var result = [String: RequestContent]()
                if let tmp = t1 {
                    result["t"] = tmp.asRequestContent()
                }
                if let tmp = t2 {
                    result["tt"] = tmp.asRequestContent()
                }
                return .dictionary(value: result)
            }
        }

        func test() {
            let request = GetMyExampleRequest()
            request.t1 = 123
            request.t2 = "hey"
            request.configuration.encoderStrategy = { _ in HTTPURLEncodedQueryRequestEncoder.shared }
            BaseClient.shared.send(request)
        }
    }

    @Test func theQueryEncoderWritesTheEndOfTheURL() async throws {
        let request = try await sent { Query().test() }

        #expect(request.method == .get && request.target == "/my/example?t=123&tt=hey")
        #expect(request.headers["Host"] == "127.0.0.1:\(server.port)" && request.headers["Content-Type"] == nil)
        #expect(request.body.isEmpty)
    }

    // MARK: - URL Encoded Form 编码器

    struct Form {
        class PostMyExampleRequest: Request {

            var method: String = "POST"
            var configuration: Configuration = BaseConfiguration.shared
            var client: Client = BaseClient.shared
            var uri: String {
                get {
                    return "/my/example"
                }
            }
            var t1: Int32?
            var t2: String?
            var content: RequestContent? {
                var result = [String: RequestContent]()
                if let tmp = t1 {
                    result["t"] = tmp.asRequestContent()
                }
                if let tmp = t2 {
                    result["tt"] = tmp.asRequestContent()
                }
                return .dictionary(value: result)
            }
        }

        func test() {
            let request = PostMyExampleRequest()
            request.t1 = 123
            request.t2 = "hey"
            request.configuration.encoderStrategy = { _ in HTTPURLEncodedFormRequestEncoder.shared }
            BaseClient.shared.send(request)
        }
    }

    @Test func theFormEncoderWritesTheBody() async throws {
        let request = try await sent { Form().test() }

        #expect(request.method == .post && request.target == "/my/example")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.headers["Content-Length"] == "12")
        #expect(request.body == Data("t=123&tt=hey".utf8))
    }

    // MARK: - JSON 编码器

    struct JSONBody {
        class PostTestJsonEncoderRequest: Request {

            var method: String = "POST"
            var configuration: Configuration = BaseConfiguration.shared
            var client: Client = BaseClient.shared
            var uri: String {
                get {
                    return "/test/json/encoder"
                }
            }
            var t1: Int64?
            var t2: Int32?
            var t3: Double?
            var t4: String?
            var t5: [String]?
            var content: RequestContent? {
                var result = [String: RequestContent]()
                if let tmp = t1 {
                    result["t"] = tmp.asRequestContent()
                }
                if let tmp = t2 {
                    result["tt"] = tmp.asRequestContent()
                }
                if let tmp = t3 {
                    result["ttt"] = tmp.asRequestContent()
                }
                if let tmp = t4 {
                    result["tttt"] = tmp.asRequestContent()
                }
                if let tmp = t5 {
                    result["ttttt"] = tmp.asRequestContent()
                }
                return .dictionary(value: result)
            }
        }

        func test() {
            let request = PostTestJsonEncoderRequest()
            request.t1 = 123123123123
            request.t2 = 123
            request.t3 = 1.1
            request.t4 = "jude"
            request.t5 = ["don't", "make", "it", "bad"]
            BaseClient.shared.send(request)
        }
    }

    @Test func postUsesTheJSONEncoderByDefault() async throws {
        let request = try await sent { JSONBody().test() }

        let body = #"{"t":123123123123,"tt":123,"ttt":1.1,"tttt":"jude","ttttt":["don't","make","it","bad"]}"#
        #expect(request.method == .post && request.target == "/test/json/encoder")
        #expect(request.headers["Content-Type"] == "application/json" && request.headers["Content-Length"] == "87")
        #expect(String(decoding: request.body, as: UTF8.self) == body)
    }

    // MARK: - Multipart 编码器

    class PostTestMultipartEncoderRequest: Request {

        var method: String = "POST"
        var configuration: Configuration = BaseConfiguration.shared
        var client: Client = BaseClient.shared
        var uri: String {
            get {
                return "/test/multipart/encoder"
            }
        }
        var t1: Int64?
        var t2: Int32?
        var t3: Double?
        var t4: String?
        var t5: HTTPData?
        var content: RequestContent? {
            var result = [String: RequestContent]()
            if let tmp = t1 {
                result["t"] = tmp.asRequestContent()
            }
            if let tmp = t2 {
                result["tt"] = tmp.asRequestContent()
            }
            if let tmp = t3 {
                result["ttt"] = tmp.asRequestContent()
            }
            if let tmp = t4 {
                result["tttt"] = tmp.asRequestContent()
            }
            if let tmp = t5 {
                result["tttttt"] = tmp.asRequestContent()
            }
            return .dictionary(value: result)
        }
    }

    @Test func theMultipartEncoderWritesAPartForEachField() async throws {
        let data = Data([0xFF, 0xD8, 0x00, 0x0D, 0x0A])
        let sent = try await sent {
            let request = PostTestMultipartEncoderRequest()
            request.t1 = 123123123123
            request.t2 = 123
            request.t3 = 1.1
            request.t4 = "jude"
            request.t5 = HTTPData(with: data, fileName: "test", mimeType: "image/jpeg")
            request.configuration.encoderStrategy = { _ in HTTPMultipartRequestEncoder.shared }
            request.send(completion: { (response) in
                received.fulfill(())
            }) { (error) in
                Issue.record(error)
            }
            await received.value()
        }

        let type = try #require(sent.headers["Content-Type"])
        let boundary = try #require(type.split(separator: "boundary=").last).trimmingCharacters(in: ["\""])
        func part(_ name: String, _ text: String) -> Data {
            Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8)
        }
        let file = "--\(boundary)\r\nContent-Disposition: form-data; name=\"tttttt\"; filename=\"test\"\r\n"
        let texts = part("t", "123123123123") + part("tt", "123") + part("ttt", "1.1") + part("tttt", "jude")
        let body =
            texts + Data("\(file)Content-Type: image/jpeg\r\n\r\n".utf8) + data + Data("\r\n--\(boundary)--\r\n".utf8)
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        #expect(sent.body == body && sent.headers["Content-Length"] == "\(body.count)")
    }

    // MARK: - 手写请求

    @Test func requestUsesItsConfigurationAndClient() async throws {
        let sent = try await sent {
            let request = Query.GetMyExampleRequest()
            request.configuration.headers = ["X-Stage": "test"]
            request.configuration.append(headers: ["X-Other": "1"])
            request.configuration.encoderStrategy = { _ in HTTPURLEncodedQueryRequestEncoder.shared }
            let response = try await BaseClient.shared.connection(to: request).response()
            #expect(response.statusCode == 200)
        }

        #expect(sent.headers["X-Stage"] == "test" && sent.headers["X-Other"] == "1" && sent.target == "/my/example")
    }
}

/// The code of the seed's encoders is that of the suite above.
@Suite struct HandwrittenSeedWordsTests {
    private static let seed = "seeds/000_74cbd9e59e8308e9.txt"

    @Test(.enabled(if: SharedMaterial.has(seed), "the seed is missing"))
    func everySeedEncoderLineIsTested() throws {
        let here = Set(lines(of: try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)))
        let chapters =
            try #require(SharedMaterial.text(Self.seed).components(separatedBy: "## 内置解码器").first)
            .components(separatedBy: "## 内置编码器").last ?? ""

        let blocks = chapters.components(separatedBy: "```").filter { $0.contains("class ") }
        let missing = blocks.flatMap(lines).filter { !here.contains($0) }

        #expect(blocks.count == 4)
        // A picture in a bundle, which does not exist here.
        #expect(missing == [#"letdata=try!Data(contentsOf:Bundle.main.url(forResource:"test",withExtension:"JPG")!)"#])
    }

    private func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    }
}
