import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What the description of an error says about the body of a failed response.
@Suite struct ServerTextTests {
    @Test(arguments: [
        Body(#"{"title":"Out of credit","detail":"It costs 50."}"#, "application/problem+json")
            .says("Out of credit: It costs 50."),
        Body(#"{"title":"Out of credit"}"#, "application/problem+json").says("Out of credit"),
        Body(#"{"error":{"message":"No such user"}}"#).says("No such user"),
        Body(#"{"error":"No such user","status":404}"#).says("No such user"),
        Body(#"{"error":"invalid_grant","error_description":"The code expired"}"#).says("The code expired"),
        Body(#"{"errors":[{"detail":"No such user"},{"detail":"x"}]}"#).says("No such user"),
        Body(#"{"error":{"code":"overloaded","iban":"DE89"}}"#).says("overloaded"),
        Body(#"{"message":"Not Found","documentation_url":"x"}"#).says("Not Found"),
        Body(#"{"detail":"Not authenticated"}"#).says("Not authenticated"),
        Body("<html><head><TITLE lang=en>502\n Bad Gateway</TITLE>", "text/html").says(
            page(#" "502 Bad Gateway""#)),
        Body("\n<!DOCTYPE html><title>Log in</title>").says(page(#" "Log in""#)),
        Body("<html>", "text/html").says(page("")),
    ])
    func failureSaysWhatTheServerSays(_ body: Body) async {
        let error = await failure { try await body.connection(404).response() }

        #expect(
            error?.description.hasSuffix(": invalidResponse (404, \(body.text.utf8.count) bytes): \(body.said)") == true
        )
    }

    @Test(arguments: [
        Body(""), Body("{}"), Body("[]"), Body("{"), Body("no"), Body(#"{"error":null}"#), Body(#"{"name":"Ada"}"#),
        Body(#"{"error":false,"errors":[]}"#), Body(#"{"error":{"iban":"DE89"}}"#),
        Body("[1]", "application/problem+json"),
    ])
    func failureWithoutATextEndsWithTheStatus(_ body: Body) async {
        let error = await failure { try await body.connection(404).response() }

        #expect(error?.description.hasSuffix(": invalidResponse (404, \(body.text.utf8.count) bytes)") == true)
    }

    private static func page(_ title: String) -> String {
        "the server sent the HTML page\(title); check the credentials, the URL, and any proxy"
    }

    @Test func decodingErrorQuotesOnlyReportedErrors() async {
        let page = await failure { try await Body("<html><title>Log in</title>", "text/html").number.response() }
        let reported = await failure { try await Body(#"{"error":"busy"}"#).number.response() }
        let other = await failure { try await Body(#"{"message":"from Ada"}"#).number.response() }

        #expect(page?.description.hasSuffix("; " + Self.page(#" "Log in""#)) == true)
        #expect(reported?.description.hasSuffix(#"; the server says "busy""#) == true)
        #expect(other?.description.contains("Ada") == false)
    }

    @Test func longTextIsShortened() async {
        let body = Body(#"{"error":"\#(String(repeating: "é", count: 500))"}"#)

        let text = await failure { try await body.connection(500).response() }?.description ?? ""

        #expect(text.count { $0 == "é" } == 199 && text.hasSuffix("é…\""))
    }

    /// Each of them would take minutes, or overflow the stack, if its cost were not linear.
    @Test(.longComputation, arguments: ["a=", "<token \\", "a://?b=", "a=\"", "\u{301}"])
    func hostileTextIsDescribedInLinearTime(_ part: String) async throws {
        let text = String(repeating: part, count: (250 << 10) / part.utf8.count)
        let body = Body(text, "text/event-stream")

        let description = await failure { try await body.connection(400).response() }?.description ?? ""
        let redacted = Redaction().text(text)

        #expect(description.utf8.count < 2_000)
        #expect(redacted.utf8.count <= 2 * text.utf8.count)
    }

    @Test func secretsAndControlCharactersAreNotShown() async {
        let body = Body(#"{"error":"token=abc123 at https://u:hunter2@a.example/\u001b[2J\u202e"}"#)

        let text = await failure { try await body.connection(500).response() }?.description ?? ""

        #expect(!text.contains("abc123") && !text.contains("hunter2") && text.contains(#"\u{1B}"#))
    }

    @Test func logOmitsTheQuotation() async {
        let log = LockedValue<[String]>([])
        var connection = Body(#"{"error":"No such user"}"#).connection(404)
        var config = connection.config
        config.log = { line in log.withLock { $0.append(line) } }
        connection = HTTP("https://a.example").asString(config: config)

        let error = await failure { try await connection.response() }

        #expect(error?.description.contains("No such user") == true)
        #expect(log.withLock { $0.contains { $0.contains("failure") } && !$0.contains { $0.contains("No such") } })
    }

    @Test func failureModelReplacesTheQuotation() async {
        struct Refused: Decodable, Sendable {
            var error: String
        }
        let body = Body(#"{"error":"busy"}"#)

        let error = await failure {
            try await HTTP("https://a.example")
                .asDecodable(String.self, failure: Refused.self, config: body.connection(404).config).response()
        }

        #expect(error?.description.hasSuffix(#"Refused(error: "busy")"#) == true)
    }

    /// A response, and the end of the description.
    struct Body: Sendable, CustomTestStringConvertible {
        let text: String
        let mediaType: String
        var said = ""

        init(_ text: String, _ mediaType: String = "application/json") {
            (self.text, self.mediaType) = (text, mediaType)
        }

        /// The server says a text, or sends a page.
        func says(_ text: String) -> Self {
            var body = self
            body.said = text.hasPrefix("the server sent") ? text : "the server says \"\(text)\""
            return body
        }

        var testDescription: String { "\(mediaType): \(text)" }

        func connection(_ statusCode: Int) -> Connection<String> {
            HTTP("https://a.example").asString(config: config(statusCode))
        }

        /// A connection whose model is a number.
        var number: Connection<Int> { HTTP("https://a.example").asDecodable(Int.self, config: config(200)) }

        private func config(_ statusCode: Int) -> ConnectionConfig {
            let connector = ScriptedConnector.always(text, statusCode: statusCode, mediaType: mediaType)
            return ConnectionConfig(connector: connector)
        }
    }
}
