import Foundation
import HTTPIDLCompiler

/// The files of a run.
struct InputFiles {
    private(set) var files: [SourceFile] = []
    /// What is wrong before anything is compiled.
    private(set) var complaints: [String] = []

    init(_ arguments: Arguments) {
        var known: Set<String> = []
        for path in arguments.folders.flatMap({ paths(in: $0) }) + arguments.files {
            guard known.insert(URL(filePath: path).standardizedFileURL.path).inserted else { continue }
            do {
                guard let file = try Self.read(path) else {
                    complaints.append("\(path): error: there is no such file")
                    continue
                }
                files.append(file)
            } catch {
                complaints.append(error.description)
            }
        }
    }

    /// The text of a file; nil where there is none.
    static func read(_ path: String) throws(Diagnostic) -> SourceFile? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try SourceFile(path: path, bytes: data)
    }

    /// The `.http` files below a folder, in the order of their paths.
    private mutating func paths(in folder: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue,
            let enumerator = FileManager.default.enumerator(atPath: folder)
        else {
            complaints.append("\(folder): error: there is no such folder")
            return []
        }
        let names = enumerator.compactMap { $0 as? String }.filter { $0.hasSuffix(".http") }.sorted()
        if names.isEmpty { complaints.append("\(folder): error: there is no .http file in this folder") }
        let separator = folder.hasSuffix("/") ? "" : "/"
        return names.map { folder + separator + $0 }
    }
}
