extension HTTPConnector where Self == DefaultHTTPConnector {
    /// The default connector of configs, which uses URLSession.
    public static var urlSession: DefaultHTTPConnector { .shared }

    /// Creates a connector that uses URLSession, with the options that `configure` sets.
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
