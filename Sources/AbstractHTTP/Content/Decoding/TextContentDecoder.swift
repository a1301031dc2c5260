import Foundation

/// Decodes a single value from the text of the body: a number, a Boolean, a date, or an enum of strings.
///
/// ```swift
/// struct GetCount: ConnectionSpec {
///     typealias ResponseModel = Int    // the body is "42"
///     var request: HTTP { HTTP("/count") }
///     var contentDecoder: (any ContentDecoder)? { TextContentDecoder() }
/// }
/// ```
public struct TextContentDecoder: ContentDecoder {
    /// How dates are read.
    public var dates: DateCodingStrategy
    /// Decodes models that are not a single value. If it is nil, such models throw.
    public var otherwise: (any ContentDecoder)?

    /// Creates a decoder.
    public init(dates: DateCodingStrategy = .iso8601, otherwise: (any ContentDecoder)? = nil) {
        self.dates = dates
        self.otherwise = otherwise
    }

    /// Decodes the body, whatever its Content-Type. Throws `DecodingError` or ``UnreadableText``.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        // Any text can be a tree, but a caller that asks for a tree expects a decoded one.
        if type == HTTPContent.self, let model = try? otherwise?.decode(type, from: response) { return model }
        let text = try ModelParser.text(of: response).withoutOuterSpace
        do {
            return try HTTPContent.string(text).decoded(as: type, dates: dates)
        } catch {
            guard let otherwise else { throw error }
            return try otherwise.decode(type, from: response)
        }
    }
}

extension String {
    /// The text without white space and line ends around it. Foundation's method converts to UTF-16, which costs as
    /// much as decoding JSON.
    fileprivate var withoutOuterSpace: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
