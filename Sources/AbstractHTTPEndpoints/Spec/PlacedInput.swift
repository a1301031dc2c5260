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
    ///   - template: The path, for messages.
    init(
        _ whole: (any Encodable & Sendable)?, names: Set<String>,
        _ parameters: [String: any Encodable & Sendable], _ places: [String: ParameterLocation], template: String
    ) throws {
        var values = try Self.members(of: whole, names, parameters, places)
        content = values.rest
        for (name, value) in parameters where names.contains(name) { values.members[name] = try HTTPContent(value) }
        let options = FieldOptions()
        for name in names {
            // A member with a place elsewhere is not the value of the variable with its name.
            let isElsewhere = places[name] != nil && parameters[name] == nil
            try set(name, to: isElsewhere ? .null : values.members[name] ?? .null, of: name, options)
        }
        if !places.isEmpty { try placeMembers(values.members, of: whole, names, places.without(parameters), template) }
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
        _ all: HTTPContent.Members, of whole: (any Encodable & Sendable)?, _ names: Set<String>,
        _ places: [String: ParameterLocation], _ template: String
    ) throws {
        isBody = places.values.contains { $0.contentType != nil }
        let bodies = all.filter { places[$0.key]?.contentType != nil && $0.value != .null }
        guard bodies.count < 2 else { throw InvalidRequest.twoBodies }
        let hasBody = places.values.contains(where: \.isInBody)
        for member in all {
            guard let location = places[member.key] else {
                // The body has its content, so the rest can only go into the query.
                if hasBody, !names.contains(member.key) {
                    members.append(Member(name: member.key, content: member.value, location: .query))
                }
                continue
            }
            switch location.place {
            case .path(let variable):
                guard names.contains(variable ?? member.key) else {
                    throw URITemplateError.unknownVariable(variable ?? member.key, template: template)
                }
                try set(variable ?? member.key, to: member.value, of: member.key, location.options(FieldOptions()))
            case .body: break
            default: members.append(Member(name: member.key, content: member.value, location: location))
            }
        }
        if hasBody { content = nil }
        guard isBody else { return }
        let body = bodies.first
        contentType = body.flatMap { places[$0.key]?.contentType } ?? nil
        content = body.flatMap { body in
            whole.flatMap { MemberValue.named(body.key, of: $0) } ?? body.value.bodyValue
        }
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

extension [String: ParameterLocation] {
    /// The places without those in variables whose values are set separately.
    fileprivate func without(_ parameters: [String: any Encodable & Sendable]) -> Self {
        guard !parameters.isEmpty else { return self }
        return filter { name, location in
            if case .path(let variable) = location.place { parameters[variable ?? name] == nil } else { true }
        }
    }
}

extension ParameterLocation {
    /// The Content-Type of a body, which can be nil, or nil for another place.
    fileprivate var contentType: String?? {
        if case .body(let contentType) = place { .some(contentType) } else { nil }
    }
}
