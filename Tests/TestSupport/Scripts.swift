import AbstractHTTP
import AbstractHTTPTesting
import Foundation

extension ScriptedConnector {
    /// Answers everything with `text` as JSON.
    package static func always(
        _ text: String = "{}", statusCode: Int = 200, mediaType: String = "application/json"
    ) -> ScriptedConnector {
        ScriptedConnector { _, _ in
            .response(Response(statusCode: statusCode, headers: ["Content-Type": mediaType], data: Data(text.utf8)))
        }
    }

    /// The requests as `METHOD URL`.
    package var lines: [String] { requests.map { "\($0.method) \($0.url.absoluteString)" } }

    /// The bodies as texts; nil where there is none.
    package func bodies() async throws -> [String?] {
        var texts: [String?] = []
        for request in requests {
            guard let body = request.body else {
                texts.append(nil)
                continue
            }
            texts.append(String(decoding: try await body.reduce(into: Data()) { $0 += $1 }, as: UTF8.self))
        }
        return texts
    }
}

/// Runs `body` and returns the error that it throws.
package func failure<Output>(of body: () async throws -> Output) async -> ConnectionError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? ConnectionError
    }
}

/// Returns the error with which the connection fails.
package func failure<Model: Sendable>(of connection: Connection<Model>) async -> ConnectionError? {
    await failure { try await connection.response() }
}
