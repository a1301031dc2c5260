@_exported import AbstractHTTPIDL

// The names of HTTPIDL, for code that was written for it. Import this module instead of `AbstractHTTPIDL` and
// `AbstractHTTP`, which it exports. `Request` and `Response` are other types there, so these names are ambiguous in a
// file that also imports one of the two.

/// A request that is written by hand.
public typealias Request = IDLRequest
/// A response that is written by hand.
public typealias Response = IDLResponse
/// Where requests are sent, and how.
public typealias Configuration = BaseConfiguration
/// Sends requests.
public typealias Client = BaseClient
/// A request in the form in which it is sent.
public typealias HTTPRequest = AbstractHTTPIDL.Request
/// The error of a failed request.
public typealias HIError = ConnectionError
/// A request that is being sent.
public typealias RequestFuture<Model: Sendable> = Connection<Model>
