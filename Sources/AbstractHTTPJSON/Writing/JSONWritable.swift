import AbstractHTTP
import Foundation
import JSONBytes

/// A type that writes itself straight as the bytes of a JSON text, many times as fast as with `Codable`.
///
/// `@JSONModel` writes the conformance. By hand, it looks like this:
///
/// ```swift
/// extension Song: JSONWritable {
///     func write(json: inout JSONWriter) {
///         var members = json.object(Self.keys)
///         json.write(id, 0, &members)
///         json.write(title, 1, &members)
///         json.end(members)
///     }
/// }
/// ```
///
/// The type is also `Encodable`, through the same code, so that any encoder can write it.
public protocol JSONWritable: DirectEncodable {
    /// Writes the value. If it cannot be written, call ``JSONWriter/fail(_:)``.
    func write(json: inout JSONWriter)
}

extension JSONWritable {
    /// Writes the value with any encoder.
    public func encode(to encoder: any Encoder) throws {
        var writer = JSONWriter(encoder)
        write(json: &writer)
        if let error = writer.failure { throw error }
    }

    /// Writes the value with the options of a `JSONContentEncoder`. Returns nil for any other encoder.
    public func encoded(by encoder: any ContentEncoder) throws -> Data? {
        guard let json = encoder as? JSONContentEncoder else { return nil }
        var writer = JSONWriter(json)
        writer.write(self)
        if let error = writer.failure { throw error }
        return writer.output.data()
    }
}
