/// The rules that URLSession itself breaks. `Documentation/Connectors.md` lists them.
extension ConformanceCase {
    /// Whether a connector that uses URLSession can follow the rule on this platform. Some of the other rules end the
    /// process.
    public var isKeptByURLSession: Bool {
        !Self.brokenByURLSession.contains(name) && !Self.fatalToURLSession.contains(name)
    }

    /// What it does otherwise on this platform.
    package static let brokenByURLSession = brokenEverywhere + brokenHere

    private static let brokenEverywhere = [
        "a GET may have a body"  // URLSession refuses it.
    ]

    #if canImport(FoundationNetworking)
        private static let brokenHere = [
            "a redirect without a Location arrives with its body",  // Foundation drops it.
            "the head of a redirect comes before its body has ended",  // Foundation collects the body first.
            "two Set-Cookie fields stay two when their names differ in case",  // Foundation keeps the last one.
            "a status line that ends with its code is understood",  // Foundation asks for the space after the code.
            "a chunk whose size is too large is an error",  // libcurl takes any line end after a chunk.
            "two gzip members are one body",  // The session decodes by libcurl, which knows one.
            // libcurl does not check whether the data is complete.
            "a truncated gzip body is an error", "a truncated deflate body is an error",
            "a truncated br body is an error",
            "a truncated zstd body is an error",
            // libcurl refuses an unknown coding.
            "a body with the unknown coding foo stays as it is",
            "a body with the unknown coding aws-chunked stays as it is",
            "a body with the unknown coding utf-8 stays as it is",
        ]

        /// What ends the process.
        package static let fatalToURLSession = [
            "half of a head is an error", "trailer fields are not the body",
            "the largest length that a number holds is an error when the body is short",
        ]
    #else
        private static let brokenHere: [String] = []

        /// What ends the process.
        package static let fatalToURLSession: [String] = []
    #endif
}
