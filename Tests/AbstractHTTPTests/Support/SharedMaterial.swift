import Foundation

/// The folder of published material beside the project: `SHARED_DIR`, or `../shared`.
enum SharedMaterial {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["SHARED_DIR"] { return URL(filePath: path) }
        return URL(filePath: FileManager.default.currentDirectoryPath).appending(path: "../shared")
    }()

    /// Whether `path` is there; says so on standard error when it is not.
    static func has(_ path: String) -> Bool {
        let url = folder.appending(path: path)
        if FileManager.default.fileExists(atPath: url.path) { return true }
        FileHandle.standardError.write(
            Data("MISSING: \(url.path); set SHARED_DIR. Tests that need it are skipped.\n".utf8))
        return false
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
}
