import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPCurl
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPPagination
import AbstractHTTPServices
import AbstractHTTPStreams
import AbstractHTTPTesting
import AbstractHTTPUserMessages
import Foundation
import RFAPICompatibility
import TestSupport
import Testing

extension PublicType {
    private static let event = Data("id: token=\(canary)\ndata: \(json)\n\ndata: \(json)\n\n".utf8)
    private static let lines = Data("\(json)\n\(json)\n".utf8)
    private static let array = Data("[\(json),\(json)]".utf8)
    private static let texts = Data("\u{1E}\(json)\n\u{1E}\(json)\n".utf8)
    private static let parts = Data("--b\r\nSet-Cookie: sid=\(canary)\r\n\r\n\(json)\r\n--b\r\n\r\n\(json)".utf8)

    /// The elements of a stream, and readers of it.
    private static func reading<Elements: AsyncSequence & Sendable>(_ elements: Elements) async throws -> [Any] {
        [elements] + (try await iterators(of: elements))
    }

    private static func multipart() -> ResponseStream {
        ResponseStream(
            statusCode: 200, headers: ["Content-Type": "multipart/mixed; boundary=b", "Set-Cookie": "sid=\(canary)"],
            body: ResponseBody(parts + Data("\r\n--b--".utf8)))
    }

    private static func parser<Parser: StreamParser>(_ parser: Parser, _ bytes: Data) throws -> [Any] {
        var used = parser
        used.append(bytes)
        let full = used
        _ = try used.next()
        return [full, used]
    }

    static let streams: [PublicType] = [
        PublicType("AbstractHTTPStreams.BodyPart") { [BodyPart(headers: fields, data: bytes)] },
        PublicType("AbstractHTTPStreams.ElementIterator") { try await iterators(of: ResponseBody(event).events()) },
        PublicType("AbstractHTTPStreams.EventParser") { try parser(EventParser(), event) },
        PublicType("AbstractHTTPStreams.EventSource") {
            [EventSource(HTTP(address), config: config(), lastEventID: "token=\(canary)")]
        },
        PublicType("AbstractHTTPStreams.EventSource.State") {
            let error = ConnectionError(type: .network, request: request, underlying: systemError)
            return [EventSource.State.open(response), EventSource.State.ended(error)]
        },
        PublicType("AbstractHTTPStreams.EventSource.AsyncIterator") {
            [EventSource(HTTP(address), config: config()).makeAsyncIterator()]
        },
        PublicType("AbstractHTTPStreams.EventStream") { try await reading(ResponseBody(event).events()) },
        PublicType("AbstractHTTPStreams.EventStreamError") {
            [EventStreamError(ServerSentEvent(type: "error", data: json))]
        },
        PublicType("AbstractHTTPStreams.JSONArrayParser") { try parser(JSONArrayParser(), array) },
        PublicType("AbstractHTTPStreams.JSONElements") {
            try await reading(ResponseBody(array).jsonElements(of: HTTPContent.self))
        },
        PublicType("AbstractHTTPStreams.JSONLineParser") { try parser(JSONLineParser(), lines) },
        PublicType("AbstractHTTPStreams.JSONLines") {
            [ResponseBody(lines).jsonLines(of: HTTPContent.self)]
                + (try await iterators(of: ResponseBody(lines).jsonLines(of: HTTPContent.self)))
        },
        PublicType("AbstractHTTPStreams.JSONTextParser") { try parser(JSONTextParser(), texts) },
        PublicType("AbstractHTTPStreams.JSONTextSequence") {
            try await reading(ResponseBody(texts).jsonSequence(of: HTTPContent.self))
        },
        PublicType("AbstractHTTPStreams.MultipartParser") { try parser(MultipartParser(boundary: "b"), parts) },
        PublicType("AbstractHTTPStreams.InvalidMultipartBody") {
            [
                .contentType("multipart/mixed; token=\(canary)"), .headerField("Set-Cookie sid=\(canary)"),
                .headerField("Authorization Bearer \(canary)"),
            ] as [InvalidMultipartBody]
        },
        PublicType("AbstractHTTPStreams.NotAnEventStream") {
            let connector = MockConnector { _ in
                Response(statusCode: 200, headers: ["Content-Type": "text/plain; token=\(canary)"])
            }
            var events = EventSource(HTTP(address), config: ConnectionConfig(connector: connector)).makeAsyncIterator()
            let error = await #expect(throws: ConnectionError.self) { _ = try await events.next() }
            return [try #require(error), try #require(error?.underlying as? NotAnEventStream)]
        },
        PublicType("AbstractHTTPStreams.ServerSentEvent") {
            [ServerSentEvent(data: json), ServerSentEvent(data: "token=\(canary)", lastEventID: "token=\(canary)")]
        },
        PublicType("AbstractHTTPStreams.StreamElementError") {
            var values = ResponseBody(Data(#"{"token": "\#(canary)"}"#.utf8)).jsonLines(of: [String: Date].self)
                .makeAsyncIterator()
            let error = await #expect(throws: StreamElementError.self) { _ = try await values.next() }
            return [try #require(error), try #require(error).underlying]
        },
        PublicType("AbstractHTTPStreams.StreamElements") {
            try await reading(ResponseBody(lines).elements(by: JSONLineParser()))
                + (try await reading(try multipart().parts()))
        },
    ]

    private static func list() -> Pages<String> {
        let headers: HTTPHeaders = ["Link": "<\(address)&page=2>; rel=next"]
        let connector = MockConnector { _ in Response(statusCode: 200, headers: headers, data: bytes) }
        let config = ConnectionConfig(connector: connector)
        return HTTP("https://a.example/?token=\(canary)").asString(config: config).pages(next: .link)
    }

    private static func token() throws -> PageToken {
        let text = #"{"url": "https://ada:\#(canary)@a.example/?after=\#(canary)", "skippedItems": 0}"#
        return try JSONDecoder().decode(PageToken.self, from: Data(text.utf8))
    }

    static let pages: [PublicType] = [
        PublicType("AbstractHTTPPagination.Link") {
            [Link(address, relations: ["next"], parameters: [Link.Parameter("token", canary)])]
        },
        PublicType("AbstractHTTPPagination.Link.Parameter") { [Link.Parameter("token", canary)] },
        PublicType("AbstractHTTPPagination.Page") {
            var pages = HTTP("https://a.example/").asVoid(
                config: ConnectionConfig(
                    connector: MockConnector { _ in
                        Response(statusCode: 200, headers: ["Link": "<https://a.example/?token=\(canary)>; rel=next"])
                    })
            ).pages(next: .link).makeAsyncIterator()
            return [try #require(try await pages.next())]
        },
        PublicType("AbstractHTTPPagination.Pages") { [list(), list().resumed(at: try token())] },
        PublicType("AbstractHTTPPagination.Pages.AsyncIterator") {
            [list().makeAsyncIterator(), list().resumed(at: try token()).makeAsyncIterator()]
        },
        PublicType("AbstractHTTPPagination.PageItems") { [list().resumed(at: try token()).items { [$0] }] },
        PublicType("AbstractHTTPPagination.PageItems.AsyncIterator") {
            [list().resumed(at: try token()).items { [$0] }.makeAsyncIterator()]
        },
        PublicType("AbstractHTTPPagination.PageToken") { [try token()] },
        PublicType("AbstractHTTPPagination.PaginationError") {
            [
                .invalidURL(address), .insecure(url), .repeated(url), .bodyForAnotherServer(url),
            ] as [PaginationError]
        },
    ]

    private static func stored() -> CachedResponse {
        CachedResponse(
            url: address, statusCode: 200, headers: fields, body: bytes, requestTime: .distantPast,
            responseTime: .distantPast, varying: ["authorization": canary])
    }

    /// A cache with a response.
    private static func filled(_ store: some CacheStore) async throws -> HTTPCache {
        let cache = HTTPCache(store: store)
        let connector = MockConnector { _ in
            Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"], data: bytes)
        }
        var config = ConnectionConfig(connector: connector)
        config.cache = cache
        try await HTTP("https://a.example/?token=\(canary)").asVoid(config: config).response()
        return cache
    }

    private static let folder = URL.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")

    static let caches: [PublicType] = [
        PublicType("AbstractHTTPCache.CacheAction") {
            [
                .respond(stored()), .respondAndRefresh(stored()), .validate(stored()), .forward(stored()),
            ] as [CacheAction]
        },
        PublicType("AbstractHTTPCache.CacheDecision") {
            let decision = LockedValue<CacheDecision?>(nil)
            let cache = HTTPCache(observe: { _, made in decision.withLock { $0 = made } })
            var config = ConnectionConfig(
                connector: MockConnector { _ in Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"]) })
            config.cache = cache
            for _ in 0..<2 { try await HTTP("https://a.example/?token=\(canary)").asVoid(config: config).response() }
            return [try #require(decision.withLock { $0 })]
        },
        PublicType("AbstractHTTPCache.CacheStatus") {
            var response = Self.response
            response.headers["Cache-Status"] = "AbstractHTTP; fwd=miss; detail=\"token=\(canary)\""
            return [response.cacheStatus as Any]
        },
        PublicType("AbstractHTTPCache.CachedResponse") { [stored()] },
        PublicType("AbstractHTTPCache.MemoryCacheStore") { [try await filled(MemoryCacheStore()).store] },
        PublicType("AbstractHTTPCache.FolderCacheStore") {
            let store = try FolderCacheStore(folder: folder.appending(component: "folder"))
            return [try await filled(store).store]
        },
        PublicType("AbstractHTTPCache.LayeredCacheStore") {
            let store = LayeredCacheStore(folder: folder.appending(component: "layered"))
            return [try await filled(store).store]
        },
        PublicType("AbstractHTTPCache.HTTPCache") { [try await filled(MemoryCacheStore())] },
        PublicType("AbstractHTTPCookies.Cookie") { [Cookie(name: "sid", value: canary, domain: "a.example")] },
        PublicType("AbstractHTTPCookies.CookieJar") { [jar()] },
        PublicType("AbstractHTTPCookies.RefusedCookie") {
            jar().insert([Cookie(name: "sid", value: "\(canary)\n", domain: "a.example")])
        },
        PublicType("AbstractHTTPCookies.NetscapeCookies") {
            [NetscapeCookies([Cookie(name: "sid", value: canary, domain: "a.example")])]
        },
        PublicType("AbstractHTTPAuthentication.AuthenticationChallenge") {
            [
                AuthenticationChallenge(scheme: "Negotiate", token68: canary),
                AuthenticationChallenge(scheme: "Bearer", parameters: ["token": canary]),
            ]
        },
        PublicType("AbstractHTTPAuthentication.Authenticator") {
            [Authorization.digest(user: "ada", password: canary)]
        },
        PublicType("AbstractHTTPAuthentication.Authenticator.Credentials") {
            [Authenticator.Credentials(user: "ada", password: canary)]
        },
        PublicType("AbstractHTTPAuthentication.Authenticator.Question") {
            let asked = LockedValue<Authenticator.Question?>(nil)
            let connector = MockConnector { _ in
                Response(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
            }
            var config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
            config.authenticator = Authenticator(schemes: ["Basic"]) { question in
                asked.withLock { $0 = question }
                return nil
            }
            _ = try? await HTTP("/?token=\(canary)").asVoid(config: config).response()
            return [try #require(asked.withLock { $0 })]
        },
        PublicType("AbstractHTTPAuthentication.HMACKey") { [HMACKey(canary.utf8)] },
        PublicType("AbstractHTTPCurl.ClientCertificate") {
            [ClientCertificate(file: URL(filePath: "client.p12"), password: canary)]
        },
        PublicType("AbstractHTTPCurl.CurlConnector") { [try CurlConnector { $0.proxy = proxy }] },
        PublicType("AbstractHTTPCurl.CurlConnector.Options") {
            let options = LockedValue<CurlConnector.Options?>(nil)
            _ = try CurlConnector { change in
                change.proxy = proxy
                options.withLock { [change] in $0 = change }
            }
            return [try #require(options.withLock { $0 })]
        },
        PublicType("AbstractHTTPCurl.CurlError") { [CurlError(code: 7, message: "no connection to \(address)")] },
        PublicType("AbstractHTTPCurl.CurlProxy") {
            [proxy, CurlProxy.http(host: "ada:\(canary)@proxy.example", port: 1)]
        },
    ]

    private static let proxy = CurlProxy.http(host: "proxy.example", port: 80, user: "ada", password: canary)

    private static func jar() -> CookieJar {
        let jar = CookieJar()
        jar.insert([Cookie(name: "sid", value: canary, domain: "a.example")])
        return jar
    }

    private static func definition() -> Definition {
        var definition = Definition(name: "Login", path: "/p?token=\(canary)")
        definition.baseURL = "https://ada:\(canary)@a.example"
        definition.headers = ["Authorization": "Bearer \(canary)", "X-API-Key": canary]
        (definition.parameters, definition.userInfo) = (members, members)
        return definition
    }

    private static func api() throws -> DefinitionAPI {
        let api = DefinitionAPI(baseURL: "https://ada:\(canary)@a.example", config: config(), cache: HTTPCache())
        api.authorization.headers = ["Authorization": "Bearer \(canary)"]
        api.store.defaultDefinition = definition()
        try api.store.add(definition())
        return api
    }

    private struct Behavior: DefinitionBehavior {
        let seen: LockedValue<DefinitionResponse?>

        func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
            seen.withLock { [response] in $0 = response }
            return true
        }
    }

    static let definitions: [PublicType] = [
        PublicType("AbstractHTTPDefinitions.Definition") { [definition()] },
        PublicType("AbstractHTTPDefinitions.DefinitionAPI") { [try api()] },
        PublicType("AbstractHTTPDefinitions.DefinitionStore") { [try api().store] },
        PublicType("AbstractHTTPDefinitions.DefinitionAuthorization") {
            [
                DefinitionAuthorization(
                    headers: ["X-API-Key": canary], parameters: ["token": canary], account: "token=\(canary)")
            ]
        },
        PublicType("AbstractHTTPDefinitions.DefinitionParameters") {
            [
                ["password": canary, "nested": ["token": canary], "url": address] as DefinitionParameters,
                DefinitionParameters(["user": ["password": canary]] as [String: Any]),
            ]
        },
        PublicType("AbstractHTTPDefinitions.DefinitionResponse") {
            let (api, seen) = (try Self.api(), LockedValue<DefinitionResponse?>(nil))
            (api.behavior, api.store.defaultDefinition) = (Behavior(seen: seen), Definition())
            api.connectionConfig = ConnectionConfig(
                connector: MockConnector { _ in Response(statusCode: 200, headers: fields, data: Data(json.utf8)) })
            _ = try? await api.request("Login", as: HTTPContent.self)
            return [try #require(seen.withLock { $0 })]
        },
        PublicType("AbstractHTTPDefinitions.DefinitionTask") {
            let task = try api().request(name: "Login") { $0.parameters = ["password": canary] }
            await until { task.isEnded }
            return [task]
        },
        PublicType("AbstractHTTPDefinitions.DefinitionFault") {
            let store = DefinitionAPI(cache: HTTPCache()).store
            let rules = #"{"A": {"Path": "/", "Headers": {"Authorization": ["\#(canary)"]}}}"#
            let faults = #expect(throws: DefinitionFaults.self) { try store.load(json: Data(rules.utf8)) }
            return try #require(faults).faults
        },
        PublicType("AbstractHTTPDefinitions.DefinitionFaults") {
            let store = DefinitionAPI(cache: HTTPCache()).store
            let rules = #"{"A": {"Path": "/", "Headers": {"Authorization": ["\#(canary)"]}}}"#
            return [
                try #require(#expect(throws: DefinitionFaults.self) { try store.load(json: Data(rules.utf8)) })
            ]
        },
        PublicType("AbstractHTTPDefinitions.DefinitionPage") {
            [DefinitionPage(items: [HTTPContent.dictionary(members)])]
        },
        PublicType("AbstractHTTPDefinitions.LoadedDefinitions") {
            let api = DefinitionAPI(cache: HTTPCache())
            let copy = folder.appending(component: "copy.json")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let connector = ScriptedConnector(.response(.json(#"{"A": {"Path": "/a"}}"#)), .failure(systemError))
            api.connectionConfig = ConnectionConfig(connector: connector)
            _ = try await api.loadDefinitions(from: address, keeping: copy)
            return [try await api.loadDefinitions(from: address, keeping: copy)]
        },
        PublicType("AbstractHTTPDefinitions.RequestContext") {
            var context = RequestContext()
            (context.parameters, context.headers) = (["password": canary], ["Authorization": canary])
            context.userInfo = ["token": canary]
            return [context]
        },
        PublicType("AbstractHTTPUserMessages.FailureMessage") {
            let error = ConnectionError(type: .network, request: request, response: response, underlying: systemError)
            return [FailureMessage(of: error)]
        },
        PublicType("RFAPICompatibility.RFAPIDefine") { [RFAPIDefine(definition())] },
    ]
}
