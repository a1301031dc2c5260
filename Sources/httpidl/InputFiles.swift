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
            do {
                guard let file = try Self.read(path) else {
                    complaints.append("\(path): error: \(Self.whyUnread(path))")
                    continue
                }
                guard known.insert(file.identity).inserted else { continue }
                files.append(file)
            } catch {
                complaints.append(error.description)
            }
        }
    }

    /// The text of a file; nil where there is none.
    static func read(_ path: String) throws(Diagnostic) -> SourceFile? {
        guard isFolder(path) == false, let data = FileManager.default.contents(atPath: path) else { return nil }
        var file = try SourceFile(path: path, bytes: data)
        file.identity = URL(filePath: path).resolvingSymlinksInPath().path
        return file
    }

    /// Whether there is a folder; nil where there is nothing.
    private static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    private static func whyUnread(_ path: String) -> String {
        switch isFolder(path) {
        case nil: "there is no such file"
        case true?: "this is a folder; -d takes its files"
        case false?: "the file cannot be read"
        }
    }

    /// The `.http` files below a folder, in the order of their paths.
    private mutating func paths(in folder: String) -> [String] {
        // An enumerator follows no link, also where it begins.
        let resolved = URL(filePath: folder).resolvingSymlinksInPath().path
        guard Self.isFolder(folder) == true, let enumerator = FileManager.default.enumerator(atPath: resolved) else {
            complaints.append("\(folder): error: there is no such folder")
            return []
        }
        let separator = folder.hasSuffix("/") ? "" : "/"
        let paths = enumerator.compactMap { $0 as? String }.filter { $0.hasSuffix(".http") }.sorted()
            .map { folder + separator + $0 }.filter { Self.isFolder($0) == false }
        if paths.isEmpty { complaints.append("\(folder): error: there is no .http file in this folder") }
        return paths
    }
}
