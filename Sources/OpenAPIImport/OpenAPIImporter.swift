import JSONBytes

/// Makes `.http` files of an OpenAPI document.
///
/// It reads OpenAPI 3.0 and 3.1 in JSON. The files declare an operation for each operation of the document, the types
/// that they need, and a client.
///
/// ```swift
/// let api = try OpenAPIImporter().importing(Array(data))
/// for file in api.files { print(file.name, file.text) }
/// for entry in api.entries { print(entry) }
/// ```
public struct OpenAPIImporter: Sendable {
    /// The operations to import. The types that they need are imported, too.
    public var selection: Selection
    /// The names and types to use, and the parts of the document to leave out.
    public var settings: ImportSettings

    /// Selects operations by path, tag, or identifier. An operation needs to match only one of them. An empty selection
    /// selects all operations.
    ///
    /// ```swift
    /// let importer = OpenAPIImporter(selection: .init(tags: ["pet"]))
    /// ```
    public struct Selection: Sendable {
        /// Paths of the document. `/pets/` stands for all paths below it.
        public var paths: [String]
        /// Tags.
        public var tags: [String]
        /// Values of `operationId`.
        public var operations: [String]

        /// Creates a selection. Default: everything.
        public init(paths: [String] = [], tags: [String] = [], operations: [String] = []) {
            (self.paths, self.tags, self.operations) = (paths, tags, operations)
        }
    }

    /// Creates an importer.
    public init(selection: Selection = Selection(), settings: ImportSettings = ImportSettings()) {
        (self.selection, self.settings) = (selection, settings)
    }

    /// Makes files of a document in UTF-8. Throws ``ImportError`` if it is not an OpenAPI document.
    public func importing(_ document: [UInt8]) throws(ImportError) -> ImportedAPI {
        let document = try OpenAPIDocument(document)
        let entries = EntryList()
        let importer = try APIImporter(document, selection, settings, entries)
        return ImportedAPI(files: try importer.files(), entries: entries.all)
    }
}

/// The result of an import.
///
/// ```swift
/// print("\(api.files.count) files, \(api.entries.count) entries")
/// ```
public struct ImportedAPI: Sendable {
    /// The files, in the order of their names.
    public let files: [ImportedFile]
    /// The parts of the document that the files cannot express, in the order of the import.
    public let entries: [ImportEntry]
}

/// A `.http` file that was imported.
///
/// ```swift
/// try Data(file.text.utf8).write(to: folder.appending(path: file.name))
/// ```
public struct ImportedFile: Sendable, Hashable {
    /// The name, such as `pets.http`.
    public let name: String
    /// The text.
    public let text: String

    /// Creates a file, for example with the text of an earlier import.
    public init(name: String, text: String) { (self.name, self.text) = (name, text) }

    /// Whether the file was imported, even if it was changed later.
    public var isImported: Bool { text.hasPrefix(Self.mark) }

    /// Whether the file was imported and not changed since. Its first line contains a hash of the other lines.
    public var isUnchanged: Bool {
        guard isImported, let end = text.firstIndex(of: "\n") else { return false }
        return self == Self(name: name, marking: String(text[text.index(after: end)...]))
    }

    static let mark = "// Imported by httpidl, "

    /// Creates a file, and adds a first line with a hash of the other lines.
    init(name: String, marking text: String) { self.init(name: name, text: "\(Self.mark)\(text.hash64).\n\(text)") }
}

/// A part of a document that `.http` files cannot express.
///
/// ```swift
/// print(entry)    // importPets: #/paths/~1pets/post: bodies in XML are not sent; ...
/// ```
public struct ImportEntry: Sendable, Hashable, CustomStringConvertible {
    /// The operation, or nil for something outside of operations.
    public let operation: String?
    /// The place, as a JSON pointer (RFC 6901).
    public let pointer: String
    /// The problem, and what the import did instead.
    public let message: String

    /// The operation, the place, and the message.
    public var description: String { "\(operation.map { "\($0): " } ?? "")#\(pointer): \(message)" }
}

/// The reason why a document cannot be imported.
///
/// ```swift
/// do { _ = try OpenAPIImporter().importing(bytes) } catch { print(error) }
/// ```
public struct ImportError: Error, Hashable, CustomStringConvertible {
    /// The place, as a JSON pointer (RFC 6901).
    public let pointer: String
    /// The line and the column, from 1.
    public let line: Int, column: Int
    /// What is wrong, and what to do.
    public let message: String

    /// The place and the message.
    public var description: String { "\(line):\(column): \(pointer.isEmpty ? "" : "#\(pointer): ")\(message)" }
}

/// The entries of an import, without duplicates.
final class EntryList {
    private(set) var all: [ImportEntry] = []
    private var known: Set<ImportEntry> = []
    /// The name of the current operation.
    var operation: String?

    func add(_ place: Element, _ message: String) {
        let entry = ImportEntry(operation: operation, pointer: place.pointer, message: message)
        if known.insert(entry).inserted { all.append(entry) }
    }
}
