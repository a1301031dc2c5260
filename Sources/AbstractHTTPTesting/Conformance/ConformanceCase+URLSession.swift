/// The rules that URLSession does not keep on Linux, whoever uses it; each is in `Documentation/Connectors.md`.
extension ConformanceCase {
    /// Whether a connector over URLSession can keep the rule on this platform. Some of the others end the process.
    public var isKeptByURLSession: Bool {
        #if canImport(FoundationNetworking)
            !Self.brokenByURLSession.contains(name) && !Self.fatalToURLSession.contains(name)
        #else
            true
        #endif
    }

    /// What it does otherwise.
    package static let brokenByURLSession = [
        "a GET may have a body",  // Foundation refuses it.
        "a redirect without a Location arrives with its body",  // Foundation drops it.
        "the head of a redirect comes before its body has ended",  // Foundation collects the body first.
        "two Set-Cookie fields stay two when their names differ in case",  // Foundation keeps the last one.
        "a status line that ends with its code is understood",  // Foundation asks for the space behind the code.
        "a chunk whose size is too large is an error",  // libcurl takes any line end after a chunk.
    ]

    /// What ends the process.
    package static let fatalToURLSession = [
        "half of a head is an error", "trailer fields are not the body",
        "the largest length that a number holds is an error when the body is short",
    ]
}
