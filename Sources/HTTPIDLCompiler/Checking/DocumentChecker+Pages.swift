extension DocumentChecker {
    /// Reports a field that does not say where the next page is.
    mutating func check(_ pages: PageAttribute, of response: Body) {
        guard response.stream == nil else {
            return report("a stream cannot be a page of a list; remove PAGES", at: pages.range)
        }
        var body = response
        var type: TypeReference?
        for name in pages.field {
            if let type {
                guard let structure = type.directName.flatMap({ program.structures[$0] }) else {
                    let isOwn = type.directName.map { !program.declares($0) } ?? false
                    return report(
                        isOwn
                            ? "`\(name.text)` cannot be found in a type of your own; declare `\(type.directName ?? "")` as a STRUCT"
                            : "`\(file.text(type.range))` has no field `\(name.text)`", at: name.range)
                }
                body = structure.body
            }
            guard let found = body.property(named: name.text) else {
                return report("there is no field `\(name.text)`; \(body.hint(for: name.text))", at: name.range)
            }
            guard found.deprecation == nil else {
                return report(
                    "the field `\(name.text)` is deprecated; name another one for the next page", at: name.range)
            }
            type = found.type
        }
        guard let type, let last = pages.field.last, !pages.isFulfilled(by: type) else { return }
        report("`\(last.text)` must be \(pages.expectation), not `\(file.text(type.range))`", at: last.range)
    }
}

extension Body {
    /// What to do about a field that is not there: take the nearest one, or one of a few.
    fileprivate func hint(for name: String) -> String {
        let names = propertyNames
        if let known = name.nearest(among: names) { return "did you mean `\(known)`?" }
        guard !names.isEmpty else { return "the body has no fields, so declare it" }
        guard names.count <= 5 else { return "declare it in the body" }
        return "the body has \(names.map { "`\($0)`" }.joined(separator: ", "))"
    }

    /// The names of the properties in Swift.
    private var propertyNames: [String] { (whole == nil ? [] : ["body"]) + fields.map(\.name.text) }

    /// The type of a property, or nil if no property has that name.
    func property(named name: String) -> (type: TypeReference, deprecation: String?)? {
        if name == "body", let whole { return (whole, nil) }
        return fields.first { $0.name.text == name }.map { ($0.type, $0.attributes.deprecation) }
    }
}

extension PageAttribute {
    fileprivate func isFulfilled(by type: TypeReference) -> Bool {
        switch (kind, type.kind) {
        case (.link, _), (.url, .builtin(.string)), (.cursor, .builtin(.string)): true
        case (.cursor, .builtin(let builtin)): builtin.isInteger
        case (.offset, .array), (.number, .array): true
        default: false
        }
    }

    fileprivate var expectation: String {
        switch kind {
        case .link, .url: "a STRING"
        case .cursor: "a STRING or an integer"
        case .offset, .number: "an ARRAY of the items"
        }
    }
}
