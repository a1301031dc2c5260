import AbstractHTTP

/// The request of a definition. It is built anew for each attempt, so that it includes the latest changes.
struct DefinitionRequestSpec: RequestSpec, Sendable {
    /// Holds the completed definition, which is too large to copy here.
    let task: DefinitionTask
    /// Why there is no definition.
    let failure: DefinitionError?
    let context: RequestContext
    let settings: APISettings
    let store: DefinitionStore
    let registry: DefinitionRegistry

    /// If it cannot be sent, it shows the path or the name of the definition.
    var request: HTTP {
        let described = HTTP(task.definition.path ?? task.definition.name ?? "").method(usedMethod)
        do {
            return try makeRequest()
        } catch {
            return described.deadlines(context.deadlines).failing(because: error)
        }
    }

    private var usedMethod: HTTPMethod { task.definition.method ?? (context.formData == nil ? .get : .post) }

    private func makeRequest() throws -> HTTP {
        if let failure { throw failure }
        if context.formData != nil, [.get, .head].contains(usedMethod) {
            throw DefinitionError.formWithoutBody(usedMethod)
        }
        let options = settings.fieldOptions
        let base = settings.baseURL
        let live = try context.liveParameters?()
        let authorization = try authorization(live, base, options)
        var members = try members(authorization, live)
        let places = places(authorization)
        let url = try task.complete.url(filledBy: &members, base: base, options, places)
        let placed = try PlacedMembers(from: &members, places)
        let serializer = try serializer()
        let content = try ResolvedContent(
            members, serializer.encoder(for: usedMethod, options), options, context)
        guard placed.body == nil || content.value == nil && content.body == nil else { throw InvalidRequest.twoBodies }
        let fields = try fields(authorization, content, placed.members.isEmpty ? [:] : placed.headers(options))
        var http = HTTP(content.extraQuery.map { url.appendingURLPath("?" + $0) } ?? url).method(usedMethod)
            .headers(fields).body(content.body).deadlines(context.deadlines)
            // A redirect removes the credentials that were sent, even if others have been set since then.
            .trusting(
                TrustedServer(
                    baseURL: base ?? settings.config.baseURL ?? store.trustedBase(of: task.definition),
                    headers: HTTPHeaders(authorization.headers),
                    account: authorization.account, hasSecretBody: !authorization.parameters.isEmpty))
        for member in placed.members where !member.location.isHeader {
            http = try http.adding(member.name, member.content, member.location, options)
        }
        if let body = placed.body {
            return http.wholeBody(body, encoder: serializer.encoder, contentType: placed.contentType)
        }
        guard let value = content.value else { return http }
        return http.content(value, encoder: content.encoder)
    }

    /// The places of parameters, except for credentials, which only the API places.
    private func places(_ authorization: DefinitionAuthorization) -> [String: ParameterLocation]? {
        guard let places = task.definition.places, !places.isEmpty else { return nil }
        guard !authorization.parameters.isEmpty else { return places }
        return places.filter { authorization.parameters[$0.key] == nil }
    }

    /// Returns the credentials of the API, if the definition needs them and its server may receive them. Rule files do
    /// not decide where credentials go, because they may come from a server.
    private func authorization(
        _ live: DefinitionParameters?, _ base: String?, _ options: FieldOptions
    ) throws -> DefinitionAuthorization {
        let authorization = store.authorization
        let none = DefinitionAuthorization(account: authorization.account)
        let isEmpty = authorization.headers.isEmpty && authorization.parameters.isEmpty
        guard task.definition.needsAuthorization == true, !isEmpty else { return none }
        let scope = settings.credentialScope(base: base, trusted: store.trustedBase(of: task.definition))
        guard !scope.isEmpty else { throw InvalidRequest.missingOrigins }
        var members = try members(authorization, live)
        let url = try task.complete.url(filledBy: &members, base: base, options, places(authorization))
        return scope.allows(url) ? authorization : none
    }

    private func members(
        _ authorization: DefinitionAuthorization, _ live: DefinitionParameters?
    ) throws -> HTTPContent.Members {
        let others = [task.definition.parameters ?? [:], try authorization.parameters.members(over: [])]
        let members = try context.parameters.members(over: others)
        return try live?.members(over: [members]) ?? members
    }

    private func serializer() throws(DefinitionError) -> RequestSerializer {
        guard let name = task.definition.requestSerializer else { return store.defaultRequestSerializer }
        return try registry.requestSerializer(named: name)
    }

    /// Returns the header fields. Later fields replace earlier ones, and the case of names is ignored.
    private func fields(
        _ authorization: DefinitionAuthorization, _ content: ResolvedContent, _ placed: HTTPHeaders
    ) -> HTTPHeaders {
        var fields: HTTPHeaders = [:]
        if task.definition.cacheMode == .noCache { fields["Cache-Control"] = "no-cache" }
        fields.set(task.definition.headers ?? [:])
        for field in placed { fields[field.name] = field.value }
        fields.set(authorization.headers)
        fields.set(context.headers)
        // None of these fields has the boundary of a form.
        if let mediaType = content.mediaType { fields[.contentType] = mediaType.rawValue }
        return fields
    }
}

/// Converts the parameters that the URL does not use to a body or a query.
private struct ResolvedContent {
    private(set) var value: HTTPContent?
    private(set) var encoder: (any ContentEncoder)?
    private(set) var body: RequestBody?
    private(set) var mediaType: MediaType?
    /// The other parameters as a query, if an array is the whole body.
    private(set) var extraQuery: String?

    init(
        _ members: HTTPContent.Members, _ encoder: any ContentEncoder, _ options: FieldOptions,
        _ context: RequestContext
    ) throws {
        var members = members
        let array = members[DefinitionParameters.wholeArray]
        members[DefinitionParameters.wholeArray] = nil
        let rest = HTTPContent.dictionary(members)
        if let formData = context.formData {
            guard array == nil else { throw DefinitionError.arrayInForm }
            var form = MultipartForm()
            try form.add(contentsOf: rest, options)
            try formData(&form)
            (body, mediaType) = (form.body, form.contentType)
        } else if let array, array != .null {
            (value, self.encoder) = (array, encoder)
            extraQuery = members.isEmpty ? nil : try QueryContentEncoder(options: options).encode(rest).query
        } else if !members.isEmpty {
            (value, self.encoder) = (rest, encoder)
        }
    }
}
