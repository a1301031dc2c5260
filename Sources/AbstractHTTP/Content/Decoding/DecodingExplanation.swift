import Foundation

/// What a decoding error does not say by itself: the type of the model, and what to do. It is the underlying error of
/// the context of a `DecodingError`.
package struct DecodingExplanation: Error, CustomStringConvertible {
    let model: String
    let remedy: String?
    /// The error that was there before.
    let underlying: (any Error)?

    /// The type of the model, and what to do.
    package var description: String {
        let cause = underlying.map { "; \($0.textWithoutSecrets)" } ?? ""
        return "the model is \(model)" + cause + (remedy.map { "; \($0)" } ?? "")
    }
}

extension DecodingError {
    /// The error with the type of the model, and with what to do about it, if the body shows that.
    ///
    /// - Parameters:
    ///   - model: The type that was decoded from the body.
    ///   - content: Reads the body without a model.
    ///   - decoder: The decoder that failed.
    package func explained(
        for model: Any.Type, by decoder: (any ContentDecoder)?, content: () -> HTTPContent?
    ) -> DecodingError {
        guard !(context.underlyingError is DecodingExplanation) else { return self }
        let explanation = DecodingExplanation(
            model: "\(model)", remedy: remedy(for: model, decoder, content), underlying: context.underlyingError)
        return with(
            Context(
                codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: explanation
            ))
    }

    /// The context of any case.
    package var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "\(self)")
        }
    }

    /// The same case with another context.
    package func with(_ context: Context) -> DecodingError {
        switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        @unknown default: self
        }
    }

    private func remedy(for model: Any.Type, _ decoder: (any ContentDecoder)?, _ content: () -> HTTPContent?) -> String?
    {
        switch self {
        case .keyNotFound(let key, let context):
            let members = content()?.value(at: context.codingPath)?.members ?? [:]
            guard let spelled = members.map(\.key).first(where: { $0.isSpelledLike(key.stringValue) }) else {
                return "make the property optional if the server can leave it out"
            }
            return Self.remedy(forKey: key.stringValue, spelled: spelled, decoder)
        case .valueNotFound: return "make the property optional"
        case .typeMismatch(_, let context) where context.codingPath.isEmpty:
            switch content() {
            case .array where !(model is any Collection.Type): return "decode [\(model)]"
            case .dictionary(let members) where model is any Collection.Type:
                let keys = members.prefix(3).map(\.key.shownKey)
                let shown =
                    keys.isEmpty ? "" : " with the key\(keys.count == 1 ? "" : "s") \(keys.joined(separator: ", "))"
                return "the body is an object\(shown); decode a struct that has the array as a property"
            default: return nil
            }
        default: return nil
        }
    }

    private static func remedy(forKey key: String, spelled: String, _ decoder: (any ContentDecoder)?) -> String {
        let found = "the body has \(spelled.shownKey)"
        let json = (decoder as? MediaTypeDecoder)?.json ?? decoder ?? JSONContentDecoder()
        guard case .unchanged? = (json as? JSONContentDecoder)?.keys, spelled.convertedFromSnakeCase == key else {
            return "\(found), so write that in the CodingKeys"
        }
        return "\(found), so set contentDecoder to JSONContentDecoder(keys: .fromSnakeCase)"
    }
}

extension String {
    /// Whether two keys differ only in their case and their word separators.
    fileprivate func isSpelledLike(_ other: String) -> Bool { plainKey == other.plainKey }

    /// The beginning of the key, without secrets.
    fileprivate var shownKey: String { Redaction().text(String(prefix(40))).debugDescription }

    /// The letters and digits of a key in lowercase.
    var plainKey: String { lowercased().filter { $0 != "_" && $0 != "-" } }
}

extension HTTPContent {
    /// The value at a path, or nil if the path uses other keys than the body.
    fileprivate func value(at path: [any CodingKey]) -> HTTPContent? {
        path.reduce(self as HTTPContent?) { content, key in
            key.intValue.flatMap { content?[$0] } ?? content?[key.stringValue]
        }
    }
}
