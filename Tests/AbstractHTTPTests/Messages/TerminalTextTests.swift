import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Nothing that a server or a file contains controls the terminal that shows a description.
@Suite struct TerminalTextTests {
    private static let text = terminalControls

    static let values: [(String, any Sendable)] = [
        ("UnreadableText", UnreadableText(charset: text)),
        ("HTTPContent, a string", HTTPContent.string(text)),
        ("HTTPContent, a key", ["a": [text: 1]] as HTTPContent),
        ("HTTPContent.Members", HTTPContent.Members([(text, .null)])),
        ("HTTPContentError", HTTPContentError(path: text, reason: .unsupported(text))),
        ("HTTPMethod", HTTPMethod(rawValue: text)),
        ("HTTPHeaderName", HTTPHeaderName(rawValue: text)),
        ("HTTPHeaders", HTTPHeaders([.init(name: HTTPHeaderName(rawValue: text), value: text)])),
        ("MediaType", MediaType(text)),
        ("InvalidRequest.malformedURL", InvalidRequest.malformedURL(text)),
        ("InvalidRequest.method", InvalidRequest.method(text)),
        ("InvalidRequest.headerName", InvalidRequest.headerName(text)),
        ("InvalidRequest.contentLength", InvalidRequest.contentLength(text)),
        ("InvalidRequest.nearMiss", InvalidRequest.nearMiss(text, use: text)),
        ("InvalidContentLength", InvalidContentLength(value: text)),
        ("URITemplateError", URITemplateError.missingVariable(text, template: text)),
        ("RedirectError", RedirectError.invalidLocation("ftp://a.example/\(text)")),
        ("NotRetriedReason", NotRetriedReason.notIdempotent(HTTPMethod(rawValue: text))),
        ("TokenRefreshError", TokenRefreshError.failed(Broken(reason: text))),
        ("TransportError", TransportError(.malformedResponse, text)),
        ("DownloadError.wrongPart", DownloadError.wrongPart(text)),
        ("DownloadError.inUse", DownloadError.inUse(path: text)),
        ("ProblemDetails", ProblemDetails(["title": .string(text), "detail": .string(text), text: .string(text)])),
        ("ConnectionError", error),
        ("AttemptRecord", AttemptRecord(number: 1, request: request, type: .parse, underlying: Broken(reason: text))),
    ]

    private static let request = Request(url: URL(filePath: "/"), method: HTTPMethod(rawValue: text))

    private static let error = ConnectionError(
        type: .parse, request: request, response: Response(statusCode: 200, headers: ["Content-Type": text]),
        failureModel: text, underlying: Broken(reason: text))

    @Test(arguments: values.map(\.0)) func descriptionIsEscaped(name: String) throws {
        let value = try #require(Self.values.first { $0.0 == name }).1

        #expect("\(value)".controlsOfTerminal == [])
    }

    /// A mirror is what `dump` and debuggers read.
    @Test func mirrorIsEscaped() {
        var dumped = ""
        dump(HTTPHeaders([.init(name: HTTPHeaderName(rawValue: Self.text), value: Self.text)]), to: &dumped)
        dump(Self.error.underlying.map { [$0.textWithoutSecrets] } as Any, to: &dumped)

        #expect(dumped.controlsOfTerminal == [])
    }

    @Test func decodingErrorShowsTheValueEscaped() throws {
        let content = HTTPContent.string(Self.text)
        let error = #expect(throws: DecodingError.self) { try content.decoded(as: Int.self) }

        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription.controlsOfTerminal == [])
    }

    @Test func otherTextStaysAsItIs() {
        #expect("日本語 é \"\\ 😀".inOneLine == "日本語 é \"\\ 😀")
        #expect("a\u{1B}\u{202E}\n".inOneLine == #"a\u{1B}\u{202E}\n"#)
    }
}
