/// A control that shows the state of a ``ConnectionIndicator``, such as a button, a spinner, or a progress bar.
///
/// ```swift
/// extension StatusItem: ConnectionControl {
///     func update(_ state: IndicatorState) { isBusy = state.isActive }
/// }
/// ```
@MainActor
public protocol ConnectionControl: AnyObject, Sendable {
    /// Called when the state changes. Disable a control while ``IndicatorState/isBusy``, and show one while
    /// ``IndicatorState/isActive``.
    func update(_ state: IndicatorState)
}
