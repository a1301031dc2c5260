import Foundation

/// The folder of published material beside the project: `SHARED_DIR`, or `../shared`.
package enum SharedMaterial {
    package static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["SHARED_DIR"] { return URL(filePath: path) }
        return URL(filePath: FileManager.default.currentDirectoryPath).appending(path: "../shared")
    }()

    /// Whether `path` is there; says so on standard error when it is not.
    package static func has(_ path: String) -> Bool {
        let url = folder.appending(path: path)
        if FileManager.default.fileExists(atPath: url.path) { return true }
        FileHandle.standardError.write(
            Data("MISSING: \(url.path); set SHARED_DIR. Tests that need it are skipped.\n".utf8))
        return false
    }

    package static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// The cases of a set of vectors, by topic and name.
    package static func vectors<Vector: Decodable>(_ set: String, of type: Vector.Type) throws -> [Vector] {
        let given = "vectors/\(set).given.json"
        let isPart = FileManager.default.fileExists(atPath: folder.appending(path: given).path)
        let text = try text(isPart ? given : "vectors/\(set).json")
        let cases = try JSONDecoder().decode(VectorFile<Vector>.self, from: Data(text.utf8)).cases
        guard !cases.isEmpty else { throw NoCases(set: set) }
        return cases
    }
}

/// A set of vectors in which there is none.
struct NoCases: Error {
    let set: String
}

private struct VectorFile<Vector: Decodable>: Decodable {
    var cases: [Vector]
}
