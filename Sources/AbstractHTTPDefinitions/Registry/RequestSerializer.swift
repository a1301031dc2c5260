import AbstractHTTP

/// Writes the parameters of a request: into the query for some methods, by an encoder for the others.
public struct RequestSerializer: Sendable {
    /// The methods whose requests have their parameters in the query: GET, HEAD and DELETE.
    public static let queryMethods: Set<HTTPMethod> = [.get, .head, .delete]

    /// As JSON.
    public static let json = Self(.json)
    /// As a form.
    public static let form = Self(.form)
    /// As a property list.
    public static let propertyList = Self(.propertyList)

    /// Writes the parameters that do not stand in the query.
    public let encoder: any ContentEncoder
    /// The methods whose parameters stand in the query.
    public let queryMethods: Set<HTTPMethod>

    /// Makes a serializer.
    public init(_ encoder: any ContentEncoder, queryMethods: Set<HTTPMethod> = Self.queryMethods) {
        self.encoder = encoder
        self.queryMethods = queryMethods
    }

    /// What writes the parameters of a request; `options` say how they become fields of the query.
    func encoder(for method: HTTPMethod, _ options: FieldOptions) -> any ContentEncoder {
        queryMethods.contains(method) ? .query(options) : encoder
    }

    /// By the names that rule files have for them.
    static let standard = [
        "AFHTTPRequestSerializer": form, "AFJSONRequestSerializer": json,
        "AFPropertyListRequestSerializer": propertyList,
    ]
}
