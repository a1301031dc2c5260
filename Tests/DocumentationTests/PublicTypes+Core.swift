import AbstractHTTP
import AbstractHTTPTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension PublicType {
    static let address = "https://ada:\(canary)@a.example/p?token=\(canary)&q=1"
    static let bytes = Data("password=\(canary)".utf8)
    static let json = #"{"password": "\#(canary)", "nested": {"secrets": ["\#(canary)"]}}"#
    static let members: HTTPContent.Members = [
        "password": .string(canary), "nested": ["secrets": [.string(canary)]], "url": .string(address),
    ]
    static var url: URL { URL(string: address) ?? URL(filePath: "/") }
    static var systemError: any Error { URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url]) }
    static var nested: any Error { URLError(.timedOut, userInfo: [NSUnderlyingErrorKey: systemError]) }
    static let fields: HTTPHeaders = ["Authorization": "Bearer \(canary)", "Set-Cookie": "sid=\(canary)"]
    static var request: Request { Request(url: url, method: .post, headers: fields, body: .data(bytes)) }
    static var response: Response {
        var response = Response(statusCode: 400, headers: fields, data: Data(json.utf8), url: url)
        response.trailers = fields
        return response
    }
    static var stream: ResponseStream { ResponseStream(response) }

    static func config(_ connector: any HTTPConnector = MockConnector { _ in response }) -> ConnectionConfig {
        ConnectionConfig(baseURL: address, headers: fields, connector: connector)
    }

    static func connection() -> Connection<String> {
        HTTP(address).headers(fields).content(.dictionary(members)).asString(config: config())
    }

    /// An iterator of a sequence, and one that has returned an element.
    @concurrent
    static func iterators<Elements: AsyncSequence & Sendable>(of sequence: Elements) async throws -> [Any] {
        let fresh = sequence.makeAsyncIterator()
        var used = sequence.makeAsyncIterator()
        _ = try await used.next()
        return [fresh, used]
    }

    static let messages: [PublicType] = [
        PublicType("AbstractHTTP.HTTP") {
            [
                HTTP(address).headers(fields).query("api_key", canary).body(bytes),
                HTTP("https://a.example/").method(.post).content(["password": canary]),
                HTTP("https://a.example/").content(["password": [canary] as Any?]),
            ]
        },
        PublicType("AbstractHTTP.HTTPHeaders") { [fields] },
        PublicType("AbstractHTTP.HTTPHeaders.Field") { Array(fields) },
        PublicType("AbstractHTTP.KeyValue") {
            [
                KeyValue(key: "password", value: canary), KeyValue(key: "user[token]", value: canary),
                KeyValue(key: "next", value: address), KeyValue(key: "body", value: json),
            ]
        },
        PublicType("AbstractHTTP.URLQuery") { [["token": canary, "next": address] as URLQuery] },
        PublicType("AbstractHTTP.Request") { [request] },
        PublicType("AbstractHTTP.RequestBody") {
            [request.body as Any, RequestBody.joined([.data(bytes), .data(bytes)])]
        },
        PublicType("AbstractHTTP.RequestBody.Source") {
            [RequestBody.Source.data(bytes), RequestBody.Source.joined([.data(bytes)])]
        },
        PublicType("AbstractHTTP.RequestBody.Iterator") { try await iterators(of: RequestBody.data(bytes)) },
        PublicType("AbstractHTTP.Response") { [response] },
        PublicType("AbstractHTTP.ResponseStream") { [stream] },
        PublicType("AbstractHTTP.ResponseBody") { [ResponseBody(bytes)] },
        PublicType("AbstractHTTP.ResponseBody.Iterator") { try await iterators(of: ResponseBody(bytes)) },
        PublicType("AbstractHTTP.ResponseBody.Bytes") { [ResponseBody(bytes).bytes] },
        PublicType("AbstractHTTP.ResponseBody.Bytes.Iterator") { try await iterators(of: ResponseBody(bytes).bytes) },
        PublicType("AbstractHTTP.ResponseBody.Lines") { [ResponseBody(bytes).lines] },
        PublicType("AbstractHTTP.ResponseBody.Lines.Iterator") {
            try await iterators(of: ResponseBody(Data("a\n\(json)\n\(json)".utf8)).lines)
        },
        PublicType("AbstractHTTP.Redirect") { [Redirect(response: response, request: request, next: request)] },
        PublicType("AbstractHTTP.CurlCommand") {
            var form = request
            form.headers[.contentType] = MediaType.form.essence
            return [CurlCommand(form)]
        },
        PublicType("AbstractHTTP.URITemplate") {
            [
                try URITemplate("https://ada:\(canary)@a.example/{p}?token=\(canary)"),
                try URITemplate("/p?sig=\(canary)"),
            ]
        },
        PublicType("AbstractHTTP.URITemplate.Value") {
            [URITemplate.Value.pairs([KeyValue(key: "password", value: canary)])]
        },
    ]

    static let contents: [PublicType] = [
        PublicType("AbstractHTTP.HTTPContent") {
            [HTTPContent.dictionary(members), HTTPContent.array([.dictionary(members)]), HTTPContent.string(address)]
        },
        PublicType("AbstractHTTP.HTTPContent.Members") { [members] },
        PublicType("AbstractHTTP.HTTPContent.Members.Member") { Array(members) },
        PublicType("AbstractHTTP.HTTPData") { [HTTPData(bytes)] },
        PublicType("AbstractHTTP.EncodedContent") {
            [EncodedContent(query: "q=1&token=\(canary)", body: .data(bytes))]
        },
        PublicType("AbstractHTTP.Nullable") { [Nullable.value(address), Nullable.value(json)] },
        PublicType("AbstractHTTP.MediaType") { [MediaType("text/plain; token=\(canary)")] },
        PublicType("AbstractHTTP.ContentDisposition") {
            [ContentDisposition("attachment; token=\(canary); filename=a") as Any]
        },
        PublicType("AbstractHTTP.MultipartForm") {
            var form = MultipartForm()
            form.add(try MultipartForm.Part(name: "password", body: .data(bytes)))
            return [form]
        },
        PublicType("AbstractHTTP.MultipartForm.Part") {
            [try MultipartForm.Part(name: "password", body: .data(bytes))]
        },
        PublicType("AbstractHTTP.ProblemDetails") {
            [ProblemDetails(["detail": .string(address), "token": .string(canary), "nested": .dictionary(members)])]
        },
    ]

    static let connections: [PublicType] = [
        PublicType("AbstractHTTP.APIClient") { [APIClient(config: config())] },
        PublicType("AbstractHTTP.ConnectionConfig") { [config()] },
        PublicType("AbstractHTTP.Connection") { [connection()] },
        PublicType("AbstractHTTP.ConnectionHolder") {
            let holder = ConnectionHolder()
            _ = try? await Self.connection().response()
            return [holder]
        },
        PublicType("AbstractHTTP.DownloadedFile") {
            [DownloadedFile(url: URL(filePath: "/tmp/a"), length: 1, response: response)]
        },
        PublicType("AbstractHTTP.AccessToken") {
            [AccessToken(canary), AccessToken("", scheme: "\(canary) x"), AccessToken(canary, expiry: .distantPast)]
        },
        PublicType("AbstractHTTP.Authorization") {
            [
                Authorization(canary), Authorization.bearer(canary),
                try Authorization.basic(user: "ada", password: canary),
            ]
        },
        PublicType("AbstractHTTP.TokenRefresh") {
            [TokenRefresh(current: AccessToken(canary)) { AccessToken(canary) }]
        },
        PublicType("AbstractHTTP.PollingSequence") { [connection().polling(PollingInterval(.seconds(1)))] },
        PublicType("AbstractHTTP.PollingSequence.Iterator") {
            [connection().polling(PollingInterval(.seconds(1))).makeAsyncIterator()]
        },
        PublicType("AbstractHTTP.Recovery") {
            [Recovery.decline(because: systemError), Recovery.fail(.network, because: nested)]
        },
        PublicType("AbstractHTTP.RecoveryContext") {
            let error = ConnectionError(type: .network, request: request, underlying: systemError)
            return [RecoveryContext(connection: connection(), attempt: 1, error: error)]
        },
    ]

    private struct Failure: Sendable {
        var accessToken: String? = canary
        var passwords = [canary]
        var more = ["secret": canary]
        var link = url
        var inner: Inner = .token(canary)

        enum Inner: Sendable { case token(String) }
    }

    private struct Login: Decodable {
        var token: Kind

        enum Kind: String, Decodable { case short }
    }

    private static var decodingError: any Error {
        do {
            _ = try JSONDecoder().decode(Login.self, from: Data(#"{"token": "\#(canary)"}"#.utf8))
            return CancellationError()
        } catch {
            return error
        }
    }

    static let errors: [PublicType] = [
        PublicType("AbstractHTTP.ConnectionError") {
            [systemError, nested, decodingError, TransportError(.other, address, underlying: nested)].flatMap { error in
                let error = ConnectionError(
                    type: .parse, request: request, response: response, failureModel: Failure(), underlying: error)
                return [error, error.underlying as Any]
            }
        },
        PublicType("AbstractHTTP.AttemptRecord") {
            let record = AttemptRecord(number: 1, request: request, type: .network, underlying: systemError)
            return [record, record.underlying as Any]
        },
        PublicType("AbstractHTTP.TransportError") {
            let error = TransportError(.other, "failed at \(address)", underlying: nested)
            return [error, error.underlying as Any]
        },
        PublicType("AbstractHTTP.DeadlineExceeded") {
            let error = DeadlineExceeded(.total, limit: .seconds(1), lastError: systemError)
            return [error, error.lastError as Any]
        },
        PublicType("AbstractHTTP.TokenRefreshError") {
            [TokenRefreshError.failed(systemError), TokenRefreshError.failed(nested)]
        },
        PublicType("AbstractHTTP.DownloadError") { [DownloadError.wrongPart("bytes token=\(canary)")] },
        PublicType("AbstractHTTP.RedirectError") {
            [RedirectError.loop(url), RedirectError.invalidLocation(address), RedirectError.downgrade(to: url)]
        },
        PublicType("AbstractHTTP.InvalidRequest") {
            [
                .malformedURL(address), .relativeURL(address), .baseURL(address), .missingBase(address),
                .malformedHost(address),
                .pathSegment(address), .portOutOfRange(address), .method("GET \(address)"),
                .headerName("Authorization: Bearer \(canary)"), .contentLength("5 \(canary)"),
                .transferEncoding(canary),
            ] as [InvalidRequest]
        },
        PublicType("AbstractHTTP.URITemplateError") {
            [URITemplateError.malformed(template: address + "{", offset: 1, reason: "open")]
        },
    ]
}
