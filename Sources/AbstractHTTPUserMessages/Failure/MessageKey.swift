import Foundation

/// A built-in text. The raw value is its key in a strings table.
enum MessageKey: String, CaseIterable {
    case cannotCreateRequest = "RFAPI.Error.CannotCreateRequest"
    case cannotCreateRequestReason = "RFAPI.Error.CannotCreateRequestReason"
    case cannotCreateRequestSuggestion = "RFAPI.Error.CannotCreateRequestSuggestion"
    case requestFailed = "RFAPI.Error.RequestFailed"
    case unexpectedResponse = "RFAPI.Error.UnexpectedServerResponse"
    case serverReason = "RFAPI.Error.GeneralFailureReasonServer"
    case generalSuggestion = "RFAPI.Error.GeneralRecoverySuggestion"
    case noConnectionReason = "RFAPI.Error.NoConnectionReason"
    case noConnectionSuggestion = "RFAPI.Error.NoConnectionSuggestion"
    case timeoutReason = "RFAPI.Error.TimeoutReason"
    case authorizationReason = "RFAPI.Error.AuthorizationReason"
    case authorizationSuggestion = "RFAPI.Error.AuthorizationSuggestion"
    case fileSystemReason = "RFAPI.Error.FileSystemReason"
    case fileSystemSuggestion = "RFAPI.Error.FileSystemSuggestion"
    case canceled = "RFAPI.Error.Canceled"
    case canceledReason = "RFAPI.Error.CanceledReason"
    case canceledSuggestion = "RFAPI.Error.CanceledSuggestion"

    /// Returns the text of `bundle` if it has one, and otherwise the built-in text in the best of `languages`.
    func text(_ languages: [String], _ bundle: Bundle) -> String {
        // No strings table contains this text.
        let missing = "\u{0}"
        let own = bundle.localizedString(forKey: rawValue, value: missing, table: nil)
        guard own == missing || own == rawValue || own.isEmpty else { return own }
        let language = languages.lazy.compactMap(MessageLanguage.init(tag:)).first ?? .english
        return language.texts[self] ?? MessageLanguage.english.texts[self] ?? rawValue
    }
}
