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
    /// Which operations are imported. The types that they need come with them.
    public var selection: Selection
    /// Names, types, and what is left out.
    public var settings: ImportSettings

    /// Which operations of a document are imported: those that have any of these. If all are empty, all operations are.
    ///
    /// ```swift
    /// let importer = OpenAPIImporter(selection: .init(tags: ["pet"]))
    /// ```
    public struct Selection: Sendable {
        /// Paths as in the document. A path that ends with a slash includes those that begin with it.
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

/// What an import makes of a document.
///
/// ```swift
/// print("\(api.files.count) files, \(api.entries.count) remarks")
/// ```
public struct ImportedAPI: Sendable {
    /// The files, in the order of their names.
    public let files: [ImportedFile]
    /// What the files do not say, in the order of the document.
    public let entries: [ImportEntry]
}

/// A `.http` file that is made of a document.
///
/// ```swift
/// try Data(file.text.utf8).write(to: folder.appending(path: file.name))
/// ```
public struct ImportedFile: Sendable, Hashable {
    /// The name, such as `pets.http`.
    public let name: String
    /// The text.
    public let text: String

    /// Creates a file, for example from one that was imported before.
    public init(name: String, text: String) { (self.name, self.text) = (name, text) }

    /// Whether the text was imported. It can have been changed.
    public var isImported: Bool { text.hasPrefix(Self.mark) }

    /// Whether the text was imported and has not been changed: its first line has a hash of the others.
    public var isUnchanged: Bool {
        guard isImported, let end = text.firstIndex(of: "\n") else { return false }
        return self == Self(name: name, marking: String(text[text.index(after: end)...]))
    }

    static let mark = "// Imported by httpidl, "

    /// Creates a file with a first line that has a hash of the others.
    init(name: String, marking text: String) { self.init(name: name, text: "\(Self.mark)\(text.hash64).\n\(text)") }
}

/// Something in a document that a `.http` file cannot say.
///
/// ```swift
/// print(entry)    // importPets: #/paths/~1pets/post: bodies in XML are not sent; ...
/// ```
public struct ImportEntry: Sendable, Hashable, CustomStringConvertible {
    /// The operation, or nil for something outside of operations.
    public let operation: String?
    /// Where it is, as a JSON pointer (RFC 6901).
    public let pointer: String
    /// What cannot be said, and what is done instead.
    public let message: String

    /// The operation, the place, and the message.
    public var description: String { "\(operation.map { "\($0): " } ?? "")#\(pointer): \(message)" }
}

/// A document cannot be imported.
///
/// ```swift
/// do { _ = try OpenAPIImporter().importing(bytes) } catch { print(error) }
/// ```
public struct ImportError: Error, Hashable, CustomStringConvertible {
    /// Where it is, as a JSON pointer (RFC 6901).
    public let pointer: String
    /// The line and the column, from 1.
    public let line: Int, column: Int
    /// What is wrong, and what to do.
    public let message: String

    /// The place and the message.
    public var description: String { "\(line):\(column): \(pointer.isEmpty ? "" : "#\(pointer): ")\(message)" }
}

/// The entries of an import, each one once.
final class EntryList {
    private(set) var all: [ImportEntry] = []
    private var known: Set<ImportEntry> = []
    /// The operation that is imported.
    var operation: String?

    func add(_ place: Element, _ message: String) {
        let entry = ImportEntry(operation: operation, pointer: place.pointer, message: message)
        if known.insert(entry).inserted { all.append(entry) }
    }
}
