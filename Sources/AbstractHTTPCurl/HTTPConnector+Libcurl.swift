import AbstractHTTP

extension HTTPConnector where Self == CurlConnector {
    /// A new connector over the system's libcurl, with the options that `configure` sets. Make one and share it.
    ///
    /// Throws what ``CurlConnector/init(_:)`` throws.
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
