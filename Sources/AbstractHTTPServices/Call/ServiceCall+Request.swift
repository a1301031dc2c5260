import AbstractHTTP
import Foundation

extension ServiceCall {
    /// The request of the call. If the call cannot be sent, the request fails with the reason.
    var request: HTTP {
        do {
            if let failure { throw failure }
            let (fields, server) = try fields()
            var http = HTTP(try url()).method(method).headers(fields).trusting(server)
            if let deadlines { http = http.deadlines(deadlines) }
            return addingBody(to: carriesIdempotencyKey ? http.idempotencyKey() : http)
        } catch {
            return HTTP(template).method(method).failing(because: error)
        }
    }

    private func addingBody(to http: HTTP) -> HTTP {
        let options = configuration.fieldOptions
        switch body {
        case .none: return http
        case .value(let value):
            return http.content(value, encoder: value.unwrapped?.isRawBody == true ? .binary : configuration.encoder)
        case .bytes(let bytes, _): return http.body(bytes)
        case .form: return http.content(bodyFields.content, encoder: .form(options))
        case .multipart: return http.content(bodyFields.content, encoder: .multipart(options))
        }
    }
}

extension ServiceCall {
    /// Returns the URL with its variables filled. The query of the path comes before the query fields.
    fileprivate func url() throws -> String {
        let path = try filledPath()
        var url = try isWholeURL || template.isAbsoluteURL ? path : configuration.defaults.url(of: path)
        guard !queryFields.isEmpty else { return url }
        let escaping = configuration.connectionConfig.urlEncoder
        let encoder = QueryContentEncoder(options: configuration.fieldOptions, escaping: escaping)
        if let query = try encoder.encode(queryFields.content).query { url.insertQuery(query) }
        return url
    }

    private func filledPath() throws -> String {
        guard !isWholeURL else { return template }
        let template = try URITemplate(template)
        if let missing = template.variableNames.first(where: { !knownVariables.contains($0) }) {
            throw URITemplateError.missingVariable(missing, template: self.template)
        }
        return try template.path(filledBy: variables, configuration.fieldOptions)
    }

    /// Returns the header fields of the request, and those of the configuration, which only its server gets. Later ones
    /// replace earlier ones: the fields of the configuration, the Content-Type of the body, the fields of the call.
    fileprivate func fields() throws -> (HTTPHeaders, TrustedServer) {
        var (fields, defaults) = (HTTPHeaders(), configuration.defaults)
        if tellsItsType { defaults.headers[.contentType] = nil }
        if case .bytes(_, let type) = body { fields[.contentType] = type?.rawValue }
        for (name, value) in headers {
            let text: String?
            do throws(HTTPContentError) {
                text = try self.text(of: value)
            } catch {
                throw error.below(key: name)
            }
            // Without a value, a template removes the field, but a parameter keeps it.
            guard text != nil || value.isTemplate else { continue }
            fields[HTTPHeaderName(rawValue: name)] = text
            if text == nil { defaults.headers[HTTPHeaderName(rawValue: name)] = nil }
        }
        // Ignore the Content-Type of a header map, because it does not have the boundary.
        if case .multipart = body { fields[.contentType] = nil }
        let origins = configuration.connectionConfig.credentialOrigins
        guard defaults.headers.isEmpty || !CredentialScope(base: defaults.baseURL, others: origins).isEmpty else {
            throw InvalidRequest.missingOrigins
        }
        return (fields, defaults.server)
    }

    /// Whether the body determines the Content-Type, instead of the fields of the configuration.
    private var tellsItsType: Bool {
        switch body {
        case .none: false
        case .value(let value): value.unwrapped?.isRawBody ?? false
        case .bytes(_, let type): type != nil
        case .form, .multipart: true
        }
    }

    /// Returns the text of a field, or nil if it has no value.
    private func text(of value: HeaderValue) throws(HTTPContentError) -> String? {
        switch value {
        case .content(let content): return try listed(content)
        case .template(let template): return try filled(template)
        }
    }

    /// Returns a value as text, or an array as a list without nulls (RFC 9110, section 5.6.1). Nil if it is empty.
    private func listed(_ content: HTTPContent) throws(HTTPContentError) -> String? {
        guard case .array(let elements) = content else { return try configuration.fieldOptions.text(of: content) }
        var texts: [String] = []
        for element in elements where element != .null {
            texts.append(try configuration.fieldOptions.text(of: element).asListElement)
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// Returns the text with its variables filled, or nil if one has no value. Other braces are kept, and so is a name
    /// in double braces.
    private func filled(_ template: String) throws(HTTPContentError) -> String? {
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
            guard let value = String(name).flatMap({ headerVariables[$0] }), let filled = try listed(value) else {
                return nil
            }
            text += (String(rest[..<opening]) ?? "") + filled
            rest = rest[name.endIndex...].dropFirst()
        }
        return text + (String(rest) ?? "")
    }
}

extension [HTTPContent.Members.Member] {
    /// The members as a tree, in order and with repeated keys.
    fileprivate var content: HTTPContent { .dictionary(HTTPContent.Members(map { ($0.key, $0.value) })) }
}

extension String {
    /// The string as an element of a list: a quoted string (RFC 9110, section 5.6.4) if it has a comma or a quotation
    /// mark and is not an entity tag.
    fileprivate var asListElement: String {
        guard utf8.contains(UInt8(ascii: ",")) || utf8.contains(UInt8(ascii: "\"")), !isEntityTag else { return self }
        var quoted: UnicodeScalarView = "\"".unicodeScalars
        for scalar in unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return String(quoted) + "\""
    }

    /// Whether this is an entity tag, such as `W/"a,b"` (RFC 9110, section 8.8.3).
    private var isEntityTag: Bool {
        let tag = utf8.starts(with: "W/".utf8) ? utf8.dropFirst(2) : utf8[...]
        let isQuoted = tag.count >= 2 && tag.first == UInt8(ascii: "\"") && tag.last == UInt8(ascii: "\"")
        return isQuoted && tag.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    }
}

extension UInt8 {
    /// Names of parameters may have letters of any script.
    fileprivate var isNamePart: Bool { isAlphanumeric || self == UInt8(ascii: "_") || self >= 0x80 }
}
