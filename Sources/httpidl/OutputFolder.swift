import Foundation
import HTTPIDLCompiler

/// What is in the way of a file.
private struct Obstacle: LocalizedError {
    let errorDescription: String?
}

/// The folder for the Swift files.
struct OutputFolder {
    let url: URL

    init(_ path: String) {
        url = URL(filePath: path, directoryHint: .isDirectory)
    }

    /// Puts files in place of those that are there, all of them or none. One that says the same stays as it is, so that
    /// nothing is built again for it.
    func replace(by files: [GeneratedFile], removesOthers: Bool) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let changed = files.filter {
            FileManager.default.contents(atPath: place(of: $0.name).path) != Data($0.text.utf8)
        }
        var written: [(URL, URL)] = []
        defer { for (draft, _) in written { try? FileManager.default.removeItem(at: draft) } }
        for file in changed {
            let draft = url.appending(path: ".\(file.name).\(UUID().uuidString)")
            written.append((draft, place(of: file.name)))
            try Data(file.text.utf8).write(to: draft)
        }
        for (_, place) in written where (try? place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true {
            throw Obstacle(errorDescription: "\(place.path) is a folder; remove it, or use another -o")
        }
        for (draft, place) in written {
            guard rename(draft.path, place.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
        if removesOthers { try removeOthers(than: Set(files.map(\.name))) }
    }

    private func place(of name: String) -> URL { url.appending(path: name) }

    /// Removes what was made of files that are no longer there.
    private func removeOthers(than names: Set<String>) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) where !names.contains(name) {
            guard name.hasSuffix(".swift"), let data = FileManager.default.contents(atPath: place(of: name).path),
                data.starts(with: GeneratedFile.mark.utf8)
            else { continue }
            try FileManager.default.removeItem(at: place(of: name))
        }
    }
}
