import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation

/// A call of an endpoint in one style.
struct Call: Sendable {
    let id: String
    let run: @Sendable (ConnectionConfig, String) async throws -> (any Sendable)?

    init(_ id: String, _ run: @escaping @Sendable (ConnectionConfig, String) async throws -> (any Sendable)?) {
        (self.id, self.run) = (id, run)
    }
}

/// What the server answers to a call, and the path before its endpoint.
struct Answer: Decodable, Sendable {
    var base = ""
    var status = 200
    var headers: [String: String] = [:]
    var body = ""
}

/// The answer to the next request.
private actor NextAnswer {
    private(set) var answer = Answer()

    func set(_ answer: Answer) { self.answer = answer }
}

/// What was sent, and what came back, as a line of JSON.
struct Report: Encodable {
    struct Sent: Encodable {
        let method: String
        let target: String
        let headers: [[String]]
        let body: Data
    }

    let id: String
    let style: String
    let connector: String
    let sent: Sent?
    let result: String
}

/// Makes each call in each style over both connectors, and prints a report of each.
@main struct Runner {
    private let answers: [String: Answer]
    /// The server that a script has started, or nil for one in this process.
    private let otherServer: String?
    private let next = NextAnswer()
    private let server: LoopbackServer

    static func main() async throws {
        let arguments = CommandLine.arguments
        let answers = try JSONDecoder().decode(
            [String: Answer].self, from: Data(contentsOf: URL(filePath: arguments[1])))
        try await Runner(answers, otherServer: arguments.dropFirst(2).first).run()
    }

    private init(_ answers: [String: Answer], otherServer: String?) throws {
        (self.answers, self.otherServer) = (answers, otherServer)
        server = try LoopbackServer { [next] _ in
            let answer = await next.answer
            return LoopbackResponse(
                statusCode: answer.status, headers: HTTPHeaders(answer.headers), data: Data(answer.body.utf8))
        }
    }

    private func run() async throws {
        let connectors: [(String, any HTTPConnector)] = [
            ("URLSession", DefaultHTTPConnector()), ("libcurl", try CurlConnector()),
        ]
        for (name, connector) in connectors {
            let config = ConnectionConfig(connector: connector)
            for (style, calls) in styles {
                for call in calls { try print(await report(call, style, name, config)) }
            }
        }
    }

    private func report(
        _ call: Call, _ style: String, _ connector: String, _ config: ConnectionConfig
    ) async throws -> String {
        let expected = answers[call.id] ?? Answer()
        await next.set(expected)
        let result: String
        do {
            result = text(of: try await call.run(config, (otherServer ?? server.url) + expected.base))
        } catch let error as ConnectionError where error.failureModel != nil {
            result = "failure \(error.failureModel.map { "\($0)" } ?? "")"
        } catch {
            result = "error \(error)"
        }
        let sent = server.takeRequests().last.map { request in
            Report.Sent(
                method: "\(request.method)", target: request.target,
                headers: request.headers.map { [$0.name.rawValue, $0.value] }, body: request.body)
        }
        let report = Report(id: call.id, style: style, connector: connector, sent: sent, result: result)
        return String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    }

    private func text(of value: (any Sendable)?) -> String {
        switch value {
        case let data as Data: String(decoding: data, as: UTF8.self)
        case let value?: "\(value)"
        case nil: "nil"
        }
    }
}
