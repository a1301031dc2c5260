import AbstractHTTP
import Foundation

/// How the values of a stream are decoded. It is not nested in the generic type, because then its type would be looked
/// up for each element.
private enum ElementFormat: Sendable {
    case text
    case json(JSONDecoder)
    /// The type reads JSON itself.
    case direct(JSONContentDecoder)
    case content(any ContentDecoder)
}

/// Decodes the values of a stream.
struct ElementDecoder<Value: Decodable & Sendable>: Sendable {
    private let format: ElementFormat
    /// The decoder of the spec or the config.
    private let decoder: (any ContentDecoder)?

    /// - Parameter takesText: Whether a `String` is the element without decoding.
    init(_ decoder: (any ContentDecoder)?, takesText: Bool = false) {
        self.decoder = decoder
        format =
            switch (decoder as? MediaTypeDecoder)?.json ?? decoder ?? JSONContentDecoder() {
            case _ where takesText && (Value.self == String.self || Value.self == String?.self): .text
            case let json as JSONContentDecoder where Value.self is any DirectDecodable.Type: .direct(json)
            case let json as JSONContentDecoder: .json(json.makeDecoder())
            case let decoder: .content(decoder)
            }
    }

    /// Whether an element is its text, which may be empty.
    var takesText: Bool {
        if case .text = format { true } else { false }
    }

    /// Decodes an element of a stream.
    func decode(_ data: Data, _ number: Int) throws(StreamElementError) -> Value {
        do {
            let value = try decode(data)
            if data.mayReportError { try checkForError(data) }
            return value
        } catch {
            throw failure(error, data, number)
        }
    }

    /// Decodes an element of a stream.
    func decode(text: String, _ number: Int) throws(StreamElementError) -> Value {
        if case .text = format, let value = text as? Value { return value }
        return try decode(Data(text.utf8), number)
    }

    /// Decodes the data of an event by itself.
    func decode(text: String) throws -> Value {
        if case .text = format, let value = text as? Value { return value }
        let data = Data(text.utf8)
        do {
            return try decode(data)
        } catch let error as DecodingError {
            throw explained(error, data)
        }
    }

    func decode(_ data: Data) throws -> Value {
        switch format {
        case .json(let decoder): return try decoder.decode(Value.self, from: data)
        case .direct(let decoder): return try decoder.decode(Value.self, from: data)
        case .content(let decoder): return try decoder.decode(Value.self, from: response(data))
        case .text: return try decodeText(data)
        }
    }

    /// Not inlined. The cast would make ``decode(_:)`` look up a type for each element.
    @inline(never)
    private func decodeText(_ data: Data) throws -> Value {
        guard let value = String(decoding: data, as: UTF8.self) as? Value else { return try decode(data) }
        return value
    }

    /// Throws if the element is an object with an error, and the value has read none of its members.
    @inline(never)
    private func checkForError(_ data: Data) throws {
        guard knowsKeys, let members = members(of: data), members.reportedError != nil,
            members.reading(by: Value.self) == .nothing
        else { return }
        throw ReportedError()
    }

    /// Whether the keys of the value are those of the element, apart from their spelling.
    private var knowsKeys: Bool {
        if case .custom? = (((decoder as? MediaTypeDecoder)?.json ?? decoder) as? JSONContentDecoder)?.keys {
            false
        } else {
            true
        }
    }

    private func failure(_ error: any Error, _ data: Data, _ number: Int) -> StreamElementError {
        StreamElementError(
            number: number, data: data, underlying: (error as? DecodingError).map { explained($0, data) } ?? error,
            reportsError: data.mayReportError && members(of: data)?.reportedError != nil)
    }

    private func explained(_ error: DecodingError, _ data: Data) -> DecodingError {
        error.explained(for: Value.self, by: decoder) { content(of: data) }
    }

    /// The members of an element, if it is an object.
    private func members(of data: Data) -> HTTPContent.Members? { content(of: data)?.members }

    private func content(of data: Data) -> HTTPContent? {
        switch format {
        case .json(let decoder): try? decoder.decode(HTTPContent.self, from: data)
        case .direct(let decoder): try? decoder.decode(HTTPContent.self, from: data)
        case .content(let decoder): try? decoder.decode(HTTPContent.self, from: response(data))
        case .text: nil
        }
    }

    private func response(_ data: Data) -> Response {
        Response(statusCode: 200, headers: ["Content-Type": "application/json"], data: data)
    }
}

/// The beginning of the members `error` and `errors`.
private let errorKey = Array(#""error"#.utf8)

extension Data {
    /// Whether it makes sense to look for a member that reports an error.
    fileprivate var mayReportError: Bool { contains(errorKey) }
}

/// An element of a stream is not a value, but an error of the server.
struct ReportedError: Error, CustomStringConvertible {
    var description: String { "the server reports an error in an element of the stream" }
}

/// An element of a stream is not what its reader expects.
public struct StreamElementError: Error, Sendable {
    /// The number of the element in the stream, from 1.
    public let number: Int
    /// The element.
    public let data: Data
    /// The error of its decoder.
    public let underlying: any Error
    /// Whether the element is an error of the server.
    let reportsError: Bool
}

extension StreamElementError: BodyQuotingError {}

extension StreamElementError {
    /// Creates the error for a body that is an object and not an array.
    init(objectInPlaceOfAnArray data: Data) {
        let members = (try? JSONContentDecoder().decode(HTTPContent.self, from: data))?.members
        self.init(
            number: 1, data: data, underlying: InvalidJSONArray.notAnArray(key: nil),
            reportsError: members?.reportedError != nil)
    }
}

extension StreamElementError: CustomStringConvertible {
    /// Which element it is, and why. The element is not shown, because it may be secret.
    public var description: String { text.inOneLine }

    private var text: String {
        guard !(underlying is ReportedError) else {
            return "the server reports an error in element \(number) of the stream"
        }
        return "element \(number) of the stream, of \(data.count) bytes: \(underlying.textWithoutSecrets)"
    }
}
