/// The rules that URLSession itself breaks. `Documentation/Connectors.md` lists them.
extension ConformanceCase {
    /// Whether a connector that uses URLSession can follow the rule on this platform. Some of the other rules end the
    /// process.
    public var isKeptByURLSession: Bool {
        !Self.brokenByURLSession.contains(name) && !Self.fatalToURLSession.contains(name)
    }

    /// The rules that URLSession breaks on this platform.
    package static let brokenByURLSession = brokenEverywhere + brokenHere

    private static let brokenEverywhere = [
        "a GET may have a body"  // URLSession refuses it.
    ]

    #if canImport(FoundationNetworking)
        private static let brokenHere = [
            // Foundation refuses the whole response.
            "a field line without whitespace after its colon is a field", "a value of only whitespace is empty",
            "a value that is not UTF-8 is read as Latin-1",
            // libcurl does not see the second line.
            "a folded Transfer-Encoding is one field, or an error",
            // libcurl reads the digits at the start.
            "the chunk size \"4.0\" is an error", "the chunk size \"4_\" is an error",
            "the chunk size \"4g\" is an error", "the chunk size \"4,4\" is an error",
            "a connection is not reused after HTTP/1.0 and Transfer-Encoding",  // libcurl keeps it.
            "a connection is not reused after Content-Length and Transfer-Encoding",  // libcurl keeps it.
            // libcurl sends the head again before it finds that it cannot send the body again.
            "a POST is not sent again after its kept connection is lost",
            "a response that nobody asked for answers no request",  // libcurl does not look at an idle connection.
            "a redirect without a Location arrives with its body",  // Foundation drops it.
            "the head of a redirect is delivered before its body has ended",  // Foundation collects the body first.
            "two Set-Cookie fields stay separate if their names differ in case",  // Foundation keeps the last one.
            "a status line that ends right after the status code is accepted",  // Foundation wants a space.
            "a chunk whose declared size is too large is an error",  // libcurl takes any line end after a chunk.
            "two gzip members form one body",  // The session decodes by libcurl, which knows one.
            // libcurl does not check whether the data is complete.
            "a truncated gzip body is an error", "a truncated deflate body is an error",
            "a truncated br body is an error",
            "a truncated zstd body is an error",
            // libcurl refuses an unknown coding.
            "a body with the unknown coding foo is left unchanged",
            "a body with the unknown coding aws-chunked is left unchanged",
            "a body with the unknown coding utf-8 is left unchanged",
        ]

        /// The rules that end the process.
        package static let fatalToURLSession = [
            "an incomplete head is an error", "trailer fields are not part of the body",
            "trailers are not header fields", "trailers of 4 MiB are refused",
            "the largest Content-Length that fits into an integer is an error if the body is shorter",
        ]
    #else
        private static let brokenHere: [String] = []

        /// The rules that end the process.
        package static let fatalToURLSession: [String] = []
    #endif
}
