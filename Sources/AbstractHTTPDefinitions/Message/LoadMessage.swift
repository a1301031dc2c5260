import AbstractHTTP

/// What is shown while requests run.
public struct LoadMessage: Identifiable, Hashable, Sendable {
    /// The identifier of the requests.
    public let id: String
    /// The text, that of the last request which has one.
    public var text: String
    /// Whether nothing else may be used meanwhile.
    public var isModal: Bool
    /// How far they have come, from 0 to 1; nil while no total is known.
    public var progress: Double?

    /// Makes a message.
    public init(id: String, text: String, isModal: Bool = false, progress: Double? = nil) {
        (self.id, self.text, self.isModal, self.progress) = (id, text, isModal, progress)
    }
}

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
