extension HTTPContent.Members {
    /// What the server reports as an error in these members: `error`, or the first of `errors`. Nil if the value is
    /// null, false, zero, or empty, as in an answer without errors.
    package var reportedError: HTTPContent? {
        for key in ["error", "errors"] {
            switch self[key] {
            case .string(let text) where !text.isEmpty: return .string(text)
            case .dictionary(let members) where !members.isEmpty: return .dictionary(members)
            case .array(let elements) where !elements.isEmpty: return elements[0]
            case .bool(true): return .bool(true)
            default: continue
            }
        }
        return nil
    }
}
