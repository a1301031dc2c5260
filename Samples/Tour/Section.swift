/// A part of the tour. It shows one feature and checks the results.
@MainActor
protocol Section {
    /// The argument of `swift run tour` that runs the section.
    static var name: String { get }
    /// What the section shows, in one line.
    static var summary: String { get }
    /// Runs the section and prints its code and its results.
    static func run(on stage: Stage) async throws
}
