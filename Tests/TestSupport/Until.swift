import Testing

/// Waits until `isSo`. A task that is canceled before, as a test is whose time is up, waits no longer: that is an
/// issue of the caller's line.
package func until(
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ isSo: () throws -> Bool
) async rethrows {
    while try !isSo() {
        guard !Task.isCancelled else {
            Issue.record("waited in vain", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
