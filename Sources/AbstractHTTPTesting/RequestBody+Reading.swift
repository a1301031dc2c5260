import AbstractHTTP
import Foundation

/// Reads the body of a sent request, for tests.
///
/// ```swift
/// let user = try await connector.requests[0].body?.decoded(as: NewUser.self)
/// ```
extension RequestBody {
    /// Returns the bytes. This consumes a body that can be sent only once.
    public func data() async throws -> Data {
        var data = Data()
        for try await chunk in self { data.append(chunk) }
        return data
    }

    /// Returns the bytes as text. Bytes that are not UTF-8 become U+FFFD.
    public func text() async throws -> String { String(decoding: try await data(), as: UTF8.self) }

    /// Decodes a value from the bytes as JSON. Throws a `DecodingError` if that fails.
    public func decoded<Value: Decodable>(
        as type: Value.Type, by decoder: JSONDecoder = JSONDecoder()
    ) async throws -> Value {
        try decoder.decode(type, from: await data())
    }
}
