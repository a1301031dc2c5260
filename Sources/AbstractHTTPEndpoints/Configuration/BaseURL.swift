import AbstractHTTP

/// A base URL that several endpoints share. You can change it from any thread.
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

    /// Creates a base URL.
    public init(_ url: String) {
        state = LockedValue(url)
    }

    /// The absolute URL. A change inside a ``Configuration/scope(_:)`` applies only to that scope.
    public var url: String {
        get { Configuration.scoped?.url(of: self) ?? state.withLock { $0 } }
        set {
            guard let scope = Configuration.scoped else { return state.withLock { $0 = newValue } }
            scope.set(newValue, of: self)
        }
    }
}

extension BaseURL: CustomReflectable {
    /// The URL without secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["url": url.templateWithoutSecretValues.inOneLine], displayStyle: .class)
    }
}
