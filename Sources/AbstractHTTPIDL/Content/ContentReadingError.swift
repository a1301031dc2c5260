/// Content of a response that is not what the `.http` file says: the underlying error of `ConnectionErrorType.parse`.
public struct ContentReadingError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// It has to be there, and is not, or is null.
        case missing
        /// It is something else.
        case mismatch(expected: String, found: String, why: String?)
    }

    /// Where it is, from the root: `user.tags[2]`; empty for the root.
    public let path: String
    /// What is wrong.
    public let reason: Reason
}

extension ContentReadingError: CustomStringConvertible {
    /// Where, and what is wrong.
    public var description: String {
        let place = path.isEmpty ? "the content" : path
        return switch reason {
        case .missing: "\(place) is missing"
        case .mismatch(let expected, let found, let why):
            "\(place): \(expected) is expected, not \(found)" + (why.map { " (\($0))" } ?? "")
        }
    }
}
