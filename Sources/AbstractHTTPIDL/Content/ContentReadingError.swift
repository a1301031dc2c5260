/// The content of a response does not match the `.http` file. It is the underlying error of
/// `ConnectionErrorType.parse`.
public struct ContentReadingError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// A required value is missing or null.
        case missing
        /// The value has another type.
        case mismatch(expected: String, found: String, why: String?)
    }

    /// The path from the root, such as `user.tags[2]`. It is empty for the root.
    public let path: String
    /// What is wrong.
    public let reason: Reason
}

extension ContentReadingError: CustomStringConvertible {
    /// The path, and what is wrong.
    public var description: String { text.inOneLine }

    private var text: String {
        let place = path.isEmpty ? "the content" : path
        return switch reason {
        case .missing: "\(place) is missing"
        case .mismatch(let expected, let found, let why):
            "\(place): \(expected) is expected, not \(found)" + (why.map { " (\($0))" } ?? "")
        }
    }
}
