import AbstractHTTP

/// A type that is read straight from the bytes of a JSON text, many times as fast as with `Codable`.
///
/// `@JSONModel` writes the conformance. By hand, it looks like this:
///
/// ```swift
/// struct Song: JSONReadable {
///     let id: Int
///     let title: String?
///
///     static let keys = JSONKeys("id", "title")
///
///     init(json: inout JSONReader) throws {
///         var (id, title): (Int?, String?)
///         var members = try json.object(Self.keys)
///         while let key = try json.next(&members) {
///             switch key {
///             case 0: id = try json.read(Int.self)
///             default: title = try json.readIfPresent(String.self)
///             }
///         }
///         guard let id else { throw json.missing(0, members) }
///         (self.id, self.title) = (id, title)
///     }
/// }
/// ```
///
/// The type is also `Decodable`, through the same code, so that any decoder can read it.
public protocol JSONReadable: DirectDecodable {
    /// Reads the value at the position of `json`. An error that it throws ends the reading.
    init(json: inout JSONReader) throws
    /// The value of a property whose key is missing, or nil if that is an error. Default: nil. An optional is nil.
    static var valueOfMissingKey: Self? { get }
}

extension JSONReadable {
    /// Nil.
    public static var valueOfMissingKey: Self? { nil }

    /// Reads the value from any decoder.
    public init(from decoder: any Decoder) throws {
        var reader = JSONReader(decoder)
        try self.init(json: &reader)
    }
}
