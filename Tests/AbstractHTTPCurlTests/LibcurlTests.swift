import AbstractHTTPLibcurl
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Whether there is a usable libcurl.
@Suite struct LibcurlTests {
    private let features = Int(LCFeatureAsynchronousNames)

    /// It is the library that `Tests/Scripts/other-libcurls` has put in place.
    @Test func installedLibraryIsUsable() throws {
        try Libcurl.load()

        if let version = ProcessInfo.processInfo.environment["ABSTRACTHTTP_LIBCURL"] {
            #expect(Libcurl.version.hasPrefix(version))
            // Otherwise the tests over HTTP/2 would not run.
            #expect(Libcurl.isUsableWithHTTP2 == !version.hasPrefix("7."))
        }
    }

    @Test func missingLibraryIsReported() {
        #expect(Libcurl.problem(of: "libno-such-library.so.4") == "the library is not installed")
    }

    @Test func otherLibraryLacksAFunction() {
        #expect(Libcurl.problem(of: "libc.so.6") == "the library has no curl_global_init")
    }

    @Test(arguments: [(0x07_4F_01, "7.79.1"), (0x07_44_00, "7.68.0")])
    func oldVersionIsRejected(number: Int, name: String) {
        let error = #expect(throws: LibcurlUnavailable.self) { try Libcurl.check(number, name, features) }

        #expect(error?.description.contains("version \(name) is too old: 7.80.0 is needed") == true)
        #expect(error?.description.contains("apt-get install libcurl4") == true)
    }

    @Test(arguments: [0x07_50_00, 0x07_58_01, 0x08_0A_00])
    func laterVersionIsAccepted(number: Int) throws {
        try Libcurl.check(number, "", features)
    }

    @Test func blockingNameLookupsAreRejected() {
        let error = #expect(throws: LibcurlUnavailable.self) { try Libcurl.check(Libcurl.oldestVersion, "7.80.0", 0) }

        #expect(error?.reason.contains("name lookups") == true)
    }
}
