import AbstractHTTP

/// Shows messages to a user, where SwiftUI does not observe them.
///
/// ```swift
/// final class StatusLine: LoadMessagePresenter {
///     func show(_ messages: [LoadMessage]) { label.text = messages.last?.text }
///     func alert(_ error: ConnectionError, message: FailureMessage) { label.text = message.description }
/// }
/// api.messages.present(by: StatusLine())
/// ```
@MainActor
public protocol LoadMessagePresenter: AnyObject, Sendable {
    /// The messages have changed; none are left for an empty array.
    func show(_ messages: [LoadMessage])
    /// A request has failed that has neither a failure nor a completion of its own.
    func alert(_ error: ConnectionError, message: FailureMessage)
}
