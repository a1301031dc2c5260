/// Tracks what each parameter of a function is used for. A parameter can be used only once.
struct ParameterUses {
    private struct Use {
        let what: String
        let range: Range<Int>
    }

    let parameters: [ParameterSyntax]
    private var uses: [String: Use] = [:]

    init(_ parameters: [ParameterSyntax]) {
        self.parameters = parameters
    }

    /// The unused parameters, in order.
    var unused: [ParameterSyntax] { parameters.filter { uses[$0.name.name] == nil } }

    func parameter(_ name: String) -> ParameterSyntax? { parameters.first { $0.name.name == name } }

    /// Notes that the parameter named `name` is used at `range`. Throws if there is none, or if it is already used.
    @discardableResult
    mutating func use(_ name: String, for what: String, at range: Range<Int>) throws(Diagnostics) -> ParameterSyntax {
        guard let parameter = parameter(name) else { throw unknown(name, at: range) }
        if let earlier = uses[name] {
            throw .error(
                "the parameter '\(name)' is used twice: for \(what), and for \(earlier.what)", at: range,
                note: ("it is used here, too", earlier.range))
        }
        uses[name] = Use(what: what, range: range)
        return parameter
    }

    private func unknown(_ name: String, at range: Range<Int>) -> Diagnostics {
        let labeled = parameters.first { $0.label.name == name }?.name.name
        let message = labeled.map { "there is no parameter '\(name)': that is the label of '\($0)'" }
        let fix = labeled ?? name.nearest(of: parameters.map(\.name.name))
        return .error(
            message ?? "there is no parameter '\(name)'", at: range,
            fix: fix.map { .init(message: "replace it by '\($0)'", range: range, text: $0) })
    }
}

extension String {
    /// Returns the one of `names` for which this string could be a typo, or nil if there is none.
    func nearest(of names: [String]) -> String? {
        let candidates = names.map { ($0, $0.distance(to: self)) }
        return candidates.filter { $0.1 <= max(1, count / 3) }.min { $0.1 < $1.1 }?.0
    }

    /// Returns how many characters must be inserted, removed, or replaced.
    fileprivate func distance(to other: String) -> Int {
        let (left, right) = (Array(lowercased()), Array(other.lowercased()))
        guard left.count < 100, right.count < 100 else { return Int.max }
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = character == right[column] ? diagonal : Swift.min(diagonal, above, row[column]) + 1
                diagonal = above
            }
        }
        return row[right.count]
    }
}
