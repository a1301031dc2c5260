import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPPagination
import AbstractHTTPServices
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import Testing

/// The table of `Documentation/WhichStyle.md`. Each entry is in this file, or in `API/Table.http`.
@Suite @MainActor struct StyleTableTests {
    struct Send: ConnectionSpec {
        typealias ResponseModel = [Comment]
        typealias FailureModel = Problem
        let http: HTTP
        var request: HTTP { http }
        var contentDecoder: (any ContentDecoder)? { snake }
    }

    struct Live: ConnectionSpec {
        typealias ResponseModel = EventStream<Comment>
        var request: HTTP { HTTP("/live") }
    }

    struct Tracing: RequestAdapter {
        func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async -> Request { request }
    }

    struct Signing: HTTPMiddleware {
        func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
            try await next.execute(request)
        }
    }

    nonisolated static let snake = JSONContentDecoder(keys: .fromSnakeCase)
    private let connector = ScriptedConnector { _, request in
        switch request.url.path() {
        case "/live": .response(Response(statusCode: 200, data: Data("data: {\"text\": \"a\"}\n\n".utf8)))
        case "/problem": .response(.json(#"{"message": "no"}"#, statusCode: 409))
        default: .response(.json(#"[{"text": "a"}]"#))
        }
    }
    private let spinner = ConnectionIndicator()
    private let signing = Signing()
    private let tracing = Tracing()
    private let file = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID().uuidString)")
    nonisolated private var snake: JSONContentDecoder { Self.snake }
    private var config: ConnectionConfig {
        // On this clock, no deadline is ever over.
        var config = ConnectionConfig(connector: connector, clock: ManualClock())
        config.baseURL = "https://api.example.com"
        return config
    }

    /// What each connection can do.
    private func configure<Model>(_ connection: Connection<Model>) -> Connection<Model> {
        _ = connection.addPolicy(Retry())
        _ = connection.redirects(.off)
        _ = connection.addMiddleware(signing)
        _ = connection.addPolicy(tracing)
        _ = connection.addPolicy(CachePolicy.reload)
        _ = connection.addListener(spinner)
        _ = connection.addOnProgress { show($0) }
        return connection.identified(as: "a").grouped(in: "b")
    }

    @Test func specs() async throws {
        let client = APIClient(config: config)
        let spec = Send(http: HTTP("/a").timeout(.seconds(9)))
        let connection = client.connection(for: spec)
        #expect(try await configure(connection).response().map(\.text) == ["a"])
        for http in [HTTP("/a").redirects(.off), HTTP("/a").cachePolicy(.reload)] {
            #expect(try await client.send(Send(http: http)).map(\.text) == ["a"])
        }
        let error = await #expect(throws: ConnectionError.self) { try await client.send(Send(http: HTTP("/problem"))) }
        #expect((error?.failureModel as? Problem)?.message == "no")
        for try await page in connection.pages(next: .link) { #expect(page.model.count == 1) }
        for try await comment in try await client.send(Live()) { #expect(comment.text == "a") }
        _ = try await Connection.download(spec, to: file, config: config).response()
        _ = try await HTTP("/a").method(.put).upload(from: file).asVoid(config: config).response()
    }

    @Test func functions() async throws {
        let endpoint = GET<CommentPage, [Comment]>("songs/{song}/comments").config(config).base(
            "https://api.example.com")
        let page = CommentPage(song: 7, page: 2)
        let connection = endpoint.connection(page)
        _ = try await configure(connection).response()
        let full =
            endpoint
            .deadlines(Deadlines(total: .seconds(9)))
            .policy(Retry())
            .redirect(.off)
            .failureModel(Problem.self)
            .decoder(snake)
            .middleware(signing)
            .policy(tracing)
            .policy(CachePolicy.reload)
            .listener(spinner)
            .adding { $0.identified(as: "a").grouped(in: "b") }
            .adding { $0.addOnProgress { show($0) } }
        #expect(try await full(page).map(\.text) == ["a"])
        for try await comments in endpoint.pages(next: .link)(page) { #expect(comments.model.count == 1) }
        let live = GET<None, EventStream<Comment>>("live").config(config).base("https://api.example.com")
        for try await comment in try await live() { #expect(comment.text == "a") }
        try Data("film".utf8).write(to: file)
        let upload = PUT<HTTPFile, None>("film").config(config).base("https://api.example.com")
        try await upload(HTTPFile(file))
        #expect(connector.requests.last?.method == .put)
    }

    @Test func protocols() async throws {
        var service = TableClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }
        service.configuration.decoder = snake
        let connection = service.open(song: 7)
        #expect(try await configure(connection).response().map(\.text) == ["a"])
        #expect(try await service.comments().map(\.text) == ["a"])
        for try await page in service.pages() { #expect(page.model.count == 1) }
        for try await comment in try await service.live() { #expect(comment.text == "a") }
        #expect(FileManager.default.fileExists(atPath: try await service.film().url.path))
        try Data("film".utf8).write(to: file)
        try await service.send(film: HTTPFile(file))
        let error = await #expect(throws: ConnectionError.self) { try await service.problem() }
        #expect((error?.failureModel as? Problem)?.message == "no")
    }

    @Test func httpFiles() async throws {
        let request = GetSongCommentsRequest(song: "7")
        request.configuration.baseURLString = "https://api.example.com"
        request.configuration.decoder = snake
        request.client = BaseClient(config: config)
        let connection = request.connection()
        #expect(try await configure(connection).response().body?.count == 1)
        _ = try await Connection.download(request, to: file, config: config).response()

        let table = GetTableRequest()
        table.configuration.baseURLString = "https://api.example.com"
        table.client = BaseClient(config: config)
        for try await page in table.pages() { #expect(page.model.body?.count == 1) }
        #expect(GetTableRequest.traits.timeout == .seconds(9) && GetTableRequest.traits.attempts == 5)
        let problem = GetTableProblemsRequest()
        problem.configuration.baseURLString = "https://api.example.com"
        problem.client = BaseClient(config: config)
        let error = await #expect(throws: ConnectionError.self) { try await problem.send() }
        #expect((error?.failureModel as? TableProblem)?.message == "no")
        for http in try [table.direct, table.fresh] {
            #expect(try await http.asString(config: config).response().isEmpty == false)
        }
        let live = GetLiveRequest()
        live.configuration.baseURLString = "https://api.example.com"
        live.client = BaseClient(config: config)
        for try await comment in try await live.send().body { #expect(comment.text == "a") }
        try Data("film".utf8).write(to: file)
        let upload = PutTableRequest()
        upload.configuration.baseURLString = "https://api.example.com"
        upload.client = BaseClient(config: config)
        upload.configuration.encoder = .multipart
        upload.film = HTTPFile(file)
        _ = try await upload.send()
    }

    @Test func data() async throws {
        let api = DefinitionAPI(baseURL: "https://api.example.com/", config: config)
        api.registry.register(Problem.self, as: "Problem")
        api.registry.register(responseSerializer: "Snake", snake)
        try api.store.load(
            json: Data(
                """
                {
                    "Songs": {
                        "Path": "a", "Failure Class": "Problem", "Response Serializer": "Snake",
                        "Cache Policy": 1, "Next Page": {"Link": "next"}
                    },
                    "Live": {"Path": "live"}, "Film": {"Path": "film", "Method": "PUT"}
                }
                """.utf8))
        let connection = api.connection("Songs", as: [Comment].self)
        #expect(try await configure(connection).response().map(\.text) == ["a"])
        _ = try await api.request("Songs", as: [Comment].self) { c in
            c.deadlines.total = .seconds(9)
            c.identifier = "a"
            c.groupIdentifier = "b"
        }
        for try await comment in try await api.request("Live", as: EventStream<Comment>.self) {
            #expect(comment.text == "a")
        }
        try Data("film".utf8).write(to: file)
        _ = try await api.request("Film") { [file] c in
            c.formData = { form in try form.add("film", file: file) }
            c.uploadProgress { _, progress in show(progress) }
        }
        #expect(connector.requests.last?.method == .put)
    }

    @Test func eachEntryIsCompiledHere() throws {
        let page = try Project.text("Documentation/WhichStyle.md")
        let section = page.components(separatedBy: "## What each style can say")[1].components(separatedBy: "\n## ")[0]
        let sources = try [
            "StyleTableTests.swift", "API/Table.http",
        ].map { try Project.text("Tests/DocumentationTests/\($0)") }.joined().split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")

        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        for row in rows {
            #expect(row.split(separator: "|").count == 6, "\(row)")
            for entry in row.matches(of: /`([^`]+)`/) {
                let isCompiled = sources.contains(entry.1)
                #expect(isCompiled, "\(entry.1)")
            }
        }
        #expect(rows.count == 16)
    }
}

private func show(_ progress: TransferProgress) {}

extension GetTableRequest {
    fileprivate var direct: HTTP { get throws { try makeRequest().redirects(.off) } }
    fileprivate var fresh: HTTP { get throws { try makeRequest().cachePolicy(.reload) } }
}

@Service
protocol Table {
    @GET("/a") func open(song: Int) -> Connection<[Comment]>
    @GET("/a") @Timeout(.seconds(9)) @Retry(attempts: 5) func comments() async throws -> [Comment]
    @GET("/a") @NextPage(link: "next") func pages() -> Pages<[Comment]>
    @GET("/live") @Streaming
    func live() async throws -> EventStream<Comment>
    @GET("/a") func film() async throws -> DownloadedFile
    @PUT("/film") @Body("film") func send(film: HTTPFile) async throws
    @GET("/problem") @FailureModel(Problem.self) func problem() async throws
}
