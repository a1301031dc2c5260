import Foundation

/// A model that reads itself from the bytes of a body, and not through a `Decoder`.
///
/// A ``ContentDecoder`` of one format asks for it. ``JSONContentDecoder`` does, and `AbstractHTTPJSON` has such models.
/// For a format of your own, it looks like this:
///
/// ```swift
/// struct Reading: DirectDecodable {
///     var celsius: Double
///
///     static func decode(_ data: Data, by decoder: any ContentDecoder) throws -> Reading? {
///         guard decoder is SensorDecoder else { return nil }
///         return Reading(celsius: try SensorFormat.number(in: data))
///     }
/// }
/// ```
public protocol DirectDecodable: Decodable {
    /// Reads the value. Returns nil if it cannot read the format of `decoder`.
    static func decode(_ data: Data, by decoder: any ContentDecoder) throws -> Self?
}

/// A model that writes itself as the bytes of a body, and not through an `Encoder`.
///
/// A ``ContentEncoder`` of one format asks for it. ``JSONContentEncoder`` does, and `AbstractHTTPJSON` has such models.
/// For a format of your own, it looks like this:
///
/// ```swift
/// struct Reading: DirectEncodable {
///     var celsius: Double
///
///     func encoded(by encoder: any ContentEncoder) throws -> Data? {
///         encoder is SensorEncoder ? SensorFormat.data(of: celsius) : nil
///     }
/// }
/// ```
public protocol DirectEncodable: Encodable {
    /// Writes the value. Returns nil if it cannot write the format of `encoder`.
    func encoded(by encoder: any ContentEncoder) throws -> Data?
}
