import AbstractHTTPLibcurl

/// The system's libcurl.
enum Libcurl {
    /// The oldest supported version, as libcurl encodes it: 7.80.0, the first to report when a request is sent.
    static let oldestVersion = 0x07_50_00

    /// The oldest version in which requests may share a connection. In 7.80, a reader that waits blocks all others. In
    /// 7.88, asking for the end of a body makes others lose data that has just arrived. 8.4.0 is the next version that
    /// was tried.
    static let oldestVersionWithHTTP2 = 0x08_04_00

    /// Whether libcurl was built with HTTP/2 and its HTTP/2 is reliable.
    static var knowsHTTP2: Bool { has(LCFeatureHTTP2) && number >= oldestVersionWithHTTP2 }

    /// Whether libcurl can abandon a name lookup that is no longer needed. 7.87.0 is the first version that can.
    static var leavesNameLookups: Bool { number >= 0x07_57_00 }

    /// Whether a response can make libcurl use memory that it has freed, if an earlier transfer of the handle had a
    /// response. This happens if its first field line begins with a blank (bugs 11101, 11103, and 11620 of libcurl).
    /// Of the versions 7.80, 7.88, 8.4, and later ones, only 7.88 does it. Those between were not tried.
    static var needsFreshHandles: Bool { (0x07_51_00..<0x08_04_00).contains(number) }

    /// Whether libcurl may accept a TLS connection that ends without close_notify. 7.80, 7.88, and 8.4 do so, 8.12 does
    /// not. Those between were not tried.
    static var acceptsMissingCloseNotify: Bool { number < 0x08_0C_00 }

    /// Whether libcurl knows the socket of a connection before it sends a request. Earlier versions (8.12 was tried)
    /// know none, or the one of an earlier part of the transfer.
    static var knowsSockets: Bool { number >= 0x08_17_00 }

    /// Closes the idle connections of `multi`. Requires libcurl 8.16.0. Older headers have neither the option nor its
    /// value.
    static func closeIdleConnections(of multi: UnsafeMutableRawPointer) {
        guard number >= 0x08_10_00, let networkChanged = LCMultiOption(rawValue: 17) else { return }
        LCMultiSetNumber(multi, networkChanged, 1)
    }

    /// The ID of the transfer's connection (libcurl 8.2.0 and later), or -1 if there is none.
    static func connection(of easy: UnsafeMutableRawPointer) -> Int64 {
        LCInfo(rawValue: 0x60_0040).map { LCEasyInfo(easy, $0) } ?? -1
    }

    private static var number: Int { Int(LCVersion()?.pointee.number ?? 0) }

    private static func has(_ feature: Int32) -> Bool { (LCVersion()?.pointee.features ?? 0) & feature != 0 }

    /// Loads libcurl. Throws ``LibcurlUnavailable``.
    static func load() throws(LibcurlUnavailable) {
        if let problem = LCLoad() { throw LibcurlUnavailable(String(cString: problem)) }
        guard let version = LCVersion()?.pointee else { throw LibcurlUnavailable("it does not tell its version") }
        try check(Int(version.number), Self.version, Int(version.features))
    }

    /// The name of libcurl's version. It is empty before libcurl is loaded.
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
