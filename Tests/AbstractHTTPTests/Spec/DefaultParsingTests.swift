import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The default model of each type for each kind of response.
@Suite struct DefaultParsingTests {
    struct User: Decodable, Equatable, Sendable {
        var id: Int
    }

    /// A response, and each model that is parsed from it.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var method = HTTPMethod.get
        var response: Response
        /// The models as text. An exclamation mark means a parse error.
        var user: String?
        var optionalUser: String?
        var text: String?
        var optionalText: String?
        var data: String?
        var optionalData: String?
        var isVoidNil = false
        var isResponseNil = false
    }

    static let empty = Row(
        testDescription: "", response: Response(statusCode: 200), user: "!", optionalUser: nil, text: "",
        optionalText: nil, data: "", optionalData: nil, isVoidNil: true, isResponseNil: true)

    static func empty(_ name: String, _ response: Response, _ method: HTTPMethod = .get) -> Row {
        var row = empty
        row.testDescription = name
        row.response = response
        row.method = method
        return row
    }

    static let json = Data(#"{"id": 7}"#.utf8)

    static let rows: [Row] = [
        Row(
            testDescription: "200 with JSON", response: Response(statusCode: 200, data: json), user: "7",
            optionalUser: "7", text: #"{"id": 7}"#, optionalText: #"{"id": 7}"#, data: #"{"id": 7}"#,
            optionalData: #"{"id": 7}"#),
        Row(
            testDescription: "200 with null", response: Response(statusCode: 200, data: Data("null".utf8)), user: "!",
            optionalUser: nil, text: "null", optionalText: "null", data: "null", optionalData: "null"),
        Row(
            testDescription: "200 with other JSON", response: Response(statusCode: 200, data: Data("[]".utf8)),
            user: "!", optionalUser: "!", text: "[]", optionalText: "[]", data: "[]", optionalData: "[]"),
        empty("200 with zero bytes", Response(statusCode: 200)),
        empty("204", Response(statusCode: 204)),
        empty("205", Response(statusCode: 205)),
        empty("205 with bytes that must not be there", Response(statusCode: 205, data: json)),
        empty("HEAD", Response(statusCode: 200, headers: ["Content-Length": "9"]), .head),
        empty("HEAD with bytes that must not be there", Response(statusCode: 200, data: json), .head),
    ]

    @Test(arguments: rows)
    func everyModelParsesEveryResponse(row: Row) async throws {
        #expect(await model(User.self, row) { "\($0.id)" } == row.user)
        #expect(await model(User?.self, row) { $0.map { "\($0.id)" } } == row.optionalUser)
        #expect(await model(String.self, row) { $0 } == row.text)
        #expect(await model(String?.self, row) { $0 } == row.optionalText)
        #expect(await model(Data.self, row) { String(decoding: $0, as: UTF8.self) } == row.data)
        #expect(await model(Data?.self, row) { $0.map { String(decoding: $0, as: UTF8.self) } } == row.optionalData)
    }

    @Test(arguments: rows)
    func voidAndResponseTakeEverything(row: Row) async throws {
        let config = ConnectionConfig.over(MockConnector { _ in row.response })
        try await Connection(VoidSpec(httpMethod: row.method), config: config).response()
        let response = try await Connection(ResponseModelSpec(httpMethod: row.method), config: config).response()

        #expect(response.statusCode == row.response.statusCode)
        #expect(response.data == (row.method == .head ? Data() : row.response.data))
        let optionalVoid: Void? = try await Connection(OptionalVoidSpec(httpMethod: row.method), config: config)
            .response()
        #expect((optionalVoid == nil) == row.isVoidNil)
        let optional = try await Connection(OptionalResponseSpec(httpMethod: row.method), config: config).response()
        #expect((optional == nil) == row.isResponseNil)
    }

    @Test func decodableStringAndDataAreReadUnchanged() async throws {
        let config = ConnectionConfig.over(MockConnector { _ in .text("plain") })

        let text = try await HTTP("https://example.com/").asDecodable(String.self, config: config).response()
        let data = try await HTTP("https://example.com/").asDecodable(Data.self, config: config).response()

        #expect(text == "plain")
        #expect(data == Data("plain".utf8))
    }

    @Test func anEmptyResponseSaysWhatToDo() async {
        let connection = Connection(UserSpec(), config: .over(MockConnector { _ in Response(statusCode: 204) }))

        let error = await failure(of: connection)

        #expect(error?.underlying as? EmptyResponse == EmptyResponse(statusCode: 204))
        #expect(error?.type == .parse)
    }

    struct UserSpec: ConnectionSpec {
        typealias ResponseModel = User
        var request: HTTP { HTTP("https://example.com/") }
    }

    private func model<Model: Decodable & Sendable>(
        _ type: Model.Type, _ row: Row, _ text: (Model) -> String?
    ) async -> String? {
        let connection = HTTP("https://example.com/").method(row.method)
            .asDecodable(type, config: .over(MockConnector { _ in row.response }))
        do {
            return text(try await connection.response())
        } catch {
            return error.type == .parse ? "!" : "\(error)"
        }
    }
}

private struct VoidSpec: ConnectionSpec {
    typealias ResponseModel = Void
    var httpMethod: HTTPMethod
    var request: HTTP { HTTP("https://example.com/").method(httpMethod) }
}

private struct OptionalVoidSpec: ConnectionSpec {
    typealias ResponseModel = Void?
    var httpMethod: HTTPMethod
    var request: HTTP { HTTP("https://example.com/").method(httpMethod) }
}

private struct ResponseModelSpec: ConnectionSpec {
    typealias ResponseModel = Response
    var httpMethod: HTTPMethod
    var request: HTTP { HTTP("https://example.com/").method(httpMethod) }
}

private struct OptionalResponseSpec: ConnectionSpec {
    typealias ResponseModel = Response?
    var httpMethod: HTTPMethod
    var request: HTTP { HTTP("https://example.com/").method(httpMethod) }
}
