import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The output of each serializer that a rule file can name.
@Suite struct SerializerTests {
    @Test(arguments: [
        ("AFJSONRequestSerializer", "application/json", #"{"a":"b c"}"#),
        ("AFHTTPRequestSerializer", "application/x-www-form-urlencoded", "a=b+c"),
    ])
    func parametersAreWrittenByMethod(_ name: String, _ type: String, _ body: String) async throws {
        let requests = try await requests(name)

        for request in requests.prefix(3) {
            #expect(request.url.query() == "a=b%20c")
            #expect(request.body == nil && request.headers[.contentType] == nil)
        }
        for request in requests.dropFirst(3) {
            #expect(request.url.query() == nil)
            #expect(request.headers[.contentType] == type)
            #expect(request.text == body)
        }
    }

    @Test func bodyIsAPropertyList() async throws {
        let request = try #require(await requests("AFPropertyListRequestSerializer").last)

        #expect(request.headers[.contentType] == "application/x-plist")
        let list = try PropertyListSerialization.propertyList(from: Data((request.text ?? "").utf8), format: nil)
        #expect(list as? [String: String] == ["a": "b c"])
    }

    @Test func theQueryIsWrittenByTheFieldOptions() async throws {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 204)) }
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a"}}"#)
        api.fieldOptions = FieldOptions(arrays: .brackets, booleans: .digits)

        await api.finished("A") { $0.parameters = ["tags": ["x", "y"], "on": true, "id": Data([0xFB, 0xFF])] }

        #expect(connector.requests.map { $0.url.query() } == ["tags%5B%5D=x&tags%5B%5D=y&on=1&id=%2B%2F8%3D"])
    }

    /// The requests of GET, HEAD, and DELETE, and then those of PUT, PATCH, and POST.
    private func requests(_ serializer: String) async throws -> [Request] {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 204)) }
        let api = try DefinitionAPI.over(connector)
        for method: HTTPMethod in [.get, .head, .delete, .put, .patch, .post] {
            var definition = Definition(name: "A", path: "a")
            (definition.method, definition.requestSerializer) = (method, serializer)
            try api.store.add(definition)
            await api.finished("A") { $0.parameters = ["a": "b c"] }
        }
        return connector.requests
    }
}

extension Request {
    /// The body in memory, as text.
    fileprivate var text: String? {
        guard case .data(let data)? = body?.source else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
