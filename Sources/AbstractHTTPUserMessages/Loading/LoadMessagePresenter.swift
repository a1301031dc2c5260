import AbstractHTTP

/// Shows load messages and failures to the user. SwiftUI views do not need it, because they observe ``LoadMessages``.
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
    /// Called when the messages change. An empty array means that none is shown.
    func show(_ messages: [LoadMessage])
    /// Called when a request without its own `failure` and `completion` callbacks fails.
    func alert(_ error: ConnectionError, message: FailureMessage)
}
