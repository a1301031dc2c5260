import Foundation
import HTTPIDLCompiler
import TestSupport
import Testing

/// The corpus. `Tests/Scripts/compile-idl` compiles the code that is generated from it.
@Suite struct CorpusTests {
    private static let options = [
        IDLCompiler.Options(), IDLCompiler.Options(isStrict: true),
        IDLCompiler.Options(isStrict: true, access: .public),
    ]

    @Test func itHas40Files() throws {
        #expect(try Fixtures.corpus().count >= 40)
    }

    @Test(.longComputation, arguments: options) func eachFileCompilesToOneFile(_ options: IDLCompiler.Options) throws {
        let corpus = try Fixtures.corpus()

        let files = try IDLCompiler(options: options).compile(corpus)

        #expect(files.map(\.name) == corpus.map { $0.path.replacing(".http", with: ".swift") })
        #expect(files.allSatisfy { $0.text.hasPrefix(GeneratedFile.mark) && $0.text.hasSuffix("\n") })
    }

    @Test(.longComputation, arguments: options) func theSameFilesBecomeTheSameBytesInAnyOrder(
        _ options: IDLCompiler.Options
    ) throws {
        let compiler = IDLCompiler(options: options)
        let files = try compiler.compile(Fixtures.corpus())

        #expect(try compiler.compile(Fixtures.corpus().reversed()).reversed() == files)
    }

    @Test func itImportsOnlyFoundationAndTheRuntime() throws {
        let lines = try IDLCompiler().compile(Fixtures.corpus()).flatMap { $0.text.split(separator: "\n") }

        #expect(
            Set(lines.filter { $0.hasPrefix("import ") }) == [
                "import AbstractHTTPIDL", "import AbstractHTTPPagination", "import AbstractHTTPStreams",
                "import Foundation",
            ])
    }

    @Test(arguments: [("Default", options[0]), ("StrictPublic", options[2])])
    func outputMatchesTheGoldenFiles(_ folder: String, _ options: IDLCompiler.Options) throws {
        let made = try IDLCompiler(options: options).compile(Fixtures.corpus())
        let golden = try Fixtures.files(in: "Golden/\(folder)", "swift")

        #expect(golden.count >= 3)
        for url in golden {
            let file = try #require(made.first { $0.name == url.lastPathComponent })
            #expect(try Fixtures.text(url) == file.text, "\(url.path): see Tests/Scripts/compile-idl")
        }
    }
}
