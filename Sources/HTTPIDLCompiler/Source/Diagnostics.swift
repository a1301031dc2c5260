/// A list of diagnostics.
struct Diagnostics {
    private(set) var all: [Diagnostic] = []

    mutating func add(
        _ message: String, at range: Range<Int>, in file: SourceFile, _ severity: Diagnostic.Severity = .error
    ) {
        all.append(Diagnostic(message, at: range, in: file, severity))
    }
}

extension [Diagnostic] {
    /// Sorts the diagnostics by file and from top to bottom. Keeps only the first one at each place.
    func sorted(by paths: [String]) -> [Diagnostic] {
        let ranks = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
        func rank(_ diagnostic: Diagnostic) -> (Int, Int) { (ranks[diagnostic.path] ?? paths.count, diagnostic.offset) }
        var seen: Set<String> = []
        return sorted { rank($0) < rank($1) }.filter { seen.insert($0.place).inserted }
    }
}
