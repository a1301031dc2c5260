extension HTTPConnector where Self == DefaultHTTPConnector {
    /// The connector over URLSession that configs have by default.
    public static var urlSession: DefaultHTTPConnector { .shared }

    /// A new connector over URLSession, with the options that `configure` sets.
    ///
    /// ```swift
    /// let config = ConnectionConfig(connector: .urlSession { $0.connectionsPerHost = 2 })
    /// ```
    public static func urlSession(
        _ configure: (inout DefaultHTTPConnector.Options) -> Void
    ) -> DefaultHTTPConnector {
        DefaultHTTPConnector(configure)
    }
}
