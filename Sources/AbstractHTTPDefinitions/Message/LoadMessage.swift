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
