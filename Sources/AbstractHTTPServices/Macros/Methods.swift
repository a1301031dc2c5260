/// A GET of a path: `@GET("/users/{user}/repos?sort=desc")`.
///
/// The path stands on the base URL of the client, unless it is a URL by itself. Its variables are those of RFC 6570,
/// level 4, and are filled by the parameters of their names. What no other annotation uses goes into the query, after
/// what the path has of it.
@attached(peer)
public macro GET(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// A POST to a path; see ``GET(_:)``.
@attached(peer)
public macro POST(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// A PUT to a path; see ``GET(_:)``.
@attached(peer)
public macro PUT(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// A DELETE of a path; see ``GET(_:)``.
@attached(peer)
public macro DELETE(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// A HEAD of a path, which comes to nothing, `HTTPHeaders` or a `Response`; see ``GET(_:)``.
@attached(peer)
public macro HEAD(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// A PATCH of a path; see ``GET(_:)``.
@attached(peer)
public macro PATCH(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// OPTIONS of a path; see ``GET(_:)``.
@attached(peer)
public macro OPTIONS(_ path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Any other method of a path: `@HTTP(method: "PROPFIND", path: "/files/{name}")`; see ``GET(_:)``.
@attached(peer)
public macro HTTP(method: String, path: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")
