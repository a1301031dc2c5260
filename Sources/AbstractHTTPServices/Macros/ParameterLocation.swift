/// Where a parameter goes; for ``Params(_:)``.
///
/// Without a name, a parameter has its own.
public struct ParameterLocation: Sendable {
    private init() {}

    /// Into the variable of the path that is called `name`.
    public static func path(_ name: String) -> Self { Self() }
    /// Into the query.
    public static var query: Self { Self() }
    /// Into the query, as `name`.
    public static func query(_ name: String) -> Self { Self() }
    /// Into the query, each of its members for itself.
    public static var queryMap: Self { Self() }
    /// Into the form of ``FormUrlEncoded()``.
    public static var field: Self { Self() }
    /// Into the form of ``FormUrlEncoded()``, as `name`.
    public static func field(_ name: String) -> Self { Self() }
    /// Into the form of ``FormUrlEncoded()``, each of its members for itself.
    public static var fieldMap: Self { Self() }
    /// As a part of ``Multipart()``.
    public static var part: Self { Self() }
    /// As the part `name` of ``Multipart()``.
    public static func part(_ name: String) -> Self { Self() }
    /// As the header field `name`.
    public static func header(_ name: String) -> Self { Self() }
    /// As header fields, each of its members for itself.
    public static var headerMap: Self { Self() }
}
