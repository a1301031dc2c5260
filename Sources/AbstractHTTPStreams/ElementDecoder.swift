import AbstractHTTP
import Foundation

/// How the values of a stream are decoded. It is not nested in the generic type, because then its type would be looked
/// up for each element.
private enum ElementFormat: Sendable {
    case text
    case json(JSONDecoder)
    case content(any ContentDecoder)
}

/// Decodes the values of a stream.
struct ElementDecoder<Value: Decodable & Sendable>: Sendable {
    private let format: ElementFormat

    /// - Parameter takesText: Whether a `String` is the element without decoding.
    init(_ decoder: (any ContentDecoder)?, takesText: Bool = false) {
        format =
            switch (decoder as? MediaTypeDecoder)?.json ?? decoder {
            case _ where takesText && (Value.self == String.self || Value.self == String?.self): .text
            case nil: .json(JSONContentDecoder().makeDecoder())
            case let decoder as JSONContentDecoder: .json(decoder.makeDecoder())
            case let decoder?: .content(decoder)
            }
    }

    /// Whether an element is its text, which may be empty.
    var takesText: Bool {
        if case .text = format { true } else { false }
    }

    /// Decodes an element of a stream.
    func decode(_ data: Data, _ number: Int) throws(StreamElementError) -> Value {
        do {
            return try decode(data)
        } catch {
            throw StreamElementError(number: number, data: data, underlying: error)
        }
    }

    /// Decodes an element of a stream.
    func decode(text: String, _ number: Int) throws(StreamElementError) -> Value {
        do {
            return try decode(text: text)
        } catch {
            throw StreamElementError(number: number, data: Data(text.utf8), underlying: error)
        }
    }

    func decode(text: String) throws -> Value {
        if case .text = format, let value = text as? Value { return value }
        return try decode(Data(text.utf8))
    }

    func decode(_ data: Data) throws -> Value {
        switch format {
        case .json(let decoder): return try decoder.decode(Value.self, from: data)
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

    private func response(_ data: Data) -> Response {
        Response(statusCode: 200, headers: ["Content-Type": "application/json"], data: data)
    }
}

/// An element of a stream is not what its reader expects.
public struct StreamElementError: Error, Sendable {
    /// The number of the element in the stream, from 1.
    public let number: Int
    /// The element.
    public let data: Data
    /// The error of its decoder.
    public let underlying: any Error
}

extension StreamElementError: CustomStringConvertible {
    /// Which element it is, and why. The element is not shown, because it may be secret.
    public var description: String { text.inOneLine }

    private var text: String {
        "element \(number) of the stream, of \(data.count) bytes, cannot be decoded: \(underlying.textWithoutSecrets)"
    }
}
