/// A value that an encoder cannot write. The error says where the value is and what to do instead.
public struct HTTPContentError: Error, Hashable, Sendable {
    /// Why the encoder cannot write the value.
    public enum Reason: Hashable, Sendable {
        /// The value has no key, which every field of a query or a form needs.
        case noKey
        /// A place is for a member that the value does not have.
        case noMember
        /// The value is a file, which only multipart and binary bodies can contain.
        case file
        /// The value is data without a key in a query or a form, or data in a path or a header field.
        case data
        /// The value is an array of arrays or dictionaries, for which the chosen array style has no notation.
        case nestedArray
        /// The value is a number or a date that is infinite or NaN, or a date that is too far away to be written.
        case notFinite
        /// The value is null in an array, for which a property list has no notation.
        case null
        /// The body is neither data, nor a file, nor a string.
        case notBinary
        /// The file cannot be read, for this reason.
        case unreadableFile(String)
        /// The value is nested deeper than 64 levels.
        case tooDeep
        /// The media type cannot be the value of a header field.
        case mediaType
        /// A value of this type cannot be encoded. It is neither `Encodable` nor an array or a dictionary of such
        /// values, or its `encode(to:)` throws.
        case unsupported(String)
    }

    /// The path to the value from the root, such as `user.tags[2]`. It is empty for the root.
    public internal(set) var path: String
    /// Why the encoder cannot write the value.
    public let reason: Reason

    /// Creates an error.
    public init(path: String = "", reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension HTTPContentError: CustomStringConvertible {
    /// Where the value is, what is wrong, and what to do.
    public var description: String { "\(path.isEmpty ? "the content" : path): \(reason)".inOneLine }
}

extension HTTPContentError.Reason: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .noKey:
            "a value without a key cannot be a field of a query or a form; put it into a dictionary, or into the path"
        case .noMember: "the input has no member with this coding key; correct the name in params"
        case .file: "a file cannot be sent here; use the multipart or the binary encoder"
        case .data: "bytes cannot be sent here; give them a key, or use the binary or the JSON encoder"
        case .nestedArray: "an array of arrays or dictionaries has no notation in this style; choose arrays: .indexed"
        case .notFinite:
            "a number or a date that is not finite, or a date too far away, has no notation; leave it out, or send numbers with nonFinite: .names"
        case .null: "null has no notation in a property list; leave the element out, or use another encoder"
        case .notBinary: "a binary body is data, a file, or a string; use another encoder"
        case .unreadableFile(let why): "the file cannot be read: \(why)"
        case .tooDeep:
            "the value is nested deeper than \(HTTPContent.deepestLevel) levels; send it in parts, or as encoded data"
        case .mediaType: "the media type contains a line break; remove it"
        case .unsupported(let type):
            "a value of the type \(type) cannot be encoded; its type must be Encodable, and encode(to:) must not throw"
        }
    }
}

extension HTTPContentError {
    /// The same error with `key` before its path.
    package func below(key: String) -> Self { below(.key(key)) }

    /// The same error with `step` before its path.
    package func below(_ step: HTTPContent.Step) -> Self {
        let name =
            switch step {
            case .index(let index): "[\(index)]"
            case .key(let key): key
            }
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return Self(path: name + separator + path, reason: reason)
    }
}
