import AbstractHTTP
import Foundation

/// Reads a response into models, or into a tree if the definition has no model.
public enum ResponseSerializer: Sendable {
    /// Reads JSON with the decoder of the config.
    case json
    /// Reads a property list.
    case propertyList
    /// Returns the bytes. Models are read with the decoder of the config.
    case bytes
    /// Reads with your own decoder.
    case decoder(any ContentDecoder)

    /// The standard serializers, by their names in rule files.
    static let standard: [String: Self] = [
        "AFHTTPResponseSerializer": .bytes, "AFJSONResponseSerializer": .json,
        "AFPropertyListResponseSerializer": .propertyList,
    ]

    /// Returns the decoder of the models in `response`, or nil if the config decides.
    func decoder(of response: Response) -> (any ContentDecoder)? {
        switch self {
        case .json: response.jsonDecoder(of: nil)
        case .propertyList: PropertyListContentDecoder()
        case .bytes: nil
        case .decoder(let decoder): decoder
        }
    }

    /// The Content-Type of ``bytes(of:)``.
    var writtenType: String { if case .propertyList = self { "application/x-plist" } else { "application/json" } }

    /// Encodes a tree as the bytes of a body.
    func bytes(of content: HTTPContent) throws -> Data {
        let encoder: any ContentEncoder = if case .propertyList = self { .propertyList } else { .json }
        guard case .data(let data)? = try encoder.encode(content).body?.source else { return Data() }
        return data
    }

    /// Returns the object of a response for which no model is requested.
    func object(of response: Response, _ decoder: (any ContentDecoder)?) throws -> any Sendable {
        if case .bytes = self { return response.data }
        return try response.decoded(as: HTTPContent.self, by: decoder)
    }
}
