import AbstractHTTP

/// The request of one attempt, created from the definition of an endpoint, its input, and the configuration.
struct ResolvedEndpoint: RequestSpec {
    let url: String
    let httpMethod: HTTPMethod
    let headers: HTTPHeaders
    let content: (any Encodable)?
    let contentEncoder: (any ContentEncoder)?
    let carriesIdempotencyKey: Bool

    init<Input, Output>(
        _ definition: EndpointDefinition<Input, Output>, _ input: any Encodable,
        _ values: ConfigurationStorage.RequestValues, _ config: ConnectionConfig, base: String?
    ) throws {
        let value = input.present
        let variables = try VariableExpansion(value, names: definition.address.variableNames(), definition.parameters)
        let otherBase = definition.mockedOutput == nil ? values.base : values.base ?? "https://mock.invalid"
        url = try definition.address.url(filledBy: variables.members, base: base ?? otherBase)
        httpMethod = definition.method
        let isRawBody = value?.isRawBody ?? false
        let isByEncoderOfAll =
            variables.content != nil && !isRawBody && definition.encoder == nil && !definition.isWrittenToQuery
        headers = try definition.headers(values, config, for: url, base: base, keepsContentType: isByEncoderOfAll)
        content = variables.content
        contentEncoder = definition.encoder(values, isRawBody: isRawBody)
        carriesIdempotencyKey = definition.carriesIdempotencyKey
    }
}

extension EndpointDefinition {
    /// The header fields of the request. The endpoint's fields override the fields of the configuration. The fields of
    /// the configuration are omitted if the server must not receive them.
    fileprivate func headers(
        _ values: ConfigurationStorage.RequestValues, _ config: ConnectionConfig, for url: String, base: String?,
        keepsContentType: Bool
    ) throws -> HTTPHeaders {
        var fields: HTTPHeaders = [:]
        if !values.headers.isEmpty {
            let trusted = trustedBase(values.base, own: base)
            let scope = CredentialScope(base: trusted, others: config.credentialOrigins)
            if scope.allows(url) { fields.set(values.headers) }
        }
        if !keepsContentType { fields[.contentType] = nil }
        if let accept = reading.acceptField { fields[.accept] = accept }
        for (name, value) in headers { fields[name] = value }
        if let authorization { fields[.authorization] = try authorization().value }
        return fields
    }

    /// Whether the input goes into the query, unless an encoder says otherwise.
    fileprivate var isWrittenToQuery: Bool { [.get, .head, .delete].contains(method) }

    /// The encoder of the input, or nil to use the config's encoder.
    fileprivate func encoder(
        _ values: ConfigurationStorage.RequestValues, isRawBody: Bool
    ) -> (any ContentEncoder)? {
        if let encoder { return encoder }
        if isWrittenToQuery { return values.queryEncoder }
        return isRawBody ? .binary : values.encoder
    }
}
