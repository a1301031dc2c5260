import AbstractHTTP
import Foundation

/// An event of a `text/event-stream` (HTML Standard, section 9.2).
///
/// ```swift
/// for try await event in try await client.send(Notifications()) where event.type == "message" {
///     let message = try event.decoded(as: Message.self)
/// }
/// ```
public struct ServerSentEvent: Codable, Hashable, Sendable {
    /// The type of the event, from its field `event`. Default: `message`.
    public var type: String
    /// The data of the event. Several `data` fields are joined by line feeds.
    public var data: String
    /// The last ID that the stream set, with this event or an earlier one, or an empty string.
    public var lastEventID: String

    /// Creates an event.
    public init(type: String = "message", data: String, lastEventID: String = "") {
        (self.type, self.data, self.lastEventID) = (type, data, lastEventID)
    }

    /// Decodes the data. Without a decoder, a `String` is the data as it is.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - decoder: Default: a ``AbstractHTTP/JSONContentDecoder``.
    /// - Throws: The errors of the decoder.
    public func decoded<Model: Decodable & Sendable>(
        as type: Model.Type = Model.self, by decoder: (any ContentDecoder)? = nil
    ) throws -> Model {
        try ElementDecoder<Model>(decoder, takesText: decoder == nil).decode(text: data)
    }
}

extension ServerSentEvent: CustomStringConvertible {
    /// The members, with control characters escaped.
    public var description: String {
        String(describing: "ServerSentEvent", ["type": type, "data": data, "lastEventID": lastEventID])
    }
}

/// The server sent an event of the type `error` in a stream of values.
///
/// A connection fails with ``AbstractHTTP/ConnectionErrorType/invalidResponse``. If the spec has a failure model, the
/// error contains the one that was decoded from the event's data.
public struct EventStreamError: Error, Hashable, Sendable {
    /// The event.
    public let event: ServerSentEvent

    /// Creates an error.
    public init(_ event: ServerSentEvent) { self.event = event }
}

extension EventStreamError: CustomStringConvertible {
    /// What happened. The data is not shown, because it may be secret.
    public var description: String {
        "the server sent an event of the type error, with \(event.data.utf8.count) bytes of data"
    }
}
