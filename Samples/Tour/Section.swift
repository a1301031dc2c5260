/// A part of the tour: one feature, shown and checked.
@MainActor
protocol Section {
    /// What `swift run tour NAME` calls it.
    static var name: String { get }
    /// One line that says what is shown.
    static var summary: String { get }
    /// Shows it.
    static func run(on stage: Stage) async throws
}
