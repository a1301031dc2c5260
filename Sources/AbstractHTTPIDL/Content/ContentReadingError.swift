import AbstractHTTP

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
    /// The type that was read.
    var model: String?

    init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
}

extension ContentReadingError: BodyQuotingError {}

extension ContentReadingError: CustomStringConvertible {
    /// The path, and what is wrong.
    public var description: String { text.inOneLine }

    private var text: String {
        let place = path.isEmpty ? "the content" : path
        let subject = model.map { "cannot read \($0): " } ?? ""
        return switch reason {
        case .missing: "\(subject)\(place) is missing; declare it with a `?` if the server can leave it out"
        case .mismatch(let expected, let found, let why):
            "\(subject)\(place): \(expected) is expected, not \(found)" + (why.map { " (\($0))" } ?? "")
        }
    }
}
