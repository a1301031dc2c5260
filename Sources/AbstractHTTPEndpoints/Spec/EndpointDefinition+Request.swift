import AbstractHTTP

extension EndpointDefinition {
    /// Returns the request of one attempt.
    ///
    /// - Parameter values: The values of the configuration.
    func request(
        _ input: any Encodable & Sendable, _ values: EndpointSettings.RequestValues, _ deadlines: Deadlines
    ) throws -> HTTP {
        let base = address.evaluatedBase()
        let value = input.present
        let placed = try PlacedInput(
            value, names: address.variableNames(), parameters, places, fieldOptions(values),
            template: address.text)
        let otherBase =
            mockedOutput == nil ? values.defaults.baseURL : values.defaults.baseURL ?? "https://mock.invalid"
        let url = try address.url(filledBy: placed.variables, base: base ?? otherBase)
        let isRawBody = (placed.isBody ? placed.content : value)?.isRawBody ?? false
        let goesIntoQuery = isWrittenToQuery && !placed.isBody
        let isByEncoderOfAll = placed.content != nil && !isRawBody && encoder == nil && !goesIntoQuery
        var http = HTTP(url).method(method).headers(try fields()).deadlines(deadlines)
            .trusting(server(values, base, keepsContentType: isByEncoderOfAll))
        if let redirects { http = http.redirects(redirects) }
        if carriesIdempotencyKey { http = http.idempotencyKey() }
        if !placed.members.isEmpty {
            let options = fieldOptions(values)
            for member in placed.members {
                http = try http.adding(member.name, member.content, member.location, options)
            }
        }
        guard let content = placed.content else { return http }
        guard !placed.isBody else {
            return http.wholeBody(content, encoder: encoder ?? values.encoder, contentType: placed.contentType)
        }
        return http.content(content, encoder: encoder(values, isRawBody: isRawBody))
    }

    /// The header fields of the endpoint.
    private func fields() throws -> HTTPHeaders {
        var fields: HTTPHeaders = [:]
        if let accept = reading.acceptField { fields[.accept] = accept }
        for (name, value) in headers { fields[name] = value }
        if let authorization { fields[.authorization] = try authorization().value }
        return fields
    }

    /// The server of the base URL, and the header fields of the configuration that the endpoint does not remove.
    private func server(
        _ values: EndpointSettings.RequestValues, _ base: String?, keepsContentType: Bool
    ) -> TrustedServer {
        var defaults = values.defaults
        defaults.baseURL = trustedBase(defaults.baseURL, own: base)
        guard defaults.baseURL != nil else { return TrustedServer(baseURL: nil) }
        if !keepsContentType { defaults.headers[.contentType] = nil }
        for (name, value) in headers where value == nil { defaults.headers[name] = nil }
        return defaults.server
    }

    /// The options of fields: those of the endpoint's encoder, or those of the configuration's for queries.
    private func fieldOptions(_ values: EndpointSettings.RequestValues) -> FieldOptions {
        switch encoder ?? values.queryEncoder {
        case let encoder as QueryContentEncoder: encoder.options
        case let encoder as FormContentEncoder: encoder.options
        case let encoder as MultipartContentEncoder: encoder.options
        default: FieldOptions()
        }
    }

    /// Whether the input goes into the query, unless an encoder says otherwise.
    fileprivate var isWrittenToQuery: Bool { [.get, .head, .delete].contains(method) }

    /// The encoder of the input, or nil to use the config's encoder.
    fileprivate func encoder(
        _ values: EndpointSettings.RequestValues, isRawBody: Bool
    ) -> (any ContentEncoder)? {
        if let encoder { return encoder }
        if isWrittenToQuery { return values.queryEncoder }
        return isRawBody ? .binary : values.encoder
    }
}
