import Foundation
import TestSupport

/// The plugin as the compiler sees it: a program that receives messages and answers them.
enum Plugin {
    /// An answer was cut short, or there were fewer answers than messages.
    struct Silent: Error {
        let answers: Int
    }

    static func url() throws -> URL { try BuildFolder.url(of: "AbstractHTTPMacros-tool") }

    /// The answers to `messages`, which are all sent to one process.
    static func answers(to messages: [Data]) async throws -> [Data] {
        let (status, output) = try await run(on: messages.reduce(into: Data()) { $0 += framed($1) })
        let answers = unframed(output)
        guard status == 0, answers.count == messages.count else { throw Silent(answers: answers.count) }
        return answers
    }

    /// The exit status and the output of the plugin if `input` is all that it receives.
    static func run(on input: Data) async throws -> (status: Int32, output: Data) {
        let folder = try TemporaryFolder()
        let (from, to) = (folder.url.appending(path: "input"), folder.url.appending(path: "output"))
        try input.write(to: from)
        let status = try await Command.run(["sh", "-c", #""$0" < "$1" > "$2""#, url().path, from.path, to.path])
        return (status, try Data(contentsOf: to))
    }

    /// The exit status of the plugin if nobody reads its answers.
    static func statusWithoutReader(_ input: Data) async throws -> Int32 {
        let folder = try TemporaryFolder()
        let from = folder.url.appending(path: "input")
        try input.write(to: from)
        let script = #"set -o pipefail; "$0" < "$1" | head -c 1 > /dev/null"#
        return try await Command.run(["bash", "-c", script, url().path, from.path])
    }

    /// The message with its length before it.
    static func framed(_ message: Data) -> Data {
        withUnsafeBytes(of: UInt64(message.count).littleEndian) { Data($0) } + message
    }

    private static func unframed(_ output: Data) -> [Data] {
        var (messages, rest): ([Data], Data) = ([], output)
        while rest.count >= 8 {
            let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard rest.count - 8 >= length else { break }
            messages.append(Data(rest.dropFirst(8).prefix(length)))
            rest = Data(rest.dropFirst(8 + length))
        }
        return messages
    }
}

/// The plugin's answer to a request to expand a macro.
struct ExpansionAnswer: Decodable {
    struct Result: Decodable {
        var expandedSource: String
        var diagnostics: [Diagnostic]
    }

    struct Diagnostic: Decodable {
        struct Position: Decodable {
            var fileName: String
            var offset: Int
        }

        struct Range: Decodable {
            var startOffset: Int
            var endOffset: Int
        }

        struct FixIt: Decodable {
            struct Change: Decodable {
                var range: Range
                var newText: String
            }

            var message: String
            var changes: [Change]
        }

        struct Note: Decodable {
            var message: String
            var position: Position
        }

        var message: String
        var severity: String
        var position: Position
        var highlights: [Range]
        var notes: [Note]
        var fixIts: [FixIt]
    }

    var expandMacroResult: Result
}

/// The message with which the compiler requests an expansion. It includes fields that the plugin does not need.
struct ExpansionMessage: Encodable {
    struct Macro: Encodable {
        var moduleName = "AbstractHTTPMacros"
        var name: String
        var typeName: String
    }

    struct Location: Encodable {
        var fileID = "App/File.swift"
        var fileName = "/App/File.swift"
        var line = 1
        var column = 1
        var offset: Int
    }

    struct Syntax: Encodable {
        var kind: String
        var source: String
        var location: Location
    }

    struct Request: Encodable {
        var macro: Macro
        var macroRole = "peer"
        var discriminator = "$s3App"
        var attributeSyntax: Syntax
        var declSyntax: Syntax
        var lexicalContext: [Syntax] = []
        var staticBuildConfiguration = "{}"
    }

    var expandAttachedMacro: Request

    /// The message for `@Service` or `@Spec` on a declaration that begins at `offset` of its file.
    init(_ macro: String = "Service", on source: String, offset: Int) {
        let location = Location(offset: offset)
        expandAttachedMacro = Request(
            macro: Macro(name: macro, typeName: "\(macro)Macro"),
            attributeSyntax: Syntax(kind: "attribute", source: "@\(macro)", location: location),
            declSyntax: Syntax(kind: "declaration", source: source, location: location))
    }

    /// The message for an annotation in `context`.
    init(annotation source: String, offset: Int, in context: String) {
        let location = Location(offset: offset)
        expandAttachedMacro = Request(
            macro: Macro(name: "GET", typeName: "AnnotationMacro"),
            attributeSyntax: Syntax(kind: "attribute", source: source, location: location),
            declSyntax: Syntax(kind: "declaration", source: source, location: location),
            lexicalContext: [Syntax(kind: "declaration", source: context, location: Location(offset: 0))])
    }

    var data: Data { get throws { try JSONEncoder().encode(self) } }
}
