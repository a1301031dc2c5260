import AbstractHTTP
import Foundation

/// A message about a failure for the user, in the user's language. English, Japanese, and Simplified Chinese are built
/// in.
///
/// Strings with the same keys in the default table of the main bundle (`Localizable`) replace them, in any language.
///
/// ```swift
/// c.failure { task, error in
///     let message = FailureMessage(of: error)
///     label.text = "\(message.description)\n\(message.recoverySuggestion)"
/// }
/// ```
public struct FailureMessage: Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    public let description: String
    /// Why it happened, as far as that helps a user.
    public let failureReason: String
    /// What the user can do.
    public let recoverySuggestion: String

    /// Creates the message for an error.
    ///
    /// - Parameters:
    ///   - languages: The preferred languages of the user, in order.
    ///   - bundle: The bundle whose strings take precedence.
    public init(
        of error: ConnectionError, languages: [String] = Locale.preferredLanguages, bundle: Bundle = .main
    ) {
        let (what, why, advice) = error.messageKeys
        description = what.text(languages, bundle)
        failureReason = why.text(languages, bundle)
        recoverySuggestion = advice.text(languages, bundle)
    }
}

extension ConnectionError {
    fileprivate var messageKeys: (MessageKey, MessageKey, MessageKey) {
        switch type {
        case .invalidURL, .invalidRequest:
            (.cannotCreateRequest, .cannotCreateRequestReason, .cannotCreateRequestSuggestion)
        case .network: (.requestFailed, .noConnectionReason, .noConnectionSuggestion)
        case .timeout: (.requestFailed, .timeoutReason, .noConnectionSuggestion)
        case .authorization: (.requestFailed, .authorizationReason, .authorizationSuggestion)
        case .invalidResponse: (.requestFailed, .serverReason, .generalSuggestion)
        case .bodyTooLarge, .redirect, .parse, .validation: (.unexpectedResponse, .serverReason, .generalSuggestion)
        case .fileSystem: (.requestFailed, .fileSystemReason, .fileSystemSuggestion)
        case .canceled: (.canceled, .canceledReason, .canceledSuggestion)
        }
    }
}
