import Foundation

/// The Swift compiler, with the modules that the tests were built with.
package enum Compiler {
    /// An error, by its place: both numbers count from 1, columns are bytes.
    package struct Message: Hashable, Sendable {
        package let line: Int
        package let column: Int
        package let text: String

        package init(line: Int, column: Int, text: String) {
            (self.line, self.column, self.text) = (line, column, text)
        }
    }

    /// The errors that it finds in `source`, which imports `module`; those in expansions of macros apart.
    package static func errors(
        in source: URL, importing module: String, _ options: [String] = []
    ) async throws -> [Message] {
        try await messages(in: source, importing: module, options)["error"] ?? []
    }

    /// Everything that it prints about `source`, which imports `module`.
    package static func output(
        of source: URL, importing module: String, _ options: [String] = []
    ) async throws -> String {
        let modules = try BuildFolder.url(of: "Modules/\(module).swiftmodule").deletingLastPathComponent()
        return try await Command.outcome(
            of: [
                "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path,
            ] + options + [source.path]
        ).errors
    }

    /// What it says about `source`, by the severity: `error`, `warning` and others.
    package static func messages(
        in source: URL, importing module: String, _ options: [String] = []
    ) async throws -> [String: [Message]] {
        let output = try await output(of: source, importing: module, options)
        let start = source.path + ":"
        var messages: [String: [Message]] = [:]
        for line in output.split(separator: "\n") where line.hasPrefix(start) {
            let parts = line.dropFirst(start.count).split(separator: ":", maxSplits: 3)
            guard parts.count == 4, let number = Int(parts[0]), let column = Int(parts[1]) else { continue }
            // The compiler adds which macro says so.
            let text = parts[3].replacing(#/\ \(from macro '.*'\)$/#, with: "")
            let message = Message(line: number, column: column, text: text.trimmingCharacters(in: .whitespaces))
            messages[parts[2].trimmingCharacters(in: .whitespaces), default: []].append(message)
        }
        return messages
    }
}
