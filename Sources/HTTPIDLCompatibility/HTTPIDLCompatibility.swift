@_exported import AbstractHTTPIDL

// The names of HTTPIDL that AbstractHTTP uses for other types. Requests written by hand for HTTPIDL need them.

/// A request that is written by hand.
public typealias Request = IDLRequest
/// A response that is written by hand.
public typealias Response = IDLResponse
/// Where requests are sent, and how.
public typealias Configuration = BaseConfiguration
/// Sends requests.
public typealias Client = BaseClient
