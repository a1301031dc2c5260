// Generated code does not import the core, but uses its members.
@_exported import AbstractHTTP

/// A request in the form in which it is sent.
public typealias HTTPRequest = AbstractHTTP.Request
/// A response in the form in which it was received.
public typealias HTTPResponse = AbstractHTTP.Response
/// The error of a failed request.
public typealias HIError = ConnectionError
/// A request that is being sent.
public typealias RequestFuture<Model: Sendable> = Connection<Model>
