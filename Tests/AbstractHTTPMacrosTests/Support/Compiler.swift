import Foundation
import TestSupport

/// The Swift compiler, with the modules and the plugin that this test was built with.
enum Compiler {
    struct Message: Hashable, Sendable {
        let line: Int
        let column: Int
        let text: String
    }

    /// The errors that it finds in `source`, those in expansions apart.
    static func errors(in source: URL) async throws -> Set<Message> {
        let modules = try BuildFolder.url(of: "Modules/AbstractHTTPServices.swiftmodule").deletingLastPathComponent()
        let output = try await Command.outcome(of: [
            "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path,
            "-load-plugin-executable", "\(Plugin.url().path)#AbstractHTTPMacros", source.path,
        ]).errors
        let start = source.path + ":"
        let messages = output.split(separator: "\n").filter { $0.hasPrefix(start) }.compactMap { line -> Message? in
            let parts = line.dropFirst(start.count).split(separator: ":", maxSplits: 3)
            guard parts.count == 4, parts[2] == " error", let number = Int(parts[0]), let column = Int(parts[1]) else {
                return nil
            }
            // The compiler adds which macro says so.
            let text = parts[3].replacing(#/\ \(from macro '.*'\)$/#, with: "")
            return Message(line: number, column: column, text: text.trimmingCharacters(in: .whitespaces))
        }
        return Set(messages)
    }
}

/// A folder that goes with its last reference.
final class TemporaryFolder: Sendable {
    let url = URL.temporaryDirectory.appending(path: "AbstractHTTPMacros-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
