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
    init(from all: inout HTTPContent.Members, _ places: [String: ParameterLocation]?) throws(InvalidRequest) {
        guard let places else { return }
        let hasBody = places.values.contains(where: \.isInBody)
        var rest: [HTTPContent.Members.Member] = []
        for member in all {
            guard let location = places[member.key] ?? (hasBody && !member.isReserved ? .query : nil) else {
                rest.append(member)
                continue
            }
            guard case .body(let contentType) = location.place else {
                members.append(Member(name: member.key, content: member.value, location: location))
                continue
            }
            guard let value = member.value.bodyValue else { continue }
            guard body == nil else { throw .twoBodies }
            (body, self.contentType) = (value, contentType)
        }
        all = HTTPContent.Members(rest.map { ($0.key, $0.value) })
    }

    /// The header fields of the parameters. A field that is set by its own name takes precedence over a map.
    func headers(_ options: FieldOptions) throws -> HTTPHeaders {
        var (named, mapped) = (HTTPHeaders(), HTTPHeaders())
        for member in members {
            let options = member.location.options(options)
            do throws(HTTPContentError) {
                switch member.location.place {
                case .header(let field):
                    let name = HTTPHeaderName(rawValue: field)
                    if let text = try options.headerText(of: member.content, in: name) { named[name] = text }
                case .headerMap(let prefix): try mapped.add(eachOf: member.content, prefix: prefix, options)
                default: continue
                }
            } catch {
                throw error.below(key: member.name)
            }
            // The file may come from a server, and the keys of the map from a user.
            for field in mapped {
                guard let fault = field.name.rawValue.headerNameFault else { continue }
                throw DefinitionError.place(member.name, reason: fault)
            }
        }
        for field in mapped where named[field.name] == nil { named.add(field) }
        return named
    }
}

extension HTTPContent.Members.Member {
    /// Whether the key has a meaning of its own.
    fileprivate var isReserved: Bool {
        key == DefinitionParameters.wholeArray || key == DefinitionParameters.forcedQuery
    }
}
