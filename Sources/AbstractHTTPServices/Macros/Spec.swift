/// Has the compiler look for members of a spec that a connection would ignore: a wrong name, a function in place of a
/// property, a static member, and a member that is not an `override` below a base class.
///
/// ```swift
/// @Spec
/// final class SendMessage: APISpec, ConnectionSpec {
///     typealias ResponseModel = Void
///     override var httpMethod: HTTPMethod { .post }    // without "override", this is an error
/// }
/// ```
///
/// The macro sees the declaration that it is attached to: neither extensions, nor the members of a base class. It takes
/// the first type that a class inherits from for a base class, unless that is ``AbstractHTTP/ConnectionSpec`` or
/// another protocol that it knows. So write a protocol of your own after these. A subclass of
/// ``AbstractHTTP/EndpointSpec`` needs no macro.
@attached(peer)
public macro Spec() = #externalMacro(module: "AbstractHTTPMacros", type: "SpecMacro")
