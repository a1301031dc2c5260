/// A value that an encoder cannot carry: where it is, and what to do instead.
public struct HTTPContentError: Error, Hashable, Sendable {
    /// Why a value cannot be carried.
    public enum Reason: Hashable, Sendable {
        /// It has no key, and the fields of a query or a form are keys with values.
        case noKey
        /// It is a file, which only multipart and binary bodies carry.
        case file
        /// It is data without a key in a query or a form, or in a path or a header field.
        case data
        /// It is an array of arrays or dictionaries, for which the style of arrays has no notation.
        case nestedArray
        /// It is a number that is infinite or not a number.
        case notFinite
        /// It is null among the elements of an array, for which a property list has no notation.
        case null
        /// It is a whole body that is neither data nor a file nor a text.
        case notBinary
        /// It is a file that cannot be read, for this reason.
        case unreadableFile(String)
        /// It is nested deeper than 511 levels, which are those that `JSONEncoder` writes.
        case tooDeep
        /// Its media type cannot be the value of a header field.
        case mediaType
        /// It is a value of this type that cannot be encoded: it is neither `Encodable` nor an array or a dictionary of
        /// such values, or its `encode(to:)` throws.
        case unsupported(String)
    }

    /// Where the value is, from the root: `user.tags[2]`; empty for the root.
    public internal(set) var path: String
    /// Why it cannot be carried.
    public let reason: Reason

    /// Makes an error.
    public init(path: String = "", reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension HTTPContentError: CustomStringConvertible {
    /// Where, what, and what to do.
    public var description: String { "\(path.isEmpty ? "the content" : path): \(reason)" }
}

extension HTTPContentError.Reason: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .noKey:
            "a value without a key cannot be a field of a query or a form; put it into a dictionary, or into the path"
        case .file: "a file cannot be carried here; use the multipart or the binary encoder"
        case .data: "bytes cannot be carried here; give them a key, or use the binary or the JSON encoder"
        case .nestedArray: "an array of arrays or dictionaries has no notation in this style; choose arrays: .indexed"
        case .notFinite: "a number that is not finite has no notation"
        case .null: "null has no notation in a property list"
        case .notBinary: "a binary body is data, a file or a text; use another encoder"
        case .unreadableFile(let why): "the file cannot be read: \(why)"
        case .tooDeep: "the value is nested deeper than \(HTTPContent.deepestLevel) levels"
        case .mediaType: "the media type holds a line break"
        case .unsupported(let type): "a value of the type \(type) cannot be encoded"
        }
    }
}

extension HTTPContentError {
    /// The same error, seen from what has it under a key.
    package func below(key: String) -> Self { below(.key(key)) }

    /// The same error, seen from the array or the dictionary in whose child it happened.
    func below(_ step: HTTPContent.Step) -> Self {
        let name =
            switch step {
            case .index(let index): "[\(index)]"
            case .key(let key): key
            }
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return Self(path: name + separator + path, reason: reason)
    }
}
