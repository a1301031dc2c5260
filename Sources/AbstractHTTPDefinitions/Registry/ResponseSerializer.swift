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

    /// By the names that rule files have for them.
    static let standard: [String: Self] = [
        "AFHTTPResponseSerializer": .bytes, "AFJSONResponseSerializer": .json,
        "AFPropertyListResponseSerializer": .propertyList,
    ]

    /// What decodes the models of `response`; nil for what the config says.
    func decoder(of response: Response) -> (any ContentDecoder)? {
        switch self {
        case .json: response.jsonDecoder(of: nil)
        case .propertyList: PropertyListContentDecoder()
        case .bytes: nil
        case .decoder(let decoder): decoder
        }
    }

    /// A tree as the bytes that are read.
    func bytes(of content: HTTPContent) throws -> Data {
        let encoder: any ContentEncoder = if case .propertyList = self { .propertyList } else { .json }
        guard case .data(let data)? = try encoder.encode(content).body?.source else { return Data() }
        return data
    }

    /// What is read where no model is asked for.
    func object(of response: Response) throws -> any Sendable {
        if case .bytes = self { return response.data }
        return try response.decoded(as: HTTPContent.self, by: decoder(of: response))
    }
}
