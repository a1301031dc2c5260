/// Reports members of a spec that a connection would ignore: a misspelled name, a function in place of a property, a
/// static member, and a member without `override` in a subclass.
///
/// ```swift
/// @Spec
/// final class SendMessage: APISpec, ConnectionSpec {
///     typealias ResponseModel = Void
///     override var httpMethod: HTTPMethod { .post }    // without "override", this is an error
/// }
/// ```
///
/// The macro sees only the declaration that it is attached to, without extensions and inherited members. It treats the
/// first name after the colon of a class as the base class, unless it is ``AbstractHTTP/ConnectionSpec`` or another
/// protocol that the macro knows. If your class has no base class, list `ConnectionSpec` first. In a subclass of
/// ``AbstractHTTP/EndpointSpec``, the compiler itself reports most of these mistakes.
@attached(peer)
public macro Spec() = #externalMacro(module: "AbstractHTTPMacros", type: "SpecMacro")
