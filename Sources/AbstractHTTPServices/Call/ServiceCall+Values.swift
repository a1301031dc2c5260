import AbstractHTTP

extension ServiceCall {
    /// Puts a value where `location` says. Nil adds nothing, and leaves a variable of the path out.
    ///
    /// For a `location` without a name, `name` is also the name under which the value is sent.
    public mutating func parameter(_ name: String, _ value: some Encodable, _ location: ParameterLocation) {
        place(name, value, location)
    }

    /// Replaces the path variable named `name`.
    public mutating func path(_ name: String, _ value: some Encodable) { place(name, value, .path) }

    /// Adds a field to the query. Nil adds none.
    public mutating func query(_ name: String, _ value: some Encodable) { place(name, value, .query) }

    /// Adds a field to the form that is the body. Nil adds none.
    public mutating func field(_ name: String, _ value: some Encodable) { place(name, value, .field) }

    /// Adds a part to the multipart form that is the body. Nil adds none.
    public mutating func part(_ name: String, _ value: some Encodable) { place(name, value, .part) }

    /// Sets a header field. An array becomes a list. If the value is nil, the field of the configuration stays.
    ///
    /// An element with a comma or a quotation mark is sent as a quoted string (RFC 9110, sections 5.6.1 and 5.6.4).
    public mutating func header(_ name: String, _ value: some Encodable) { place(name, value, .header(name)) }

    private mutating func place(_ name: String, _ value: some Encodable, _ location: ParameterLocation) {
        let options = location.options(configuration.fieldOptions)
        note(name) { call in
            let content = try HTTPContent(value, keys: options.keys)
            switch location.place {
            case .header(let field):
                let text = try options.headerText(of: content, in: HTTPHeaderName(rawValue: field))
                if let text { call.headers.append((field, .text(text))) }
            case .body(let contentType):
                call.body = content.bodyValue.map { .value($0) } ?? .none
                call.bodyType = contentType
            case .headerMap(let prefix):
                try call.mappedHeaders.add(eachOf: content, prefix: prefix, options)
            default: try call.parameters.add(name, content, location.place, options)
            }
        }
    }

    /// Sets a header field, whose text can have variables such as `{agent}`.
    public mutating func header(_ name: String, template: String) { headers.append((name, .template(template))) }

    /// Replaces the variables named `name` in header fields.
    public mutating func headerVariable(_ name: String, _ value: some Encodable) {
        note(name) { call in
            call.headerVariables[name] = try HTTPContent(value, keys: call.configuration.fieldOptions.keys)
        }
    }

    /// Sets the body. Nil sets none.
    ///
    /// - Parameters:
    ///   - value: The value, which the encoder of the configuration writes, unless it is data, a file, or a string.
    ///   - contentType: The Content-Type, or nil for that of the encoder. A header field takes precedence.
    public mutating func body(_ value: some Encodable & Sendable, contentType: String? = nil) {
        body = value.unwrapped.map { .value($0) } ?? .none
        bodyType = contentType
    }

    /// Sets the body. Nil sets none.
    ///
    /// - Parameters:
    ///   - body: The bytes, which are sent unchanged.
    ///   - contentType: The Content-Type, or nil for none. A header field takes precedence.
    public mutating func body(_ body: RequestBody?, contentType: String? = nil) {
        self.body = body.map { .bytes($0, contentType.map { MediaType($0) }) } ?? .none
    }

    /// Sets the body and its Content-Type. Nil sets none.
    public mutating func body(_ form: MultipartForm?) {
        body = form.map { .bytes($0.body, $0.contentType) } ?? .none
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
