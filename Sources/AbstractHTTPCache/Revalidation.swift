import AbstractHTTP
import Foundation

/// The last response of one connection. It cannot be shared, and a request of another user does not get it.
final class Revalidation: HTTPMiddleware {
    private struct Known: Sendable {
        let url: URL
        /// The user of the request. See ``Revalidation/user(of:)``.
        let user: String
        let tag: String
        let response: Response
        /// The number of the response.
        var version = 0

        /// Returns the response with the fields of a 304. Returns nil if the 304 names another response, or if the
        /// fields become too many.
        func updated(by newer: HTTPHeaders) -> Known? {
            let newTag = newer["ETag"] ?? tag
            guard newTag.opaqueTag == tag.opaqueTag else { return nil }
            var response = response
            response.headers = response.headers.updated(by: newer)
            guard response.headers.byteCount <= HTTPHeaders.mostBytes else { return nil }
            return Known(url: url, user: user, tag: newTag, response: response, version: version)
        }
    }

    private struct State: Sendable {
        var known: Known?
        var isUnchanged = false
        /// The number of the last response.
        var version = 0
        var lastNumber = 0

        mutating func number() -> Int {
            lastNumber += 1
            version = lastNumber
            return version
        }
    }

    private let state = LockedValue(State())

    private let limit: Int
    private let identity = UserIdentity(key: IdentityKey.random)

    /// Creates a middleware without a last response.
    ///
    /// - Parameter limit: The maximum size of a body in bytes. A larger one fails the attempt.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the server answered the last request with a 304.
    var isUnchanged: Bool { state.withLock(\.isUnchanged) }

    /// The number of the last response. The same response has the same number.
    var version: Int { state.withLock(\.version) }

    /// Adds the field, and replaces a 304 with the last response.
    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        guard request.method == .get, request.headers["If-None-Match"] == nil else {
            let stream = try await next.execute(request)
            noteOther()
            return stream
        }
        let user = user(of: request)
        let known = state.withLock { state in
            state.known.flatMap { $0.url == request.url && $0.user == user ? $0 : nil }
        }
        var conditional = request
        if let known { conditional.headers.set("If-None-Match", to: known.response.headers.fields(for: "ETag")) }
        var stream = try await next.execute(conditional)
        if stream.statusCode == 304, let known {
            if let updated = known.updated(by: stream.headers) {
                note(updated, isUnchanged: true)
                return ResponseStream(updated.response)
            }
            // The stored response cannot be used, so the server must send one.
            state.withLock { $0.known = nil }
            stream = try await next.execute(request)
        }
        guard stream.statusCode == 200, let tag = stream.headers["ETag"] else {
            noteOther()
            return stream
        }
        let response = try await stream.collected(limit: limit, for: request)
        var stored = response
        stored.trailers = [:]
        note(Known(url: request.url, user: user, tag: tag, response: stored))
        return ResponseStream(response)
    }

    /// The user of a request: its sessions, and the credentials that it has before the authenticator and the jar.
    private func user(of request: Request) -> String {
        "\(request.sessions?.text ?? "") \(identity.text(of: request, nil))"
    }

    /// Records a response that cannot be revalidated.
    private func noteOther() {
        state.withLock { state in
            state.isUnchanged = false
            _ = state.number()
        }
    }

    private func note(_ known: Known, isUnchanged: Bool = false) {
        var previous: Known? = known
        state.withLock { state in
            swap(&state.known, &previous)
            state.isUnchanged = isUnchanged
            guard !isUnchanged else {
                state.version = known.version
                return
            }
            let number = state.number()
            state.known?.version = number
        }
    }
}

extension Connection {
    /// Sends the `ETag` of the last response in the `If-None-Match` of each GET (RFC 9110, section 13.1.2). If the
    /// response is still valid, the server sends a 304 without a body, and the last response takes its place.
    ///
    /// It is for a connection that sends the same request repeatedly, such as one that polls. Unlike an `HTTPCache`,
    /// it asks the server each time, and other connections do not use its response. The body of a response with an
    /// `ETag` is read into memory. A body that is larger than the `maximumResponseBytes` of the config fails the
    /// attempt. Call this method before `start()`, because it takes effect with the next generation.
    ///
    /// ```swift
    /// let connection = client.connection(for: GetNews()).revalidating()
    /// ```
    @discardableResult
    public func revalidating() -> Self {
        _ = revalidation
        return self
    }

    /// Whether the server answered the last request with a 304, so that the stored response was used. Always false
    /// unless the connection revalidates.
    public var isUnchanged: Bool { ownRevalidation?.isUnchanged ?? false }

    /// Runs the connection repeatedly, and returns the models of responses that have changed.
    ///
    /// If the last response had an `ETag`, each poll sends it as `If-None-Match`. The server answers an unchanged
    /// response with a 304 without a body. Listeners see a success, but the sequence does not return its model again.
    /// In all other respects, the sequence behaves like that of `polling(_:deadline:until:)`.
    ///
    /// - Parameters:
    ///   - interval: How long to wait before each poll after the first. The wait starts when the reader asks for the
    ///     next model.
    ///   - revalidating: If false, the sequence returns all models.
    ///   - deadline: How long the whole sequence can take.
    ///   - isLast: Returns whether a model is the last one.
    public func polling(
        _ interval: PollingInterval, revalidating: Bool, deadline: Duration? = nil,
        until isLast: @escaping @Sendable (ResponseModel) -> Bool = { _ in false }
    ) -> PollingSequence<ResponseModel> {
        guard revalidating else { return polling(interval, deadline: deadline, until: isLast) }
        let revalidation = revalidation
        return PollingSequence(self, interval, version: { revalidation.version }, deadline: deadline, until: isLast)
    }

    /// The revalidation of the connection, or a new one.
    private var revalidation: Revalidation {
        if let ownRevalidation { return ownRevalidation }
        let new = Revalidation(limit: config.maximumResponseBytes)
        addMiddleware(new)
        return new
    }

    private var ownRevalidation: Revalidation? { ownMiddleware.lazy.compactMap { $0 as? Revalidation }.first }
}
