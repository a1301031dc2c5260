// A file with models needs no other import: `@JSONModel` names protocols of the core.
@_exported import AbstractHTTP

/// Writes the conformances of a struct or an enumeration to ``JSONReadable`` and ``JSONWritable``, so that it is read
/// and written many times as fast as with `Codable`.
///
/// ```swift
/// @JSONModel
/// struct Song {
///     let id: Int
///     var title: String?
///     var plays = 0                       // 0 if the key is missing
///
///     enum CodingKeys: String, CodingKey {
///         case id, title = "name", plays
///     }
/// }
/// ```
///
/// The keys are those of `CodingKeys`, or the names of the properties. A property that `CodingKeys` leaves out needs an
/// initial value. A property with an initial value keeps it if its key is missing. Enumerations with raw values are
/// read and written as these, and all others in the format of `Codable`: `{"circle":{"radius":1}}`. Generic types
/// conform if their parameters do. Properties of types that are only `Codable` work, too, but not as fast.
///
/// - Parameter unknownKeys: The name of a property that keeps the members with other keys, such as
///   `var others: [String: HTTPContent]`. If it is nil, they are skipped.
@attached(
    extension, conformances: JSONReadable, JSONWritable, DirectDecodable, DirectEncodable, Decodable, Encodable,
    names: named(init(json:)), named(init(from:)), named(write(json:)), named(encode(to:)), named(jsonModelKeys))
@attached(member, names: named(JSONModelTypes))
public macro JSONModel(unknownKeys: String? = nil) =
    #externalMacro(module: "AbstractHTTPMacros", type: "JSONModelMacro")
