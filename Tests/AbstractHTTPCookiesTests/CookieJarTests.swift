import AbstractHTTP
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What a jar accepts and what it sends (RFC 6265bis).
@Suite struct CookieJarTests {
    @Test func textOfAServerIsEscapedInDescriptions() {
        let text = terminalControls
        let cookie = Cookie(name: text, value: "v", domain: text, path: text)
        var dumped = ""
        dump(cookie, to: &dumped)

        #expect(cookie.description.controlsOfTerminal == [] && dumped.controlsOfTerminal == [])
    }

    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func jar(_ suffixes: (any PublicSuffixes)? = KnownDomains(["example.com"])) -> CookieJar {
        CookieJar(publicSuffixes: suffixes, now: { [now] in now })
    }

    private func set(_ field: String, in jar: CookieJar, at url: String = "https://www.example.com/a/b") throws {
        jar.setCookies(
            from: HTTPHeaders([.init(name: .setCookie, value: field)]), of: try #require(URL(string: url)))
    }

    private func sent(_ jar: CookieJar, to url: String) throws -> [String] {
        jar.cookies(for: try #require(URL(string: url))).map { "\($0.name)=\($0.value)" }
    }

    @Test func aCookieWithoutADomainGoesToItsHostAlone() throws {
        let jar = jar()
        try set("a=1", in: jar)

        #expect(try sent(jar, to: "https://www.example.com/a/c") == ["a=1"])
        #expect(try sent(jar, to: "https://api.www.example.com/a/c") == [])
        #expect(try sent(jar, to: "https://example.com/a/c") == [])
        #expect(try sent(jar, to: "https://www.example.com/ab") == [])
    }

    @Test func aCookieOfADomainGoesToAllHostsBelow() throws {
        let jar = jar()
        try set("a=1; Domain=.Example.COM; Path=/", in: jar)

        for host in ["example.com", "www.example.com", "api.login.example.com"] {
            #expect(try sent(jar, to: "https://\(host)/") == ["a=1"])
        }
        #expect(try sent(jar, to: "https://badexample.com/") == [])
    }

    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("xn--bcher-kva.example.", "BÜCHER.example"),
        ("bu\u{308}cher.example", "bücher.example."), ("straße.example", "xn--strae-oqa.example:443"),
        ("A.example", "a.example."), ("[::1]", "[0:0:0:0:0:0:0:1]"), ("[2001:DB8::1]", "[2001:db8:0::1]"),
        ("127.1", "127.0.0.1"), ("a。example", "a.example"), ("b%C3%BCcher.example", "bücher.example"),
    ])
    func everySpellingOfAHostHasTheSameCookies(first: String, second: String) throws {
        for (setter, reader) in [(first, second), (second, first)] {
            let jar = jar()
            try set("a=1; Path=/", in: jar, at: "https://\(setter)/")
            jar.insert([Cookie(name: "b", value: "2", domain: setter.replacing(":443", with: ""))])

            #expect(try sent(jar, to: "https://\(reader)/").contains("a=1"))
            #expect(Set(jar.cookies.map(\.domain)).count == (setter.contains("%") ? 2 : 1))
        }
    }

    @Test(arguments: [
        ("bücher.example", "strasse.example"), ("bücher.example", "bucher.example"),
        ("straße.example", "strasse.example"),
        ("[::1]", "[::2]"), ("127.0.0.1", "127.0.0.2"), ("a.example", "a.example.b"),
    ])
    func otherHostsHaveOtherCookies(setter: String, reader: String) throws {
        let jar = jar()
        try set("a=1; Path=/", in: jar, at: "https://\(setter)/")

        #expect(try sent(jar, to: "https://\(reader)/") == [])
    }

    @Test(arguments: ["bücher.example", "xn--bcher-kva.example", "BÜCHER.Example", ".bücher.example", "bücher。example"])
    func domainOfACookieHasAnySpelling(domain: String) throws {
        let jar = jar(KnownDomains(["BÜCHER.example."]))
        try set("a=1; Path=/; Domain=\(domain)", in: jar, at: "https://www.xn--bcher-kva.example/")

        #expect(try sent(jar, to: "https://api.bücher.example./") == ["a=1"])
        #expect(jar.cookies.map(\.domain) == ["xn--bcher-kva.example"])
    }

    /// As for browsers.
    @Test func domainEndsWithADotOnlyIfTheHostDoes() throws {
        let jar = jar()
        try set("a=1; Path=/; Domain=example.com.", in: jar)
        try set("b=1; Path=/; Domain=example.com.", in: jar, at: "https://www.example.com./")

        #expect(try sent(jar, to: "https://api.example.com/") == ["b=1"])
    }

    @Test(arguments: ["com.", "COM", ".com.", "公司.cn", "xn--55qx5d.cn."])
    func publicSuffixIsOneInAnySpelling(domain: String) throws {
        let jar = jar(PublicSuffixList("com\n公司.cn"))
        try set("a=1; Domain=\(domain)", in: jar, at: "https://a.com/")
        try set("a=1; Domain=\(domain)", in: jar, at: "https://a.公司.cn/")

        #expect(jar.cookies == [])
    }

    @Test func cookieThatIsChangedOrDecodedMayHaveAnySpelling() throws {
        var cookie = Cookie(name: "a", value: "1", domain: "a.example")
        cookie.domain = ".BÜCHER.example."
        let jar = jar()
        jar.insert([cookie])

        #expect(jar.cookies(for: try #require(URL(string: "https://bücher.example/"))).map(\.name) == ["a"])
        jar.remove(cookie)
        #expect(jar.cookies == [])
    }

    @Test(arguments: ["com", "other.com", "api.example.com", "xample.com"])
    func foreignDomainIsRejected(domain: String) throws {
        let jar = jar(PublicSuffixList("com"))
        try set("a=1; Domain=\(domain)", in: jar)

        #expect(jar.cookies == [])
    }

    @Test func withoutPublicSuffixesEachCookieGoesToItsHostAlone() throws {
        let jar = jar(nil)
        try set("a=1; Domain=example.com; Path=/", in: jar)

        #expect(try sent(jar, to: "https://www.example.com/") == ["a=1"])
        #expect(try sent(jar, to: "https://example.com/") == [])
    }

    @Test func aPublicSuffixMaySetACookieForItself() throws {
        let jar = jar(PublicSuffixList("github.io"))
        try set("a=1; Domain=github.io; Path=/", in: jar, at: "https://github.io/")

        #expect(try sent(jar, to: "https://github.io/") == ["a=1"])
        #expect(try sent(jar, to: "https://ada.github.io/") == [])
    }

    @Test func secureCookieNeedsTLS() throws {
        let jar = jar()
        try set("a=1; Secure; Path=/", in: jar)
        try set("b=1; Secure; Path=/", in: jar, at: "http://www.example.com/")
        try set("a=2; Path=/", in: jar, at: "http://www.example.com/")
        try set("a=3; Path=/x; Domain=example.com", in: jar, at: "http://www.example.com/")

        #expect(try sent(jar, to: "https://www.example.com/x") == ["a=1"])
        #expect(try sent(jar, to: "http://www.example.com/x") == [])
        try set("a=4; Path=/", in: jar)
        #expect(try sent(jar, to: "https://www.example.com/x") == ["a=4"])
    }

    @Test(arguments: [
        "localhost", "LocalHost.", "app.localhost", "127.0.0.1", "127.255.3.4", "127.1", "[::1]", "[0:0::1]",
    ])
    func secureCookieWorksOnThisDeviceWithoutTLS(host: String) throws {
        let jar = jar()
        let url = "http://\(host):8080/"
        for field in ["a=1; Secure", "__Secure-b=1; Secure", "__Host-c=1; Secure; Path=/"] {
            try set(field, in: jar, at: url)
        }
        try set("a=2", in: jar, at: url)

        #expect(try sent(jar, to: url) == ["a=2", "__Secure-b=1", "__Host-c=1"])
        #expect(try sent(jar, to: "https://\(host)/") == ["a=2", "__Secure-b=1", "__Host-c=1"])
    }

    @Test(arguments: [
        "localhost.example", "notlocalhost", "127.0.0.1.example", "128.0.0.1", "0.0.0.0", "10.0.0.1", "[::2]",
        "[::ffff:127.0.0.1]", "127.example", "[127::1]",
    ])
    func secureCookieOfAnotherHostNeedsTLS(host: String) throws {
        let jar = jar()
        jar.insert([Cookie(name: "b", value: "1", domain: host.trimmingCharacters(in: ["[", "]"]), isSecure: true)])
        try set("a=1; Secure", in: jar, at: "http://\(host)/")

        #expect(jar.cookies.map(\.name) == ["b"])
        #expect(try sent(jar, to: "http://\(host)/") == [])
        #expect(try sent(jar, to: "https://\(host)/") == ["b=1"])
    }

    @Test func prefixOfACookieCountsOnThisDeviceToo() throws {
        let jar = jar()
        try set("__Secure-a=1", in: jar, at: "http://localhost/")
        try set("__Host-a=1; Secure; Path=/a", in: jar, at: "http://localhost/a")

        #expect(jar.cookies == [])
    }

    @Test(arguments: [
        ("__Secure-a=1; Path=/", false), ("__Secure-a=1; Secure; Path=/", true), ("__SECURE-a=1; Path=/", false),
        ("__Host-a=1; Secure", false), ("__Host-a=1; Secure; Path=/", true), ("__Host-a=1; Secure; Path=/a", false),
        ("__Host-a=1; Secure; Path=/; Domain=example.com", false), ("=__Host-a=1; Secure; Path=/", false),
        ("__Host-a=1; Path=/", false),
    ])
    func cookieNamePrefixesAreEnforced(field: String, isTaken: Bool) throws {
        let jar = jar()
        try set(field, in: jar)

        #expect(jar.cookies.isEmpty != isTaken)
    }

    @Test func tooLongCookiesAndAttributesAreIgnored() throws {
        let jar = jar()
        let long = String(repeating: "x", count: 4_096)
        try set("a=\(long)", in: jar)
        try set("a=\(long.dropLast())", in: jar)
        try set("b=1; Path=/\(long.prefix(1_024)); Domain=example.com", in: jar)

        #expect(jar.cookies.map(\.name) == ["a", "b"])
        #expect(jar.cookies[1].path == "/a" && !jar.cookies[1].isHostOnly)
    }

    /// The parent domains of such a host would take gigabytes.
    @Test func hostThatIsTooLongHasNoCookies() throws {
        let jar = jar()
        let url = "https://\(String(repeating: "a.", count: 200_000))com/"
        try set("a=1", in: jar, at: url)

        #expect(try sent(jar, to: url) == [] && jar.cookies.isEmpty)
    }

    @Test func cookieWithATooLongDefaultPathIsIgnored() throws {
        let jar = jar()
        let path = String(repeating: "x", count: 1_024)
        try set("a=1", in: jar, at: "https://www.example.com/\(path)/b")
        try set("b=1; Path=/", in: jar, at: "https://www.example.com/\(path)/b")

        #expect(jar.cookies.map(\.name) == ["b"])
    }

    @Test func responseToARequestBeforeRemoveAllSetsNoCookie() async throws {
        let (jar, gate, count) = (jar(), Promise<Void>(), LockedValue(0))
        let connector = MockConnector { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { await gate.value() }
            return Response(statusCode: 200, headers: ["Set-Cookie": "sid=\(number)"])
        }
        var config = ConnectionConfig(connector: connector)
        config.cookieJar = jar
        let http = HTTP("https://www.example.com/").asVoid(config: config)
        let late = Task { try await http.response() }
        await until { count.withLock { $0 } == 1 }
        jar.removeAll()
        gate.fulfill(())
        try await late.value
        #expect(jar.cookies.isEmpty)

        try await http.response()
        #expect(jar.cookies.map(\.value) == ["2"])
    }

    /// A sign that equals a semicolon, and a mark that joins the equals sign.
    @Test func cookiesAreSeparatedByBytes() throws {
        let jar = jar()
        try set("a=b\u{37E} Max-Age=0", in: jar)
        try set("c=\u{301}x", in: jar)

        #expect(jar.cookies.map(\.name) == ["a", "c"])
        let values = ["b\u{37E} Max-Age=0", "\u{301}x"]
        #expect(jar.cookies.map { Array($0.value.utf8) } == values.map { Array($0.utf8) })
    }

    @Test func noCookieLivesLongerThan400Days() throws {
        let jar = jar()
        try set("a=1; Max-Age=999999999999999999999999", in: jar)
        try set("b=1; Expires=Fri, 07 Aug 9999 08:04:19 GMT", in: jar)
        try set("c=1; Max-Age=60; Expires=Fri, 07 Aug 1999 08:04:19 GMT", in: jar)
        try set("d=1", in: jar)

        let longest = now.addingTimeInterval(400 * 86_400)
        #expect(jar.cookies.map(\.expires) == [longest, longest, now.addingTimeInterval(60), nil])
    }

    @Test func expiredCookieIsRemoved() throws {
        let jar = jar()
        for end in ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"] {
            try set("a=1", in: jar)
            #expect(jar.cookies.count == 1)
            try set("a=; \(end)", in: jar)
            #expect(jar.cookies.isEmpty)
        }
    }

    @Test func aDomainHasFiftyCookiesAndTheJarThreeThousand() throws {
        let jar = jar()
        try set("first=1; Path=/; Secure", in: jar)
        for number in 0..<60 { try set("n\(number)=1; Path=/", in: jar) }

        #expect(jar.cookies.count == 50)
        #expect(jar.cookies.first?.name == "first", "a secure cookie stays longer than others")
        #expect(jar.cookies.last?.name == "n59")

        jar.insert((0..<3_100).map { Cookie(name: "a", value: "1", domain: "h\($0).example.net") })
        #expect(jar.cookies.count == 3_000)
        #expect(jar.cookies.last?.domain == "h3099.example.net")
    }

    @Test func leastRecentlyUsedCookieIsEvictedFirst() throws {
        let jar = jar()
        try set("used=1; Path=/used", in: jar)
        for number in 0..<49 { try set("n\(number)=1; Path=/n", in: jar) }
        #expect(try sent(jar, to: "https://www.example.com/used").first == "used=1")
        try set("one-more=1; Path=/other", in: jar)
        try set("two-more=1; Path=/other", in: jar)

        #expect(jar.cookies.map(\.name).contains("used"))
        #expect(jar.cookies.count == 50)
    }

    /// They go although they were used last.
    @Test func expiredCookiesAreEvictedFirst() throws {
        let time = LockedValue(now)
        let jar = CookieJar(publicSuffixes: nil, now: { time.withLock { $0 } })
        try set("first=1; Path=/", in: jar)
        for number in 0..<49 { try set("n\(number)=1; Path=/; Max-Age=\(number == 48 ? 60 : 600)", in: jar) }
        time.withLock { $0 += 60 }
        try set("one-more=1; Path=/", in: jar)
        #expect(jar.cookies.count == 50 && jar.cookies.first?.name == "first")

        jar.insert((0..<2_950).map { Cookie(name: "a", value: "1", domain: "h\($0).example.net", expires: now + 120) })
        #expect(jar.cookies.count == 3_000)
        time.withLock { $0 += 60 }
        jar.insert([Cookie(name: "b", value: "1", domain: "other.example")])
        #expect(jar.cookies.count == 51 && jar.cookies.first?.name == "first")
    }

    @Test func longerPathsComeFirstAndThenOlderCookies() throws {
        let jar = jar()
        for field in ["a=1; Path=/", "b=1; Path=/a", "c=1; Path=/", "d=1; Path=/a"] { try set(field, in: jar) }
        try set("a=2; Path=/", in: jar)

        #expect(try sent(jar, to: "https://www.example.com/a") == ["b=1", "d=1", "a=2", "c=1"])
    }

    @Test func nothingShowsAValue() throws {
        let jar = jar()
        try set("sid=secret; Path=/", in: jar)
        let cookie = try #require(jar.cookies.first)
        var dumped = ""
        dump(cookie, to: &dumped)
        dump(jar, to: &dumped)

        for text in ["\(cookie)", "\(jar)", String(reflecting: cookie), String(reflecting: jar), "\([cookie])", dumped]
        {
            #expect(!text.contains("secret"))
        }
        #expect("\(cookie)" == "sid=<redacted>; Domain=www.example.com; Path=/")
    }

    @Test func eachChangeIsSeen() async throws {
        let jar = jar()
        var updates = jar.updates.makeAsyncIterator()
        #expect(await updates.next() == [])
        try set("a=1", in: jar)
        #expect(await updates.next()?.map(\.name) == ["a"])
        try set("a=1", in: jar)
        try set("b=1", in: jar)
        #expect(await updates.next()?.map(\.name) == ["a", "b"])
        jar.removeAll()
        #expect(await updates.next() == [])
    }

    @Test func aCookieThatIsRemovedIsGone() throws {
        let jar = jar()
        try set("a=1; Path=/", in: jar)
        try set("a=2; Path=/a", in: jar)
        jar.remove(try #require(jar.cookies.first))

        #expect(jar.cookies.map(\.value) == ["2"])
    }
}
