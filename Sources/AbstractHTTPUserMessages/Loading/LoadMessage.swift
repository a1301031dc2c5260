/// A message that is shown while requests run.
///
/// ```swift
/// for message in api.messages.current { print(message.text, message.progress ?? 0) }
/// ```
public struct LoadMessage: Identifiable, Hashable, Sendable {
    /// The identifier of the requests.
    public let id: String
    /// The text of the latest request that has one.
    public var text: String
    /// Whether the message blocks the rest of the user interface.
    public var isModal: Bool
    /// The progress of the requests, from 0 to 1, or nil while no total is known.
    public var progress: Double?

    /// Creates a message.
    public init(id: String, text: String, isModal: Bool = false, progress: Double? = nil) {
        (self.id, self.text, self.isModal, self.progress) = (id, text, isModal, progress)
    }
}
