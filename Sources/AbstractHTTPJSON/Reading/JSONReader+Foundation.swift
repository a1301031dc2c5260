import AbstractHTTP
import Foundation
import JSONBytes

extension JSONReader {
    /// Reads a value of a type that is only `Decodable`.
    mutating func readWithFoundation<Value: Decodable>() throws -> Value {
        _ = bytes.peek()
        let start = bytes.index
        try bytes.skipValue()
        do {
            return try options.foundation.decode(Value.self, from: bytes.bytes.data(from: start, to: bytes.index))
        } catch let error as DecodingError {
            let inner = error.context
            let outer = bytes.bytes.context(at: start, inner.debugDescription, underlying: inner.underlyingError)
            throw error.with(
                DecodingError.Context(
                    codingPath: outer.codingPath + inner.codingPath, debugDescription: outer.debugDescription,
                    underlyingError: outer.underlyingError))
        }
    }
}
