extension URITemplate {
    /// The URL with its variables filled by the members of a value. Members that are not variables are ignored.
    ///
    /// A variable that is missing or null is left out, together with its slash or name, unless it is a plain part of
    /// the path. Without an id, or with an id that is empty or `..`, `/users/{id}` would be another resource. Throws
    /// ``URITemplateError``, and ``HTTPContentError`` for a value that is not a string.
    package func path(
        filledBy members: HTTPContent.Members, _ options: FieldOptions = FieldOptions()
    ) throws -> String {
        var values = VariableValues()
        for name in variableNames {
            do throws(HTTPContentError) {
                try values.set(name, members[name] ?? .null, options)
            } catch {
                throw error.below(.key(name))
            }
        }
        return try path(filledBy: values)
    }

    /// The same with values that may have different options.
    package func path(filledBy values: VariableValues) throws(URITemplateError) -> String {
        try checkPathVariables(values)
        let path = try expanded { values[$0] }
        guard path.dotSegments == 0 || path.dotSegments <= text.dotSegments else {
            throw URITemplateError.dotSegment(template: text)
        }
        guard try !changesHost(values) else { throw URITemplateError.otherHost(template: text) }
        return path
    }

    /// Throws if the value of a variable in the path is missing, or would end the path.
    private func checkPathVariables(_ values: VariableValues) throws(URITemplateError) {
        for part in parts {
            switch part {
            case .literal(let text):
                if text.offset(of: UInt8(ascii: "?")) != nil || text.offset(of: UInt8(ascii: "#")) != nil { return }
            case .expression(let expression):
                guard expression.operator.standsInPath else { return }
                for variable in expression.variables {
                    guard let value = values[variable.name] else {
                        throw .missingVariable(variable.name, template: text)
                    }
                    try check(value, variable, expression)
                }
            }
        }
    }

    private func check(
        _ value: Value?, _ variable: Variable, _ expression: Expression
    ) throws(URITemplateError) {
        guard !expression.operator.leavesEmpty(value) else {
            throw .emptyVariable(variable.name, template: text)
        }
        guard expression.operator == .reserved else { return }
        // The last variable may begin the query.
        let marks = variable.name == lastVariable ? "#" : "?#"
        guard value?.holds(anyOf: marks) != true else { throw .endsPath(variable.name, template: text) }
    }

    /// Whether a value directly follows the host of an absolute URL, and would change it.
    private func changesHost(_ values: VariableValues) throws(URITemplateError) -> Bool {
        guard text.isAbsoluteURL else { return false }
        var before = ""
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let text): before += text
            case .expression(let expression):
                var value = ""
                try expand(expression, into: &value) { values[$0] }
                let beginsPath = value.utf8.first.map { "/?#".utf8.contains($0) } ?? true
                let isInHost = before.endsInAuthority && !beginsPath
                let endsHost =
                    before.utf8.last.map { $0.isAlphanumeric || $0 == UInt8(ascii: "]") } ?? false
                    && followsHost(parts.dropFirst(index + 1).first)
                if isInHost, expression.operator == .reserved || endsHost { return true }
                before += value
            }
        }
        return false
    }

    /// Whether the part after a variable is not a part of the host.
    private func followsHost(_ part: Part?) -> Bool {
        switch part {
        case .literal(let text): text.utf8.first.map { "/?#:".utf8.contains($0) } ?? true
        case .expression, nil: true
        }
    }

    /// Whether the template begins a query.
    package var beginsQuery: Bool {
        if case .expression(let expression) = parts.first {
            [.query, .continuation].contains(expression.operator)
        } else {
            false
        }
    }

    /// The variable at the end of the template.
    private var lastVariable: String? {
        if case .expression(let expression) = parts.last { expression.variables.last?.name } else { nil }
    }
}

/// The values of a template's variables. There are few, so a linear search is faster than a dictionary.
package struct VariableValues: Sendable {
    private var values: [(name: String, value: URITemplate.Value?)] = []

    package init() {}

    package var isEmpty: Bool { values.isEmpty }

    /// Sets the value of a variable, which replaces an earlier one. Null leaves the variable out.
    package mutating func set(
        _ name: String, _ content: HTTPContent, _ options: FieldOptions
    ) throws(HTTPContentError) {
        let value = try content.templateValue(options)
        if let index = values.firstIndex(where: { $0.name == name }) {
            values[index].value = value
        } else {
            values.append((name, value))
        }
    }

    /// The first variable that is not among `names`.
    package func name(otherThan names: [String]) -> String? { values.first { !names.contains($0.name) }?.name }

    subscript(name: String) -> URITemplate.Value?? { values.first { $0.name == name }?.value }
}

extension HTTPContent {
    /// The value of a variable, or nil for null.
    fileprivate func templateValue(_ options: FieldOptions) throws(HTTPContentError) -> URITemplate.Value? {
        switch self {
        case .null: return nil
        case .array:
            var texts: [String] = []
            try forEachChild { _, element throws(HTTPContentError) in texts.append(try options.text(of: element)) }
            return .list(texts)
        case .dictionary(let members):
            var texts: [String] = []
            try forEachChild { _, value throws(HTTPContentError) in texts.append(try options.text(of: value)) }
            return .pairs(zip(members, texts).map { KeyValue(key: $0.key, value: $1) })
        default: return .text(try options.text(of: self))
        }
    }
}

extension URITemplate.Value {
    /// Whether the value contains one of these characters.
    fileprivate func holds(anyOf marks: String) -> Bool {
        let texts: [String] =
            switch self {
            case .text(let text): [text]
            case .list(let texts): texts
            case .pairs(let pairs): pairs.flatMap { [$0.key, $0.value ?? ""] }
            }
        return texts.contains { $0.utf8.contains { marks.utf8.contains($0) } }
    }
}

extension URITemplate.Operator {
    /// Whether an expression with this operator is a part of the path.
    fileprivate var standsInPath: Bool {
        switch self {
        case .query, .continuation, .fragment: false
        default: true
        }
    }

    /// Whether the value would leave a segment of the path empty. For a missing value, an operator also leaves out its
    /// slash or name. For an empty string, it does not.
    fileprivate func leavesEmpty(_ value: URITemplate.Value?) -> Bool {
        let isPlain = self == .simple || self == .reserved
        switch value {
        // A parameter has its name, and is not a segment of the path.
        case _ where self == .parameter: return false
        case nil: return isPlain
        case .text(let text): return text.utf8.first.map { self == .reserved && "?#".utf8.contains($0) } ?? true
        case .list(let texts): return isPlain ? texts.allSatisfy(\.isEmpty) : texts.contains("")
        case .pairs(let pairs): return isPlain && pairs.isEmpty
        }
    }
}

extension String {
    /// How many segments of the path are `.` or `..`, escaped or not (RFC 3986, section 3.3). Each of them leads to
    /// another resource.
    package var dotSegments: Int {
        withBytes { bytes in
            var (count, dots, hasOthers, index) = (0, 0, false, 0)
            func endSegment() {
                if !hasOthers, dots == 1 || dots == 2 { count += 1 }
                (dots, hasOthers) = (0, false)
            }
            while index < bytes.count, bytes[index] != UInt8(ascii: "?"), bytes[index] != UInt8(ascii: "#") {
                switch bytes[index] {
                case UInt8(ascii: "/"): endSegment()
                case UInt8(ascii: "."): dots += 1
                case UInt8(ascii: "%") where bytes.escapesDot(at: index):
                    index += 2
                    dots += 1
                default: hasOthers = true
                }
                index += 1
            }
            endSegment()
            return count
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the percent sign at `index` begins an escaped dot.
    fileprivate func escapesDot(at index: Int) -> Bool {
        guard index + 2 < count, self[index + 1] == UInt8(ascii: "2") else { return false }
        return self[index + 2].lowercasedASCII == UInt8(ascii: "e")
    }
}
