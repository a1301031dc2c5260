/// What is wrong in all files of a run.
struct Diagnostics {
    private(set) var all: [Diagnostic] = []

    mutating func add(
        _ message: String, at range: Range<Int>, in file: SourceFile, _ severity: Diagnostic.Severity = .error
    ) {
        all.append(Diagnostic(message, at: range, in: file, severity))
    }
}

extension [Diagnostic] {
    /// In the order of the files, and there from top to bottom; one for each place.
    func sorted(by paths: [String]) -> [Diagnostic] {
        let ranks = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
        func rank(_ diagnostic: Diagnostic) -> (Int, Int) { (ranks[diagnostic.path] ?? paths.count, diagnostic.offset) }
        var seen: Set<String> = []
        return sorted { rank($0) < rank($1) }.filter { seen.insert($0.place).inserted }
    }
}
