/// The rules that libcurl does not keep, whoever uses it; each is in `Documentation/Curl.md`.
extension ConformanceCase {
    /// Whether a connector that uses libcurl can follow the rule.
    public var isKeptByLibcurl: Bool { !Self.brokenByLibcurl.contains(name) }

    /// What it does otherwise.
    package static let brokenByLibcurl = [
        "a chunk whose declared size is too large is an error"  // It takes any line end after a chunk.
    ]
}
