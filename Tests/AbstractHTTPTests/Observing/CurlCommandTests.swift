#if os(macOS) || os(Linux)
    import AbstractHTTP
    import AbstractHTTPTesting
    import Foundation
    import TestSupport
    import Testing

    /// A real shell and a real curl run the line, and the request that a real server received is compared.
    @Suite(.tags(.threadSanitizer), .enabled(if: Shell.hasCurl)) struct CurlCommandTests {
        @Test(arguments: Case.all)
        private func theShellSendsTheSameBytes(testCase: Case) async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let request = try testCase.request(to: server.url)

            let line = CurlCommand(request, redacting: .none).description
            #expect(!line.contains { $0.isNewline })
            let status = try await Shell.run(line)

            #expect(status == 0, "\(line)")
            let received = try #require(server.requests.first)
            #expect(received.method == request.method)
            #expect(received.target == testCase.target, "\(line)")
            #expect(received.body == testCase.body ?? Data(), "\(line)")
            for name in request.headers.map(\.name) + [.contentType] {
                #expect(received.headers.values(for: name) == request.headers.values(for: name), "\(line)")
            }
        }

        @Test func nothingInARequestRunsAsACommand() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let mark = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            var request = Request(url: try #require(URL(string: server.url)), method: .post)
            for (number, text) in ["'; touch \(mark); '", "$(touch \(mark))", "`touch \(mark)`", "\\'; touch \(mark)"]
                .enumerated()
            {
                request.headers.add(HTTPHeaderName(rawValue: "X-\(number)"), text + "\t\u{202E}")
                request.body = .data(Data((text + "\n" + text).utf8))
                _ = try await Shell.run(CurlCommand(request).description)
            }
            // A quote and an accent after it are one character.
            for accent in ["\u{301}", "\u{FE0F}", "\u{20DD}", "\u{903}", "\u{1F3FB}"] {
                let text = "a'\(accent); touch \(mark); : '\(accent)"
                request.headers = ["X-A": text]
                request.body = .data(Data(text.utf8))
                _ = try await Shell.run(CurlCommand(request).description)
            }

            #expect(!FileManager.default.fileExists(atPath: mark))
            #expect(server.requests.count == 9)
        }

        @Test func blankFieldIsWrittenLikeAnEmptyOne() {
            let request = Request(url: URL(filePath: "/"), headers: ["X-Flag": " \t"])

            #expect("\(CurlCommand(request))".hasSuffix(" -H 'X-Flag;'"))
        }

        /// The secrets are removed from the text after it.
        @Test(arguments: ["application/x-www-form-urlencoded", "application/json"])
        func byteOrderMarkSurvivesRedaction(type: String) {
            let isJSON = type == "application/json"
            let text = isJSON ? #"{"password":"SECRET"}"# : "a=1&password=SECRET"
            let request = Request(
                url: URL(filePath: "/"), method: .post, headers: [.contentType: type],
                body: .data(Data("\u{FEFF}\(text)".utf8)))

            let command = "\(CurlCommand(request))"

            #expect(command.contains(#"printf '\357\273\277"#) && !command.contains("SECRET"))
        }

        @Test func omittedBodyIsNoted() throws {
            let url = URL(filePath: "/")
            let stream = Request(url: url, method: .put, body: .stream(length: 7) { chunks("a") })
            let large = Request(url: url, method: .put, body: .data(Data(count: CurlCommand.maximumBodyBytes + 1)))

            let head = Request(url: url, method: .head, body: .data(Data("a".utf8)))
            #expect("\(CurlCommand(head))".hasSuffix("# without the body, which curl does not send with HEAD"))
            #expect("\(CurlCommand(stream))".hasSuffix("# without the body, 7 bytes"))
            #expect("\(CurlCommand(large))".hasSuffix("# without the body, 16385 bytes"))
        }
    }

    /// A request that is hard to write in a shell.
    private struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var target = "/"
        var method = HTTPMethod.post
        var headers: HTTPHeaders = [:]
        var body: Data?

        func request(to server: String) throws -> Request {
            Request(
                url: try #require(URL(string: server + target)), method: method, headers: headers,
                body: body.map(RequestBody.data))
        }

        static let all: [Case] = [
            Case(testDescription: "a GET", method: .get),
            Case(testDescription: "a HEAD", method: .head),
            Case(testDescription: "a DELETE", method: .delete),
            Case(testDescription: "an odd method", method: "X'Y"),
            Case(
                testDescription: "what curl globs", target: "/%5Ba-c%5D%7Bx,y%7D?q=%5B1-3%5D&x=%7Ba,b%7D", method: .get),
            Case(testDescription: "dots", target: "/a/../b/./c", method: .get),
            Case(testDescription: "quotes in a URL", target: "/it's?q='a'&b=$HOME&c=%60id%60", method: .get),
            Case(
                testDescription: "odd fields", method: .get,
                headers: ["A": "'", "B": "\"$(id)\" `id` \\ !", "C": "a\tb"]),
            Case(testDescription: "fields that repeat", method: .get, headers: ["A": "1", "A": "2"]),
            Case(testDescription: "no type", body: Data("x".utf8)),
            Case(testDescription: "an at sign", body: Data("@/etc/passwd".utf8)),
            Case(testDescription: "quotes", body: Data(#"{"it's": "\"$HOME\" `id` \\ %s %% !"}"#.utf8)),
            Case(testDescription: "lines", body: Data("a\r\nb\n'c'\n\n".utf8)),
            Case(testDescription: "a dash first", body: Data("-n\n".utf8)),
            Case(testDescription: "an escape and digits", body: Data("\u{1B}77\n\\07\0007".utf8)),
            Case(testDescription: "every byte", body: Data(0...255)),
            Case(testDescription: "no bytes", body: Data()),
            Case(testDescription: "a byte order mark", body: Data("\u{FEFF}é1".utf8)),
            Case(testDescription: "only a byte order mark", body: Data("\u{FEFF}".utf8)),
            Case(testDescription: "other writing", body: Data("日本語 é 👩‍👩‍👧 \u{202E}".utf8)),
        ]
    }

    /// The shell of the system.
    enum Shell {
        static var hasCurl: Bool {
            let isThere = ["/usr/bin/curl", "/usr/local/bin/curl", "/opt/homebrew/bin/curl"]
                .contains { FileManager.default.isExecutableFile(atPath: $0) }
            if !isThere {
                FileHandle.standardError.write(Data("MISSING: curl. Tests that need it are skipped.\n".utf8))
            }
            return isThere
        }

        /// Runs a line and returns its status.
        static func run(_ line: String) async throws -> Int32 {
            try await Command.run(["/bin/sh", "-c", line])
        }
    }
#endif
