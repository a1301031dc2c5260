import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCookies

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cookies that do not come from a response obey the rules of the jar.
@Suite(.timeLimit(.minutes(5))) struct RefusedCookieTests {
    private static func cookie(
        _ name: String, _ value: String = "1", _ domain: String = "a.example", isHostOnly: Bool = true,
        path: String = "/", isSecure: Bool = false
    ) -> Cookie {
        Cookie(name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure)
    }

    private static let long = String(repeating: "x", count: 4_096)
    private static let good = cookie("good")
    private static let bad: [(Cookie, RefusedCookie.Reason)] = [
        (cookie("", ""), .blank), (cookie("a", "1\u{7}2"), .character), (cookie("a", "1\r\nX-Y: z"), .character),
        (cookie("a\0b"), .character), (cookie("a", "\u{7F}"), .character), (cookie("a", "1; b=2"), .character),
        (cookie("a;b"), .character), (cookie("a=b"), .character), (cookie("a", long), .size),
        (cookie("a", "1", ""), .domain), (cookie("a", "1", "a b.example"), .domain),
        (cookie("a", "1", "a.example\nb"), .domain), (cookie("a", "1", "a.example/b"), .domain),
        (cookie("a", "1", String(repeating: "a.", count: 200) + "b"), .domain), (cookie("a", path: ""), .path),
        (cookie("a", path: "b"), .path), (cookie("a", path: "/\n"), .path), (cookie("a", path: "/" + long), .path),
        (cookie("__Secure-a"), .prefix), (cookie("__SECURE-a"), .prefix), (cookie("__Host-a"), .prefix),
        (cookie("__Host-a", isHostOnly: false, isSecure: true), .prefix),
        (cookie("__Host-a", path: "/a", isSecure: true), .prefix), (cookie("", "__Host-a", isSecure: true), .prefix),
        (cookie("a", "1", "example", isHostOnly: false), .publicSuffix),
        (cookie("a", "1", ".COM.", isHostOnly: false), .publicSuffix),
    ]

    private static let fine = [
        cookie("", "a=b"), cookie("a", ""), cookie("a", "x\ty"), cookie("a", "ä\u{37E}"),
        cookie("a", String(long.dropLast())), cookie("__Secure-a", isSecure: true), cookie("__Host-a", isSecure: true),
        cookie("a", "1", "www.a.example", isHostOnly: false), cookie("a", "1", "com"), cookie("a", path: "/a;b/c"),
        cookie("a", "1", "127.0.0.1", isHostOnly: false), cookie("a", "1", "::1", isHostOnly: false),
    ]

    @Test(arguments: bad.indices) func insertReturnsWhatItRefuses(index: Int) {
        let (cookie, reason) = Self.bad[index]
        let jar = CookieJar(publicSuffixes: nil)

        let refused = jar.insert([cookie, Self.good])

        #expect(refused == [RefusedCookie(cookie, reason)])
        #expect(jar.cookies == [Self.good])
    }

    @Test(arguments: fine.indices) func cookieThatAServerCouldSetIsInserted(index: Int) {
        for suffixes in [nil, PublicSuffixList("com")] {
            let jar = CookieJar(publicSuffixes: suffixes)

            #expect(jar.insert([Self.fine[index]]) == [])
            #expect(jar.cookies == [Self.fine[index]])
        }
    }

    @Test(arguments: [
        ("co.uk", false, PublicSuffixList("co.uk") as any PublicSuffixes), ("a.co.uk", true, PublicSuffixList("co.uk")),
        ("公司.cn", false, PublicSuffixList("公司.cn")), ("github.io", false, PublicSuffixList("github.io")),
        ("b.example", false, KnownDomains(["a.example"])), ("b.a.example", true, KnownDomains(["a.example"])),
    ])
    func cookieOfAPublicSuffixIsRefused(domain: String, isTaken: Bool, suffixes: any PublicSuffixes) {
        let jar = CookieJar(publicSuffixes: suffixes)

        let refused = jar.insert([Self.cookie("a", "1", domain, isHostOnly: false), Self.cookie("b", "1", domain)])

        #expect(refused.map(\.reason) == (isTaken ? [] : [.publicSuffix]))
        #expect(jar.cookies.map(\.name) == (isTaken ? ["a", "b"] : ["b"]))
    }

    /// Neither the cookies that a jar of an earlier version took, nor those of a file that somebody changed.
    @Test func jarReportsWhatItRefusesOfItsFile() throws {
        try withFolder { folder in
            let file = folder.appending(component: "cookies.json")
            try JSONEncoder().encode(Self.bad.map(\.0) + [Self.good]).write(to: file)

            let jar = try CookieJar(file: file, keepsSessionCookies: true, publicSuffixes: nil)

            #expect(jar.cookies == [Self.good])
            #expect(jar.refusedCookies == Self.bad.map { RefusedCookie($0, $1) })
        }
    }

    @Test func cookiesOfFoundationObeyTheRules() throws {
        let secure = try #require(
            HTTPCookie(properties: [.name: "__Secure-a", .value: "1", .domain: "a.example", .path: "/"]))
        let wide = try #require(HTTPCookie(properties: [.name: "b", .value: "1", .domain: ".com", .path: "/"]))
        let jar = CookieJar(publicSuffixes: PublicSuffixList("com"))

        let refused = jar.insert([secure, wide].map(Cookie.init))

        #expect(refused.map(\.reason) == [.prefix, .publicSuffix])
        #expect(jar.cookies == [])
    }

    @Test func noCookieBreaksARequest() async throws {
        let connector = ScriptedConnector.always("")
        var config = ConnectionConfig(connector: connector)
        let jar = CookieJar(publicSuffixes: nil)
        jar.insert(Self.bad.map(\.0) + [Self.good])
        config.cookieJar = jar

        try await HTTP("https://a.example/").asVoid(config: config).response()

        #expect(connector.requests.map { $0.headers[.cookie] } == ["good=1"])
    }

    @Test func cookiesAboveTheLimitAreReturned() {
        let jar = CookieJar(publicSuffixes: nil)
        let cookies = (0..<60).map { Self.cookie("n\($0)") }

        let refused = jar.insert(cookies)

        #expect(refused == cookies.prefix(10).map { cookie in RefusedCookie(cookie, .limit) })
        #expect(jar.cookies == Array(cookies.dropFirst(10)))
    }

    @Test func endedAndReplacedCookiesAreNotRefused() {
        let jar = CookieJar(publicSuffixes: nil)
        var ended = Self.cookie("a")
        ended.expires = .distantPast

        #expect(jar.insert([Self.cookie("a"), ended, Self.cookie("b", "1"), Self.cookie("b", "2")]) == [])
        #expect(jar.cookies == [Self.cookie("b", "2")])
    }

    @Test(arguments: ["a\tb", "a\nb", "a\rb"]) func exportSaysWhatItLeavesOut(value: String) {
        let file = NetscapeCookies([Self.cookie("tab", value), Self.good])

        #expect(file.omitted == [RefusedCookie(Self.cookie("tab", value), .format)])
        #expect(NetscapeCookies(text: file.text).cookies == [Self.good])
    }

    /// Each cookie is either in the text or left out.
    @Test(arguments: (bad.map(\.0) + fine).indices) func exportLosesNoCookie(index: Int) {
        let cookie = (Self.bad.map(\.0) + Self.fine)[index]
        let file = NetscapeCookies([cookie])

        let read = NetscapeCookies(text: file.text)

        #expect(read.cookies + file.omitted.map(\.cookie) == [cookie])
        #expect(read.unreadLines == [])
    }

    @Test(arguments: [
        ("a.example\tFALSE\t/\tFALSE\t0\ta\tx\ty", [1]), ("# comment\r\n\r\nno cookie\r\n \n", [3]),
        ("a.example\tFALSE\tb\tFALSE\t0\ta\t1\n#HttpOnly_\n#", [1, 2]), ("a.example\tFALSE\t/\tFALSE\tsoon\ta\t1", [1]),
        ("# Netscape HTTP Cookie File\n\na.example\tFALSE\t/\tFALSE\t0\tgood\t1\n", []),
    ])
    func importSaysWhichLinesAreNoCookies(text: String, lines: [Int]) {
        #expect(NetscapeCookies(text: text).unreadLines == lines)
    }

    /// curl ends such a line after the name.
    @Test func lineWithoutAValueIsACookieWithoutAValue() {
        let read = NetscapeCookies(text: "a.example\tFALSE\t/\tFALSE\t0\ta\n")

        #expect(read.cookies == [Self.cookie("a", "")])
    }

    @Test func refusedCookieDoesNotShowItsValue() {
        let refused = RefusedCookie(Self.cookie("__Host-a", "secret"), .prefix)
        var dumped = ""
        dump(refused, to: &dumped)

        #expect("\(refused)".hasPrefix("__Host-a=<redacted>; Domain=a.example; Path=/: it does not meet"))
        #expect(![dumped, "\([refused])", String(reflecting: refused)].contains { $0.contains("secret") })
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "Cookies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }
}

extension RefusedCookie {
    fileprivate init(_ cookie: Cookie, _ reason: Reason) { self.init(cookie: cookie, reason: reason) }
}
