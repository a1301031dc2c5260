import AbstractHTTP

/// The parameters of a request that have a place outside of the path.
struct PlacedMembers {
    struct Member {
        let name: String
        let content: HTTPContent
        let location: ParameterLocation
    }

    private(set) var members: [Member] = []
    /// The parameter that is the body.
    private(set) var body: (any Encodable & Sendable)?
    private(set) var contentType: String?

    /// Removes the parameters with a place from `all`. If one of them is in the body, the others go into the query.
    init(from all: inout HTTPContent.Members, _ places: [String: ParameterLocation]?) {
        guard let places else { return }
        let hasBody = places.values.contains(where: \.isInBody)
        for member in all {
            guard let location = places[member.key] ?? (hasBody && !member.isReserved ? .query : nil) else { continue }
            all[member.key] = nil
            guard case .body(let contentType) = location.place else {
                members.append(Member(name: member.key, content: member.value, location: location))
                continue
            }
            (body, self.contentType) = (member.value.bodyValue, contentType)
        }
    }
}

extension HTTPContent.Members.Member {
    /// Whether the key has a meaning of its own.
    fileprivate var isReserved: Bool {
        key == DefinitionParameters.wholeArray || key == DefinitionParameters.forcedQuery
    }
}
