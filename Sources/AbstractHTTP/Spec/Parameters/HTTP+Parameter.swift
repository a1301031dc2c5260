extension HTTP {
    /// Puts a value into the query or another place of the request. Nil adds nothing.
    ///
    /// ```swift
    /// HTTP("/songs/{id}").parameter("id", 7, .path).parameter("tags", tags, .query(arrays: .commas))
    ///     .parameter("since", date, .header("If-Modified-Since", dates: .httpDate))
    /// ```
    ///
    /// The fields of the query follow those of ``query(_:_:)``. With `.path`, the URL is a URI template (RFC 6570) that
    /// needs a value for each of its variables. A value that cannot be sent makes the request fail with an
    /// ``HTTPContentError`` that names the parameter, before anything is sent.
    public consuming func parameter(
        _ name: String, _ value: some Encodable & Sendable, _ location: ParameterLocation = .query
    ) -> HTTP {
        do {
            return try adding(name, value, location)
        } catch {
            return failing(because: error)
        }
    }

    private func adding(
        _ name: String, _ value: some Encodable & Sendable, _ location: ParameterLocation
    ) throws -> HTTP {
        if case .body(let contentType) = location.place {
            guard let value = value.unwrapped else { return self }
            return wholeBody(value, encoder: nil, contentType: contentType)
        }
        let options = FieldOptions()
        return try adding(name, HTTPContent(value, keys: options.keys), location, options)
    }

    /// Puts a value anywhere but into the body as a whole. Null adds nothing.
    ///
    /// - Parameter options: The options of the style.
    package consuming func adding(
        _ name: String, _ content: HTTPContent, _ location: ParameterLocation, _ options: FieldOptions
    ) throws(HTTPContentError) -> HTTP {
        let options = location.options(options)
        do throws(HTTPContentError) {
            switch location.place {
            case .header(let field):
                return header(field, try options.headerText(of: content, in: HTTPHeaderName(rawValue: field)))
            case .headerMap(let prefix):
                var mapped: HTTPHeaders = [:]
                try mapped.add(eachOf: content, prefix: prefix, options)
                return headers(HTTPHeaders(mapped.filter { storage.value.headers[$0.name] == nil }))
            default:
                try storage.value.changeParameters { parameters throws(HTTPContentError) in
                    try parameters.add(name, content, location.place, options)
                }
                return self
            }
        } catch {
            throw error.below(key: name)
        }
    }
}

extension HTTPContent {
    /// A member of a tree as a body: a text, data, a file, or any other value that is not null.
    package var bodyValue: (any Encodable & Sendable)? {
        switch self {
        case .null: nil
        case .string(let text): text
        case .data(let data): data
        case .file(let file): file
        default: self
        }
    }

    /// The members of a dictionary, or none for null. Throws if the value has no keys.
    package var namedMembers: Members {
        get throws(HTTPContentError) {
            switch self {
            case .null: [:]
            case .dictionary(let members): members
            default: throw HTTPContentError(reason: .noKey)
            }
        }
    }
}

extension HTTPHeaders {
    /// Sets a field for each member of a map that is not null.
    package mutating func add(
        eachOf map: HTTPContent, prefix: String, _ options: FieldOptions
    ) throws(HTTPContentError) {
        for member in try map.namedMembers {
            let field = HTTPHeaderName(rawValue: prefix + member.key)
            do throws(HTTPContentError) {
                if let text = try options.headerText(of: member.value, in: field) { self[field] = text }
            } catch {
                throw error.below(key: member.key)
            }
        }
    }
}
