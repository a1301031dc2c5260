import Foundation

/// The default ways from a response to a model.
enum ModelParser {
    /// Decodes JSON, unless the type has a way of its own; an optional of anything is nil when there is no content.
    static func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        if let optional = type as? any NilWhenEmpty.Type, response.hasNoContent, let empty = optional.empty as? Model {
            return empty
        }
        if let text = type as? any TakenAsIs.Type, let model = try text.init(response: response) as? Model {
            return model
        }
        guard !response.hasNoContent else { throw EmptyResponse(statusCode: response.statusCode) }
        return try JSONDecoder().decode(type, from: response.data)
    }

    /// The body as text: empty when there is no content.
    static func text(of response: Response) throws -> String {
        let data = data(of: response)
        let charset = response.headers.charset
        guard let encoding = charset.flatMap(String.Encoding.init(charset:)), encoding != .utf8 else {
            guard let text = String(validating: data, as: UTF8.self) else { throw UnreadableText(charset: charset) }
            return text
        }
        guard let text = String(data: data, encoding: encoding) else { throw UnreadableText(charset: charset) }
        return text
    }

    /// The bytes of the body: none when there is no content.
    static func data(of response: Response) -> Data {
        response.hasNoContent ? Data() : response.data
    }
}

/// A model was expected, and the response has no body; make the model optional to allow that.
public struct EmptyResponse: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the response.
    public let statusCode: Int

    /// Makes an error.
    public init(statusCode: Int) {
        self.statusCode = statusCode
    }

    /// What happened and what to do.
    public var description: String {
        "status \(statusCode) came without content; make the ResponseModel optional where that is a success"
    }
}

/// The bytes of a response are not text in its charset.
public struct UnreadableText: Error, Hashable, Sendable, CustomStringConvertible {
    /// The charset that the Content-Type names; nil means UTF-8.
    public let charset: String?

    /// Makes an error.
    public init(charset: String?) {
        self.charset = charset
    }

    /// What happened.
    public var description: String { "the body is not text in the charset \(charset ?? "UTF-8 (none is named)")" }
}

private protocol NilWhenEmpty {
    static var empty: Self { get }
}

extension Optional: NilWhenEmpty {
    fileprivate static var empty: Self { nil }
}

/// A decodable type that stands for the body itself rather than for JSON.
private protocol TakenAsIs {
    init(response: Response) throws
}

extension String: TakenAsIs {
    fileprivate init(response: Response) throws { self = try ModelParser.text(of: response) }
}

extension Data: TakenAsIs {
    fileprivate init(response: Response) throws { self = ModelParser.data(of: response) }
}
