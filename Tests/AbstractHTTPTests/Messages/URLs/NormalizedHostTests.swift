import Foundation
import Testing

@testable import AbstractHTTP

/// All spellings of a host have one form.
@Suite struct NormalizedHostTests {
    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
        ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
        ("ü.xn--bcher-kva.example", "xn--tda.xn--bcher-kva.example"), ("straße.example", "xn--strae-oqa.example"),
        ("日本語。ＪＰ", "xn--wgv71a119e.jp"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("ａ｡example。", "a.example"),
        ("A.Example", "a.example"), ("a.example.", "a.example"), ("xn--bcher-kva.example.", "xn--bcher-kva.example"),
        ("a_b.1st.example", "a_b.1st.example"), ("b.4a", "b.4a"), ("localhost", "localhost"),
    ])
    func namesAreInLowercaseALabels(host: String, normalized: String) throws {
        let url = try #require(URL(string: "http://\(host)/"))

        #expect(host.normalizedHost == normalized)
        #expect(url.normalizedHost == normalized)
        #expect(normalized.normalizedHost == normalized)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.513", "127.0.2.1"),
        ("2130706433", "127.0.0.1"), ("0X7F.0.0.1", "127.0.0.1"), ("0177.0.0.01", "127.0.0.1"),
        ("0xffffffff", "255.255.255.255"), ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("１２７.0.0.1", "127.0.0.1"),
        ("1.2.3.256", "1.2.3.256"), ("256.1", "256.1"), ("4294967296", "4294967296"), ("1.2.3.4.5", "1.2.3.4.5"),
        ("a.1", "a.1"), ("1.-2", "1.-2"), ("09", "09"), ("99999999999999999999", "99999999999999999999"),
    ])
    func addressesOfIPv4AreFourNumbers(host: String, normalized: String) throws {
        #expect(host.normalizedHost == normalized)
        #expect(try #require(URL(string: "http://\(host)/")).normalizedHost == normalized)
    }

    /// The samples of RFC 5952.
    @Test(arguments: [
        ("0:0:0:0:0:0:0:1", "::1"), ("::1", "::1"), ("0::0", "::"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:DB8:0000:0000:0001::1", "2001:db8::1:0:0:1"), ("1:0:0:0::", "1::"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("::FFFF:c000:0201", "::ffff:c000:201"),
        ("::ffff:192.0.2.1", "::ffff:c000:201"),
    ])
    func addressesOfIPv6AreShortAndLowercase(host: String, normalized: String) throws {
        let url = try #require(URL(string: "http://[\(host)]/"))

        #expect([host.normalizedHost, "[\(host)]".normalizedHost] == [normalized, normalized])
        #expect(url.normalizedHost == normalized)
    }

    @Test func zoneOfAnAddressIsKept() {
        #expect("[FE80:0::1%Eth0]".normalizedHost == "fe80::1%Eth0")
    }

    @Test(arguments: [
        ("b%C3%BCcher.example", "xn--bcher-kva.example"), ("%61.example", "a.example"), ("a%2Eexample", "a.example"),
        ("a%2ee%58ample%2e", "a.example"),
    ])
    func percentEncodedNamesAreDecoded(host: String, normalized: String) throws {
        #expect(try #require(URL(string: "http://\(host)/")).normalizedHost == normalized)
    }

    /// Otherwise, the text after the escape would look like a path, or two hosts would look like one.
    @Test(arguments: [
        "a.example%2Fb", "a.example%3A80", "a.example%00.b", "user%40a.example", "%5B%3A%3A1%5D", "a%20b", "%252e",
        "%FF.b",
    ])
    func escapesOfOtherCharactersAreKept(host: String) throws {
        #expect(try #require(URL(string: "http://\(host)/")).normalizedHost == host.lowercased())
    }

    @Test(arguments: ["", "..", "a..", "a..b", "[", "[]", ":", "[::1", "::1\0", "::g", "ü b", "ü/", "\u{2100}", "%"])
    func textThatIsNoHostStaysDifferent(text: String) {
        let others = ["", "a", "a.b", "::1", "xn--tda", "."].filter { $0 != text }

        #expect(!others.contains(text.normalizedHost))
    }
}
