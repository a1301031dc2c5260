extension URITemplate {
    /// The URL with its variables filled by the members of a value; others than those of the template are ignored.
    ///
    /// A variable that is missing or null is left out, with what belongs to it, unless it stands in the path by itself:
    /// `/users/{id}` without an id would be another resource, and so would one with an empty text or `..` for it.
    /// Throws ``URITemplateError``, and ``HTTPContentError`` for a value that is no text.
    package func path(
        filledBy members: HTTPContent.Members, _ options: FieldOptions = FieldOptions()
    ) throws -> String {
        var values: [String: (any URITemplateVariable)?] = [:]
        for name in variableNames { values[name] = .some(try members[name]?.templateValue(named: name, options)) }
        for variable in pathVariables where (values[variable.name] ?? nil).leavesEmpty(variable.operator) {
            throw URITemplateError.emptyVariable(variable.name, template: text)
        }
        for variable in pathVariables where variable.operator == .reserved {
            // A query may follow where nothing else does.
            let marks = variable.name == lastVariable ? "#" : "?#"
            guard !(values[variable.name] ?? nil).holds(anyOf: marks) else {
                throw URITemplateError.endsPath(variable.name, template: text)
            }
        }
        let path = try expanded(with: values)
        guard path.dotSegments <= text.dotSegments else { throw URITemplateError.dotSegment(template: text) }
        guard try !changesHost(values) else { throw URITemplateError.otherHost(template: text) }
        return path
    }

    /// Whether a value that is not escaped directly follows the host of an absolute URL, and becomes a part of it.
    private func changesHost(_ values: [String: (any URITemplateVariable)?]) throws(URITemplateError) -> Bool {
        guard text.isAbsoluteURL else { return false }
        var before = ""
        for part in parts {
            switch part {
            case .literal(let text): before += text
            case .expression(let expression):
                let value = try expand(expression, values)
                let beginsPath = value.utf8.first.map { "/?#".utf8.contains($0) } ?? true
                if expression.operator == .reserved, before.endsInAuthority, !beginsPath { return true }
                before += value
            }
        }
        return false
    }

    /// That with which the template ends.
    private var lastVariable: String? {
        if case .expression(let expression) = parts.last { expression.variables.last?.name } else { nil }
    }

    /// The variables before the query and the fragment.
    private var pathVariables: [(name: String, operator: Operator)] {
        var variables: [(String, Operator)] = []
        for part in parts {
            switch part {
            case .literal(let text): if text.contains("?") || text.contains("#") { return variables }
            case .expression(let expression):
                guard ![.query, .continuation, .fragment].contains(expression.operator) else { return variables }
                variables += expression.variables.map { ($0.name, expression.operator) }
            }
        }
        return variables
    }
}

extension HTTPContent {
    /// The value as that of a variable; nil for null.
    fileprivate func templateValue(
        named name: String, _ options: FieldOptions
    ) throws(HTTPContentError) -> URITemplate.Value? {
        do throws(HTTPContentError) {
            return try templateValue(options)
        } catch {
            throw error.below(.key(name))
        }
    }

    private func templateValue(_ options: FieldOptions) throws(HTTPContentError) -> URITemplate.Value? {
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

extension (any URITemplateVariable)? {
    /// Whether one of these characters is in the value.
    fileprivate func holds(anyOf marks: String) -> Bool {
        let texts: [String] =
            switch self?.templateValue {
            case nil: []
            case .text(let text): [text]
            case .list(let texts): texts
            case .pairs(let pairs): pairs.flatMap { [$0.key, $0.value ?? ""] }
            }
        return texts.contains { $0.utf8.contains { marks.utf8.contains($0) } }
    }

    /// Whether nothing of it stands in the path. An operator leaves out what is missing, with the slash or the name
    /// that belongs to it; of an empty text these would stay.
    fileprivate func leavesEmpty(_ form: URITemplate.Operator) -> Bool {
        let isPlain = form == .simple || form == .reserved
        switch self?.templateValue {
        // It has its name, and is no segment of the path.
        case _ where form == .parameter: return false
        case nil: return isPlain
        case .text(let text): return text.isEmpty || form == .reserved && "?#".contains(text.prefix(1))
        case .list(let texts): return isPlain ? texts.allSatisfy(\.isEmpty) : texts.contains("")
        case .pairs(let pairs): return isPlain && pairs.isEmpty
        }
    }
}

extension String {
    /// How many segments of the path are `.` or `..`, escaped or not (RFC 3986, section 3.3): each of them leads
    /// elsewhere.
    package var dotSegments: Int {
        var (count, dots, hasOthers) = (0, 0, false)
        func endSegment() {
            if !hasOthers, dots == 1 || dots == 2 { count += 1 }
            (dots, hasOthers) = (0, false)
        }
        var rest = utf8[...]
        loop: while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "/"): endSegment()
            case UInt8(ascii: "."): dots += 1
            case UInt8(ascii: "%") where rest.starts(with: "2E".utf8) || rest.starts(with: "2e".utf8):
                rest = rest.dropFirst(2)
                dots += 1
            case UInt8(ascii: "?"), UInt8(ascii: "#"): break loop
            default: hasOthers = true
            }
        }
        endSegment()
        return count
    }
}
