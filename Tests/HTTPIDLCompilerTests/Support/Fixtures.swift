import Foundation
import HTTPIDLCompiler
import Testing

/// The folder of `.http` files and their results.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/IDL")
        .standardizedFileURL

    /// The files of a folder with an extension, by name.
    static func files(in name: String, _ pathExtension: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder.appending(path: name), includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
    }

    static func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    /// The corpus.
    static func corpus() throws -> [SourceFile] {
        try files(in: "Corpus", "http").map { try SourceFile(path: $0.lastPathComponent, bytes: Data(contentsOf: $0)) }
    }
}

/// The Swift code that is generated from one text.
func compiled(_ text: String, _ options: IDLCompiler.Options = IDLCompiler.Options()) throws -> String {
    try #require(try IDLCompiler(options: options).compile([SourceFile(path: "a.http", text: text)]).first).text
}

/// The problems of one text, as `line:column: message`.
func complaints(_ text: String, _ options: IDLCompiler.Options = IDLCompiler.Options()) -> [String] {
    IDLCompiler(options: options).check([SourceFile(path: "a.http", text: text)]).map {
        "\($0.place.dropFirst("a.http:".count)): \($0.message)"
    }
}
