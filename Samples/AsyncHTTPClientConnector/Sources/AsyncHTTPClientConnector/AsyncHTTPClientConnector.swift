import AbstractHTTP
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix

/// Carries requests over AsyncHTTPClient.
///
/// ```swift
/// let config = ConnectionConfig(connector: AsyncHTTPClientConnector())
/// ```
///
/// A connector that is released ends what it carries: keep it as long as bodies are read.
public final class AsyncHTTPClientConnector: HTTPConnector {
    private let client: HTTPClient

    /// Makes a connector with a client of its own. `configure` has the last word on what the pipeline does itself:
    /// redirects, and the time that things may take.
    public init(_ configure: (inout HTTPClient.Configuration) -> Void = { _ in }) {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .enabled(limit: .none)
        // A recovery tries again, and knows what may be sent twice.
        configuration.connectionPool.retryConnectionEstablishment = false
        configure(&configuration)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        client.shutdown { _ in }
    }

    /// Sends `request`. Throws `TransportError`, `CancellationError` when the task is canceled, and what the body
    /// throws.
    public func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    /// The same, and reports the progress of the upload. AsyncHTTPClient does not tell when it has a connection, so
    /// that `Deadlines.connect` does not apply.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        context.didConnect()
        try request.check()
        do {
            return try await sendToOpenConnection(request, context)
        } catch {
            throw error.ofConnector { .noResponse }
        }
    }

    private func sendToOpenConnection(_ request: Request, _ context: ExchangeContext) async throws -> ResponseStream {
        do {
            return try await send(request, context)
        } catch ChannelError.ioOnClosedChannel where request.body == nil {
            // A kept connection was closed before any part of the request was written to it.
            return try await send(request, context)
        }
    }

    private func send(_ request: Request, _ context: ExchangeContext) async throws -> ResponseStream {
        let response = try await client.execute(HTTPClientRequest(request, context), deadline: .distantFuture)
        // AsyncHTTPClient does not read a body without bytes.
        if request.body?.length == 0 { context.didSend(0) }
        guard response.status != .switchingProtocols || request.headers["Upgrade"] != nil else {
            throw TransportError(.malformedResponse, "the server switches protocols, which nobody asked for")
        }
        return ResponseStream(
            statusCode: Int(response.status.code), headers: HTTPHeaders(response.headers), url: request.url,
            body: ResponseBody(ResponseChunks(response: response)))
    }
}

extension Request {
    /// Throws `TransportError` for what AsyncHTTPClient would do otherwise without a word.
    fileprivate func check() throws(TransportError) {
        // It goes by the unescaped path, which is none when that is not valid UTF-8, and would send the request to `/`.
        guard !url.path(percentEncoded: false).isEmpty || url.path().isEmpty else {
            throw TransportError(.unsupported, "the path \(url.path()) is not valid UTF-8 when it is unescaped")
        }
    }
}

extension HTTPClientRequest {
    fileprivate init(_ request: Request, _ context: ExchangeContext) {
        self.init(url: request.url.absoluteString)
        method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers { headers.add(name: field.name.rawValue, value: field.value) }
        if !headers.contains(name: "Accept-Encoding") { headers.add(name: "Accept-Encoding", value: "gzip, deflate") }
        if let body = request.body {
            let length = body.length.map { Body.Length.known(Int64($0)) } ?? .unknown
            self.body = .stream(RequestChunks(body: body, context: context), length: length)
        }
    }
}

extension AbstractHTTP.HTTPHeaders {
    fileprivate init(_ fields: NIOHTTP1.HTTPHeaders) {
        self.init(
            fields.map { field in
                // AsyncHTTPClient leaves the white space after a value.
                let value = field.value.trimmingCharacters(in: .whitespaces)
                return .init(name: .init(rawValue: field.name), value: value)
            })
    }
}

/// The body of a request, which is asked for the next chunk when the one before is on its way.
private struct RequestChunks: AsyncSequence, Sendable {
    let body: RequestBody
    let context: ExchangeContext

    func makeAsyncIterator() -> Iterator { Iterator(chunks: body.makeAsyncIterator(), context: context) }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: RequestBody.Iterator
        let context: ExchangeContext
        var sent = 0

        mutating func next() async throws -> ByteBuffer? {
            if sent > 0 { context.didSend(sent) }
            guard let chunk = try await chunks.next() else {
                if sent == 0 { context.didSend(0) }
                return nil
            }
            sent += chunk.count
            return ByteBuffer(data: chunk)
        }
    }
}

/// The body of a response. Letting go of it before its end ends the exchange.
private struct ResponseChunks: AsyncSequence, Sendable {
    let response: HTTPClientResponse

    func makeAsyncIterator() -> Iterator {
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        return Iterator(buffers: response.body.makeAsyncIterator(), expected: length)
    }

    struct Iterator: AsyncIteratorProtocol {
        var buffers: HTTPClientResponse.Body.AsyncIterator
        let expected: Int?
        var received = 0

        mutating func next() async throws -> Data? {
            do {
                let buffer = try await buffers.next()
                try Task.checkCancellation()
                received += buffer?.readableBytes ?? 0
                return buffer.map { Data(buffer: $0) }
            } catch {
                throw error.ofConnector { .cutOff(received: received, expected: expected) }
            }
        }
    }
}

extension Error {
    /// In the words of connectors; `lost` is what a connection that was lost means at this point.
    fileprivate func ofConnector(_ lost: () -> TransportError.Kind) -> any Error {
        switch self {
        case let error as HTTPClientError:
            switch error {
            case .cancelled: CancellationError()
            case .remoteConnectionClosed: TransportError(lost(), underlying: error)
            case .connectTimeout, .tlsHandshakeTimeout, .readTimeout: TransportError(.timedOut, underlying: error)
            default: TransportError(.other, "\(error)", underlying: error)
            }
        case let error as HTTPParserError:
            TransportError(error == .invalidEOFState ? lost() : .malformedResponse, "\(error)", underlying: error)
        case let error as IOError:
            TransportError(error.errnoCode == ECONNREFUSED ? .refused : lost(), "\(error)", underlying: error)
        case let error as NIOConnectionError:
            TransportError(
                error.connectionErrors.isEmpty ? .nameNotFound : .refused, "\(error)", underlying: error)
        default: self
        }
    }
}
