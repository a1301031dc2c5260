import AbstractHTTP

/// The options of a handle that depend on the request. libcurl keeps them, so only changes are set.
struct KeptOptions {
    var url = ""
    var hasParsedURL = false
    var hasTarget = false
    /// Nil before the first transfer.
    var headers: HTTPHeaders?
    var headersHaveBody = false
    var headerList = HeaderList([])
    var shape = RequestShape.get
    var pins: String?
    var receiveBufferSize = 0
    /// Whether the connection is closed after the transfer.
    var forbidsReuse = false
    /// Whether the progress callback is set.
    var reportsProgress = false
    /// Whether the transfer opens a new connection.
    var isFreshConnection = false

    /// The options of a new handle that keeps the list of header fields, because building the list is expensive.
    var ofHeaders: Self { Self(headers: headers, headersHaveBody: headersHaveBody, headerList: headerList) }
}
