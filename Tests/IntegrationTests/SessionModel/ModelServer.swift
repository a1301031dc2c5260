import AbstractHTTP
import Foundation

/// A server that knows whose each request is. It answers when the program says so.
final class ModelServer: HTTPConnector {
    /// A request that waits for its answer.
    struct Exchange: Sendable {
        let number: Int
        let caller: ModelCaller
        let request: Request
        let answer = Promise<Result<Response, any Error>>()

        var isOwn: Bool { request.url.host() == "a.example" }
        /// The session of the credentials. Nil if there are none.
        var owner: Int? { request.headers[.authorization]?.owner ?? request.headers[.cookie]?.owner }
    }

    /// A question for a token or a password that has no answer yet.
    struct Question: Sendable {
        let number: Int
        let session: Int
        let answer = Promise<Result<String?, any Error>>()
    }

    private struct State {
        var lastNumber = 0
        var exchanges: [Exchange] = []
        var questions: [Question] = []
        var questionCount = 0
        var problems: [String] = []
    }

    private let users: ModelUsers
    private let state = LockedValue(State())

    init(_ users: ModelUsers) { self.users = users }

    /// The requests that wait, in an order that depends on the program only.
    var exchanges: [Exchange] {
        state.withLock { $0.exchanges.sorted { ($0.caller.number, $0.number) < ($1.caller.number, $1.number) } }
    }

    var questions: [Question] { state.withLock(\.questions) }
    var problems: [String] { state.withLock(\.problems) }

    func report(_ problem: String?) {
        if let problem { state.withLock { $0.problems.append(problem) } }
    }

    func execute(_ request: Request) async throws -> ResponseStream {
        guard let caller = ModelCaller.current else {
            report("a request of nobody")
            throw TransportError(.unsupported)
        }
        let exchange = state.withLock { state in
            state.lastNumber += 1
            return Exchange(number: state.lastNumber, caller: caller, request: request)
        }
        for problem in try await problems(of: exchange) { report("\(caller) sent \(problem)") }
        state.withLock { $0.exchanges.append(exchange) }
        let response = try await withTaskCancellationHandler {
            try await exchange.answer.value().get()
        } onCancel: {
            answer(exchange, .failure(CancellationError()))
        }
        return ResponseStream(response)
    }

    func answer(_ exchange: Exchange, _ answer: Result<Response, any Error>) {
        state.withLock { state in state.exchanges.removeAll { $0.number == exchange.number } }
        exchange.answer.fulfill(answer)
    }

    // MARK: - Questions

    /// Waits for the answer of the program, even if the task is canceled.
    func ask() async throws -> String? {
        let question = state.withLock { state in
            state.questionCount += 1
            let question = Question(number: state.questionCount, session: users.session)
            state.questions.append(question)
            return question
        }
        return try await question.answer.value().get()
    }

    func answer(_ question: Question, _ answer: Result<String?, any Error>) {
        state.withLock { state in state.questions.removeAll { $0.number == question.number } }
        question.answer.fulfill(answer)
    }

    // MARK: - What must not arrive

    private func problems(of exchange: Exchange) async throws -> [String] {
        let request = exchange.request
        var rights = exchange.caller.now
        var problems: [String] = []
        if rights.hasToEnd { problems.append("a request, but its session was over") }
        // An attempt that the app is replacing can still send a request, with the rights that it had when it was built.
        if let built = request.headers["X-Rights"], let session = built.owner, let clearings = built.clearings {
            (rights.session, rights.clearings) = (session, clearings)
        }
        if let field = request.headers[.authorization] {
            if !exchange.isOwn { problems.append("\(field) to another server") }
            if field.owner != rights.session { problems.append("\(field)") }
        }
        if let field = request.headers[.cookie], field.owner != rights.session || field.clearings != rights.clearings {
            problems.append("\(field) after \(rights.clearings) removals of all cookies")
        }
        if let owner = request.headers["If-None-Match"]?.owner, users.name(of: owner) != users.name(of: rights.session)
        {
            problems.append("the entity tag of a response of \(users.name(of: owner))")
        }
        if let body = request.body {
            let text = try await body.text()
            if text != "\(rights.session)" { problems.append("the body of \(text)") }
        }
        return problems
    }
}

extension String {
    /// The parts of a credential: its session, and the numbers that make it unique.
    private var numbers: [Int] {
        var text = self
        if hasPrefix("Basic "), let data = Data(base64Encoded: String(dropFirst(6))) {
            text = String(decoding: data, as: UTF8.self)
        }
        return text.split { !$0.isNumber }.compactMap { Int($0) }
    }

    /// The session to which a credential or an entity tag belongs.
    var owner: Int? { numbers.first }

    /// The number of removals of all cookies before a cookie was set.
    var clearings: Int? { numbers.dropFirst().first }

    /// The number of a token.
    var tokenNumber: Int? { numbers.dropFirst().first }
}
