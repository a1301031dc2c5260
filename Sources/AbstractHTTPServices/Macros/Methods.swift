/// Sends a GET to a path: `@GET("/users/{user}/repos?sort=desc")`.
///
/// The path follows the base URL of the client, unless it is an absolute URL. It can have variables (RFC 6570, level
/// 4), which are replaced by the parameters with their names. Parameters that no other annotation uses go into the
/// query, after the query of the path.
@attached(peer)
public macro GET(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends a POST to a path. See ``GET(_:)``.
@attached(peer)
public macro POST(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends a PUT to a path. See ``GET(_:)``.
@attached(peer)
public macro PUT(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends a DELETE to a path. See ``GET(_:)``.
@attached(peer)
public macro DELETE(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends a HEAD to a path. The function returns nothing, `HTTPHeaders`, or a `Response`. See ``GET(_:)``.
@attached(peer)
public macro HEAD(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends a PATCH to a path. See ``GET(_:)``.
@attached(peer)
public macro PATCH(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends an OPTIONS request to a path. See ``GET(_:)``.
@attached(peer)
public macro OPTIONS(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends a request with any other method to a path: `@HTTP(method: "PROPFIND", path: "/files/{name}")`. See
/// ``GET(_:)``.
@attached(peer)
public macro HTTP(method: String, path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")
