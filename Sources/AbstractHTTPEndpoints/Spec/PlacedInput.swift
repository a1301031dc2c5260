import AbstractHTTP

/// An input, divided into the values of the path variables, the members that have a place, and the content.
struct PlacedInput {
    /// A member that goes into the query, into a header field, or into a form.
    struct Member {
        let name: String
        let content: HTTPContent
        let location: ParameterLocation
    }

    private(set) var variables = VariableValues()
    private(set) var members: [Member] = []
    /// The rest, or the member that is the body.
    private(set) var content: (any Encodable & Sendable)?
    /// Whether the content is a member that is the body.
    private(set) var isBody = false
    /// The Content-Type of the member that is the body.
    private(set) var contentType: String?

    /// - Parameters:
    ///   - names: The names of the variables.
    ///   - parameters: The values of some variables. They take precedence over the input.
    ///   - places: The places of members, by the names of the members.
    ///   - options: The options of fields, which are needed only for members with places.
    ///   - template: The path, for messages.
    init(
        _ whole: (any Encodable & Sendable)?, names: Set<String>,
        _ parameters: [String: any Encodable & Sendable], _ places: [String: ParameterLocation],
        _ options: @autoclosure () -> FieldOptions, template: String
    ) throws {
        var values = try Self.members(of: whole, names, parameters, places)
        content = values.rest
        for (name, value) in parameters where names.contains(name) { values.members[name] = try HTTPContent(value) }
        let plain = FieldOptions()
        for name in names {
            // A member with a place elsewhere is not the value of the variable with its name.
            let isElsewhere = places[name] != nil && parameters[name] == nil
            try set(name, to: isElsewhere ? .null : values.members[name] ?? .null, of: name, plain)
        }
        guard !places.isEmpty, let whole else { return }
        let variables = Variables(names: names, setElsewhere: Set(parameters.keys), template: template)
        try placeMembers(values.members, of: whole, variables, places, options())
    }

    /// The variables of the path.
    private struct Variables {
        let names: Set<String>
        /// Those whose values do not come from the input.
        let setElsewhere: Set<String>
        let template: String
    }

    private typealias Values = (members: HTTPContent.Members, rest: (any Encodable & Sendable)?)

    /// The members of the input, and the input without those that are used elsewhere.
    private static func members(
        of whole: (any Encodable & Sendable)?, _ names: Set<String>,
        _ parameters: [String: any Encodable & Sendable], _ places: [String: ParameterLocation]
    ) throws -> Values {
        let used = places.isEmpty ? names : names.union(places.keys)
        guard let whole, !used.isEmpty else { return ([:], whole) }
        guard !whole.isBytes || !places.isEmpty else { return ([:], whole) }
        switch try HTTPContent(whole) {
        case .dictionary(let all):
            let isUsedUp = all.allSatisfy { used.contains($0.key) }
            return (all, isUsedUp ? nil : PartialContent(whole, without: used, of: all))
        // Only a dictionary has members with places.
        case _ where !places.isEmpty: throw HTTPContentError(reason: .noKey)
        case .array: return ([:], whole)
        case let value:
            // A value without keys fills the variable if exactly one is open.
            let open = names.subtracting(parameters.keys)
            guard open.count == 1, let name = open.first else { return ([:], whole) }
            return ([name: value], nil)
        }
    }

    private mutating func placeMembers(
        _ all: HTTPContent.Members, of whole: any Encodable & Sendable, _ path: Variables,
        _ places: [String: ParameterLocation], _ options: FieldOptions
    ) throws {
        isBody = places.values.contains { $0.contentType != nil }
        let bodies = all.filter { places[$0.key]?.contentType != nil && $0.value != .null }
        guard bodies.count < 2 else { throw InvalidRequest.twoBodies }
        if !whole.hasDataKeys, let stray = places.keys.sorted().first(where: { all[$0] == nil }) {
            throw HTTPContentError(path: stray, reason: .noMember)
        }
        let hasBody = places.values.contains(where: \.isInBody)
        for member in all {
            guard let location = places[member.key] else {
                // The body has its content, so the rest can only go into the query.
                guard hasBody, !path.names.contains(member.key) else { continue }
                let name = whole.hasDataKeys ? member.key : options.keys.convert(member.key)
                members.append(try self.member(name, member, of: whole, .query, options))
                continue
            }
            switch location.place {
            case .path(let variable):
                try fill(variable ?? member.key, with: member, path, location.options(FieldOptions()))
            case .body: break
            default: members.append(try self.member(member.key, member, of: whole, location, options))
            }
        }
        if hasBody { content = nil }
        guard isBody, let body = bodies.first else { return }
        contentType = places[body.key]?.contentType ?? nil
        content = MemberValue.named(body.key, of: whole) ?? body.value.bodyValue
    }

    /// A member whose own members have the keys that the options write.
    private func member(
        _ name: String, _ member: HTTPContent.Members.Member, of whole: any Encodable & Sendable,
        _ location: ParameterLocation, _ options: FieldOptions
    ) throws -> Member {
        guard case .dictionary = member.value, let value = MemberValue.named(member.key, of: whole) else {
            return Member(name: name, content: member.value, location: location)
        }
        return Member(name: name, content: try HTTPContent(value, keys: options.keys), location: location)
    }

    private mutating func fill(
        _ variable: String, with member: HTTPContent.Members.Member, _ path: Variables, _ options: FieldOptions
    ) throws {
        guard path.names.contains(variable) else {
            throw URITemplateError.unknownVariable(variable, template: path.template)
        }
        guard !path.setElsewhere.contains(variable) else { return }
        try set(variable, to: member.value, of: member.key, options)
    }

    private mutating func set(
        _ variable: String, to content: HTTPContent, of name: String, _ options: FieldOptions
    ) throws(HTTPContentError) {
        do throws(HTTPContentError) {
            try variables.set(variable, content, options)
        } catch {
            throw error.below(key: name)
        }
    }
}

extension ParameterLocation {
    /// The Content-Type of a body, which can be nil, or nil for another place.
    fileprivate var contentType: String?? {
        if case .body(let contentType) = place { .some(contentType) } else { nil }
    }
}
