/// Errors and warnings, with their places in the source of a declaration.
struct Diagnostics: Error {
    struct Replacement {
        let message: String
        let range: Range<Int>
        let text: String

        /// Replaces the text at `range` with a name.
        static func renaming(to name: String, at range: Range<Int>) -> Self {
            Self(message: "replace with '\(name)'", range: range, text: name)
        }
    }

    struct Diagnostic {
        let message: String
        let range: Range<Int>
        var severity = HostDiagnostic.Severity.error
        /// Alternative fixes, each of which is sufficient.
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

    /// Returns a single error to throw.
    static func error(
        _ message: String, at range: Range<Int>, fix: Replacement? = nil,
        note: (message: String, range: Range<Int>)? = nil
    ) -> Self {
        Self(all: [Diagnostic(message: message, range: range, replacements: fix.map { [$0] } ?? [], note: note)])
    }

    /// Returns the diagnostics in the compiler's format, sorted by place.
    func inFile(_ location: ExpansionRequest.Location) -> [HostDiagnostic] {
        all.sorted { $0.range.lowerBound < $1.range.lowerBound }.map { diagnostic in
            HostDiagnostic(
                message: diagnostic.message.withoutTerminalControls, severity: diagnostic.severity,
                position: location.position(of: diagnostic.range),
                highlights: [location.range(of: diagnostic.range)],
                notes: diagnostic.note.map {
                    [.init(position: location.position(of: $0.range), message: $0.message.withoutTerminalControls)]
                }
                    ?? [],
                fixIts: diagnostic.replacements.map { fix in
                    .init(
                        message: fix.message.withoutTerminalControls,
                        changes: [.init(range: location.range(of: fix.range), newText: fix.text)])
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

    /// Returns the maximum instead of trapping on overflow. No compiler sends such an offset, but another host might.
    private func sum(_ distance: Int) -> Int {
        let (sum, isTooLarge) = offset.addingReportingOverflow(distance)
        return isTooLarge ? Int.max : sum
    }
}
