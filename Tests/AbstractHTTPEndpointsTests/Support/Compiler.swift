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
        let modules = try #require(modulesFolder, "no modules beside \(CommandLine.arguments[0])")
        let output = try await run([
            "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path, source.path,
        ])
        let start = source.path + ":"
        return output.split(separator: "\n").filter { $0.hasPrefix(start) }.compactMap { line in
            let parts = line.dropFirst(start.count).split(separator: ":", maxSplits: 3)
            guard parts.count == 4, parts[2] == " error", let number = Int(parts[0]) else { return nil }
            return Message(line: number, text: parts[3].trimmingCharacters(in: .whitespaces))
        }
    }

    /// The folder of modules beside the executable, or above it.
    private static var modulesFolder: URL? {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let modules = folder.appending(path: "Modules")
            let module = modules.appending(path: "AbstractHTTPEndpoints.swiftmodule")
            if FileManager.default.fileExists(atPath: module.path) { return modules }
        }
        return nil
    }

    /// Runs a command, and returns what it wrote to standard error.
    private static func run(_ arguments: [String]) async throws -> String {
        let file = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await Command.run(arguments, errors: file)
        return try String(contentsOf: file, encoding: .utf8)
    }
}
