import AbstractHTTPLibcurl

/// The system's libcurl.
enum Libcurl {
    /// The oldest version that is used, in bytes as libcurl has them: 7.80.0, the first to tell when a request is sent.
    static let oldestVersion = 0x07_50_00

    /// The oldest version with which requests may share a connection. With 7.80 a reader that waits holds all others
    /// up, and with 7.88 the end of a body that is asked for makes others lose what has just arrived for them; 8.4.0 is
    /// the next that was tried.
    static let oldestVersionWithHTTP2 = 0x08_04_00

    /// Whether it was built with HTTP/2, and can be trusted with it.
    static var knowsHTTP2: Bool { has(LCFeatureHTTP2) && number >= oldestVersionWithHTTP2 }

    /// Whether it can be told to leave the lookup of a name to itself when nobody waits for it any more: 7.87.0 is the
    /// first.
    static var leavesNameLookups: Bool { number >= 0x07_57_00 }

    /// Closes the idle connections of `multi`. Requires libcurl 8.16.0; older headers have neither the option nor its
    /// value.
    static func closeIdleConnections(of multi: UnsafeMutableRawPointer) {
        guard number >= 0x08_10_00, let networkChanged = LCMultiOption(rawValue: 17) else { return }
        LCMultiSetNumber(multi, networkChanged, 1)
    }

    /// The ID of the transfer's connection (libcurl 8.2.0 and later); -1 if there is none.
    static func connection(of easy: UnsafeMutableRawPointer) -> Int64 {
        LCInfo(rawValue: 0x60_0040).map { LCEasyInfo(easy, $0) } ?? -1
    }

    private static var number: Int { Int(LCVersion()?.pointee.number ?? 0) }

    private static func has(_ feature: Int32) -> Bool { (LCVersion()?.pointee.features ?? 0) & feature != 0 }

    /// Throws ``LibcurlUnavailable``.
    static func load() throws(LibcurlUnavailable) {
        if let problem = LCLoad() { throw LibcurlUnavailable(String(cString: problem)) }
        guard let version = LCVersion()?.pointee else { throw LibcurlUnavailable("it does not tell its version") }
        try check(Int(version.number), Self.version, Int(version.features))
    }

    /// Its name for its version; empty before it is loaded.
    static var version: String { LCVersion().map { String(cString: $0.pointee.version) } ?? "" }

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

/// There is no usable libcurl.
public struct LibcurlUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in words.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// The reason and what to do.
    public var description: String {
        "libcurl cannot be used: \(reason). Install it (Debian and Ubuntu: apt-get install libcurl4), or use DefaultHTTPConnector"
    }
}
