/// What is wrong, by its place in the source of a declaration.
struct Diagnostics: Error {
    struct Replacement {
        let message: String
        let range: Range<Int>
        let text: String
    }

    struct Diagnostic {
        let message: String
        let range: Range<Int>
        var severity = HostDiagnostic.Severity.error
        /// Each of them alone is a fix.
        var replacements: [Replacement] = []
        var note: (message: String, range: Range<Int>)?
    }

    private(set) var all: [Diagnostic] = []

    var isEmpty: Bool { all.isEmpty }

    mutating func error(_ message: String, at range: Range<Int>, fix: Replacement? = nil) {
        all.append(Diagnostic(message: message, range: range, replacements: fix.map { [$0] } ?? []))
    }

    mutating func warning(_ message: String, at range: Range<Int>, fixes: [Replacement]) {
        all.append(Diagnostic(message: message, range: range, severity: .warning, replacements: fixes))
    }

    mutating func append(_ others: Diagnostics) { all += others.all }

    /// The one error, to throw.
    static func error(
        _ message: String, at range: Range<Int>, fix: Replacement? = nil,
        note: (message: String, range: Range<Int>)? = nil
    ) -> Self {
        Self(all: [Diagnostic(message: message, range: range, replacements: fix.map { [$0] } ?? [], note: note)])
    }

    /// As the compiler takes them, in the order of their places.
    func inFile(_ location: ExpansionRequest.Location) -> [HostDiagnostic] {
        all.sorted { $0.range.lowerBound < $1.range.lowerBound }.map { diagnostic in
            HostDiagnostic(
                message: diagnostic.message, severity: diagnostic.severity,
                position: location.position(of: diagnostic.range),
                highlights: [location.range(of: diagnostic.range)],
                notes: diagnostic.note.map { [.init(position: location.position(of: $0.range), message: $0.message)] }
                    ?? [],
                fixIts: diagnostic.replacements.map { fix in
                    .init(
                        message: fix.message, changes: [.init(range: location.range(of: fix.range), newText: fix.text)])
                })
        }
    }
}

extension ExpansionRequest.Location {
    fileprivate func position(of range: Range<Int>) -> HostDiagnostic.Position {
        .init(fileName: fileName, offset: sum(range.lowerBound))
    }

    fileprivate func range(of range: Range<Int>) -> HostDiagnostic.Range {
        .init(fileName: fileName, startOffset: sum(range.lowerBound), endOffset: sum(range.upperBound))
    }

    /// A compiler tells no offset that is too large; whoever else does is not trapped on.
    private func sum(_ distance: Int) -> Int {
        let (sum, isTooLarge) = offset.addingReportingOverflow(distance)
        return isTooLarge ? Int.max : sum
    }
}
