import AbstractHTTP

/// Tells of every change of an indicator, for as long as it lives.
@MainActor
final class IndicatorWatch: ConnectionControl {
    private let onChange: @MainActor () -> Void
    /// Whether it was told how things were at first, which is not a change.
    private var isBound = false

    init(_ indicator: ConnectionIndicator, _ onChange: @escaping @MainActor () -> Void) {
        self.onChange = onChange
        indicator.bind(self)
        isBound = true
    }

    func update(_ state: IndicatorState) {
        if isBound { onChange() }
    }
}
