/// Where a parameter goes. See ``Params(_:)``.
///
/// By default, a parameter is sent under its own name.
public struct ParameterLocation: Sendable {
    private init() {}

    /// Into the path variable named `name`.
    public static func path(_ name: String) -> Self { Self() }
    /// Into the query.
    public static var query: Self { Self() }
    /// Into the query, as `name`.
    public static func query(_ name: String) -> Self { Self() }
    /// Into the query, with one field for each of its members.
    public static var queryMap: Self { Self() }
    /// Into the form of ``FormUrlEncoded()``.
    public static var field: Self { Self() }
    /// Into the form of ``FormUrlEncoded()``, as `name`.
    public static func field(_ name: String) -> Self { Self() }
    /// Into the form of ``FormUrlEncoded()``, with one field for each of its members.
    public static var fieldMap: Self { Self() }
    /// As a part of ``Multipart()``.
    public static var part: Self { Self() }
    /// As the part `name` of ``Multipart()``.
    public static func part(_ name: String) -> Self { Self() }
    /// As the header field `name`.
    public static func header(_ name: String) -> Self { Self() }
    /// As header fields, one for each of its members.
    public static var headerMap: Self { Self() }
}
