/// Where a field is declared.
enum FieldContext {
    case structure
    case response
    case request(MessagePath, Operation)

    var isStructureOrRequest: Bool { if case .response = self { false } else { true } }
}

extension DocumentChecker {
    /// Reports a field that cannot be where it is, or not in this format.
    mutating func check(_ field: Field, in context: FieldContext) {
        if case .nullable(let value) = field.type.kind {
            checkNullable(field, value, in: context)
        } else {
            check(field.type)
        }
        checkValue(of: field)
        switch (field.place, context) {
        case (nil, _): break
        case (let place?, .structure):
            report("a field of a STRUCT has no place; remove \(place.rawValue)", at: field.name.range)
        case (.header, .response):
            checkHeaderName(field)
            if field.type.withinIt.compactMap(\.directName).contains(where: { program.unions[$0] != nil }) {
                report("a header field of a response cannot be a UNION; use a STRING", at: field.type.range)
            }
            if field.isMap, field.type.directName.map({ program.structures[$0] != nil }) ?? false {
                report("a MAP of a response is a DICT, because the names have no case; use one", at: field.type.range)
            }
        case (let place?, .response):
            report("only HEADER can be a place in a response; remove \(place.rawValue)", at: field.name.range)
        case (.path, .request(let path, _)): checkVariable(field, of: path)
        case (.header, .request): checkHeaderName(field)
        case (.cookie, .request): checkCookieName(field)
        case (.query, .request):
            if field.isMap, let name = field.writtenWireName {
                report("a MAP has no name of its own, only those of its members; remove the wire name", at: name.range)
            }
        }
        if field.place != nil, field.type.holds(.file) {
            report("a FILE is the body or a part of it; remove \(field.place?.rawValue ?? "")", at: field.type.range)
        }
        checkFormats(of: field, in: context)
    }

    private mutating func checkNullable(_ field: Field, _ value: TypeReference, in context: FieldContext) {
        check(value)
        if case .request(_, let operation) = context, operation.isForm || operation.sendsContentInQuery {
            report("a query and a form have no null; write `?` after the type", at: field.type.range)
        }
        if field.type.isOptional || value.isOptional {
            report("a NULLABLE field can be absent and null; remove the `?`", at: field.type.range)
        }
        if let place = field.place {
            report("only a field of the content can be NULLABLE; remove \(place.rawValue)", at: field.type.range)
        }
    }

    private mutating func checkVariable(_ field: Field, of path: MessagePath) {
        let names = path.parameters.map(\.text)
        if !names.contains(field.wireName) {
            let near =
                names.first { $0.lowercased() == field.wireName.lowercased() } ?? field.wireName.nearest(among: names)
            let hint = near.map { "did you mean `$\($0)`?" } ?? "write it into the path"
            report("the path has no variable `$\(field.wireName)`; \(hint)", at: field.wireNameRange)
        }
        if field.type.isOptional { report("a variable of the path has a value; remove the `?`", at: field.type.range) }
        if let literal = field.literal {
            report(
                "a variable of the path has no \(field.isConstant ? "constant; write its text into the path" : "default; remove it")",
                at: literal.range)
        }
    }

    private mutating func checkHeaderName(_ field: Field) {
        // The prefix of a map can be empty.
        guard !field.isMap || field.writtenWireName != nil, !field.wireName.isHTTPToken else { return }
        report(
            "`\(field.wireName)` is not the name of a header field; it can have letters, digits, and hyphens",
            at: field.wireNameRange)
    }

    private mutating func checkCookieName(_ field: Field) {
        guard !field.wireName.isHTTPToken else { return }
        report(
            "`\(field.wireName)` is not the name of a cookie; it can have letters, digits, and hyphens",
            at: field.wireNameRange)
    }
}

extension DocumentChecker {
    private mutating func checkFormats(of field: Field, in context: FieldContext) {
        var kinds: [Format.Kind: Format] = [:]
        for written in field.formats {
            let format = written.format
            if let other = kinds.updateValue(format, forKey: format.kind) {
                report(
                    other == format
                        ? "\(format.rawValue) is there twice; remove one"
                        : "\(other.rawValue) and \(format.rawValue) exclude each other; remove one", at: written.range)
            } else if !field.carrier(of: context).allows(format.kind) {
                report(Self.misplaced(format, field.carrier(of: context)), at: written.range)
            } else if !format.kind.suits(field.type, program) {
                report("\(format.rawValue) is a format of \(format.kind.subject); remove it", at: written.range)
            }
        }
    }

    private static func misplaced(_ format: Format, _ carrier: Carrier) -> String {
        switch carrier {
        case .content:
            "\(format.rawValue) is a format of queries and forms; write QUERY before the type, or AS FORM after REQUEST"
        case .header: "\(format.rawValue) is not a format of header fields; remove it"
        case .cookie: "\(format.rawValue) is not a format of cookies; remove it"
        case .path: "\(format.rawValue) is not a format of a path; write an expression of RFC 6570, like `${;name*}`"
        case .receivedHeader: "a header field of a response is read without \(format.rawValue); remove it"
        case .fields: "\(format.rawValue) cannot be used here; remove it"
        }
    }

    /// Reports a format that the content of a request does not have.
    mutating func checkRequestFormat(_ operation: Operation) {
        guard let format = operation.format else { return }
        let content = operation.body.fields.filter { $0.place == nil }
        let isRaw = operation.body.whole?.isRaw ?? false
        guard operation.body.whole != nil || !content.isEmpty else {
            return report("this request has no content for AS; add a field, or remove AS", at: format.range)
        }
        if let file = operation.fileOutsideOfForms {
            return report("a FILE is the whole body, or a part of a MULTIPART form; use a BLOB", at: file.range)
        }
        switch format.kind {
        case .json: break
        case .form, .multipart, .query:
            guard isRaw else { return }
            report(
                "a text or bytes cannot be a form; write its media type, like AS \"text/csv\", or give it a name",
                at: format.range)
        case .mediaType(let type):
            guard !isRaw, !type.isJSON else { return }
            report(
                "only a STRING, a BLOB, or a FILE can be \(type.debugDescription); other content is JSON, a FORM, or MULTIPART",
                at: format.range)
        }
    }

    /// Reports a format that the content of a response does not have.
    mutating func checkResponseFormat(_ operation: Operation) {
        guard let format = operation.format else { return }
        if operation.kind == .failure {
            return report("the Content-Type of a FAILURE tells its format; remove AS", at: format.range)
        }
        if case .mediaType = format.kind { return }
        report(
            "after RESPONSE, AS needs the media type to accept, like AS \"application/pdf\"", at: format.range)
    }

    /// Reports types that a case of a union cannot have.
    mutating func checkUnionType(_ type: TypeReference, of union: Union) {
        if type.isOptional {
            report(
                "a case cannot be optional; remove the `?`, and write it after the name of the UNION", at: type.range)
        }
        if type.holds(.file) { report("a FILE cannot be a case of a UNION; use a BLOB", at: type.range) }
        guard union.discriminator != nil else { return }
        if type.directName.map({ program.unions[$0] != nil }) ?? false {
            report("a case of a UNION with BY has its own value of the key; use a STRUCT", at: type.range)
        }
        guard type.cannotHaveKeys(in: program) else { return }
        report(
            "`\(file.text(type.range))` has no keys, and BY needs one; use a STRUCT, or remove BY", at: type.range)
    }
}

/// What carries a field, as far as formats are concerned.
private enum Carrier {
    case content
    /// A query or a form.
    case fields
    case header
    case cookie
    case path
    case receivedHeader

    func allows(_ kind: Format.Kind) -> Bool {
        switch self {
        case .fields: true
        case .content: kind == .dates || kind == .nonFinite
        case .header: kind != .arrays && kind != .nesting
        case .cookie: kind != .map && kind != .arrays && kind != .nesting && kind != .emptyArrays
        case .path: kind == .dates || kind == .nonFinite || kind == .booleans
        case .receivedHeader: kind == .dates || kind == .map
        }
    }
}

extension Field {
    fileprivate func carrier(of context: FieldContext) -> Carrier {
        switch (place, context) {
        case (.header, .response): .receivedHeader
        case (.header, _): .header
        case (.cookie, _): .cookie
        case (.path, _): .path
        case (.query, _): .fields
        case (nil, .request(_, let operation)): operation.isForm ? .fields : .content
        case (nil, _): .content
        }
    }
}

extension Operation {
    /// A FILE that cannot be sent in the format, or nil if there is none.
    fileprivate var fileOutsideOfForms: TypeReference? {
        if case .multipart = format?.kind { return nil }
        let content = body.fields.filter { $0.place == nil }.map(\.type)
        let whole = body.whole.flatMap { $0.isRaw ? nil : $0 }
        return (content + (whole.map { [$0] } ?? [])).flatMap(\.withinIt).first { $0.isBuiltin(.file) }
    }

    /// Whether each field of the content is a field of a form.
    var isForm: Bool {
        switch format?.kind {
        case .form, .multipart: body.whole == nil
        case .json, .query, .mediaType, nil: false
        }
    }
}

extension Format.Kind {
    /// What the format can be used for.
    fileprivate var subject: String {
        switch self {
        case .arrays, .emptyArrays: "arrays"
        case .nesting: "structures and dictionaries"
        case .booleans: "a BOOL"
        case .dates: "a DATE"
        case .nonFinite: "a FLOAT or a DOUBLE"
        case .map: "a DICT or a STRUCT"
        }
    }

    /// Whether a value of a type has something to format. Types of the user's own may have.
    fileprivate func suits(_ type: TypeReference, _ program: Program) -> Bool {
        let types = type.withinIt
        func hasNamed(_ condition: (String) -> Bool) -> Bool {
            types.compactMap(\.directName).contains(where: condition)
        }
        func isOpen(_ name: String) -> Bool { program.enumerations[name] == nil }
        return switch self {
        case .arrays, .emptyArrays: types.contains { $0.isArray || $0.isDictionary } || hasNamed(isOpen)
        case .nesting: types.contains(where: \.isDictionary) || hasNamed(isOpen)
        case .booleans: types.contains { $0.isBuiltin(.bool) } || hasNamed(isOpen)
        case .dates: types.contains { $0.isBuiltin(.date) } || hasNamed(isOpen)
        case .nonFinite: types.contains { $0.isBuiltin(.float) || $0.isBuiltin(.double) } || hasNamed(isOpen)
        case .map: type.isDictionary || type.directName.map(isOpen) ?? false
        }
    }
}

extension TypeReference {
    fileprivate var isArray: Bool { if case .array = kind { true } else { false } }
    fileprivate var isDictionary: Bool { if case .dictionary = kind { true } else { false } }
    func isBuiltin(_ type: BuiltinType) -> Bool {
        if case .builtin(let builtin) = kind { builtin == type } else { false }
    }

    /// Whether a type is this one, or a part of it.
    func holds(_ type: BuiltinType) -> Bool { withinIt.contains { $0.isBuiltin(type) } }

    /// Whether a whole body of this type is sent as it is.
    var isRaw: Bool { isBuiltin(.string) || isBuiltin(.blob) || isBuiltin(.file) }

    /// Whether no value of the type has keys.
    fileprivate func cannotHaveKeys(in program: Program) -> Bool {
        switch kind {
        case .builtin, .array, .nullable, .stream: true
        case .dictionary: false
        case .named(let name):
            program.enumerations[name] != nil
                || program.structures[name]?.body.whole.map { $0.directName == nil && $0.cannotHaveKeys(in: program) }
                    ?? false
        }
    }
}

extension String {
    /// Whether this is a token (RFC 9110, section 5.6.2).
    package var isHTTPToken: Bool {
        !isEmpty && utf8.allSatisfy { $0.continuesName || "!#$%&'*+-.^`|~".utf8.contains($0) }
    }

    /// Whether this is the media type of JSON.
    var isJSON: Bool {
        let essence = prefix { $0 != ";" }
        return essence.hasSuffix("/json") || essence.hasSuffix("+json")
    }
}
