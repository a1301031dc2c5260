import AbstractHTTP

/// The server-sent events of a response, or the values in their data, as they arrive.
///
/// A spec only names it:
///
/// ```swift
/// struct Completion: ConnectionSpec {
///     typealias ResponseModel = EventStream<Delta>    // Delta is Decodable
///     var request: HTTP { HTTP("https://api.example.com/v1/completions").method(.post) }
/// }
///
/// let deltas = try await client.send(Completion())
/// for try await delta in deltas { print(delta.text) }
/// ```
///
/// `EventStream<ServerSentEvent>` contains the events themselves. For any other type, it decodes the data of each event
/// as JSON. A `String` is the data as it is. A stream of values ends at an event whose data is `[DONE]`. It skips an
/// event whose data is empty, unless the values are strings.
///
/// A stream of values fails at an event of the type `error` with ``EventStreamError``, and at an object that reports an
/// error, such as `{"error": {"message": "Overloaded"}}`, with ``StreamElementError``. In a connection, the error is
/// ``AbstractHTTP/ConnectionErrorType/invalidResponse`` and has the failure model of the spec.
///
/// Read it once, from one task. Releasing it before its end cancels the connection.
public struct EventStream<Value: Sendable>: AsyncSequence, Sendable {
    /// The values.
    public typealias Element = Value
    /// Reads the values.
    public typealias AsyncIterator = ElementIterator<EventParser, Value>

    /// The header fields of the response. Empty if the stream was created from a body alone.
    public let headers: HTTPHeaders
    private let body: ResponseBody
    private let limit: Int
    private let outcome: @Sendable (ServerSentEvent, _ number: Int) throws -> AsyncIterator.Outcome

    /// Reads the values.
    public func makeAsyncIterator() -> AsyncIterator {
        ElementIterator(body, EventParser(limit: limit), outcome: outcome)
    }
}

extension EventStream where Value: Decodable {
    /// The data that ends a stream of values, as language-model APIs send it.
    public static var end: String { "[DONE]" }

    /// Reads the events of a response. The content decoder of the spec, or of the config, decodes values.
    ///
    /// - Parameters:
    ///   - stream: The response, whose body has not been read.
    ///   - end: The data of the event that ends a stream of values. Default: ``end``.
    ///   - limit: The maximum size of a line, and of the data of an event, in bytes.
    /// - Throws: ``NotAnEventStream`` if the response has a `Content-Type` other than `text/event-stream`.
    public init(_ stream: ResponseStream, until end: String, limit: Int = 1 << 20) throws {
        if let contentType = stream.headers[.contentType], MediaType(contentType).essence != "text/event-stream" {
            throw NotAnEventStream(contentType: contentType)
        }
        self.init(stream.body, stream.headers, stream.decoder, end, limit)
    }

    fileprivate init(
        _ body: ResponseBody, _ headers: HTTPHeaders, _ decoder: (any ContentDecoder)?, _ end: String, _ limit: Int
    ) {
        if let events = EventStream<ServerSentEvent>(of: body, headers, limit) as? Self {
            self = events
            return
        }
        let decoder = ElementDecoder<Value>(decoder, takesText: true)
        self.init(body, headers, limit) { event, number in
            guard event.data != end else { return .end }
            guard event.type != "error" else { throw EventStreamError(event) }
            // Some servers send an event without data as a sign of life.
            guard !event.data.isEmpty || decoder.takesText else { return .skipped }
            return .value(try decoder.decode(text: event.data, number))
        }
    }
}

extension EventStream where Value == ServerSentEvent {
    fileprivate init(of body: ResponseBody, _ headers: HTTPHeaders, _ limit: Int) {
        self.init(body, headers, limit) { event, _ in .value(event) }
    }
}

extension EventStream {
    private init(
        _ body: ResponseBody, _ headers: HTTPHeaders, _ limit: Int,
        outcome: @escaping @Sendable (ServerSentEvent, _ number: Int) throws -> AsyncIterator.Outcome
    ) {
        (self.body, self.headers, self.limit, self.outcome) = (body, headers, limit, outcome)
    }
}

extension EventStream: StreamedModel where Value: Decodable {
    /// Reads the events of a response, with the defaults. Throws ``NotAnEventStream``.
    public init(_ stream: ResponseStream) throws { try self.init(stream, until: Self.end) }
}

extension ResponseBody {
    /// The server-sent events of the body, as they arrive.
    ///
    /// - Parameter limit: The maximum size of a line, and of the data of an event, in bytes.
    public func events(limit: Int = 1 << 20) -> EventStream<ServerSentEvent> {
        EventStream(of: self, [:], limit)
    }

    /// The values in the data of the server-sent events of the body, as they arrive.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - end: The data of the event that ends the stream.
    ///   - decoder: Decodes the data. Default: a `JSONContentDecoder`.
    ///   - limit: The maximum size of a line, and of the data of an event, in bytes.
    public func events<Value: Decodable & Sendable>(
        of type: Value.Type, until end: String = EventStream<Value>.end, decoder: (any ContentDecoder)? = nil,
        limit: Int = 1 << 20
    ) -> EventStream<Value> {
        EventStream(self, [:], decoder, end, limit)
    }
}
