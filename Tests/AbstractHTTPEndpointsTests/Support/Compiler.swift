import Foundation
import TestSupport
import Testing

/// The Swift compiler, with the modules that this test was built with.
enum Compiler {
    struct Message: Sendable {
        let line: Int
        let text: String
    }

    /// The errors that it finds in `source`.
    static func errors(in source: URL) async throws -> [Message] {
        let modules = try BuildFolder.url(of: "Modules/AbstractHTTPEndpoints.swiftmodule").deletingLastPathComponent()
        let output = try await Command.outcome(of: [
            "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path, source.path,
        ]).errors
        let start = source.path + ":"
        return output.split(separator: "\n").filter { $0.hasPrefix(start) }.compactMap { line in
            let parts = line.dropFirst(start.count).split(separator: ":", maxSplits: 3)
            guard parts.count == 4, parts[2] == " error", let number = Int(parts[0]) else { return nil }
            return Message(line: number, text: parts[3].trimmingCharacters(in: .whitespaces))
        }
    }
}
