extension TypeGenerator {
    /// Generates `static var nextPage`, which says where the next page is.
    func nextPage(
        _ pages: PageAttribute, of body: Body, _ responseName: String, to writer: inout SwiftWriter
    ) {
        writer.line()
        writer.documentation(["Where the next page is."])
        writer.block("\(access)static var nextPage: \(types.pageRule)<\(responseName)>") { writer in
            writer.line(rule(pages, access(to: pages.field, in: body)))
        }
    }

    private func rule(_ pages: PageAttribute, _ value: PropertyAccess) -> String {
        switch pages.kind {
        case .link(let relation): ".link(\(relation.swiftLiteral))"
        case .url: ".url { \(value.expression) }"
        case .cursor(let key): ".cursor(\(key.swiftLiteral)) { \(value.expression) }"
        case .offset(let key):
            ".offset(\(key.swiftLiteral)) { \(value.member("count", default: "0")) }"
        case .number(let key):
            ".number(\(key.swiftLiteral)) { \(value.member("isEmpty", default: "true")) }"
        }
    }

    /// Returns the Swift expression for a field of a response.
    private func access(to path: [Name], in body: Body) -> PropertyAccess {
        var access = PropertyAccess()
        var body = body
        for name in path {
            guard let code = properties(of: body).first(where: { $0.plainName == name.text }) else { break }
            access.append(code)
            guard let structure = code.type.directName.flatMap({ program.structures[$0] }) else { break }
            body = structure.body
        }
        return access
    }
}

/// A chain of properties that starts with `$0`.
private struct PropertyAccess {
    private(set) var expression = "$0"
    /// Whether the whole expression may be nil.
    private var isOptional = false
    /// Whether the last property may be nil.
    private var endsOptional = false

    mutating func append(_ code: PropertyCode) {
        expression += (endsOptional ? "?." : ".") + code.name
        endsOptional = code.isOptional
        isOptional = isOptional || endsOptional
    }

    /// Returns the expression for a member of the value.
    func member(_ name: String, default value: String) -> String {
        let member = expression + (endsOptional ? "?." : ".") + name
        return isOptional ? "\(member) ?? \(value)" : member
    }
}
