import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation

extension PublicType {
    private typealias Nothing = AbstractHTTPEndpoints.None

    private static let path = "https://ada:\(canary)@a.example/a?token=\(canary)"

    private static func headers<Value: ConfigurableEndpoint>(_ endpoint: Value) -> Value {
        endpoint.header(name: "Authorization", value: canary)
    }

    private static func service() -> ServiceConfiguration {
        var configuration = ServiceConfiguration(baseURL: "https://ada:\(canary)@a.example")
        configuration.headers = ["Authorization": canary]
        return configuration
    }

    private struct Field: ResponseContentConvertible {
        let reader: ContentReader

        init?(content: ResponseContent?) { nil }

        init(reading reader: ContentReader) { self.reader = reader }
    }

    /// The reader of a secret member.
    private static func reader() throws -> ContentReader {
        try ContentReader(.dictionary(members)).required("password", as: Field.self).reader
    }

    static let styles: [PublicType] = [
        PublicType("AbstractHTTPEndpoints.BaseURL") { [BaseURL("https://ada:\(canary)@a.example?token=\(canary)")] },
        PublicType("AbstractHTTPEndpoints.DELETE") {
            [headers(AbstractHTTPEndpoints.DELETE<Nothing, String>(path))]
        },
        PublicType("AbstractHTTPEndpoints.GET") { [headers(AbstractHTTPEndpoints.GET<Nothing, String>(path))] },
        PublicType("AbstractHTTPEndpoints.HEAD") { [headers(AbstractHTTPEndpoints.HEAD<Nothing, Response>(path))] },
        PublicType("AbstractHTTPEndpoints.OPTIONS") {
            [headers(AbstractHTTPEndpoints.OPTIONS<Nothing, String>(path))]
        },
        PublicType("AbstractHTTPEndpoints.PATCH") { [headers(AbstractHTTPEndpoints.PATCH<Nothing, String>(path))] },
        PublicType("AbstractHTTPEndpoints.POST") { [headers(AbstractHTTPEndpoints.POST<Nothing, String>(path))] },
        PublicType("AbstractHTTPEndpoints.PUT") { [headers(AbstractHTTPEndpoints.PUT<Nothing, String>(path))] },
        PublicType("AbstractHTTPEndpoints.EndpointDefinition") {
            [headers(AbstractHTTPEndpoints.GET<Nothing, String>(path)).definition]
        },
        PublicType("AbstractHTTPEndpoints.PagedEndpoint") {
            [headers(AbstractHTTPEndpoints.GET<Nothing, [String]>(path)).pages(next: .link)]
        },
        PublicType("AbstractHTTPEndpoints.QueuedEndpoint") {
            [headers(AbstractHTTPEndpoints.GET<Nothing, String>(path)).queue(.main)]
        },
        PublicType("AbstractHTTPEndpoints.DataResponse") {
            [DataResponse(HTTPContent.dictionary(members), response: response)]
        },
        PublicType("AbstractHTTPEndpoints.UnacceptableContentType") {
            [UnacceptableContentType(MediaType("text/plain; token=\(canary)"), accepted: ["application/json"])]
        },
        PublicType("AbstractHTTPIDL.BaseClient") { [BaseClient(config: config())] },
        PublicType("AbstractHTTPIDL.BaseConfiguration") {
            var configuration = BaseConfiguration()
            configuration.baseURLString = "https://ada:\(canary)@a.example"
            configuration.headers = ["Authorization": canary]
            return [configuration]
        },
        PublicType("AbstractHTTPIDL.ClientCredentials") {
            [ClientCredentials(["token": .bearer(.secret(canary))], needs: [["token"]])]
        },
        PublicType("AbstractHTTPIDL.ClientCredentials.Entry") {
            [
                ClientCredentials.Entry.header("X-Key", .secret(canary)), .cookie("sid", .secret(canary)),
                .query("key", .login(user: "ada", password: canary)),
            ] as [ClientCredentials.Entry]
        },
        PublicType("AbstractHTTPIDL.Credential") {
            [Credential.secret(canary), .login(user: "ada", password: canary), .external] as [Credential]
        },
        PublicType("AbstractHTTPIDL.ContentReader") { [ContentReader(.dictionary(members)), try reader()] },
        PublicType("AbstractHTTPIDL.ContentReadingError") { [try reader().mismatch(Int.self)] },
        PublicType("AbstractHTTPIDL.ContentReadingError.Reason") {
            [try reader().mismatch(Int.self).reason]
        },
        PublicType("AbstractHTTPIDL.ContentWriter") {
            var writer = ContentWriter()
            writer.write(canary, "password")
            return [writer]
        },
        PublicType("AbstractHTTPIDL.HTTPRequestRewriterResult") {
            [.request(request: request), .response(response: response), .error(error: systemError)]
                as [HTTPRequestRewriterResult]
        },
        PublicType("AbstractHTTPIDL.HTTPResponseRewriterResult") {
            [.response(response: response), .error(error: systemError)] as [HTTPResponseRewriterResult]
        },
        PublicType("AbstractHTTPIDL.Indirect") { [Indirect(HTTPContent.dictionary(members))] },
        PublicType("AbstractHTTPIDL.PathWriter") {
            var path = PathWriter("/keys/{token}")
            try path.write(canary, "token")
            return [path]
        },
        PublicType("AbstractHTTPServices.MockedCall") { [MockedCall("Mock.onA", method: .get, path: path)] },
        PublicType("AbstractHTTPServices.ServiceCall") {
            [ServiceCall(service(), method: .get, path: path), ServiceCall(service(), method: .get, url: path)]
        },
        PublicType("AbstractHTTPServices.ServiceConfiguration") { [service()] },
    ]

    static let fakes: [PublicType] = [
        PublicType("AbstractHTTPTesting.LoopbackRequest") {
            let server = try LoopbackServer { _ in .text("ok") }
            let url = "\(server.url)/a?token=\(canary)"
            let config = ConnectionConfig(connector: DefaultHTTPConnector.shared)
            _ = try await HTTP(url).method(.post).headers(fields).body(bytes).asString(config: config).response()
            return server.requests
        },
        PublicType("AbstractHTTPTesting.LoopbackResponse") {
            [LoopbackResponse(headers: fields, data: bytes), LoopbackResponse.raw("Set-Cookie: sid=\(canary)")]
        },
        PublicType("AbstractHTTPTesting.LoopbackResponse.Body") {
            [LoopbackResponse.Body.data(bytes), LoopbackResponse.Body.raw(bytes)]
        },
        PublicType("AbstractHTTPTesting.LoopbackServer") {
            let server = try LoopbackServer { _ in .text("ok") }
            server.enqueue(LoopbackResponse(headers: fields, data: bytes))
            return [server]
        },
        PublicType("AbstractHTTPTesting.ScriptedConnector") {
            let connector = ScriptedConnector(.response(response))
            _ = try? await HTTP(address).headers(fields).asString(config: config(connector)).response()
            return [connector]
        },
        PublicType("AbstractHTTPTesting.ScriptedConnector.Reply") {
            [.response(response), .stream(stream), .failure(systemError)] as [ScriptedConnector.Reply]
        },
    ]
}
