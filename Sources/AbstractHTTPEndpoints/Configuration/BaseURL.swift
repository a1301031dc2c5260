import AbstractHTTP

/// A base that several endpoints have in common and that may change, from any thread.
///
/// ```swift
/// enum Servers {
///     static let chat = BaseURL("https://chat.example.com")
/// }
/// let send = POST<Message, None>("messages", base: Servers.chat.url)
///
/// Servers.chat.url = "https://chat.example.org"    // from the next attempt on
/// ```
public final class BaseURL: Sendable {
    private let state: LockedValue<String>

    /// Makes a base.
    public init(_ url: String) {
        state = LockedValue(url)
    }

    /// The absolute URL. Within a ``Configuration/scope(_:)`` it is changed for that scope alone.
    public var url: String {
        get { Configuration.scoped?.url(of: self) ?? state.withLock { $0 } }
        set {
            guard let scope = Configuration.scoped else { return state.withLock { $0 = newValue } }
            scope.set(newValue, of: self)
        }
    }
}
