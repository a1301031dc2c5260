import AbstractHTTP
import Foundation

/// Reads a response: a tree where no model is asked for, and the models.
public enum ResponseSerializer: Sendable {
    /// By what the config of the connection decodes JSON by.
    case json
    /// As a property list.
    case propertyList
    /// Its bytes, as they are; models by what the config says.
    case bytes
    /// By a decoder of one's own.
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
