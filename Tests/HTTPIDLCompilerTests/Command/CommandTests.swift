import Foundation
import HTTPIDLCompiler
import TestSupport
import Testing

/// The built command `httpidl`.
@Suite(.tags(.threadSanitizer)) final class CommandTests {
    private let folder: URL
    private var input: URL { folder.appending(path: "idl") }
    private var output: URL { folder.appending(path: "out") }

    init() throws {
        folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "idl"), withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func httpidl(_ arguments: String...) async throws -> Command.Outcome {
        try await Command.outcome(of: [BuildFolder.url(of: "httpidl").path] + arguments)
    }

    private func write(_ text: String, to name: String) throws {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private func names(in url: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    @Test func folderIsCompiledToAFolder() async throws {
        try write("MESSAGE /a { GET REQUEST { } }", to: "idl/a.http")
        try write("MESSAGE /b { GET REQUEST { A a; } }", to: "idl/more/b.http")
        try write("not IDL", to: "idl/readme.txt")

        let outcome = try await httpidl("-d", input.path, "-o", output.path)

        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
        #expect(try names(in: output) == ["a.swift", "b.swift"])
        let file = SourceFile(path: "a.http", text: "MESSAGE /a { GET REQUEST { } }")
        #expect(try text("out/a.swift") == IDLCompiler().compile([file])[0].text)
    }

    @Test func fileIsCompiledToAFile() async throws {
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")
        try write("STRUCT B { ! }", to: "idl/b.http")

        let outcome = try await httpidl("-f", "\(input.path)/a.http", "-o", output.path)

        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(try names(in: output) == ["a.swift"])
    }

    @Test func ignoresRequestsOfAnEditor() async throws {
        try write("### Users\nGET https://api.example.com/users\n", to: "idl/scratch.http")
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")

        let outcome = try await httpidl(
            "-f", "\(input.path)/scratch.http", "-f", "\(input.path)/a.http", "--suffix", ".http.swift", "-o",
            output.path)

        #expect(outcome.status == 0)
        #expect(
            outcome.errors.hasPrefix(
                "\(input.path)/scratch.http:1:1: note: this file holds requests for an HTTP client"))
        #expect(try names(in: output) == ["a.http.swift", "scratch.http.swift"])
    }

    @Test func anImportIsReadFromBesideTheFile() async throws {
        try write("IMPORT \"types/b.http\"\nSTRUCT A { E e DEFAULT Y; }", to: "idl/a.http")
        try write("ENUM E { X; Y; }", to: "idl/types/b.http")

        let outcome = try await httpidl("-f", "\(input.path)/a.http", "-o", output.path)

        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(try names(in: output) == ["a.swift"])
    }

    /// The link is in the folder of the input, and the file is not.
    @Test(arguments: ["../other.http", "ABSOLUTE", "link.http", "folder/other.http", "/etc/passwd"])
    func importOutsideTheFolderIsAnError(path: String) async throws {
        try write("ENUM E { X; Y; }", to: "other.http")
        let other = folder.appending(path: "other.http")
        let path = path == "ABSOLUTE" ? other.path : path
        try write("IMPORT \"\(path)\"\nSTRUCT A { INT32 a; }", to: "idl/a.http")
        try FileManager.default.createSymbolicLink(
            at: input.appending(path: "link.http"), withDestinationURL: other)
        try FileManager.default.createSymbolicLink(at: input.appending(path: "folder"), withDestinationURL: folder)

        let outcome = try await httpidl("-f", "\(input.path)/a.http", "-o", output.path)

        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("\(input.path)/a.http:1:8: error: "))
        #expect(outcome.errors.contains("cannot be imported: it is outside of the folder of the input"))
        #expect(!outcome.errors.contains("ENUM E") && !outcome.errors.contains("root:"))
    }

    @Test func importOfAnInputMayLeadAnywhere() async throws {
        try write("IMPORT \"../other.http\"\nSTRUCT A { E e DEFAULT Y; }", to: "idl/a.http")
        try write("ENUM E { X; Y; }", to: "other.http")

        let outcome = try await httpidl(
            "-f", "\(input.path)/a.http", "-f", "\(folder.path)/other.http", "-o", output.path)

        #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }

    /// A folder from elsewhere can contain such a link.
    @Test(arguments: [true, false]) func linkToAnotherKindOfFileIsNoInput(isFolder: Bool) async throws {
        try write("PASSWORD=SECRET", to: "secret.env")
        try FileManager.default.createSymbolicLink(
            at: input.appending(path: "a.http"), withDestinationURL: folder.appending(path: "secret.env"))

        let arguments = isFolder ? ["-d", input.path] : ["-f", "\(input.path)/a.http"]
        let outcome = try await Command.outcome(
            of: [BuildFolder.url(of: "httpidl").path] + arguments + ["-o", output.path])

        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "\(input.path)/a.http: error: this link leads to a file that does not end in .http; pass an .http file\n"
        )
    }

    @Test func namesOfFilesAreEscaped() async throws {
        let outcome = try await httpidl("-f", "\(input.path)/\u{1B}[2J\u{202E}.http", "-o", output.path)

        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "\(input.path)/\\u{1B}[2J\\u{202E}.http: error: there is no such file; check the path\n")
    }

    @Test func allErrorsAreReportedAndNothingIsWritten() async throws {
        try write("STRUCT A { INT32 1; }\nSTRUCT B { INT32 2; }", to: "idl/a.http")
        try write("STRUCT C { INT32 3; }", to: "idl/b.http")
        try write("STRUCT D { INT32 d; }", to: "idl/d.http")
        try write("old", to: "out/d.swift")

        let outcome = try await httpidl("-d", input.path, "-o", output.path)

        let errors = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
        let places = errors.map { $0.prefix { $0 != " " }.dropFirst(input.path.count + 1) }
        #expect(outcome.status == 1 && places == ["a.http:1:18:", "a.http:2:18:", "b.http:1:18:"])
        #expect(try names(in: output) == ["d.swift"] && text("out/d.swift") == "old")
    }

    @Test func existingOutputIsReplacedOnSuccess() async throws {
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")
        try write("STRUCT B { INT32 b; }", to: "idl/b.http")
        try write("old", to: "out/a.swift")
        try write("// mine", to: "out/mine.swift")
        _ = try await httpidl("-d", input.path, "-o", output.path)
        #expect(try text("out/a.swift") != "old")
        try FileManager.default.removeItem(at: input.appending(path: "b.http"))

        let outcome = try await httpidl("-d", input.path, "-o", output.path)

        #expect(outcome.status == 0)
        #expect(try names(in: output) == ["a.swift", "mine.swift"] && text("out/mine.swift") == "// mine")
    }

    @Test func unchangedOutputIsNotRewritten() async throws {
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")
        func date() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: output.appending(path: "a.swift").path)[.modificationDate]
                as? Date
        }
        _ = try await httpidl("-d", input.path, "-o", output.path)
        let past = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: past], ofItemAtPath: output.appending(path: "a.swift").path)

        _ = try await httpidl("-d", input.path, "-o", output.path, "--access", "internal")
        #expect(try date() == past)

        _ = try await httpidl("-d", input.path, "-o", output.path, "--access", "public")
        #expect(try date() != past)
    }

    @Test func optionsAreForwardedToTheCompiler() async throws {
        let source = "MESSAGE /a { GET RESPONSE { INT32 a; } }"
        try write(source, to: "idl/a.http")

        _ = try await httpidl("-d", input.path, "-o", output.path, "--strict", "--access", "public")

        let compiler = IDLCompiler(options: .init(isStrict: true, access: .public))
        #expect(try text("out/a.swift") == compiler.compile([SourceFile(path: "a.http", text: source)])[0].text)
    }

    @Test func settingsAreReadFromTheFile() async throws {
        let source = "MESSAGE /a { GET RESPONSE { INT32 a; } }"
        try write(source, to: "idl/a.http")
        try write(#"{"strict": true, "access": "public"}"#, to: "httpidl.json")

        let outcome = try await httpidl(
            "-d", input.path, "-o", output.path, "--settings", folder.path + "/httpidl.json", "--suffix", ".http.swift")

        let compiler = IDLCompiler(options: .init(isStrict: true, access: .public))
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(try text("out/a.http.swift") == compiler.compile([SourceFile(path: "a.http", text: source)])[0].text)
    }

    @Test(arguments: [
        (#"{"strct": true}"#, #"1:2: error: unknown setting "strct"; did you mean "strict"?"#),
        (
            #"{"public": true}"#,
            #"1:2: error: unknown setting "public"; use "strict", "access", "conformances", or "client""#
        ),
        (
            #"{"conformances": ["Equatable"]}"#,
            #"1:18: error: the value of "conformances" must be a list of "Hashable" and "Decodable""#
        ),
        (
            "{\n  \"strict\": true,\n  \"conformances\": true\n}",
            #"3:19: error: the value of "conformances" must be a list of "Hashable" and "Decodable""#
        ),
        (#"{"strict": "yes"}"#, #"1:12: error: the value of "strict" must be true or false"#),
        (#"{"strict": true, "strict": false}"#, #"1:18: error: the setting "strict" is there twice; remove one"#),
        (#"{"access": "open"}"#, #"1:12: error: the value of "access" must be "public" or "internal""#),
        (#"{"strict": true,"#, "1:17: error: this is not JSON: it ends too early"),
        ("[]", #"1:1: error: this is not a JSON object; write one like {"strict": true, "access": "public"}"#),
    ])
    func invalidSettingsAreAnError(_ settings: String, _ message: String) async throws {
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")
        try write(settings, to: "httpidl.json")

        let outcome = try await httpidl(
            "-d", input.path, "-o", output.path, "--settings", folder.path + "/httpidl.json")

        #expect(outcome.status == 1 && outcome.errors == "\(folder.path)/httpidl.json:\(message)\n")
    }

    @Test func linksAreFollowedAndFilesDeduplicated() async throws {
        try write("IMPORT \"b.http\"\nSTRUCT A { E e DEFAULT Y; }", to: "idl/a.http")
        try write("ENUM E { X; Y; }", to: "idl/b.http")
        try FileManager.default.createDirectory(at: input.appending(path: "c.http"), withIntermediateDirectories: true)
        let link = folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: input)

        let outcome = try await httpidl(
            "-d", link.path, "-f", "\(input.path)/a.http", "-f", "\(input.path)/../idl/b.http", "-o", output.path)

        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(try names(in: output) == ["a.swift", "b.swift"])
    }

    @Test func oneFailedWriteReplacesNothing() async throws {
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")
        try write("STRUCT B { INT32 b; }", to: "idl/b.http")
        try write("in the way", to: "out/b.swift/file")

        let outcome = try await httpidl("-d", input.path, "-o", output.path)

        #expect(outcome.status == 1 && outcome.errors.contains("b.swift"))
        #expect(try names(in: output) == ["b.swift"])
    }

    @Test func checkingWritesNothing() async throws {
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")
        #expect(try await httpidl("-d", input.path, "-o", output.path, "--check").status == 0)
        try write("STRUCT A { INT32 a }", to: "idl/a.http")

        let outcome = try await httpidl("-d", input.path, "--check")

        #expect(outcome.status == 1 && outcome.errors.hasPrefix("\(input.path)/a.http:1:19: error: `;` is missing\n"))
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    @Test func helpAndVersionArePrinted() async throws {
        let (help, version) = (try await httpidl("--help"), try await httpidl("--version"))

        #expect(help.status == 0 && help.output.contains("usage: httpidl [-d DIR] [-f FILE] -o OUT"))
        #expect(version.status == 0 && version.output == "httpidl \(IDLCompiler.version)\n")
    }

    @Test(arguments: [
        [], ["-o", "out"], ["-d", "idl"], ["-d"], ["-f"], ["-d", "idl", "-o"], ["--strict"],
        ["-d", "idl", "-o", "out", "--loose"],
        ["-d", "idl", "-o", "out", "--access", "private"], ["a.http", "-o", "out"],
    ])
    func misuseIsAnError(_ arguments: [String]) async throws {
        let outcome = try await Command.outcome(of: [BuildFolder.url(of: "httpidl").path] + arguments)

        #expect(
            outcome.status == 2 && outcome.errors.hasPrefix("httpidl: error: ") && outcome.errors.contains("usage:"))
    }

    @Test(arguments: [
        (["--strct"], #"unknown option "--strct"; did you mean "--strict"?"#),
        (["--chekc"], #"unknown option "--chekc"; did you mean "--check"?"#),
        (["--loose"], #"unknown option "--loose"; see the options below"#),
        (["a.http"], #"the argument "a.http" has no option before it; use -f for a file, or -d for a folder"#),
        (["--access", "open"], #"the value "open" of --access is unknown; use public or internal"#),
        (["-d"], "-d needs a value after it"), (["--check"], "there is no input; add -d DIR or -f FILE"),
        (["-d", "idl"], "there is no output folder; add -o OUT, or --check"),
    ])
    func misuseSaysWhatToDo(_ arguments: [String], _ message: String) async throws {
        let outcome = try await Command.outcome(of: [BuildFolder.url(of: "httpidl").path] + arguments)

        #expect(outcome.errors.hasPrefix("httpidl: error: \(message)\n\n"))
    }

    @Test func missingOrNonTextInputIsAnError() async throws {
        try FileManager.default.createDirectory(at: folder.appending(path: "empty"), withIntermediateDirectories: true)
        try Data([0x53, 0xFF]).write(to: input.appending(path: "a.http"))

        let outcome = try await httpidl(
            "-d", folder.path + "/empty", "-d", folder.path + "/none", "-f", "none.http", "-d", input.path, "-o",
            output.path)

        #expect(outcome.status == 1 && !FileManager.default.fileExists(atPath: output.path))
        #expect(outcome.errors.contains("\(folder.path)/empty: error: there is no .http file in this folder\n"))
        #expect(outcome.errors.contains("\(folder.path)/none: error: there is no such folder; check the path\n"))
        #expect(outcome.errors.contains("none.http: error: there is no such file; check the path\n"))
        #expect(
            outcome.errors.contains(
                "\(input.path)/a.http:1:2: error: the file is not UTF-8 from here on; save it as UTF-8\n"))
    }

    @Test func aFolderThatCannotBeWrittenIsAnError() async throws {
        try write("STRUCT A { INT32 a; }", to: "idl/a.http")
        try write("a file", to: "out")

        let outcome = try await httpidl("-d", input.path, "-o", output.path)

        #expect(outcome.status == 1 && outcome.errors.hasPrefix("\(output.path): error: the files cannot be written: "))
        #expect(try text("out") == "a file")
    }
}
