import Foundation
import OpenAPIImport

/// The commands `httpidl import` and `httpidl check`.
struct ImportCommand {
    private let document: String
    private let folder: URL
    private let selection: OpenAPIImporter.Selection
    private let onlyChecks: Bool

    /// Reads the words after `import` or `check`.
    init(_ command: String, _ words: some Sequence<String>) throws(Arguments.Misuse) {
        var (paths, output, selection) = ([String](), String?.none, OpenAPIImporter.Selection())
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            switch word {
            case "-o" where command == "import": output = try Arguments.value(of: word, &rest)
            case "--only": selection.paths.append(try Arguments.value(of: word, &rest))
            case "--tag": selection.tags.append(try Arguments.value(of: word, &rest))
            case "--operation": selection.operations.append(try Arguments.value(of: word, &rest))
            case _ where word.hasPrefix("-"):
                let known = word.nearest(among: ["-o", "--only", "--tag", "--operation"])
                throw Arguments.Misuse(
                    message: "unknown option \"\(word)\"" + (known.map { "; did you mean \"\($0)\"?" } ?? ""))
            default: paths.append(word)
            }
        }
        onlyChecks = command == "check"
        if onlyChecks, paths.count == 2 { output = paths.removeLast() }
        guard paths.count == 1, let output else {
            throw Arguments.Misuse(
                message: onlyChecks
                    ? "write httpidl check DOCUMENT FOLDER" : "write httpidl import DOCUMENT -o FOLDER")
        }
        document = paths[0]
        folder = URL(filePath: output, directoryHint: .isDirectory)
        self.selection = selection
    }

    /// Runs the command. Returns its status.
    func run() -> Int32 {
        guard let data = FileManager.default.contents(atPath: document) else {
            Tool.complain("\(document): error: there is no such file; check the path")
            return 1
        }
        var path = document
        do {
            var importer = OpenAPIImporter(selection: selection)
            if let settings {
                path = folder.appending(path: "httpidl-import.json").path
                importer.settings = try ImportSettings(json: settings)
                path = document
            }
            let api = try importer.importing([UInt8](data))
            let differences = try compare(api)
            if onlyChecks { return report(differences) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let isComplete = try write(differences)
            for entry in api.entries { print(entry.description.withoutTerminalControls) }
            print("\(folder.path): files: \(api.files.count), entries: \(api.entries.count)")
            return isComplete ? 0 : 1
        } catch let error as ImportError {
            let place = error.pointer.isEmpty ? "" : "#\(error.pointer): "
            Tool.complain("\(path):\(error.line):\(error.column): error: \(place)\(error.message)")
        } catch {
            Tool.complain("\(folder.path): error: the files cannot be written: \(error.localizedDescription)")
        }
        return 1
    }

    /// The file `httpidl-import.json` in the folder, or nil if there is none.
    private var settings: [UInt8]? {
        FileManager.default.contents(atPath: folder.appending(path: "httpidl-import.json").path).map { [UInt8]($0) }
    }

    /// A file that differs from the import.
    private struct Difference {
        let name: String
        /// The text of the file, or nil if the file is missing.
        let old: String?
        /// The imported text, or nil if the document does not need the file.
        let new: String?

        /// Whether nobody changed the file after it was imported.
        var isImported: Bool { old.map { ImportedFile(name: name, text: $0).isUnchanged } ?? true }
    }

    private func compare(_ api: ImportedAPI) throws -> [Difference] {
        var differences = api.files.compactMap { file -> Difference? in
            let old = text(of: file.name)
            return old == file.text ? nil : Difference(name: file.name, old: old, new: file.text)
        }
        let names = Set(api.files.map(\.name))
        let present = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in present.sorted() where name.hasSuffix(".http") && !names.contains(name) {
            guard let old = text(of: name), ImportedFile(name: name, text: old).isImported else { continue }
            differences.append(Difference(name: name, old: old, new: nil))
        }
        return differences
    }

    private func text(of name: String) -> String? {
        FileManager.default.contents(atPath: folder.appending(path: name).path).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func report(_ differences: [Difference]) -> Int32 {
        for difference in differences { show(difference) }
        guard !differences.isEmpty else { return 0 }
        Tool.complain("\(folder.path): error: the files above differ from \(document); import it again")
        return 1
    }

    /// Writes the files that were not changed by hand. Returns whether there were no others.
    private func write(_ differences: [Difference]) throws -> Bool {
        for difference in differences where difference.isImported {
            let place = folder.appending(path: difference.name)
            if let new = difference.new {
                try Data(new.utf8).write(to: place, options: .atomic)
            } else {
                try FileManager.default.removeItem(at: place)
            }
        }
        let changed = differences.filter { !$0.isImported }
        for difference in changed {
            show(difference)
            Tool.complain(
                "\(folder.appending(path: difference.name).path): error: this file was changed by hand, so it was not replaced; merge the difference above, or remove the file and import again"
            )
        }
        return changed.isEmpty
    }

    /// Prints the lines that differ.
    private func show(_ difference: Difference) {
        print("--- \(difference.name)\(difference.old == nil ? " (missing)" : "")")
        print("+++ \(difference.name)\(difference.new == nil ? " (not in the document)" : "")")
        let (old, new) = (lines(difference.old), lines(difference.new))
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, let line, _): print("-\(offset + 1): \(line.withoutTerminalControls)")
            case .insert(let offset, let line, _): print("+\(offset + 1): \(line.withoutTerminalControls)")
            }
        }
    }

    private func lines(_ text: String?) -> [String] {
        text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
    }
}
