import AbstractHTTP
import AbstractHTTPJSON
import Foundation

/// Reads a text as the body of a response.
func read<Model: Decodable>(
    _ text: String, as type: Model.Type = Model.self, by decoder: JSONContentDecoder = .json
) throws -> Model {
    try Response(statusCode: 200, data: Data(text.utf8)).decoded(as: type, by: decoder)
}

/// Writes a value as the body of a request.
func write(_ value: any Encodable, by encoder: JSONContentEncoder = .json) throws -> String {
    guard case .data(let data)? = try encoder.encode(value).body?.source else { return "" }
    return String(decoding: data, as: UTF8.self)
}
