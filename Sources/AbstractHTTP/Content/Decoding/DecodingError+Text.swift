extension DecodingError {
    /// What is wrong, where, and what to do, in one sentence.
    var text: String {
        let explanation = context.underlyingError as? DecodingExplanation
        let place = context.codingPath.place
        let subject = [explanation?.model, place.map { "at \($0.debugDescription)" }].compactMap { $0 }
        let cause = textPlace.map(\.underlying) ?? reported
        return (subject.isEmpty ? "" : "cannot decode \(subject.joined(separator: " ")): ") + fault
            + (cause.map { " (\($0.textWithoutSecrets))" } ?? "") + (explanation?.remedy.map { "; \($0)" } ?? "")
    }

    /// The underlying error of the decoder.
    private var reported: (any Error)? {
        guard let explanation = context.underlyingError as? DecodingExplanation else { return context.underlyingError }
        return explanation.underlying
    }

    private var textPlace: TextPlace? { reported as? TextPlace }

    private var fault: String {
        let place = textPlace.map { "\($0): " } ?? ""
        switch self {
        case .keyNotFound(let key, _): return place + "the key \(key.stringValue.debugDescription) is missing"
        case .valueNotFound: return place + "the value is null"
        default:
            // The description has the place already.
            let description = context.debugDescription
            return description.hasSuffix(".") ? String(description.dropLast()) : description
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
