/// Finds members of a spec that compile but that a connection does not read.
struct SpecChecker {
    private let spec: SpecSyntax

    init(_ spec: SpecSyntax) {
        self.spec = spec
    }

    private static let requestProperties: Set = ["request", "url", "httpMethod", "headers", "urlQuery"]
    private static let requestFunctions: [String: [String]] = ["makePostData": [], "body": []]
    private static let responseProperties: Set = ["contentDecoder", "streamParser", "bodyReader"]
    private static let responseFunctions = [
        "isValidResponse": ["response"], "validate": ["response"], "parseResponse": ["response"],
        "parseFailure": ["response"],
    ]
    /// The types of properties. A property with another type is another member.
    private static let types = [
        "request": "HTTP", "url": "String", "httpMethod": "HTTPMethod", "headers": "[String: String]",
        "urlQuery": "URLQuery?", "contentDecoder": "(any ContentDecoder)?",
    ]
    /// Names of members in other frameworks. A property of the same type is meant as the member of a spec.
    private static let otherNames = [
        "query": "urlQuery", "parameters": "urlQuery", "header": "headers",
    ]
    private static let properties = requestProperties.union(responseProperties)
    private static let functions = requestFunctions.merging(responseFunctions) { first, _ in first }
    /// The names, sorted, so that the same suggestion is made each time.
    private static let names = (Array(properties) + Array(functions.keys)).sorted()
    /// Types that can come first in the inheritance clause of a class but are not the base class of a spec.
    private static let noBases: Set = [
        "RequestSpec", "ResponseSpec", "ConnectionSpec", "LiveResponseSpec", "NSObject", "Sendable", "AnyObject",
        "Codable", "Encodable",
        "Decodable", "Hashable", "Equatable", "Identifiable", "CustomStringConvertible", "CustomDebugStringConvertible",
    ]

    func diagnostics() -> Diagnostics {
        var diagnostics = Diagnostics()
        guard spec.isClass else {
            diagnostics.warning(
                "@Spec checks only classes; remove it, because the compiler checks the request of a struct",
                at: spec.name.range,
                fixes: [])
            return diagnostics
        }
        for member in spec.members { check(member, &diagnostics) }
        return diagnostics
    }

    private func check(_ member: SpecSyntax.Member, _ diagnostics: inout Diagnostics) {
        let (name, range) = (member.name.name, member.name.range)
        guard Self.properties.contains(name) || Self.functions[name] != nil else {
            return checkName(member, &diagnostics)
        }
        switch (member.kind, Self.functions[name]) {
        case (.property, let labels?):
            let call = "\(name)(\(labels.map { "\($0):" }.joined()))"
            diagnostics.error("'\(name)' is ignored as a property; declare a function '\(call)'", at: range)
        case (.function(let labels, _, _), nil) where labels.isEmpty:
            diagnostics.error("'\(name)' is ignored as a function; declare a property '\(name)'", at: range)
        case (.function(let labels, _, _), let expected?) where labels != expected && isMeant(member, labels):
            diagnostics.error(
                "'\(name)(\(labels.map { "\($0):" }.joined()))' is ignored; declare "
                    + "'\(name)(\(expected.map { "\($0):" }.joined()))'", at: range)
        case (.function(let labels, _, _), _) where labels != Self.functions[name]:
            // A helper that happens to have the same name.
            break
        case _ where member.has("static") || member.has("class"):
            let word = member.has("static") ? "static" : "class"
            diagnostics.error("'\(name)' is ignored as a static member; remove '\(word)'", at: range)
        default:
            checkOverride(member, &diagnostics)
            checkType(member, &diagnostics)
            checkEffects(member, &diagnostics)
        }
    }

    /// Returns whether a function with other labels is meant as the spec's, because no function has the right labels.
    private func isMeant(_ member: SpecSyntax.Member, _ labels: [String]) -> Bool {
        let others = spec.members.filter { other in
            if case .function(let labels, _, _) = other.kind {
                other.name.name == member.name.name && labels == Self.functions[member.name.name]
            } else {
                false
            }
        }
        return others.isEmpty && (labels.count <= 1 || Self.responseFunctions[member.name.name] != nil)
    }

    /// Reports a name that is similar to the name of a member.
    private func checkName(_ member: SpecSyntax.Member, _ diagnostics: inout Diagnostics) {
        let (name, range) = (member.name.name, member.name.range)
        if name == "method", case .property = member.kind {
            diagnostics.error(
                "'method' is ignored; use 'httpMethod'", at: range,
                fix: .renaming(to: "httpMethod", at: range))
        } else if let other = Self.otherNames[name], case .property(let type?) = member.kind,
            [Self.types[other], Self.types[other].map { $0 + "?" }, "URLQuery"].contains(type.plainText)
        {
            diagnostics.warning("'\(name)' is not a member of a spec; use '\(other)'", at: range, fixes: [])
        } else if name.count > 2, let nearest = name.nearest(of: Self.names, limit: max(1, name.count / 3)) {
            diagnostics.warning(
                "'\(name)' is not a member of a spec; did you mean '\(nearest)'?", at: range,
                fixes: [.renaming(to: nearest, at: range)])
        }
    }

    /// Reports a member of a subclass without `override`, because nothing would read it.
    private func checkOverride(_ member: SpecSyntax.Member, _ diagnostics: inout Diagnostics) {
        guard let base, !member.has("override") else { return }
        let isOfRequest =
            Self.requestProperties.contains(member.name.name) || Self.requestFunctions[member.name.name] != nil
        // The class itself conforms to the response protocol, so its own members are read.
        guard isOfRequest || !inherits("ConnectionSpec") && !inherits("ResponseSpec") else { return }
        let name = member.name.name
        diagnostics.error(
            "'\(name)' is ignored without 'override'; add it, and declare '\(name)' in '\(base)' if it is "
                + "missing there", at: member.name.range,
            fix: .init(
                message: "insert 'override'", range: member.start.range.lowerBound..<member.start.range.lowerBound,
                text: "override "))
    }

    /// The name of the base class, if there seems to be one.
    private var base: String? {
        guard spec.isClass, let first = spec.inherited.first, case .named(let name, _) = first.kind,
            !Self.noBases.contains(name)
        else { return nil }
        return name
    }

    private func inherits(_ name: String) -> Bool { spec.inherited.contains { $0.isNamed(name) } }

    /// Reports a member whose type is not that of the protocol. Such a member does not satisfy the protocol.
    private func checkType(_ member: SpecSyntax.Member, _ diagnostics: inout Diagnostics) {
        let name = member.name.name
        switch member.kind {
        case .property(let type?) where ["bodyReader", "streamParser"].contains(name) && !type.isOptional,
            .function(_, _, let type?) where name == "parseFailure" && !type.isOptional:
            diagnostics.error(
                "'\(name)' is ignored because it is not optional; add '?' to its type", at: type.wholeRange,
                fix: .init(
                    message: "make it optional", range: type.wholeRange,
                    text: type.isFunction || type.wholeText.contains(" ")
                        ? "(\(type.wholeText))?" : "\(type.wholeText)?"))
        case .property(let type?):
            guard let expected = Self.types[name], type.plainText != expected, type.isKnown else { return }
            diagnostics.error(
                "'\(name)' is ignored because its type is not '\(expected)'; change the type", at: type.wholeRange)
        default: break
        }
    }

    /// Reports a function with an `async` or `throws` that the protocol's function does not have.
    private func checkEffects(_ member: SpecSyntax.Member, _ diagnostics: inout Diagnostics) {
        guard case .function(_, let effects, _) = member.kind else { return }
        let name = member.name.name
        for effect in effects where effect.is("async") || name == "isValidResponse" {
            diagnostics.error(
                "'\(name)' is ignored as a function with '\(effect.text)'; remove '\(effect.text)'", at: effect.range)
        }
    }
}

extension TypeSyntax {
    /// The type with one space after each colon, and no other.
    fileprivate var plainText: String {
        wholeText.split(separator: " ").joined(separator: " ").split(separator: ":")
            .map { $0.drop { $0 == " " } }.joined(separator: ": ")
    }

    /// Whether the type cannot be a type alias of another one.
    fileprivate var isKnown: Bool {
        let text = plainText
        return ["[", "("].contains(text.first) || text.hasSuffix("?")
            || ["String", "URL", "HTTPMethod", "HTTPHeaders", "URLQuery", "HTTP", "Data"].contains(text)
    }
}
