import AbstractHTTP

extension HTTPConnector where Self == CurlConnector {
    /// Creates a connector that uses the system's libcurl, with the options that `configure` sets. Create one and share
    /// it.
    ///
    /// Throws the errors of ``AbstractHTTPCurl/CurlConnector/init(_:)``.
    ///
    /// ```swift
    /// let config = ConnectionConfig(connector: try .libcurl())
    /// ```
    public static func libcurl(
        _ configure: (inout CurlConnector.Options) throws -> Void = { _ in }
    ) throws -> CurlConnector {
        try CurlConnector(configure)
    }
}
