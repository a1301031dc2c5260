import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPCurl
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPServices
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import HTTPIDLCompatibility
import Testing

/// Ordinary code of an app that must mean the same with every module imported.
@Suite struct SourceCompatibilityTests {
    @Test func initializersOfTheStandardTypesStayUnambiguous() {
        let texts = ["1", "2", "x"]

        #expect(texts.compactMap(Int.init) == [1, 2])
        #expect(texts.compactMap(Double.init) == [1, 2])
        #expect(Optional("7").flatMap(Int64.init) == 7)
        #expect([1, 2].map(String.init) == ["1", "2"])
        #expect(["true"].compactMap(Bool.init) == [true])
        #expect(["a"].map(Optional.init) == ["a"])
    }
}
