import AbstractHTTP

/// Writes the parameters of a request into the query for some methods, and with an encoder for all others.
///
/// ```swift
/// api.store.defaultRequestSerializer = .form
/// ```
public struct RequestSerializer: Sendable {
    /// The default methods whose parameters go into the query: GET, HEAD, and DELETE.
    public static let queryMethods: Set<HTTPMethod> = [.get, .head, .delete]

    /// Writes JSON.
    public static let json = Self(.json)
    /// Writes a form.
    public static let form = Self(.form)
    /// Writes a property list.
    public static let propertyList = Self(.propertyList)

    /// The encoder of parameters that do not go into the query.
    public let encoder: any ContentEncoder
    /// The methods whose parameters go into the query.
    public let queryMethods: Set<HTTPMethod>

    /// Creates a serializer.
    public init(_ encoder: any ContentEncoder, queryMethods: Set<HTTPMethod> = Self.queryMethods) {
        self.encoder = encoder
        self.queryMethods = queryMethods
    }

    /// Returns the encoder of the parameters. `options` set how they become fields of the query.
    func encoder(for method: HTTPMethod, _ options: FieldOptions) -> any ContentEncoder {
        queryMethods.contains(method) ? .query(options) : encoder
    }

    /// The standard serializers, by their names in rule files.
    static let standard = [
        "AFHTTPRequestSerializer": form, "AFJSONRequestSerializer": json,
        "AFPropertyListRequestSerializer": propertyList,
    ]
}
