extension DecodingError {
    /// What is wrong, where, and what to do, in one sentence.
    var text: String {
        let explanation = context.underlyingError as? DecodingExplanation
        let place = context.codingPath.place
        let subject = [explanation?.model, place.map { "at \($0.debugDescription)" }].compactMap { $0 }
        let cause = explanation.map(\.underlying) ?? context.underlyingError
        return (subject.isEmpty ? "" : "cannot decode \(subject.joined(separator: " ")): ") + fault
            + (cause.map { " (\($0.textWithoutSecrets))" } ?? "") + (explanation?.remedy.map { "; \($0)" } ?? "")
    }

    private var fault: String {
        switch self {
        // This description is complete.
        case _ where context.debugDescription.hasPrefix("line "): context.debugDescription
        case .keyNotFound(let key, _): "the key \(key.stringValue.debugDescription) is missing"
        case .valueNotFound: "the value is null"
        default:
            context.debugDescription.hasSuffix(".")
                ? String(context.debugDescription.dropLast()) : context.debugDescription
        }
    }
}

extension [any CodingKey] {
    /// The path, such as `items[2].name`, or nil if it is empty.
    fileprivate var place: String? {
        guard !isEmpty else { return nil }
        return reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : ".\(key.stringValue)")
        }
    }
}
