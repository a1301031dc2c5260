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
        let parameter = try known(name, at: range)
        if let earlier = uses[name] {
            throw .error(
                "the parameter '\(name)' is used twice, for \(what) and for \(earlier.what)", at: range,
                note: ("it is also used here", earlier.range))
        }
        uses[name] = Use(what: what, range: range)
        return parameter
    }

    /// Returns the parameter named `name`. Throws if there is none.
    func known(_ name: String, at range: Range<Int>) throws(Diagnostics) -> ParameterSyntax {
        guard let parameter = parameter(name) else { throw unknown(name, at: range) }
        return parameter
    }

    private func unknown(_ name: String, at range: Range<Int>) -> Diagnostics {
        if let labeled = parameters.first(where: { $0.label.name == name })?.name.name {
            return .error(
                "'\(name)' is the label of the parameter '\(labeled)'; use '\(labeled)'", at: range,
                fix: .renaming(to: labeled, at: range))
        }
        let near = name.nearest(of: parameters.map(\.name.name))
        let advice = near.map { "did you mean '\($0)'?" } ?? "correct the name, or add the parameter"
        return .error(
            "there is no parameter '\(name)'; \(advice)", at: range, fix: near.map { .renaming(to: $0, at: range) })
    }
}
