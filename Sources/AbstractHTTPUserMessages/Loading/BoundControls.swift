import AbstractHTTP

/// The controls that requests bind. Each has one indicator, which counts its requests. The entry of a control is
/// removed after its last request ends.
@MainActor
package final class BoundControls {
    private struct Entry {
        weak var control: (any ConnectionControl)?
        let indicator: ConnectionIndicator
        let watch: IndicatorWatch
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private let clock: any Clock<Duration>

    package nonisolated init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Returns the indicator that counts the requests of `control`.
    func indicator(of control: any ConnectionControl) -> ConnectionIndicator {
        let key = ObjectIdentifier(control)
        if let entry = entries[key], entry.control === control { return entry.indicator }
        let indicator = ConnectionIndicator(clock: clock)
        indicator.bind(control)
        let watch = IndicatorWatch(indicator) { [weak self, weak indicator] in
            guard let state = indicator?.state, !state.isBusy, !state.isActive else { return }
            // A new control may have the address of a released one.
            if self?.entries[key]?.indicator === indicator { self?.entries[key] = nil }
        }
        entries[key] = Entry(control: control, indicator: indicator, watch: watch)
        return indicator
    }
}
