import AbstractHTTP

extension ServiceCall {
    /// Replaces the path variable named `name`.
    public mutating func path(_ name: String, _ value: some Encodable) {
        knownVariables.insert(name)
        variables[name] = content(name, value)
    }

    /// Adds a field to the query. Nil adds none.
    public mutating func query(_ name: String, _ value: some Encodable) {
        if let content = content(name, value) { queryFields.append(.init(key: name, value: content)) }
    }

    /// Adds each member of a value as a field of the query. Errors mention `name`.
    public mutating func queryMap(_ name: String, _ value: some Encodable) { queryFields += members(name, value) }

    /// Adds a field to the form that is the body. Nil adds none.
    public mutating func field(_ name: String, _ value: some Encodable) {
        body = .form
        if let content = content(name, value) { bodyFields.append(.init(key: name, value: content)) }
    }

    /// Adds each member of a value as a field of the form that is the body. Errors mention `name`.
    public mutating func fieldMap(_ name: String, _ value: some Encodable) {
        body = .form
        bodyFields += members(name, value)
    }

    /// Adds a part to the multipart form that is the body. Nil adds none.
    public mutating func part(_ name: String, _ value: some Encodable) {
        body = .multipart
        if let content = content(name, value) { bodyFields.append(.init(key: name, value: content)) }
    }

    /// Sets the body. Nil sets none.
    public mutating func body(_ value: some Encodable & Sendable) { body = .value(value) }

    /// Sets the body without a Content-Type. Nil sets none.
    public mutating func body(_ body: RequestBody?) { self.body = body.map { .bytes($0, nil) } ?? .none }

    /// Sets the body and its Content-Type. Nil sets none.
    public mutating func body(_ form: MultipartForm?) {
        body = form.map { .bytes($0.body, $0.contentType) } ?? .none
    }

    /// Sets a header field, whose text can have variables such as `{agent}`.
    public mutating func header(_ name: String, template: String) { headers.append((name, .template(template))) }

    /// Replaces the variables named `name` in header fields.
    public mutating func headerVariable(_ name: String, _ value: some Encodable) {
        headerVariables[name] = content(name, value)
    }

    /// Sets a header field. An array becomes a list. If the value is nil, the field of the configuration stays.
    ///
    /// An element with a comma or a quotation mark is sent as a quoted string (RFC 9110, sections 5.6.1 and 5.6.4).
    public mutating func header(_ name: String, _ value: some Encodable) {
        if let content = content(name, value) { headers.append((name, .content(content))) }
    }

    /// Sets each member of a value as a header field. Errors mention `name`.
    public mutating func headerMap(_ name: String, _ value: some Encodable) {
        for member in members(name, value) { headers.append((member.key, .content(member.value))) }
    }

    /// Sets how long the call can take. A limit that is nil keeps its value.
    public mutating func timeout(
        _ total: Duration? = nil, connect: Duration? = nil, attempt: Duration? = nil, firstEvent: Duration? = nil,
        nextEvent: Duration? = nil
    ) {
        let new = Deadlines(
            connect: connect, attempt: attempt, total: total, firstEvent: firstEvent, nextEvent: nextEvent)
        deadlines = new.within(deadlines ?? Deadlines())
    }

    /// Sets the maximum number of attempts, and whether the request has an `Idempotency-Key`.
    public mutating func retry(attempts: Int, idempotencyKey: Bool = false) {
        self.attempts = attempts
        carriesIdempotencyKey = idempotencyKey
    }
}
