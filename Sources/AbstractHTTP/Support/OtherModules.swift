// Names of the other modules. Without the import, the compiler would only say that there is no such name. With it, the
// compiler prefers the declaration of the module, because these are unavailable.

/// Says which module to import.
@available(*, unavailable, message: "add 'import AbstractHTTPStreams'")
public struct EventStream<Value>: StreamedModel {
    /// Says which module to import.
    public init(_ stream: ResponseStream) throws {}
}

/// Says which module to import.
@available(*, unavailable, message: "add 'import AbstractHTTPStreams'")
public struct JSONLines<Value>: StreamedModel {
    /// Says which module to import.
    public init(_ stream: ResponseStream) throws {}
}

/// Says which module to import.
@available(*, unavailable, message: "add 'import AbstractHTTPStreams'")
public struct JSONTextSequence<Value>: StreamedModel {
    /// Says which module to import.
    public init(_ stream: ResponseStream) throws {}
}

/// Says which module to import.
@available(*, unavailable, message: "add 'import AbstractHTTPStreams'")
public struct JSONElements<Value>: StreamedModel {
    /// Says which module to import.
    public init(_ stream: ResponseStream) throws {}
}

/// Says which module to import.
@available(*, unavailable, message: "add 'import AbstractHTTPCache'")
public struct HTTPCache {
    /// Says which module to import.
    public init() {}
}

/// Says which module to import.
@available(*, unavailable, message: "add 'import AbstractHTTPCookies'")
public struct CookieJar {
    /// Says which module to import.
    public init() {}
}

/// Says which module to import.
@available(*, unavailable, message: "add 'import AbstractHTTPPagination'")
public struct Pages<Model> {}

extension ConnectionConfig {
    /// Says which module to import.
    @available(*, unavailable, message: "add 'import AbstractHTTPCache'")
    public var cache: HTTPCache? {
        get { nil }
        set {}
    }
    /// Says which module to import.
    @available(*, unavailable, message: "add 'import AbstractHTTPCookies'")
    public var cookieJar: CookieJar? {
        get { nil }
        set {}
    }
}
