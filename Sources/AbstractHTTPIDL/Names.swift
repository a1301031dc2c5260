// Generated code imports this module alone, and is made of members of the core, too.
@_exported import AbstractHTTP

/// A request, as it is sent.
public typealias HTTPRequest = AbstractHTTP.Request
/// A response, as it was received.
public typealias HTTPResponse = AbstractHTTP.Response
/// What a request came to that failed.
public typealias HIError = ConnectionError
/// A request that is on its way.
public typealias RequestFuture<Model: Sendable> = Connection<Model>
