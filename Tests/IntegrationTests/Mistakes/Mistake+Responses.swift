import AbstractHTTP
import AbstractHTTPPagination
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation

/// Responses that are not what the model expects.
extension Mistake {
    static let responses = [
        Mistake(
            "a date in seconds", says: "1700000000 is not a date in ISO 8601", at: "User at \"since\"",
            advises: "set contentDecoder to JSONContentDecoder(dates: .secondsSince1970)"
        ) {
            await decoding(User.self, #"{"fullName":"Ada","since":1700000000}"#)
        },
        Mistake(
            "snake case in the body", says: "the key \"fullName\" is missing", at: "cannot decode User",
            advises: "set contentDecoder to JSONContentDecoder(keys: .fromSnakeCase)"
        ) {
            await decoding(User.self, #"{"full_name":"Ada"}"#)
        },
        Mistake(
            "null for a property that is not optional", says: "the value is null", at: "User at \"fullName\"",
            advises: "make the property optional"
        ) {
            await decoding(User.self, #"{"fullName":null}"#)
        },
        Mistake(
            "a single model for a list", says: "found an array", at: "cannot decode User", advises: "decode [User]"
        ) {
            await decoding(User.self, #"[{"fullName":"Ada"}]"#)
        },
        Mistake(
            "a list for an object", says: "found a dictionary", at: "cannot decode Array<User>",
            advises: "decode a struct that has the array as a property"
        ) {
            await decoding([User].self, #"{"users":[]}"#)
        },
        Mistake(
            "an HTML page in place of JSON", says: "the server sent the HTML page \"Log in\"", at: "cannot decode User",
            advises: "check the credentials, the URL, and any proxy"
        ) {
            await decoding(User.self, "<!doctype html><title>Log in</title>", mediaType: "text/html")
        },
        Mistake(
            "no content for a model", says: "came without content", at: "GET https://a.example/users",
            advises: "make the ResponseModel optional"
        ) {
            await decoding(User.self, "", statusCode: 204)
        },
        Mistake(
            "a problem document", says: "the server says \"Not enough credit: It costs 50.\"",
            at: "invalidResponse (403", advises: "credit"
        ) {
            let problem = #"{"title":"Not enough credit","detail":"It costs 50."}"#
            return await decoding(User.self, problem, statusCode: 403, mediaType: "application/problem+json")
        },
        Mistake(
            "a stream that is read twice", says: "the body of the response was already read to its end",
            at: "already read",
            advises: "keep what was read, or send the request again"
        ) {
            await failing {
                let config = ConnectionConfig(connector: ScriptedConnector.always("a"))
                let stream = try await HTTP("https://a.example/log").asStream(config: config).response()
                for _ in 0..<2 { for try await _ in stream.body {} }
            }
        },
        Mistake(
            "JSON in place of a stream of events", says: "the response is not an event stream", at: "application/json",
            advises: "send the header field Accept: text/event-stream"
        ) {
            await failing {
                _ = try await Connection(Chat(), config: config(#"{"text":"a"}"#, 200, "application/json")).response()
            }
        },
        Mistake(
            "an error in a stream of events", says: "the server says \"Overloaded\"", at: "element 1 of the stream",
            advises: "the server reports an error"
        ) {
            await failing {
                let events = "data: {\"error\":{\"message\":\"Overloaded\"}}\n\n"
                let config = config(events, 200, "text/event-stream")
                for try await _ in try await Connection(Chat(), config: config).response() {}
            }
        },
        Mistake(
            "a list whose next page is the same", says: "was already read, so the list would never end", at: "/users",
            advises: "make the rule for the next page give a new page"
        ) {
            await failing {
                let config = config(#"{"next":"/users"}"#, 200, "application/json")
                let client = APIClient(config: config)
                for try await _ in client.pages(of: Users(), next: .url(\.next)) {}
            }
        },
    ]

    private struct User: Decodable, Sendable {
        var fullName: String
        var since: Date?
    }

    private struct Delta: Decodable, Sendable {
        var text: String?
    }

    private struct Page: Decodable, Sendable {
        var next: String?
    }

    private struct Chat: ConnectionSpec {
        typealias ResponseModel = EventStream<Delta>
        var request: HTTP { HTTP("https://a.example/chat") }
    }

    private struct Users: ConnectionSpec {
        typealias ResponseModel = Page
        var request: HTTP { HTTP("https://a.example/users") }
    }

    private static func decoding<Model: Decodable & Sendable>(
        _ type: Model.Type, _ body: String, statusCode: Int = 200, mediaType: String = "application/json"
    ) async -> String {
        await failing {
            let config = config(body, statusCode, mediaType)
            _ = try await HTTP("https://a.example/users").asDecodable(Model.self, config: config).response()
        }
    }

    private static func config(_ body: String, _ statusCode: Int, _ mediaType: String) -> ConnectionConfig {
        ConnectionConfig(connector: ScriptedConnector.always(body, statusCode: statusCode, mediaType: mediaType))
    }
}
