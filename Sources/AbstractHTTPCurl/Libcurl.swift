import AbstractHTTPLibcurl

/// The system's libcurl.
enum Libcurl {
    /// The oldest version that is used, in bytes as libcurl has them: 7.80.0, the first to tell when a request is sent.
    static let oldestVersion = 0x07_50_00

    /// Whether it was built with HTTP/2.
    static var knowsHTTP2: Bool { (LCVersion()?.pointee.features ?? 0) & LCFeatureHTTP2 != 0 }

    /// Throws ``LibcurlUnavailable``.
    static func load() throws(LibcurlUnavailable) {
        if let problem = LCLoad() { throw LibcurlUnavailable(String(cString: problem)) }
        guard let version = LCVersion()?.pointee else { throw LibcurlUnavailable("it does not tell its version") }
        try check(Int(version.number), String(cString: version.version), Int(version.features))
    }

    static func check(_ number: Int, _ name: String, _ features: Int) throws(LibcurlUnavailable) {
        guard number >= oldestVersion else {
            throw LibcurlUnavailable("version \(name) is too old: 7.80.0 is needed, or a later one")
        }
        guard features & Int(LCFeatureAsynchronousNames) != 0 else {
            throw LibcurlUnavailable("it was built without asynchronous name lookups, which would stop all requests")
        }
    }

    /// What is missing in the library called `name`, or nil.
    static func problem(of name: String) -> String? {
        LCTryLibrary(name).map { String(cString: $0) }
    }
}

/// There is no libcurl that can be used.
public struct LibcurlUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why, in words.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// Why, and what to do.
    public var description: String {
        "libcurl cannot be used: \(reason). Install it (Debian and Ubuntu: apt-get install libcurl4), or use DefaultHTTPConnector"
    }
}
