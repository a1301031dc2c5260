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
    ///   - options: The options of fields in the query.
    init(
        _ whole: (any Encodable & Sendable)?, names: Set<String>,
        _ parameters: [String: any Encodable & Sendable], _ places: [String: ParameterLocation],
        _ options: FieldOptions
    ) throws {
        var values = try Self.members(of: whole, names, parameters, places)
        content = values.rest
        for (name, value) in parameters where names.contains(name) { values.members[name] = try HTTPContent(value) }
        let placed = Set(places.compactMap { name, location in location.variable(of: name) })
        for name in names.subtracting(placed) {
            try place(name, values.members[name] ?? .null, .path, FieldOptions())
        }
        guard !places.isEmpty else { return }
        try placeMembers(values.members, of: whole, names, places, options)
    }

    private typealias Values = (members: HTTPContent.Members, rest: (any Encodable & Sendable)?)

    /// The members of the input, and the input without those that are used elsewhere.
    private static func members(
        of whole: (any Encodable & Sendable)?, _ names: Set<String>,
        _ parameters: [String: any Encodable & Sendable], _ places: [String: ParameterLocation]
    ) throws -> Values {
        let used = names.union(places.keys)
        guard let whole, !used.isEmpty, !whole.isBytes else { return ([:], whole) }
        switch try HTTPContent(whole) {
        case .dictionary(let all):
            let isUsedUp = all.allSatisfy { used.contains($0.key) }
            return (all, isUsedUp ? nil : PartialContent(whole, without: used, of: all))
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
        _ places: [String: ParameterLocation], _ options: FieldOptions
    ) throws {
        isBody = places.values.contains { $0.contentType != nil }
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
            case .path: try place(member.key, member.value, location, location.options(FieldOptions()))
            case .body: break
            default: members.append(Member(name: member.key, content: member.value, location: location))
            }
        }
        if hasBody { content = nil }
        guard isBody else { return }
        let body = all.first { places[$0.key]?.contentType != nil }
        contentType = body.flatMap { places[$0.key]?.contentType } ?? nil
        content = body.flatMap { body in
            whole.flatMap { MemberValue.named(body.key, of: $0) } ?? body.value.bodyValue
        }
    }

    private mutating func place(
        _ name: String, _ content: HTTPContent, _ location: ParameterLocation, _ options: FieldOptions
    ) throws {
        do {
            guard case .path(let variable) = location.place else { return }
            try variables.set(variable ?? name, content, options)
        } catch {
            throw error.below(key: name)
        }
    }
}

extension ParameterLocation {
    /// The variable of the path, or nil for another place.
    fileprivate func variable(of name: String) -> String? {
        if case .path(let variable) = place { variable ?? name } else { nil }
    }

    /// The Content-Type of a body, which can be nil, or nil for another place.
    fileprivate var contentType: String?? {
        if case .body(let contentType) = place { .some(contentType) } else { nil }
    }
}
