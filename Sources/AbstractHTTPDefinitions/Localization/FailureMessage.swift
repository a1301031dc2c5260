import AbstractHTTP
import Foundation

/// What a user is told of a failure, in a language of theirs: English, Japanese and Simplified Chinese are built in.
///
/// Texts of the same keys in the default table of the main bundle (`Localizable`) win, in any language.
///
/// ```swift
/// c.failure { task, error in
///     let message = FailureMessage(of: error)
///     label.text = "\(message.description)\n\(message.recoverySuggestion)"
/// }
/// ```
public struct FailureMessage: Hashable, Sendable, CustomStringConvertible {
    /// What has happened.
    public let description: String
    /// Why, as far as that can be told to a user.
    public let failureReason: String
    /// What can be done.
    public let recoverySuggestion: String

    /// The message of an error.
    ///
    /// - Parameters:
    ///   - languages: Those that the user prefers, the best one first.
    ///   - bundle: Whose texts win.
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
