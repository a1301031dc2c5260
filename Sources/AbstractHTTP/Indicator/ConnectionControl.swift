/// What follows a ``ConnectionIndicator``: a button that is disabled meanwhile, a spinner, a bar.
///
/// ```swift
/// extension StatusItem: ConnectionControl {
///     func update(_ state: IndicatorState) { isBusy = state.isActive }
/// }
/// ```
@MainActor
public protocol ConnectionControl: AnyObject, Sendable {
    /// Something has changed. What must not be used meanwhile goes by ``IndicatorState/isRunning``, what is seen by
    /// ``IndicatorState/isActive``.
    func update(_ state: IndicatorState)
}
