import Foundation
import Testing

/// The plugin holds the conversation that a compiler begins, and survives any other.
@Suite struct ConversationTests {
    /// A message as a compiler of Swift 6.3 sent it, except for the features of its configuration.
    private static let recorded = #"""
        {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":12,"fileID":"App/main.swift","fileName":"/App/main.swift","line":2,"offset":22},"source":"\n\n// a comment\n/// Docs.\n@Service"},"declSyntax":{"kind":"declaration","location":{"column":12,"fileID":"App/main.swift","fileName":"/App/main.swift","line":2,"offset":22},"source":"\n\n// a comment\n/// Docs.\n@Service\nprotocol GitHub {\n  @GET(\"/users/{user}/repos\") @Retry(attempts: 3)\n  @Params([\"page\": .query(\"p\")])\n  func listRepos(user: String, page: Int?) async throws -> [String]\n}"},"discriminator":"$s3App6GitHub7ServicefMp_","lexicalContext":[],"macro":{"moduleName":"AbstractHTTPMacros","name":"Service","typeName":"ServiceMacro"},"macroRole":"peer","staticBuildConfiguration":"{\"compilerVersion\":{\"components\":[6,3,1]},\"customConditions\":[\"DEBUG\"],\"endianness\":\"little\"}"}}
        """#

    @Test func capabilityIsReportedFirst() async throws {
        let answers = try await texts(of: [
            #"{"getCapability":{"capability":{"protocolVersion":7}}}"#, #"{"getCapability":{}}"#,
        ])

        let expected = #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
        #expect(answers == [expected, expected])
    }

    @Test func aRecordedProtocolBecomesItsClient() async throws {
        let answer = try await expansion(of: Self.recorded)

        #expect(answer.diagnostics.isEmpty)
        #expect(
            answer.expandedSource == #"""
                /// The client of ``GitHub``.
                nonisolated struct GitHubClient: GitHub, AbstractHTTPServices.ServiceClient {
                    /// The settings of calls that start from now on.
                    var configuration: AbstractHTTPServices.ServiceConfiguration

                    /// Creates a client.
                    init(configuration: AbstractHTTPServices.ServiceConfiguration) {
                        self.configuration = configuration
                    }

                    func listRepos(user: String, page: Int?) async throws -> [String] {
                        var call = AbstractHTTPServices.ServiceCall(self.configuration, method: "GET", path: "/users/{user}/repos")
                        call.retry(attempts: 3)
                        call.path("user", user)
                        call.query("p", page)
                        return try await call.connection([String].self).response()
                    }
                }
                """#)
    }

    @Test func recordedMistakeHasItsByteOffset() async throws {
        let answer = try await expansion(of: Self.recorded.replacingOccurrences(of: "{user}", with: "{usr}"))

        let diagnostic = try #require(answer.diagnostics.first)
        let source = "\n\n// a comment\n/// Docs.\n@Service\nprotocol GitHub {\n  @GET(\"/users/{"
        #expect(answer.diagnostics.count == 1)
        #expect(diagnostic.message == "there is no parameter 'usr'; did you mean 'user'?")
        #expect(diagnostic.severity == "error")
        #expect(diagnostic.position.fileName == "/App/main.swift")
        #expect(diagnostic.position.offset == 22 + source.utf8.count)
        #expect(diagnostic.fixIts.first?.message == "replace with 'user'")
        #expect(diagnostic.fixIts.first?.changes.first?.newText == "user")
        // A client is generated anyway, so that no other errors follow.
        #expect(answer.expandedSource.contains("struct GitHubClient: GitHub"))
    }

    @Test func textOfTheSourceIsEscapedInAMessage() async throws {
        let recorded = Self.recorded.replacingOccurrences(of: #"[\"page"#, with: "[\\\"pa\u{202E}ge")
        let answer = try await expansion(of: recorded)

        let messages = answer.diagnostics.map(\.message)
        #expect(messages.contains { $0.contains(#"pa\u{202E}ge"#) }, "\(messages)")
        #expect(messages.allSatisfy { !$0.unicodeScalars.contains("\u{202E}") })
    }

    @Test func aNoteNamesTheOtherPlace() async throws {
        let source = #"@Service protocol A { @GET("/{b}") @Params(["b": .query]) func a(b: Int) async throws }"#
        let data = try #require(
            try await Plugin.answers(to: [ExpansionMessage(on: source, offset: 100).data]).first)

        let diagnostics = try JSONDecoder().decode(ExpansionAnswer.self, from: data).expandMacroResult.diagnostics

        #expect(diagnostics.map { $0.notes.map(\.message) } == [["it is also used here"]])
        #expect(diagnostics.first?.notes.first?.position.offset == 100 + 45)
        #expect(diagnostics.first?.position.offset == 100 + 30)
    }

    @Test(arguments: [
        #"@POST("/a") func a(b: Int) async throws"#, #"@PUT("/a") func a(b: Int, c: Int) async throws"#,
        #"@POST("/a") @Params([:]) func a(b: Int) async throws"#,
        #"@PATCH("/a") @Params(["b": .header("B")]) func a(b: Int, c: Int) async throws"#,
        #"@POST("/a") @Params(["b": .query,]) func a(b: Int, c: Int?) async throws"#,
        #"@POST("/a") @Body("b") func a(b: Int, `in` c: Int, `let`: Int) async throws"#,
    ])
    func eachFixOfAWarningRemovesIt(function: String) async throws {
        let source = "@Service protocol A { \(function) }"
        let warning = try #require(try await diagnostics(of: source).first)

        #expect(warning.severity == "warning")
        for fix in warning.fixIts {
            let change = try #require(fix.changes.first)
            var bytes = Array(source.utf8)
            bytes.replaceSubrange(change.range.startOffset..<change.range.endOffset, with: Array(change.newText.utf8))
            let fixed = String(decoding: bytes, as: UTF8.self)
            #expect(try await diagnostics(of: fixed).map(\.message) == [], "\(fixed)")
        }
    }

    @Test(arguments: [
        #"@GET("/a") func a(b: Int) async throws"#, #"@DELETE("/a") func a(b: Int) async throws"#,
        #"@POST("/a") func a() async throws"#, #"@POST("/a") @Multipart func a(b: Int) async throws"#,
        #"@POST("/{b}{?c}") @Headers(["D": "{d}"]) func a(b: Int, c: Int, d: Int) async throws"#,
        #"@PUT("/a") func a(callback: @escaping @Sendable (Result<Int, ConnectionError>) -> Void)"#,
    ])
    func placedParametersCauseNoWarning(function: String) async throws {
        #expect(try await diagnostics(of: "@Service protocol A { \(function) }").map(\.message) == [])
    }

    @Test(arguments: [
        ("Array<some Encodable & Sendable>", "Array<any Encodable & Sendable>"),
        ("Optional<some A>", "Optional<any A>"),
        ("[String:some A]", "[String:any A]"), ("[some A]", "[any A]"), ("(some A)?", "(any A)?"),
        ("[`some`: awesome]", "[`some`: awesome]"),
    ])
    func mockClosuresHaveAnyForSome(type: String, closureType: String) async throws {
        let source = #"@Service(mock: true) protocol A { @POST("/a") @Body("b") func a(b: \#(type)) async throws }"#
        let data = try #require(try await Plugin.answers(to: [ExpansionMessage(on: source, offset: 0).data]).first)

        let answer = try JSONDecoder().decode(ExpansionAnswer.self, from: data).expandMacroResult

        #expect(answer.diagnostics.map(\.message) == [])
        #expect(answer.expandedSource.contains("(_ b: \(closureType)) async throws -> "))
    }

    @Test(arguments: [
        #"let a = #/"/#"#, #"var a: Regex<Substring> { #/https?://\S+/# }"#,
        #"var a: Regex<Substring> { /"/ }"#, "let a: [3 of Int]",
        #"var a: String {\n"""\n\(b ? """\n{\n""" : "{")\n"""\n}"#.replacingOccurrences(of: #"\n"#, with: "\n"),
    ])
    func unreadablePartOfASpecIsNoError(member: String) async throws {
        let declared = "class A: ConnectionSpec {\nvar method: HTTPMethod { .get }\n\(member)\nlet url = \"/a\"\n}"

        #expect(
            try await diagnostics(ofSpec: declared).map(\.message) == ["'method' is ignored; use 'httpMethod'"]
        )
        #expect(try await diagnostics(ofSpec: "@A(/\"/) \(declared)").map(\.message) == [])
        #expect(try await diagnostics(ofSpec: "enum A {\n\(member)\n}").count == 1)
    }

    @Test func aLibraryIsNotLoaded() async throws {
        let answers = try await texts(of: [#"{"loadPluginLibrary":{"libraryPath":"/x.so","moduleName":"X"}}"#])

        #expect(answers == [#"{"loadPluginLibraryResult":{"diagnostics":[],"loaded":false}}"#])
    }

    @Test(arguments: [
        "", "{", "[]", "null", "7", #""text""#, "{}", #"{"expandAttachedMacro":{}}"#,
        #"{"expandFreestandingMacro":{"macro":7}}"#,
        #"{"somethingNewer":{}}"#, "\u{0}\u{1}", String(repeating: "[", count: 100_000),
    ])
    func unknownMessageIsAnErrorAndTheNextIsAnswered(message: String) async throws {
        let answers = try await Plugin.answers(to: [Data(message.utf8), Data(#"{"getCapability":{}}"#.utf8)])

        let first = try JSONDecoder().decode(ExpansionAnswer.self, from: answers[0])
        #expect(first.expandMacroResult.diagnostics.count == 1)
        #expect(String(decoding: answers[1], as: UTF8.self).contains("getCapabilityResult"))
    }

    @Test func unknownMacroIsAnError() async throws {
        let answer = try await expansion(of: Self.recorded.replacingOccurrences(of: "ServiceMacro", with: "OtherMacro"))

        #expect(
            answer.diagnostics.map(\.message) == ["unknown macro 'OtherMacro'; clean the build folder, and build again"]
        )
    }

    @Test(arguments: [-1, Int.max, Int.min])
    func invalidOffsetDoesNotTrap(offset: Int) async throws {
        let answer = try await expansion(
            of: Self.recorded.replacingOccurrences(of: "{user}", with: "{usr}")
                .replacingOccurrences(of: #""offset":22"#, with: #""offset":\#(offset)"#))

        #expect(answer.diagnostics.count == 1)
    }

    /// Nothing, a length that is cut off, a message that is cut off, and an invalid length.
    @Test(
        arguments: [[], [7, 0, 0], [200, 0, 0, 0, 0, 0, 0, 0, 1, 2], Array(repeating: 255, count: 20)] as [[UInt8]])
    func endOfInputEndsThePlugin(input: [UInt8]) async throws {
        let (status, output) = try await Plugin.run(on: Data(input))

        #expect(status == 0)
        #expect(output.isEmpty)
    }

    @Test func closedOutputEndsThePlugin() async throws {
        let messages = (0..<2_000).reduce(into: Data()) { all, _ in all += Plugin.framed(Data(Self.recorded.utf8)) }

        #expect(try await Plugin.statusWithoutReader(messages) == 0)
    }

    private func diagnostics(of service: String) async throws -> [ExpansionAnswer.Diagnostic] {
        let answers = try await Plugin.answers(to: [ExpansionMessage(on: service, offset: 0).data])
        return try JSONDecoder().decode(ExpansionAnswer.self, from: answers[0]).expandMacroResult.diagnostics
    }

    private func diagnostics(ofSpec spec: String) async throws -> [ExpansionAnswer.Diagnostic] {
        let answers = try await Plugin.answers(to: [ExpansionMessage("Spec", on: "@Spec \(spec)", offset: 0).data])
        return try JSONDecoder().decode(ExpansionAnswer.self, from: answers[0]).expandMacroResult.diagnostics
    }

    private func texts(of messages: [String]) async throws -> [String] {
        try await Plugin.answers(to: messages.map { Data($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
    }

    private func expansion(of message: String) async throws -> ExpansionAnswer.Result {
        let answers = try await Plugin.answers(to: [Data(message.utf8)])
        return try JSONDecoder().decode(ExpansionAnswer.self, from: answers[0]).expandMacroResult
    }
}
