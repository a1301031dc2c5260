import AbstractHTTP

extension ServiceCall {
    /// Fills the variable of the path that is called `name`.
    public mutating func path(_ name: String, _ value: some Encodable) {
        knownVariables.insert(name)
        variables[name] = content(name, value)
    }

    /// Adds a field of the query; none for nil.
    public mutating func query(_ name: String, _ value: some Encodable) {
        if let content = content(name, value) { queryFields.append(.init(key: name, value: content)) }
    }

    /// Adds each member of a value as a field of the query; `name` is for errors.
    public mutating func queryMap(_ name: String, _ value: some Encodable) { queryFields += members(name, value) }

    /// Adds a field of the form that is the body; none for nil.
    public mutating func field(_ name: String, _ value: some Encodable) {
        body = .form
        if let content = content(name, value) { bodyFields.append(.init(key: name, value: content)) }
    }

    /// Adds each member of a value as a field of the form that is the body; `name` is for errors.
    public mutating func fieldMap(_ name: String, _ value: some Encodable) {
        body = .form
        bodyFields += members(name, value)
    }

    /// Adds a part of the multipart form that is the body; none for nil.
    public mutating func part(_ name: String, _ value: some Encodable) {
        body = .multipart
        if let content = content(name, value) { bodyFields.append(.init(key: name, value: content)) }
    }

    /// Sets the body; none for nil.
    public mutating func body(_ value: some Encodable & Sendable) { body = .value(value) }

    /// Sets the body as it is, without a Content-Type; none for nil.
    public mutating func body(_ body: RequestBody?) { self.body = body.map { .bytes($0, nil) } ?? .none }

    /// Sets the body, and its Content-Type; none for nil.
    public mutating func body(_ form: MultipartForm?) {
        body = form.map { .bytes($0.body, $0.contentType) } ?? .none
    }

    /// Sets a header field, whose text may have variables: `{agent}`.
    public mutating func header(_ name: String, template: String) { headers.append((name, .template(template))) }

    /// Fills the variables of header fields that are called `name`.
    public mutating func headerVariable(_ name: String, _ value: some Encodable) {
        headerVariables[name] = content(name, value)
    }

    /// Sets a header field, of an array as a list; for nil, that of the configuration stays.
    ///
    /// An element with a comma or a quotation mark is sent as a quoted string (RFC 9110, sections 5.6.1 and 5.6.4).
    public mutating func header(_ name: String, _ value: some Encodable) {
        if let content = content(name, value) { headers.append((name, .content(content))) }
    }

    /// Sets each member of a value as a header field; `name` is for errors.
    public mutating func headerMap(_ name: String, _ value: some Encodable) {
        for member in members(name, value) { headers.append((member.key, .content(member.value))) }
    }

    /// Sets how long the call may take, clock by clock.
    public mutating func timeout(
        _ total: Duration? = nil, connect: Duration? = nil, attempt: Duration? = nil, firstEvent: Duration? = nil,
        nextEvent: Duration? = nil
    ) {
        deadlines = Deadlines(
            connect: connect, attempt: attempt, total: total, firstEvent: firstEvent, nextEvent: nextEvent)
    }

    /// Sets how many attempts there are at most, and whether the request carries an `Idempotency-Key`.
    public mutating func retry(attempts: Int, idempotencyKey: Bool = false) {
        self.attempts = attempts
        carriesIdempotencyKey = idempotencyKey
    }
}
