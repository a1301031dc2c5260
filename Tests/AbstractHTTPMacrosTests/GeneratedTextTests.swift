import Foundation
import TestSupport
import Testing

/// Generated code contains only what its protocol says.
@Suite(.timeLimit(.minutes(5))) struct GeneratedTextTests {
    /// Names in backticks, and texts with quotes, escapes, and comments. Each one would end something if it were
    /// written as it is.
    private static let services = [
        #"@Service(mock: true) protocol `A { } ; struct evil` { @GET("/a") func a() async throws }"#,
        #"@Service(mock: true) protocol `a /* evil` { @GET("/a") func a() async throws }"#,
        #"@Service(mock: true) protocol B { @GET("/a") func `a: Int = evil, b`() async throws -> String }"#,
        #"@Service(mock: true) protocol C { @GET("/a") func `a b`(`" + evil + "`: Int) async throws }"#,
        #"@Service(mock: true) protocol D { @GET("/a") func a(`c", d) // evil`: Int) async throws -> [String] }"#,
        #"@Service(mock: true) protocol E { @GET("/a") func a(`evil b`: Int) -> Connection<String> }"#,
        ##"@Service protocol F { @GET(#"/\(evil)/"{a}"#) @Headers(["X": "\" + evil + \"{b}"]) func a(a: Int, b: Int) async throws }"##,
        #"@Service protocol G { @POST("/a") @Params(["b": .query("\", evil(\"")]) @Body("c") func a(b: Int, c: Int) async throws }"#,
        #"@Service(mock: true) protocol H { @GET("/a") func a(`evil b`: Int) async throws; @GET("/a") func a(`evil c`: Int) async throws }"#,
    ]

    @Test(arguments: services) func namesAreIdentifiersAndTextsAreLiterals(service: String) async throws {
        let answers = try await Plugin.answers(to: [ExpansionMessage(on: service, offset: 0).data])
        let result = try JSONDecoder().decode(ExpansionAnswer.self, from: answers[0]).expandMacroResult

        #expect(result.diagnostics.map(\.message) == [])
        #expect(result.expandedSource.contains("evil"))
        #expect(!result.expandedSource.code.contains("evil"), "\(result.expandedSource)")
    }

    @Test func compilerAcceptsTheNames() async throws {
        let folder = try TemporaryFolder()
        let source = folder.url.appending(path: "Names.swift")
        let text = "import AbstractHTTPServices\n\(Self.services.joined(separator: "\n"))\n"
        try text.write(to: source, atomically: true, encoding: .utf8)

        let output = try await Compiler.output(
            of: source, importing: "AbstractHTTPServices",
            ["-load-plugin-executable", "\(try Plugin.url().path)#AbstractHTTPMacros"])

        #expect(output == "")
    }
}

extension String {
    /// The Swift code without names in backticks, literals, and comments.
    fileprivate var code: String {
        replacing(#/`[^`\n]*`|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*"|\/\/[^\n]*/#, with: "_")
    }
}
