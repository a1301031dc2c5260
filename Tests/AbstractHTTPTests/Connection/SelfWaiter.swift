import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// Awaits its own connection in one hook.
final class SelfWaiter: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener,
    ConnectionProgressListener, ConnectionObserver, RequestAdapter, HTTPMiddleware
{
    typealias Wait = @Sendable (Connection<[Int]>) async -> ConnectionError?
    typealias Answer = @Sendable (Request) async throws -> Response

    enum Hook: CaseIterable, Sendable {
        case willEncode, didEncode, onStart, adapt, willSend, middleware, networkMiddleware, didSend, onRedirect
        case redirectDecision, onReceived, bodyReader, willDecode, didDecode, onReceivedModel, afterSuccess, onEnd
        case onProgress, onWaitForUser, afterWaitForUser, recovery, onNetworkError, onResponseError, onParseError
        case onValidationError, afterError, onCanceled, tokenRefresh

        /// The hooks that a task of the connection calls.
        static let calledByTheConnection = allCases.filter { $0 != .tokenRefresh }

        /// How the connection ends.
        var errorType: ConnectionErrorType? {
            switch self {
            case .recovery, .onWaitForUser, .afterWaitForUser, .onNetworkError, .afterError: .network
            case .onResponseError: .invalidResponse
            case .onParseError: .parse
            case .onValidationError: .validation
            case .onCanceled: .canceled
            case .tokenRefresh: .authorization
            default: nil
            }
        }

        fileprivate func answer(_ request: Request) throws -> Response {
            switch self {
            case .onRedirect, .redirectDecision:
                guard request.url.path() == "/a" else { break }
                return Response(statusCode: 302, headers: ["Location": "/b"])
            case .onResponseError: return Response(statusCode: 500)
            case .onParseError: return .text("no JSON")
            default: if errorType == .network { throw URLError(.cannotConnectToHost) }
            }
            return .json("[1]")
        }
    }

    private struct State: Sendable {
        weak var connection: Connection<[Int]>?
        var errors: [ConnectionError?] = []
        var hasWaited = false
    }

    private let hook: Hook
    private let wait: Wait
    private let answer: Answer
    private let state = LockedValue(State())

    init(_ hook: Hook, answer: Answer? = nil, _ wait: @escaping Wait) {
        (self.hook, self.wait) = (hook, wait)
        self.answer = answer ?? { try hook.answer($0) }
    }

    /// What each wait returned.
    var errors: [ConnectionError?] { state.withLock(\.errors) }

    var waitsForUser: Bool { hook == .onWaitForUser || hook == .afterWaitForUser }

    func connect(_ configure: (inout ConnectionConfig) -> Void = { _ in }) -> Connection<[Int]> {
        var config = ConnectionConfig(baseURL: "https://api.example.com", connector: MockConnector(answer))
        configure(&config)
        if hook == .middleware { config.middleware = [self] }
        if hook == .networkMiddleware { config.networkMiddleware = [self] }
        if hook == .redirectDecision {
            config.redirects = .deciding { redirect in
                await self.reach(.redirectDecision)
                return redirect.next
            }
        }
        if hook == .tokenRefresh {
            config.policies = [
                TokenRefresh(current: .expired) {
                    await self.reach(.tokenRefresh)
                    throw CancellationError()
                }
            ]
        }
        let connection = makeConnection(config)
        let usesConfigOnly: [Hook] = [.middleware, .networkMiddleware, .redirectDecision, .tokenRefresh, .bodyReader]
        if [.adapt, .recovery, .onWaitForUser, .afterWaitForUser].contains(hook) { connection.addPolicy(self) }
        if ![.adapt, .recovery].contains(hook), !usesConfigOnly.contains(hook) { connection.addListener(self) }
        state.withLock { $0.connection = connection }
        return connection
    }

    private func makeConnection(_ config: ConnectionConfig) -> Connection<[Int]> {
        guard hook == .bodyReader else { return HTTP("/a").asDecodable([Int].self, config: config) }
        return Connection(
            ReaderSpec {
                await self.reach(.bodyReader)
                return []
            }, config: config)
    }

    /// Awaits the connection once, if this is the hook.
    private func reach(_ hook: Hook) async {
        guard hook == self.hook else { return }
        let connection = state.withLock { state -> Connection<[Int]>? in
            defer { state.hasWaited = true }
            return state.hasWaited ? nil : state.connection
        }
        guard let connection else { return }
        let error = await wait(connection)
        state.withLock { $0.errors.append(error) }
    }

    func onStart(connection: any ConnectionTask, request: Request) async {
        if hook == .onCanceled { connection.cancel() }
        await reach(.onStart)
    }

    func onWaitForUser(connection: any ConnectionTask) async { await reach(.onWaitForUser) }

    func afterWaitForUser(connection: any ConnectionTask) async { await reach(.afterWaitForUser) }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) async { await reach(.onEnd) }

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) async { await reach(.onRedirect) }

    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool {
        await reach(.onReceived)
        return true
    }

    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool {
        await reach(.onReceivedModel)
        return hook != .onValidationError
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async { await reach(.afterSuccess) }

    func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async { await reach(.onNetworkError) }

    func onResponseError(connection: any ConnectionTask, response: Response) async { await reach(.onResponseError) }

    func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async {
        await reach(.onParseError)
    }

    func onValidationError(
        connection: any ConnectionTask, response: Response, responseModel: any Sendable
    ) async { await reach(.onValidationError) }

    func onCanceled(connection: any ConnectionTask) async { await reach(.onCanceled) }

    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async { await reach(.afterError) }

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) async { await reach(.onProgress) }

    func willEncode(connection: any ConnectionTask) async { await reach(.willEncode) }

    func didEncode(connection: any ConnectionTask, request: Request) async { await reach(.didEncode) }

    func willSend(connection: any ConnectionTask, request: Request) async { await reach(.willSend) }

    func didSend(connection: any ConnectionTask, request: Request, response: Response?) async { await reach(.didSend) }

    func willDecode(connection: any ConnectionTask, response: Response) async { await reach(.willDecode) }

    func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async {
        await reach(.didDecode)
    }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        await reach(.adapt)
        return request
    }

    func recovery(from failure: RecoveryContext) async -> Recovery {
        await reach(.recovery)
        return .giveUp
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        await reach(.middleware)
        await reach(.networkMiddleware)
        return try await next.execute(request)
    }
}

private struct ReaderSpec: LiveResponseSpec, ConnectionSpec {
    typealias ResponseModel = [Int]
    let read: @Sendable () async throws -> [Int]

    var request: HTTP { HTTP("/a") }
    var bodyReader: (@Sendable (ResponseStream) async throws -> [Int])? { { _ in try await read() } }
}
