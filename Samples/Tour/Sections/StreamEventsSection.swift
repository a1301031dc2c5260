import AbstractHTTP
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation

/// A chat that arrives word by word, and a progress feed whose server dies twice.
enum StreamEventsSection: Section {
    static let name = "stream-events"
    static let summary = "A chat arrives word by word, and an event stream reconnects after two lost connections"

    struct Word: Decodable, Sendable {
        let text: String
    }

    struct Chat: ConnectionSpec {
        typealias ResponseModel = EventStream<Word>
        var request: HTTP { HTTP("/chat").method(.post) }
    }

    struct Progress: RequestSpec {
        var request: HTTP { HTTP("/progress") }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            request.path == "/chat" ? chat : progress(after: request.headers["Last-Event-ID"])
        }
        let client = APIClient(baseURL: server.url) { $0.connector = DefaultHTTPConnector.shared }

        let showWords = { (words: [String]) in
            stage.replace(with: words.joined(separator: " "), isLast: words.count == 4)
        }
        stage.declaration("struct Word")
        stage.declaration("struct Chat")
        stage.code()
        var words: [String] = []
        for try await word in try await client.send(Chat()) {
            words.append(word.text)
            showWords(words)
        }

        stage.expect("The words of the chat", words, is: ["The", "answer", "is", "42"])

        let showPercent = { (text: String) in
            let percent = Int(text) ?? 0
            stage.replace(with: "\(ProgressBar.bar(Double(percent) / 100)) \(percent)%", isLast: percent == 100)
        }
        stage.code()
        let source = client.eventSource(
            Progress(), reconnection: EventSource.Reconnection(time: .zero, backoff: .none))
        var percents: [Int] = []
        for try await event in source {
            percents.append(Int(event.data) ?? 0)
            showPercent(event.data)
        }

        stage.expect("Each event arrived once, in order", percents, is: Array(stride(from: 10, through: 100, by: 10)))
        let resumed = server.requests.map { $0.headers["Last-Event-ID"] ?? "none" }
        stage.expect(
            "The Last-Event-ID of each connection", Array(resumed.dropFirst()),
            is: ["none", "3", "6", "10"])
    }

    private nonisolated static let chat = LoopbackResponse(
        headers: ["Content-Type": "text/event-stream"],
        data: Data(
            (["The", "answer", "is", "42"].map { "data: {\"text\":\"\($0)\"}\n\n" }.joined() + "data: [DONE]\n\n").utf8)
    )

    /// Three events, and then half of one; in the end all that are left, and then the end.
    private nonisolated static func progress(after id: String?) -> LoopbackResponse {
        let first = (id.flatMap { Int($0) } ?? 0) + 1
        guard first <= 10 else { return LoopbackResponse(statusCode: 204) }
        let events = (first...10).map { "id: \($0)\ndata: \($0 * 10)\n\n" }
        let response = LoopbackResponse(
            headers: ["Content-Type": "text/event-stream"], data: Data(events.joined().utf8))
        guard first < 7 else { return response }
        return response.failing(.close, at: .responseBody, after: events.prefix(3).joined().utf8.count + 8)
    }
}
