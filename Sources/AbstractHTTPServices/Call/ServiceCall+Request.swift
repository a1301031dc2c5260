import AbstractHTTP
import Foundation

extension ServiceCall {
    /// The request of the call. If the call cannot be sent, the request fails with the reason.
    var request: HTTP {
        do {
            if let failure { throw failure }
            let (fields, server) = try fields()
            var http = HTTP(try url()).method(method).headers(fields).trusting(server)
                .placing(parameters.withoutVariables)
            if let deadlines { http = http.deadlines(deadlines) }
            return addingBody(to: carriesIdempotencyKey ? http.idempotencyKey() : http)
        } catch {
            return HTTP(template).method(method).failing(because: error)
        }
    }

    private func addingBody(to http: HTTP) -> HTTP {
        switch body {
        case .none: http
        case .value(let value): http.wholeBody(value, encoder: configuration.encoder, contentType: bodyType)
        case .bytes(let bytes, _): http.body(bytes)
        }
    }
}

extension ServiceCall {
    /// Returns the URL with its variables filled. The fields of the query follow it.
    fileprivate func url() throws -> String {
        guard !isWholeURL else { return template }
        let parsed = try URITemplate(template)
        if let unknown = parameters.variables.name(otherThan: parsed.variableNames) {
            throw URITemplateError.unknownVariable(unknown, template: template)
        }
        let path = try parsed.path(filledBy: parameters.variables)
        return try template.isAbsoluteURL ? path : configuration.defaults.url(of: path)
    }

    /// Returns the header fields of the request, and those of the configuration, which only its server gets. Later ones
    /// replace earlier ones: the fields of the configuration, the Content-Type of the body, the fields of the call.
    fileprivate func fields() throws -> (HTTPHeaders, TrustedServer) {
        var (fields, defaults) = (mappedHeaders, configuration.defaults)
        if tellsItsType { defaults.headers[.contentType] = nil }
        if let bodyType = ownBodyType, fields[.contentType] == nil { fields[.contentType] = bodyType }
        for (name, value) in headers {
            switch value {
            case .text(let text): fields[HTTPHeaderName(rawValue: name)] = text
            case .template(let template):
                let text: String?
                do throws(HTTPContentError) {
                    text = try filled(template, in: HTTPHeaderName(rawValue: name))
                } catch {
                    throw error.below(key: name)
                }
                fields[HTTPHeaderName(rawValue: name)] = text
                // Without a value, the field is not sent at all.
                if text == nil { defaults.headers[HTTPHeaderName(rawValue: name)] = nil }
            }
        }
        // Ignore the Content-Type of a header map, because it does not have the boundary.
        if parameters.form == .multipart { fields[.contentType] = nil }
        let origins = configuration.connectionConfig.credentialOrigins
        guard defaults.headers.isEmpty || !CredentialScope(base: defaults.baseURL, others: origins).isEmpty else {
            throw InvalidRequest.missingOrigins
        }
        return (fields, defaults.server)
    }

    /// The Content-Type that comes with the bytes of the body.
    private var ownBodyType: String? {
        switch body {
        case .none, .value: nil
        case .bytes(_, let type): type?.rawValue
        }
    }

    /// Whether the body determines the Content-Type, instead of the fields of the configuration.
    private var tellsItsType: Bool {
        switch body {
        case .none: parameters.form != nil
        case .value(let value): bodyType != nil || value.isRawBody
        case .bytes(_, let type): type != nil
        }
    }

    /// Returns the text with its variables filled, or nil if one has no value. Other braces are kept, and so is a name
    /// in double braces.
    private func filled(
        _ template: String, in field: HTTPHeaderName
    ) throws(HTTPContentError) -> String? {
        guard template.offset(of: UInt8(ascii: "{")) != nil else { return template }
        var (text, rest) = ("", template.utf8[...])
        while let opening = rest.firstIndex(of: UInt8(ascii: "{")) {
            let name = rest[opening...].dropFirst().prefix { $0.isNamePart }
            let end = rest[name.endIndex...].prefix(2)
            let isDoubled =
                template.utf8[..<opening].last == UInt8(ascii: "{") && end.elementsEqual("}}".utf8)
            let isVariable = name.first.map { !$0.isDigit } ?? false && end.first == UInt8(ascii: "}") && !isDoubled
            guard isVariable else {
                text += String(rest[..<name.endIndex]) ?? ""
                rest = rest[name.endIndex...]
                continue
            }
            guard let value = String(name).flatMap({ headerVariables[$0] }),
                let filled = try configuration.fieldOptions.headerText(of: value, in: field)
            else { return nil }
            text += (String(rest[..<opening]) ?? "") + filled
            rest = rest[name.endIndex...].dropFirst()
        }
        return text + (String(rest) ?? "")
    }
}

extension UInt8 {
    /// Names of parameters may have letters of any script.
    fileprivate var isNamePart: Bool { isAlphanumeric || self == UInt8(ascii: "_") || self >= 0x80 }
}
