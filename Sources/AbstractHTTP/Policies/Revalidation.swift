import Foundation

/// Asks whether the last response is still good, by its `ETag` and `If-None-Match` (RFC 9110, section 13.1.2): when it
/// is, the server sends 304 and no body, and the last response stands in for it.
///
/// For one connection whose request is the same each time, as one that polls; add it with
/// ``Connection/addMiddleware(_:)``. The body of a response with an ETag is collected.
public final class Revalidation: HTTPMiddleware {
    private struct Known: Sendable {
        let url: URL
        let tag: String
        let response: Response
        /// The number of the response.
        var version = 0
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

    /// Makes one that knows nothing yet, and keeps no body of more than `limit` bytes: such a one ends the attempt.
    public init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// Whether the last response was that before it.
    public var isUnchanged: Bool { state.withLock(\.isUnchanged) }

    /// Which response the last one was: the same number for the same response again.
    var version: Int { state.withLock(\.version) }

    /// Adds the field, and puts the last response in the place of 304.
    public func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        guard request.method == .get, request.headers["If-None-Match"] == nil else {
            return try await next.execute(request)
        }
        let known = state.withLock { $0.known?.url == request.url ? $0.known : nil }
        var conditional = request
        if let known { conditional.headers["If-None-Match"] = known.tag }
        let stream = try await next.execute(conditional)
        if stream.statusCode == 304, let known { return reuse(known, stream) }
        guard stream.statusCode == 200, let tag = stream.headers["ETag"] else {
            state.withLock { state in
                state.isUnchanged = false
                _ = state.number()
            }
            return stream
        }
        let response = try await stream.collected(limit: limit, for: request)
        note(Known(url: request.url, tag: tag, response: response))
        return ResponseStream(response)
    }

    private func reuse(_ known: Known, _ answer: ResponseStream) -> ResponseStream {
        let response = known.response.refreshed(by: answer.headers)
        let tag = answer.headers["ETag"] ?? known.tag
        note(Known(url: known.url, tag: tag, response: response, version: known.version), isUnchanged: true)
        return ResponseStream(response)
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

extension Response {
    /// This response with the newer fields of a 304, but for those that describe the body (RFC 9111, section 3.2).
    package func refreshed(by headers: HTTPHeaders) -> Self {
        var response = self
        let newer = headers.filter { !HTTPHeaderName.describingBody.contains($0.name) }
        for field in newer { response.headers.remove(field.name) }
        for field in newer { response.headers.add(field.name, field.value) }
        return response
    }
}

extension HTTPHeaderName {
    fileprivate static let describingBody: Set<Self> = [
        .contentLength, .contentType, "Content-Encoding", "Content-Range", "Transfer-Encoding",
    ]
}
