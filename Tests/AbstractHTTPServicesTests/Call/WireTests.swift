import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What each annotation puts on the wire, byte for byte.
@Suite(.tags(.libcurl)) struct WireTests {
    private let server: LoopbackServer
    private let service: EverythingClient

    init() throws {
        TestConnector.becomeDefault()
        server = try LoopbackServer { request in .text("\(request.method) \(request.target)") }
        service = EverythingClient(baseURL: server.url) { $0.headers = ["Accept": "*/*", "X-Common": "yes"] }
    }

    @Test func eachMethodIsSent() async throws {
        #expect(try await service.get() == "GET /get")
        #expect(try await service.post() == "POST /post")
        #expect(try await service.put() == "PUT /put")
        #expect(try await service.delete() == "DELETE /delete")
        #expect(try await service.patch() == "PATCH /patch")
        #expect(try await service.options() == "OPTIONS /options")
        #expect(try await service.find(name: "a b") == "PROPFIND /files/a%20b")
        try await service.head()
        #expect(try await service.headFields()["Content-Length"] != nil)
        #expect(try await service.headResponse().statusCode == 200)
        #expect(server.requests.suffix(3).map(\.method) == [.head, .head, .head])
    }

    @Test func unusedParametersFormTheQueryInOrder() async throws {
        let id = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))

        let target = try await service.items(
            id: id, page: nil, sort: .ascending, tags: ["a", "b&c"], size: 10, q: "swift http")

        #expect(
            target
                == "GET /items/6BA7B810-9DAD-11D1-80B4-00C04FD430C8?sort=ascending&tags=a&tags=b%26c&page_size=10&q=swift%20http"
        )
    }

    @Test func valuesOfThePathStayInTheirSegments() async throws {
        #expect(try await service.file(folders: ["a/b", "c"], name: "d?e#f") == "GET /files/a%2Fb/c/d%3Fe%23f")
        #expect(try await service.renamed(id: 7) == "GET /users/7")
        let error = await failure { try await service.file(folders: ["a"], name: "..") }
        #expect(error?.type == .invalidURL)
        #expect(error?.description.contains("leads elsewhere") == true)
        #expect(server.requests.count == 2)
    }

    @Test func structuredValuesUseTheFieldOptions() async throws {
        let filter = Filter(state: "open", labels: ["a", "b"])

        #expect(
            try await service.filtered(filter: filter, since: Date(timeIntervalSince1970: 0), isOpen: true)
                == "GET /items?fixed=1&filter%5Bstate%5D=open&filter%5Blabels%5D=a&filter%5Blabels%5D=b&since=1970-01-01T00%3A00%3A00Z&isOpen=true"
        )
        #expect(try await service.spread(filter: ["b": "2", "a": "1"]) == "GET /items?a=1&b=2")
    }

    @Test func clientSetsTheFieldOptions() async throws {
        var service = service
        service.configuration.fieldOptions = FieldOptions(arrays: .brackets, nesting: .dots, booleans: .digits)

        #expect(
            try await service.filtered(
                filter: Filter(state: "a", labels: ["b"]), since: Date(timeIntervalSince1970: 0), isOpen: true)
                == "GET /items?fixed=1&filter.state=a&filter.labels%5B%5D=b&since=1970-01-01T00%3A00%3A00Z&isOpen=1")
    }

    @Test func remainingParametersFormTheFormBody() async throws {
        let target = try await service.form(first: "Ada L.", tags: [1, 2], note: nil, dryRun: true)
        _ = try await service.spreadForm(fields: Filter(state: "a&b", labels: []))

        #expect(target == "POST /form?dryRun=true")
        #expect(server.requests.map(\.text) == ["first+name=Ada+L.&tags=1&tags=2", "state=a%26b"])
        #expect(server.requests[0].headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test func remainingParametersFormTheParts() async throws {
        _ = try await service.parts(
            title: "Holiday", photo: HTTPData(Data("bytes".utf8), fileName: "a.png"), note: nil)

        let request = try #require(server.requests.first)
        let boundary = try #require(request.headers["Content-Type"]?.split(separator: "boundary=").last)
        #expect(
            request.text == """
                --\(boundary)\r
                Content-Disposition: form-data; name="title"\r
                \r
                Holiday\r
                --\(boundary)\r
                Content-Disposition: form-data; name="image"; filename="a.png"\r
                Content-Type: image/png\r
                \r
                bytes\r
                --\(boundary)--\r

                """)
    }

    @Test func aBodyIsWrittenAsJSONUnlessItIsABodyByItself() async throws {
        #expect(try await service.body(user: User(login: "ada"), dryRun: true) == "POST /body?dryRun=true")
        _ = try await service.optionalBody(user: nil)
        _ = try await service.textBody(text: "héllo")
        _ = try await service.dataBody(bytes: Data([0, 1, 255]))
        _ = try await service.streamBody(stream: .data(Data("a,b".utf8)))

        #expect(server.requests[0].text == #"{"login":"ada"}"#)
        #expect(server.requests.map(\.bodyLength) == [15, 0, 6, 3, 3])
        #expect(
            server.requests.map { $0.headers["Content-Type"] }
                == ["application/json", nil, "text/plain; charset=utf-8", "application/octet-stream", "text/csv"])
        #expect(server.requests[3].body == Data([0, 1, 255]))
    }

    @Test func aFormOfItsOwnHasItsBoundary() async throws {
        var form = MultipartForm()
        form.add("title", "Holiday")

        _ = try await service.formBody(form: form)

        #expect(server.requests[0].headers["Content-Type"] == form.contentType.rawValue)
        #expect(server.requests[0].text.hasPrefix("--\(form.boundary)\r\n"))
    }

    @Test func clientSetsTheBodyEncoder() async throws {
        var service = service
        service.configuration.encoder = .propertyList

        _ = try await service.body(user: User(login: "ada"), dryRun: nil)

        #expect(server.requests[0].text.contains("<key>login</key>"))
    }

    @Test func headerFieldsAreFilledAndThoseOfTheFunctionWin() async throws {
        _ = try await service.headers(
            name: "tour", version: 2, missing: nil, tag: #""abc""#, ids: [1, 2], rest: ["X-Rest": "r"])

        let headers = try #require(server.requests.first?.headers)
        #expect(headers["Accept"] == "text/plain")
        #expect(headers["X-Agent"] == "a tour/2 {json: 1} {{name}}")
        #expect(headers["X-None"] == nil)
        #expect(headers["If-None-Match"] == #""abc""#)
        #expect(headers["X-Ids"] == "1, 2")
        #expect(headers["X-Rest"] == "r")
        #expect(headers["X-Common"] == "yes")
    }

    @Test func queryComesBeforeTheFragmentOfAURL() async throws {
        var call = ServiceCall(service.configuration, method: .get, url: server.url + "/items?page=2#a?x")
        call.query("limit", 10)

        _ = try await call.connection(String.self).response()

        #expect(server.requests.first?.target == "/items?page=2&limit=10")
    }

    @Test func quotesListElementsThatContainCommas() async throws {
        var call = ServiceCall(service.configuration, method: .get, path: "/items")
        call.header("X-List", ["a", "b, c", #"say "d""#, #"e\f"#, #"g\,h"#])
        call.header("X-Text", #"a, "b""#)
        call.header("If-None-Match", [#""a,b""#, #"W/"c""#])
        call.parameter("map", ["X-Map": ["a,b"]], .headerMap)
        call.header("X-Template", template: "v={words}")
        call.headerVariable("words", ["a,b", "c"])

        _ = try await call.connection(String.self).response()

        let headers = try #require(server.requests.first?.headers)
        #expect(headers["X-List"] == #"a, "b, c", "say \"d\"", e\f, "g\\,h""#)
        #expect(headers["X-Text"] == #"a, "b""#)
        #expect(headers["If-None-Match"] == #""a,b", W/"c""#)
        #expect(headers["X-Map"] == #""a,b""#)
        #expect(headers["X-Template"] == #"v="a,b", c"#)
    }

    @Test func valueCannotInjectAHeader() async throws {
        let error = await failure {
            try await service.headers(name: "a\r\nX-Evil: b", version: 1, missing: nil, tag: nil, ids: [], rest: [:])
        }

        #expect(error?.type == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    @Test func unencodableParameterErrorHasItsName() async {
        var call = ServiceCall(service.configuration, method: .get, path: "/items")
        call.query("limit", Double.infinity)
        let notFinite = await failure { try await call.connection(String.self).response() }
        call = ServiceCall(service.configuration, method: .get, path: "/items")
        call.parameter("filter", 7, .queryMap)
        let noMembers = await failure { try await call.connection(String.self).response() }
        call = ServiceCall(service.configuration, method: .get, path: "/items")
        call.header("X-Tree", ["a": ["b": 1]])
        let tree = await failure { try await call.connection(DownloadedFile.self).response() }

        #expect(notFinite?.description.contains("limit: a number or a date that is not finite") == true)
        #expect(noMembers?.description.contains("filter: a value without a key") == true)
        #expect(tree?.description.contains("X-Tree: ") == true)
        #expect(Set([notFinite, noMembers, tree].map { $0?.type }) == [.invalidRequest])
        #expect(server.requests.isEmpty)
    }

    @Test func aBaseIsNeededAndAnAbsolutePathNeedsNone() async throws {
        let baseless = EverythingClient(baseURL: "")
        let relative = EverythingClient(baseURL: "api.example.com")
        var call = ServiceCall(baseless.configuration, method: .get, path: server.url + "/there")
        call.query("a", 1)

        #expect(await failure { try await baseless.get() }?.underlying as? InvalidRequest == .missingBase("/get"))
        #expect(
            await failure { try await relative.get() }?.underlying as? InvalidRequest
                == .baseURL("api.example.com"))
        #expect(try await call.connection(String.self).response() == "GET /there?a=1")
    }

    @Test func unescapedValueCannotEndThePath() async {
        for value in ["1#z", "1?z", "?z"] {
            var call = ServiceCall(service.configuration, method: .get, path: "/users/{+x}/repos")
            call.path("x", value)
            call.query("y", 7)

            let error = await failure { try await call.connection(String.self).response() }

            #expect(error?.type == .invalidURL)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func bodyContentTypeOverridesTheClients() async throws {
        var service = service
        service.configuration.headers["content-type"] = "application/vnd.api+json"

        _ = try await service.body(user: User(login: "ada"), dryRun: nil)
        _ = try await service.textBody(text: "a")
        _ = try await service.form(first: "a", tags: [], note: nil, dryRun: false)
        _ = try await service.parts(title: "a", photo: HTTPData(Data()), note: nil)

        let types = server.requests.map { $0.headers["Content-Type"]?.prefix(33) }
        #expect(
            types == [
                "application/vnd.api+json", "text/plain; charset=utf-8", "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=---",
            ])
    }

    @Test func aHeaderFieldWithoutAValueIsNotSent() async throws {
        var service = service
        service.configuration.headers = ["X-None": "client", "X-Ids": "client"]

        _ = try await service.headers(name: "a", version: 1, missing: nil, tag: nil, ids: [], rest: [:])

        #expect(server.requests[0].headers["X-None"] == nil)
        #expect(server.requests[0].headers["X-Ids"] == "client")
    }

    @Test func variablesUseTheFieldOptions() async throws {
        var configuration = service.configuration
        configuration.fieldOptions.booleans = .digits
        var call = ServiceCall(configuration, method: .get, path: "/flags/{x}?")
        call.path("x", true)
        call.query("y", false)

        #expect(try await call.connection(String.self).response() == "GET /flags/1?y=0")
    }

    @Test func completeURLIsUsedUnchanged() async throws {
        var call = ServiceCall(service.configuration, method: .get, url: server.url + "/x?f=%7Ba%7D&page=2")
        call.query("size", 10)

        #expect(try await call.connection(String.self).response() == "GET /x?f=%7Ba%7D&page=2&size=10")
    }

    @Test func missingVariableIsAnError() async {
        let call = ServiceCall(service.configuration, method: .get, path: "/x?f={a}")

        let error = await failure { try await call.connection(String.self).response() }

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? URITemplateError == .missingVariable("a", template: "/x?f={a}"))
    }

    @Test func aBaseMayHaveAPathAndAQuery() async throws {
        let service = EverythingClient(baseURL: server.url + "/v1/?key=k")

        #expect(try await service.renamed(id: 7) == "GET /v1/users/7?key=k")
    }
}

extension LoopbackRequest {
    var text: String { String(decoding: body, as: UTF8.self) }
}
