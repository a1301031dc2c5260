/// A config that is passed on without being copied: it is read by every step, and has many parts.
final class SharedConfig: Sendable {
    let value: ConnectionConfig

    init(_ value: consuming ConnectionConfig) {
        self.value = value
    }

    /// ``ConnectionConfig/shared``
    static var ofProcess: SharedConfig {
        get { current.withLock { $0 } }
        set { current.change { $0 = newValue } }
    }

    private static let current = Guarded(SharedConfig(ConnectionConfig()))
}
