// Generated code does not import the core, but uses its members.
@_exported import AbstractHTTP

// The names of HTTPIDL that generated code uses. All other names are in HTTPIDLCompatibility.

/// A response in the form in which it was received.
public typealias HTTPResponse = AbstractHTTP.Response
/// A JSON value of any shape, as the type of a field.
public typealias JSONObject = HTTPContent
