@_exported import AbstractHTTPIDL

// For requests that were written by hand for HTTPIDL: its names that are those of other things in AbstractHTTP.

/// A request that is written by hand.
public typealias Request = IDLRequest
/// A response that is written by hand.
public typealias Response = IDLResponse
/// Where requests are sent, and how.
public typealias Configuration = BaseConfiguration
/// What sends requests.
public typealias Client = BaseClient
