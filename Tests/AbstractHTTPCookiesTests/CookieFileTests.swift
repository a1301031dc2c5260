import AbstractHTTP
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A jar in a file, and the formats of other tools.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CookieFileTests {
    private static let later = Date(
        timeIntervalSinceReferenceDate: (Date() + 86_400).timeIntervalSinceReferenceDate.rounded())

    private static func cookie(_ name: String, expires: Date? = later) -> Cookie {
        Cookie(
            name: name, value: "value of \(name)", domain: "example.com", isHostOnly: false, path: "/a", isSecure: true,
            isHTTPOnly: true, sameSite: .lax, expires: expires)
    }

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "Cookies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(component: "cookies.json"))
    }

    @Test func nextJarReadsTheWrittenCookies() async throws {
        try await withFile { file in
            let (kept, session) = (Self.cookie("kept"), Self.cookie("session", expires: nil))
            do {
                let jar = try CookieJar(file: file)
                jar.insert([kept, session])
                #expect(jar.saveError == nil)
            }
            #expect(try CookieJar(file: file).cookies == [kept])
            do {
                let jar = try CookieJar(file: file, keepsSessionCookies: true)
                jar.insert([session])
            }
            #expect(try CookieJar(file: file, keepsSessionCookies: true).cookies == [kept, session])
        }
    }

    /// A device without a battery for its clock starts in 1970.
    @Test func aClockThatIsLateForAWhileEndsNoCookie() async throws {
        try await withFile { file in
            do {
                let jar = try CookieJar(file: file)
                jar.insert([Self.cookie("kept")])
            }
            let time = LockedValue(Date(timeIntervalSince1970: 0))
            let jar = try CookieJar(file: file, now: { time.withLock { $0 } })
            time.withLock { $0 = Date() }

            #expect(jar.cookies == [Self.cookie("kept")])
        }
    }

    @Test func aResponseIsReturnedAfterItsCookiesAreWritten() async throws {
        try await withFile { file in
            let connector = MockConnector { _ in
                Response(statusCode: 200, headers: ["Set-Cookie": "sid=1; Max-Age=600"])
            }
            var config = ConnectionConfig(connector: connector)
            config.cookieJar = try CookieJar(file: file)
            try await HTTP("https://example.com/").asVoid(config: config).response()

            #expect(try String(contentsOf: file, encoding: .utf8).contains("sid"))
        }
    }

    @Test func onlyTheOwnerCanReadTheFile() async throws {
        try await withFile { file in
            let jar = try CookieJar(file: file)
            for name in ["a", "b"] {
                jar.insert([Self.cookie(name)])
                for path in [file.path, file.path + ".old"] where FileManager.default.fileExists(atPath: path) {
                    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                    #expect(mode == 0o600, "\(path)")
                }
            }
        }
    }

    /// The file may come from another program, which may also replace it while the jar uses it.
    @Test func publicFileBecomesPrivate() async throws {
        try await withFile { file in
            let paths = [file.path, file.path + ".old"]
            func modes() throws -> [Int?] {
                try paths.map { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
            }
            func publish() throws {
                for path in paths {
                    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
                }
            }
            do {
                let jar = try CookieJar(file: file)
                for name in ["a", "b"] { jar.insert([Self.cookie(name)]) }
            }

            try publish()
            let jar = try CookieJar(file: file)
            #expect(try modes() == [0o600, 0o600], "when it is read")

            try publish()
            jar.insert([Self.cookie("c")])
            #expect(jar.saveError == nil)
            #expect(try modes() == [0o600, 0o600], "when it is written")
        }
    }

    /// A file that is cut off anywhere yields the new cookies or the old ones, but no others.
    @Test func truncatedFileHasOldOrNewCookies() async throws {
        try await withFile { file in
            let (old, new) = ([Self.cookie("a")], [Self.cookie("a"), Self.cookie("b")])
            do {
                let jar = try CookieJar(file: file)
                jar.insert(old)
                jar.insert(new)
            }
            let (whole, before) = (try Data(contentsOf: file), try Data(contentsOf: file.appendingPathExtension("old")))
            for count in 0...whole.count {
                try whole.prefix(count).write(to: file)
                #expect(try CookieJar(file: file).cookies == (count == whole.count ? new : old))
            }
            // The process may also have ended while it wrote, or between the two renames.
            for count in 0...whole.count {
                try whole.prefix(count).write(to: file.appendingPathExtension("new"))
                try before.write(to: file)
                #expect(try CookieJar(file: file).cookies == old)
            }
            try FileManager.default.removeItem(at: file)
            #expect(try CookieJar(file: file).cookies == old)
        }
    }

    /// The damaged file must not replace the previous one, which may be needed again.
    @Test func aDamagedFileDoesNotReplaceThePreviousOne() async throws {
        try await withFile { file in
            let old = [Self.cookie("a")]
            do {
                let jar = try CookieJar(file: file)
                jar.insert(old)
                jar.insert([Self.cookie("b")])
            }
            try Data("[".utf8).write(to: file)
            do {
                let jar = try CookieJar(file: file)
                #expect(jar.cookies == old)
                jar.insert([Self.cookie("c")])
            }
            try Data("[".utf8).write(to: file)
            #expect(try CookieJar(file: file).cookies == old)
        }
    }

    @Test func aFileHasOneJarAtATime() async throws {
        try await withFile { file in
            let jar = try CookieJar(file: file)
            let error = #expect(throws: CookieFileError.self) { try CookieJar(file: file) }
            #expect(error == .inUse(path: file.path))
            #expect(error?.description == "another cookie jar uses \(file.path)")
            withExtendedLifetime(jar) {}
        }
    }

    @Test func aFileWithoutCookiesIsAnErrorAndStays() async throws {
        try await withFile { file in
            try Data("not cookies".utf8).write(to: file)
            let error = #expect(throws: CookieFileError.self) { try CookieJar(file: file) }
            #expect(error == .unreadable(path: file.path))
            #expect(try Data(contentsOf: file) == Data("not cookies".utf8))
        }
    }

    /// A jar that starts empty would soon replace the file.
    @Test func aFileThatCannotBeReadIsAnErrorAndStays() async throws {
        try await withFile { file in
            do {
                let jar = try CookieJar(file: file)
                jar.insert([Self.cookie("a")])
                jar.insert([Self.cookie("b")])
            }
            // A folder cannot be read as a file, not even by root.
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            #expect(throws: (any Error).self) { try CookieJar(file: file) }

            try FileManager.default.removeItem(at: file)
            #expect(try CookieJar(file: file).cookies == [Self.cookie("a")])
        }
    }

    @Test func removedCookiesAreInNoFile() async throws {
        try await withFile { file in
            let jar = try CookieJar(file: file)
            for removal in 0..<3 {
                jar.insert([Self.cookie("secret")])
                jar.insert([Self.cookie("other")])
                switch removal {
                case 0: jar.removeAll()
                case 1: jar.remove(Self.cookie("secret"))
                default:
                    let url = try #require(URL(string: "https://example.com/a"))
                    let field = "secret=; Domain=example.com; Path=/a; Max-Age=0"
                    jar.setCookies(from: HTTPHeaders([.init(name: .setCookie, value: field)]), of: url)
                }
                #expect(jar.saveError == nil)
                for name in try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) {
                    let path = file.deletingLastPathComponent().appending(component: name)
                    #expect(try !String(contentsOf: path, encoding: .utf8).contains("value of secret"), "\(name)")
                }
            }
        }
    }

    @Test(arguments: ["nan", "inf", "-inf", "1e30", "-5", "9e999"])
    func netscapeCookieAcceptsAnyExpiryNumber(text: String) async throws {
        try await withFile { file in
            let cookies = NetscapeCookies(text: "example.com\tFALSE\t/\tFALSE\t\(text)\ta\tb\n").cookies
            _ = NetscapeCookies(cookies).text

            let jar = try CookieJar(file: file)
            jar.insert(cookies)
            jar.insert(
                [.nan, .infinity, -.infinity].map { date in
                    Cookie(name: "x", value: "y", domain: "h", expires: Date(timeIntervalSince1970: date))
                })
            _ = NetscapeCookies(jar.cookies).text
            #expect(jar.saveError == nil)
        }
    }

    @Test func aFolderThatIsMissingIsAnError() {
        #expect(throws: POSIXError.self) { try CookieJar(file: URL(filePath: "/no/such/folder/cookies")) }
    }

    @Test func failedWriteIsReported() async throws {
        try await withFile { file in
            let jar = try CookieJar(file: file)
            jar.insert([Self.cookie("a")])
            try FileManager.default.removeItem(at: file.deletingLastPathComponent())
            jar.insert([Self.cookie("b")])
            #expect(jar.saveError is POSIXError)
            #expect(jar.cookies.count == 2)
        }
    }

    @Test func requestContinuesIfTheWriteOfItsCookiesFails() async throws {
        try await withFile { file in
            let (folder, count) = (file.deletingLastPathComponent(), LockedValue(0))
            let connector = MockConnector { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return .text("ok", headers: ["Set-Cookie": "n\(number)=1; Max-Age=600"])
            }
            let jar = try CookieJar(file: file)
            var config = ConnectionConfig(connector: connector)
            config.cookieJar = jar
            let connection = HTTP("https://example.com/").asString(config: config)
            try FileManager.default.removeItem(at: folder)

            #expect(try await connection.response() == "ok")
            #expect(jar.saveError is POSIXError)
            #expect(jar.cookies.map(\.name) == ["n1"])

            // The next change is written with the one before.
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            #expect(try await connection.response() == "ok")
            #expect(jar.saveError == nil)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.contains("n1") && text.contains("n2"))
        }
    }

    @Test(arguments: ["\u{2028}", "\u{85}", "\u{B}", "\u{C}"]) func netscapeValueKeepsLineSeparators(text: String) {
        let cookie = Cookie(name: "n", value: "a\(text)b", domain: "example.com")

        #expect(NetscapeCookies(text: NetscapeCookies([cookie]).text).cookies.map(\.value) == [cookie.value])
    }

    @Test func netscapeCookiesRoundTrip() throws {
        let cookies = [
            Self.cookie("a"), Self.cookie("session", expires: nil),
            Cookie(name: "plain", value: "", domain: "localhost", path: "/"),
        ]
        let text = NetscapeCookies(cookies + [Cookie(name: "tab", value: "a\tb", domain: "x")]).text

        #expect(text.hasPrefix("# Netscape HTTP Cookie File\n#HttpOnly_.example.com\tTRUE\t/a\tTRUE\t"))
        var read = NetscapeCookies(text: text + "\n# a comment\nno cookie\n\r\n").cookies
        for index in read.indices.prefix(2) { read[index].sameSite = .lax }
        #expect(read == cookies)
    }

    /// curl sends the cookies that a jar has written, and a jar reads those that curl has written.
    @Test func curlReadsAndWritesTheSameFile() async throws {
        try await withFile { file in
            let server = try LoopbackServer { request in
                LoopbackResponse(
                    headers: ["Set-Cookie": "of-curl=2; Path=/; Max-Age=600; HttpOnly"],
                    data: Data((request.headers[.cookie] ?? "").utf8))
            }
            let url = try #require(URL(string: server.url))
            let jar = CookieJar()
            jar.insert([Cookie(name: "of-jar", value: "1", domain: "127.0.0.1", expires: Self.later)])
            try Data(NetscapeCookies(jar.cookies).text.utf8).write(to: file)
            let outcome = try await Command.outcome(
                of: ["curl", "-s", "-b", file.path, "-c", file.path, server.url + "/"])
            #expect(outcome.output == "of-jar=1", "\(outcome.errors)")

            jar.insert(NetscapeCookies(text: try String(contentsOf: file, encoding: .utf8)).cookies)
            #expect(jar.cookies(for: url).map(\.name) == ["of-jar", "of-curl"])
            #expect(jar.cookies.last?.isHTTPOnly == true)
        }
    }

    @Test func foundationCookiesRoundTrip() throws {
        var cookie = Self.cookie("a")
        cookie.sameSite = nil
        let ofFoundation = try #require(HTTPCookie(cookie))
        #expect(ofFoundation.domain == ".example.com" && ofFoundation.isSecure && ofFoundation.isHTTPOnly)
        #expect(Cookie(ofFoundation) == cookie)

        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        for cookie in [cookie, Cookie(name: "b", value: "2", domain: "api.example.com")] {
            storage.setCookie(try #require(HTTPCookie(cookie)))
        }
        let jar = CookieJar()
        jar.insert((storage.cookies ?? []).map(Cookie.init))
        #expect(Set(jar.cookies.map(\.name)) == ["a", "b"])
    }
}
