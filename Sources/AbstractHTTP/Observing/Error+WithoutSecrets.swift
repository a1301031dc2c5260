import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Error {
    /// What the error says, in one line. A system error is shown by its code, because its own text repeats the whole
    /// URL.
    package var textWithoutSecrets: String {
        if let error = self as? DecodingError { return error.withoutSecretValues.text.inOneLine }
        guard let error = self as? any CustomNSError else {
            return RedactedDescription.text(of: withoutSecrets).inOneLine
        }
        return "\(type(of: self)) \(error.errorCode): \(Redaction().text(localizedDescription))".inOneLine
    }

    /// The error without the secrets that the system or a decoder put into it: those of the URL that failed, and the
    /// value of a secret key. Other errors are returned unchanged.
    package var withoutSecrets: any Error {
        if let error = self as? DecodingError { return error.withoutSecretValues }
        if let error = self as? URLError {
            return URLError(error.code, userInfo: error.userInfo.mapValues(withoutSecretURLs))
        }
        // On Apple platforms, a cast would succeed for every error.
        guard type(of: self) is NSError.Type else { return self }
        let error = self as NSError
        let userInfo = error.userInfo.mapValues(withoutSecretURLs)
        return NSError(domain: error.domain, code: error.code, userInfo: userInfo)
    }
}

/// A value of the `userInfo` of a system error.
private func withoutSecretURLs(_ value: Any) -> Any {
    switch value {
    case let url as URL where !url.isFileURL: URL(string: Redaction().url(url.absoluteString)) as Any? ?? Redaction.mark
    case let text as String: Redaction().text(text)
    case let error as any Error: error.withoutSecrets
    default: value
    }
}

extension DecodingError {
    /// The error without the value of a secret key, which many decoders quote.
    fileprivate var withoutSecretValues: DecodingError {
        switch self {
        case .typeMismatch, .dataCorrupted: with(context.withoutSecretValue)
        default: self
        }
    }
}

extension DecodingError.Context {
    fileprivate var withoutSecretValue: Self {
        guard codingPath.isSecret else {
            return Self(
                codingPath: codingPath, debugDescription: Redaction().text(debugDescription),
                underlyingError: underlyingError?.withoutSecrets)
        }
        let explanation = (underlyingError as? DecodingExplanation).map {
            DecodingExplanation(model: $0.model, remedy: $0.remedy, underlying: nil)
        }
        return Self(
            codingPath: codingPath, debugDescription: "the value is not shown, because its key is secret",
            underlyingError: explanation)
    }
}

extension [any CodingKey] {
    /// Whether the value at this path belongs to a key whose value is secret.
    package var isSecret: Bool { contains { Redaction().isSecret($0.stringValue, isParameter: false) } }
}
