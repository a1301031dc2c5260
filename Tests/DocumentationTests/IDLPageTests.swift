import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import Testing

struct Point: Codable, Sendable {
    var x: Int
    var y: Int
}

nonisolated extension Point: CodableContent {}

struct Position: RawRepresentable, ContentKeyConvertible {
    var rawValue: Int
}

struct Cover: HTTPContentConvertible {
    var color: String

    init?(content: ResponseContent?) {
        guard let color = content?["color"]?.stringValue else { return nil }
        self.color = color
    }

    func asRequestContent() -> RequestContent { ["color": .string(color)] }
}

class FindAlbums: IDLRequest {
    var method: String = "GET"
    var configuration = BaseConfiguration.shared
    var uri: String { "/v1/albums" }
    var title: String?
    var content: RequestContent? { ["q": title.asRequestContent()] }
}

struct AlbumStage: HTTPRequestRewriter {
    func rewrite(request: Request) -> HTTPRequestRewriterResult {
        var request = request
        request.headers["X-Stage"] = "test"
        return .request(request: request)
    }
}

struct WrongHost: Error {}

struct OutOfOrder: Error {}

struct Staging: HTTPRequestRewriter {
    func rewrite(request: Request) -> HTTPRequestRewriterResult {
        guard request.url.host() == "api.example.com" else { return .error(error: WrongHost()) }
        guard request.url.path() != "/version" else {
            return .response(response: Response(statusCode: 200, data: Data("test".utf8)))
        }
        var request = request
        request.headers["X-Stage"] = "test"
        return .request(request: request)
    }
}

struct Unwrapping: HTTPResponseRewriter {
    func rewrite(response: Response) -> HTTPResponseRewriterResult {
        response.text == "out of order" ? .error(error: OutOfOrder()) : .response(response: response)
    }
}

final class AlbumLog: HTTPRequestObserver, HTTPResponseObserver {
    private let lines = LockedValue<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    func willEncode(request: any IDLRequest) {}
    func didEncode(request: any IDLRequest, encoded: Request) {}
    func willSend(request: any IDLRequest) { lines.withLock { $0.append(request.uri) } }
    func didSend(request: any IDLRequest) {}
    func receive(rawResponse: HTTPResponse) { lines.withLock { $0.append("\(rawResponse.statusCode)") } }
    func receive(error: ConnectionError) {}
    func willDecode(rawResponse: HTTPResponse) {}
    func didDecode(rawResponse: HTTPResponse, decodedResponse: any IDLResponse) {}
}

@Suite(.timeLimit(.minutes(5))) @MainActor struct IDLPageTests {
    private let connector = ScriptedConnector { _, request in
        let text =
            #"{"title": "The Beatles", "songs": ["Dear Prudence"], "items": [{"title": "Abbey Road", "genre": "rock"}]}"#
        return .response(Response(statusCode: 200, data: Data(text.utf8)))
    }
    private let printed = LockedValue<[String]>([])
    private let answered = Promise<Void>()
    private var lines: [String] { connector.requests.map { "\($0.method) \($0.url.absoluteString)" } }

    private func print(_ value: some Any) {
        printed.withLock { $0.append("\(value)") }
        answered.fulfill(())
    }

    @Test func calls() async throws {
        let request = GetAlbumsAlbumIdRequest(album_id: "white")
        request.configuration.baseURLString = "https://api.example.com"
        request.language = "en"
        request.client = BaseClient(config: ConnectionConfig(connector: connector))

        request.send(completion: { (response) in
            print(response.title ?? "no title")
        }) { (error) in
            print(error)
        }
        await answered.value()

        #expect(lines == ["GET https://api.example.com/albums/white?lang=en"])
        #expect(printed.withLock { $0 } == ["The Beatles"])
    }

    @Test func streams() async throws {
        let connector = ScriptedConnector { _, request in
            .response(Response(statusCode: 200, data: Data("data: {\"text\": \"Hi\"}\n\ndata: [DONE]\n\n".utf8)))
        }
        let chat = PostChatRequest(room: "lobby")
        chat.configuration.baseURLString = "https://api.example.com"
        chat.prompt = "Hello"

        chat.client = BaseClient(config: ConnectionConfig(connector: connector))
        for try await word in try await chat.send().body {
            print(word.text ?? "")
        }

        #expect(connector.requests.map(\.url.absoluteString) == ["https://api.example.com/chat/lobby"])
        #expect(printed.withLock { $0 } == ["Hi"])
    }

    @Test func models() async {
        func answer(_ status: Int, _ text: String, _ headers: HTTPHeaders = [:]) -> ConnectionConfig {
            let response = Response(statusCode: status, headers: headers, data: Data(text.utf8))
            return ConnectionConfig(connector: ScriptedConnector { _, _ in .response(response) })
        }
        for config in [
            answer(200, #"{"id": 7, "payments": [{"kind": "bank-2", "account": "A1"}]}"#),
            answer(202, "", ["Retry-After": "5"]), answer(404, ""), answer(409, #"{"code": 3}"#),
        ] {
            await BaseConfiguration.scope {
                BaseConfiguration.shared.baseURLString = "https://api.example.com"
                await findOrder(config)
            }
        }

        let bank = Payment.bank(BankPayment(account: "A1"))
        #expect(printed.withLock { $0 } == ["\([bank])", "ready in 5 seconds", "no such order", "3"])
    }

    private func findOrder(_ config: ConnectionConfig) async {
        let find = FindOrderRequest(id: "7")
        find.client = BaseClient(config: config)
        do {
            switch try await find.send().body {
            case .status200(let order): print(order.payments ?? [])
            case .status202(let job): print("ready in \(job.seconds ?? 0) seconds")
            case .other(let content): print(content)
            }
        } catch {
            switch (error.failureModel as? FindOrderFailure)?.body {
            case .status404: print("no such order")
            case .other(let problem): print(problem.code ?? 0)
            case nil: print(error)
            }
        }
    }

    @Test func unions() {
        let payment = Payment.card(CardPayment(digits: "4242"))
        let product = ProductID.number(7)

        guard case .card(let card) = payment else { return #expect(Bool(false)) }
        #expect(card.digits == "4242" && product.asRequestContent() == 7)
    }

    @Test func clientOfAFile() async throws {
        let api = Shop(token: .secret("8a1f"), client: BaseClient(config: ConnectionConfig(connector: connector)))
        let found = try await api.findOrder(id: "7")

        guard case .status200 = found.body else { throw WrongHost() }
        #expect(lines == ["GET https://shop.example.com/v1/orders/7"])
        #expect(connector.requests[0].headers[.authorization] == "Bearer 8a1f")
        #expect(Shop.regionalServer(region: "us") == "https://us.shop.example.com")
    }

    @Test func connections() async throws {
        let request = GetAlbumsAlbumIdRequest(album_id: "white")
        request.configuration.baseURLString = "https://api.example.com"
        request.client = BaseClient(config: ConnectionConfig(connector: connector))

        let connection = request.connection().addPolicy(Retry())
        let response = try await connection.response()

        #expect(response.title == "The Beatles")
    }

    @Test func configuration() async throws {
        try await BaseConfiguration.scope {
            BaseConfiguration.shared.baseURLString = "https://api.example.com"
            BaseConfiguration.shared.headers = ["Accept-Language": "en"]

            let request = GetAlbumsRequest()
            request.configuration.append(headers: ["X-Trace": "7"])
            request.configuration.encoder = .form
            request.configuration.dates = .secondsSince1970

            request.client = BaseClient(config: ConnectionConfig(connector: connector))
            let response = try await request.send()

            let sent = connector.requests[0]
            #expect(sent.headers["Accept-Language"] == "en" && sent.headers["X-Trace"] == "7" && sent.body?.length == 6)
            #expect(response.albums?.map(\.title) == ["Abbey Road"] && response.albums?.first?.genre == .ROCK)
        }
    }

    @Test func uploads() async throws {
        let pictureURL = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString).png")
        try Data("a picture".utf8).write(to: pictureURL)
        defer { try? FileManager.default.removeItem(at: pictureURL) }

        let upload = PutAlbumsAlbumIdPictureRequest(album_id: "white")
        upload.configuration.baseURLString = "https://api.example.com"
        upload.configuration.encoder = .multipart
        upload.picture = HTTPFile(pictureURL)
        upload.title = "In front"

        upload.client = BaseClient(config: ConnectionConfig(connector: connector))
        _ = try await upload.send()

        let type = connector.requests[0].headers["Content-Type"] ?? ""
        #expect(lines == ["PUT https://api.example.com/albums/white/picture"] && type.hasPrefix("multipart/form-data"))
    }

    @Test func mocks() async throws {
        let mock = MockConnector { _ in .json(#"{"title": "Help!"}"#) }
        let request = GetAlbumsAlbumIdRequest(album_id: "help")
        request.configuration.baseURLString = "https://api.example.com"
        request.client = BaseClient(config: ConnectionConfig(connector: mock))

        let expected = GetAlbumsAlbumIdResponse(title: "Help!")
        let title = try await request.send().title
        #expect(title == expected.title)
    }

    @Test func clients() async throws {
        let log = AlbumLog()
        let request = GetAlbumsAlbumIdRequest(album_id: "a b")
        request.configuration.baseURLString = "https://api.example.com"

        let client = BaseClient(config: ConnectionConfig(connector: connector))
        client.add(requestObserver: log)
        client.add(responseObserver: log)
        client.add(requestRewriter: AlbumStage())
        request.client = client
        _ = try await request.send()

        #expect(log.all == ["/albums/a%20b", "200"] && connector.requests[0].headers["X-Stage"] == "test")
    }

    @Test func rewritersAreTheSimpleForms() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 200, data: Data("out of order".utf8))))
        var config = ConnectionConfig(connector: connector)
        config.addRewriter(Staging())
        config.addRewriter(Unwrapping())

        let version = try await HTTP("https://api.example.com/version").asString(config: config).response()
        let errors = [
            await error(of: HTTP("https://www.example.com/").asString(config: config)),
            await error(of: HTTP("https://api.example.com/").asString(config: config)),
        ]

        #expect(version == "test")
        #expect(errors[0]?.underlying is WrongHost && errors[1]?.underlying is OutOfOrder)
        #expect(connector.requests.map { $0.headers["X-Stage"] } == ["test"])
    }

    @Test func handwritten() async throws {
        let request = FindAlbums()
        request.configuration.baseURLString = "https://api.example.com"
        request.title = "Abbey"

        let client = BaseClient(config: ConnectionConfig(connector: connector))
        let response = try await client.connection(to: request).response()

        #expect(response.statusCode == 200)
        #expect(lines == ["GET https://api.example.com/v1/albums?q=Abbey"])
    }

    private func error(of connection: Connection<String>) async -> ConnectionError? {
        do {
            _ = try await connection.response()
            return nil
        } catch {
            return error
        }
    }
}
