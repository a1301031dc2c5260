import AbstractHTTP

/// Calls a closure for every change of an indicator, for as long as the watch exists.
@MainActor
final class IndicatorWatch: ConnectionControl {
    private let onChange: @MainActor () -> Void
    /// Whether the initial state was received, which is not a change.
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
