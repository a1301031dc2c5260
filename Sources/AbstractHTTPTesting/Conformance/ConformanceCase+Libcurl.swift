/// The rules that libcurl itself breaks. `Documentation/Curl.md` lists them.
extension ConformanceCase {
    /// Whether a connector that uses libcurl can follow the rule.
    public var isKeptByLibcurl: Bool { !Self.brokenByLibcurl.contains(name) }

    /// The rules that libcurl breaks.
    package static let brokenByLibcurl = [
        "a chunk whose declared size is too large is an error",  // It takes any line end after a chunk.
        // It reads the digits at the start.
        "the chunk size \"4.0\" is an error", "the chunk size \"4_\" is an error",
        "the chunk size \"4g\" is an error", "the chunk size \"4,4\" is an error",
    ]
}
