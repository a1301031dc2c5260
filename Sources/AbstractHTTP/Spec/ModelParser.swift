import Foundation

/// The default conversions from a response to a model.
enum ModelParser {
    /// Decodes with `decoder`, or with that of the spec or the config, unless the type has its own conversion. Any
    /// optional is nil if there is no content.
    static func decode<Model: Decodable>(
        _ type: Model.Type, from response: Response, _ decoder: (any ContentDecoder)? = nil
    ) throws -> Model {
        if let ownWay = type as? any ResponseDecodable.Type,
            let model = try ownWay.init(response: response.withDecoder(decoder)) as? Model
        {
            return model
        }
        let decoder = decoder ?? response.usedDecoder
        guard !response.hasNoContent else { throw EmptyResponse(statusCode: response.statusCode) }
        do {
            return try decoder.decode(type, from: response)
        } catch let error as DecodingError {
            throw error.explained(for: type, by: response.bodyDecoder(of: decoder)) {
                // A large body is not worth decoding twice.
                response.data.count > 256 << 10 ? nil : try? decoder.decode(HTTPContent.self, from: response)
            }
        }
    }

    /// The body as text without a byte order mark. It is empty if there is no content.
    static func text(of response: Response) throws -> String {
        let charset = response.headers.charset
        let encoding = charset.flatMap { String.Encoding(otherThanUTF8: $0) }
        let data = data(of: response)
        let text =
            if let encoding { String(data: data, encoding: encoding) } else {
                String(validUTF8: data, dropsByteOrderMark: true)
            }
        guard let text, data.count.isMultiple(of: encoding?.bytesPerUnit ?? 1) else {
            throw UnreadableText(charset: charset)
        }
        return text
    }

    /// The bytes of the body, or none if there is no content.
    static func data(of response: Response) -> Data {
        response.hasNoContent ? Data() : response.data
    }
}

/// The response has no body, but the spec has a model. To allow that, make the model optional.
public struct EmptyResponse: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the response.
    public let statusCode: Int

    /// Creates an error.
    public init(statusCode: Int) {
        self.statusCode = statusCode
    }

    /// What happened and what to do.
    public var description: String {
        "status \(statusCode) came without content; if that is a success, make the ResponseModel optional"
    }
}

/// The bytes of a response are not text in its charset.
public struct UnreadableText: Error, Hashable, Sendable, CustomStringConvertible {
    /// The charset in the Content-Type, or nil for UTF-8.
    public let charset: String?

    /// Creates an error.
    public init(charset: String?) {
        self.charset = charset
    }

    /// What happened.
    public var description: String {
        "the body is not text in the charset \(charset?.inOneLine ?? "UTF-8 (none is named)")"
    }
}
