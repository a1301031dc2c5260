import AbstractHTTP

/// The controls that requests have, each with what counts all of its requests: it is free again when the last one has
/// ended.
@MainActor
final class BoundControls {
    private struct Entry {
        weak var control: (any ConnectionControl)?
        let indicator: ConnectionIndicator
        let watch: IndicatorWatch
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private let clock: any Clock<Duration>

    nonisolated init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// What counts the requests of `control`.
    func indicator(of control: any ConnectionControl) -> ConnectionIndicator {
        let key = ObjectIdentifier(control)
        if let entry = entries[key], entry.control === control { return entry.indicator }
        let indicator = ConnectionIndicator(clock: clock)
        indicator.bind(control)
        let watch = IndicatorWatch(indicator) { [weak self, weak indicator] in
            guard let state = indicator?.state, !state.isBusy, !state.isActive else { return }
            // Another control may be in the place of one that is gone.
            if self?.entries[key]?.indicator === indicator { self?.entries[key] = nil }
        }
        entries[key] = Entry(control: control, indicator: indicator, watch: watch)
        return indicator
    }
}
