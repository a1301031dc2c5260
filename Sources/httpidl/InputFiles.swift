import Foundation
import HTTPIDLCompiler

/// The files of a run.
struct InputFiles {
    private(set) var files: [SourceFile] = []
    /// What is wrong before anything is compiled.
    private(set) var complaints: [String] = []
    /// The folders of the input, without links. An import must not leave them.
    private let folders: [String]

    init(_ arguments: Arguments) {
        let foldersOfFiles = arguments.files.map { Self.url($0).deletingLastPathComponent().path }
        folders = (arguments.folders + foldersOfFiles).map { Self.resolved($0) }
        var known: Set<String> = []
        for path in arguments.folders.flatMap({ paths(in: $0) }) + arguments.files {
            do {
                guard !Self.isMisleading(path) else {
                    complain(of: path, "this link leads to a file that does not end in .http; pass an .http file")
                    continue
                }
                guard let file = try Self.read(path) else {
                    complain(of: path, Self.whyUnread(path))
                    continue
                }
                guard known.insert(file.identity).inserted else { continue }
                self.files.append(file)
            } catch {
                complaints.append(error.description)
            }
        }
    }

    /// The file that an `IMPORT` names; nil where there is none. Throws if it is neither an input nor in a folder of
    /// the input, because the text of files from elsewhere must not name any file of the machine.
    func imported(_ path: String) throws(Diagnostic) -> SourceFile? {
        guard Self.isFolder(path) != nil else { return nil }
        let resolved = Self.resolved(path)
        guard files.contains(where: { $0.identity == resolved }) || folders.contains(where: { resolved.isBelow($0) })
        else {
            let message = "it is outside of the folder of the input; pass it with -f, too"
            throw Diagnostic(message, ofFile: path)
        }
        return try Self.read(path)
    }

    private mutating func complain(of path: String, _ message: String) {
        complaints.append("\(path): error: \(message)".inOneLine)
    }

    /// Whether the name of a link looks like an input, but not the name of the file to which it leads.
    private static func isMisleading(_ path: String) -> Bool {
        path.hasSuffix(".http") && isFolder(path) == false && !resolved(path).hasSuffix(".http")
    }

    private static func url(_ path: String) -> URL { URL(filePath: path).absoluteURL }

    /// The absolute path without links.
    private static func resolved(_ path: String) -> String { url(path).resolvingSymlinksInPath().path }

    /// The text of a file; nil where there is none.
    private static func read(_ path: String) throws(Diagnostic) -> SourceFile? {
        guard isFolder(path) == false, let data = FileManager.default.contents(atPath: path) else { return nil }
        var file = try SourceFile(path: path, bytes: data)
        file.identity = resolved(path)
        return file
    }

    /// Whether there is a folder; nil where there is nothing.
    private static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    private static func whyUnread(_ path: String) -> String {
        switch isFolder(path) {
        case nil: "there is no such file; check the path"
        case true?: "this is a folder; use -d to read its files"
        case false?: "the file cannot be read; check its permissions"
        }
    }

    /// The `.http` files below a folder, in the order of their paths.
    private mutating func paths(in folder: String) -> [String] {
        // An enumerator follows no link, also where it begins.
        let resolved = URL(filePath: folder).resolvingSymlinksInPath().path
        guard Self.isFolder(folder) == true, let enumerator = FileManager.default.enumerator(atPath: resolved) else {
            complain(of: folder, "there is no such folder; check the path")
            return []
        }
        let separator = folder.hasSuffix("/") ? "" : "/"
        let paths = enumerator.compactMap { $0 as? String }.filter { $0.hasSuffix(".http") }.sorted()
            .map { folder + separator + $0 }.filter { Self.isFolder($0) == false }
        if paths.isEmpty { complain(of: folder, "there is no .http file in this folder") }
        return paths
    }
}

extension String {
    /// Whether this path leads to something below a folder. Both have no links and no `..`.
    fileprivate func isBelow(_ folder: String) -> Bool { hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") }
}
