/// Finds problems within one file.
struct DocumentChecker {
    let file: SourceFile
    let program: Program
    /// Whether a field without a `?` is required.
    let isStrict: Bool
    var diagnostics = Diagnostics()

    mutating func check(_ document: Document) {
        for message in document.messages { check(message) }
        for structure in document.structures { check(structure) }
        for enumeration in document.enumerations { check(enumeration) }
        for union in document.unions { check(union) }
        for client in document.clients { check(client) }
    }

    mutating func report(_ message: String, at range: Range<Int>) { diagnostics.add(message, at: range, in: file) }

    private mutating func check(_ message: Message) {
        checkOperations(message)
        checkVariables(of: message)
        for operation in message.operations {
            checkRules(of: operation)
            switch operation.kind {
            case .request:
                checkRequest(operation, message.path)
                if let pages = operation.pages {
                    report("PAGES cannot come before a REQUEST; write it before the RESPONSE", at: pages.range)
                }
            case .response, .failure: checkResponse(operation)
            }
        }
        for endpoint in message.endpoints { checkParts(endpoint) }
    }

    /// Reports parts that are declared twice, and parts whose operation is not clear.
    private mutating func checkOperations(_ message: Message) {
        let names = OperationNames(message)
        var operations = Uniqueness("`%` is declared twice in this message")
        for operation in message.operations {
            if let name = operation.name, !(name.text.upperCamelCase.first?.isLetter ?? false) {
                report("the name of an operation begins with a letter, because it names types", at: name.range)
            }
            let key = names.key(of: operation)
            if let one = names.ambiguity(of: operation) {
                report(
                    "several operations of this message have the method \(operation.method.text); say which one, like `\(operation.method.text)(\(one)) \(operation.kind.rawValue)`",
                    at: operation.range)
                continue
            }
            let head = operation.method.text + (key.name.map { "(\($0))" } ?? "") + " " + operation.kind.rawValue
            guard !operation.statuses.isEmpty else {
                add(head, at: operation.range, to: &operations)
                continue
            }
            for status in operation.statuses { add(head + " " + status.status.text, at: status.range, to: &operations) }
        }
    }

    /// Reports what an operation with several responses or failures cannot have, and names that only its request has.
    private mutating func checkParts(_ endpoint: Endpoint) {
        let fields = endpoint.request?.body.fields ?? []
        var members: Set<String> = []
        if !endpoint.inheriting(from: program.client).failures.isEmpty { members.insert("FailureModel") }
        if fields.contains(where: { $0.place != nil }) || endpoint.request?.isForm ?? false {
            members.insert("placeParameters")
        }
        for field in fields where members.contains(field.name.text) {
            report(
                "`\(field.name.text)` is already a member of the request; choose another name, and write `= \(field.wireName)` after it",
                at: field.name.range)
        }
        for parts in [endpoint.responses, endpoint.failures] where parts.count > 1 {
            for part in parts {
                if let pages = part.pages {
                    report("PAGES needs the only RESPONSE of its operation; remove the others", at: pages.range)
                }
                guard let whole = part.body.whole, whole.streamed != nil else { continue }
                report(
                    "a stream is the only RESPONSE of its operation; give the stream an operation of its own, with a name",
                    at: whole.range)
            }
        }
    }

    /// The variables of a path become properties of its requests.
    private mutating func checkVariables(of message: Message) {
        var reported: Set<Range<Int>> = []
        for endpoint in message.endpoints {
            let names = endpoint.variableNames
            for name in names where Reserved.request.union(Reserved.parameter).contains(name.text) {
                guard reported.insert(name.range).inserted else { continue }
                report("`\(name.text)` is already a member of the request; choose another name", at: name.range)
            }
            guard let first = names.first, reported.insert(first.range.lowerBound..<first.range.lowerBound).inserted
            else {
                continue
            }
            checkArguments(names)
        }
    }

    mutating func checkResponse(_ operation: Operation) {
        let body = operation.body
        if let pages = operation.pages {
            if operation.kind == .failure {
                report("PAGES cannot come before a FAILURE; write it before the RESPONSE", at: pages.range)
            } else {
                check(pages, of: body)
            }
        }
        if operation.method == .known(.head), body.whole != nil || body.fields.contains(where: { $0.place == nil }) {
            report(
                "the \(operation.kind.rawValue.lowercased()) of a HEAD has no body; remove its content",
                at: operation.range)
        }
        checkResponseFormat(operation)
        if let (_, element) = body.stream, let type = body.whole {
            if operation.kind == .failure {
                report("a FAILURE cannot be a stream; write the type of its value", at: type.range)
            }
            check(streamOf: element, type)
        }
        check(body, in: .response, taken: Reserved.response, of: "the response")
        checkArguments(body.fields.map(\.name))
    }

    private mutating func checkRequest(_ operation: Operation, _ path: MessagePath) {
        let typed = Set(operation.body.fields.filter { $0.place == .path }.map(\.wireName))
        check(
            operation.body, in: .request(path, operation),
            parameters: path.parameters.filter { !typed.contains($0.text) },
            taken: Reserved.request, of: "the request")
        checkRequestFormat(operation)
        checkWireNames(ofRequest: operation)
    }

    /// Reports a type name that has another meaning in Swift.
    mutating func checkTypeName(_ name: Name) {
        let isFailureModel = name.text == "FailureModel" && program.hasFailures
        guard isFailureModel || Reserved.types.contains(name.text) || Reserved.modules.contains(name.text) else {
            return
        }
        report(
            "`\(name.text)` cannot be the name of a type, because it has another meaning in Swift; choose another name",
            at: name.range)
    }

    private mutating func check(_ structure: Structure) {
        checkTypeName(structure.name)
        check(structure.body, in: .structure, taken: Reserved.structure, of: "the structure")
        checkArguments(structure.body.fields.map(\.name))
        checkWireNames(structure.body)
    }

    /// Reports duplicate wire names, because one of the values would be lost.
    private mutating func checkWireNames(_ body: Body) {
        var wireNames = Uniqueness("the wire name `%` is used twice")
        for field in body.fields { add(field.wireName, at: field.wireNameRange, to: &wireNames) }
    }

    /// Fields of a request in the same place may share a wire name if each can be nil. Otherwise, one value would
    /// always be lost.
    private mutating func checkWireNames(ofRequest operation: Operation) {
        let groups = Dictionary(grouping: operation.body.fields.filter { !$0.isMap }) { $0.carrier(in: operation) }
        for (_, fields) in groups.sorted(by: { $0.value[0].name.range.lowerBound < $1.value[0].name.range.lowerBound })
        {
            checkWireNames(ofCarried: fields)
        }
    }

    private mutating func checkWireNames(ofCarried fields: [Field]) {
        let shared = Dictionary(grouping: fields, by: \.wireKey).filter { _, fields in
            fields.count > 1 && Set(fields.map(\.name.text)).count == fields.count && fields.allSatisfy(canBeNil)
        }
        for (_, fields) in shared {
            let names = fields.map { "`\($0.name.text)`" }.joined(separator: ", ")
            let message =
                "the wire name `\(fields[0].wireName)` belongs to \(names); the last of them that is not nil is sent"
            for field in fields.dropFirst() { diagnostics.add(message, at: field.wireNameRange, in: file, .warning) }
        }
        var wireNames = Uniqueness("the wire name `%` is used twice")
        for field in fields where shared[field.wireKey] == nil {
            add(field.wireKey, at: field.wireNameRange, to: &wireNames)
        }
    }

    /// Whether the property of a request can be nil when the request is sent, and is nil by default.
    private func canBeNil(_ field: Field) -> Bool {
        field.value == nil && field.place != .path && (!isStrict || field.type.isOptional)
    }

    private mutating func check(
        _ body: Body, in context: FieldContext, parameters: [Name] = [], taken: Set<String>, of what: String
    ) {
        var names = Uniqueness("the name `%` is used twice")
        for parameter in parameters { names.add(parameter.text, at: parameter.range, in: file) }
        if let whole = body.whole {
            if whole.streamed == nil || context.isStructureOrRequest { check(whole) }
            add("body", at: whole.range, to: &names)
        }
        for field in body.fields {
            check(field, in: context)
            if taken.contains(field.name.text) {
                report(
                    "`\(field.name.text)` is already a member of \(what); choose another name, and write `= \(field.wireName)` after it",
                    at: field.name.range)
            }
            add(field.name.text, at: field.name.range, to: &names)
        }
        for field in body.fields where hasStorage(field) && names.has(field.name.text.storageName) {
            add(field.name.text.storageName, at: field.name.range, to: &names)
        }
        guard taken == Reserved.request else { return }
        // The constant for a wire name is also a member of the request.
        for (field, key) in zip(body.fields, body.keyNames) where names.has(key) {
            add(key, at: field.name.range, to: &names)
        }
    }

    /// Whether another property stores the value.
    private func hasStorage(_ field: Field) -> Bool {
        field.attributes.deprecation != nil || field.type.inlineName.map(program.boxedStructures.contains) ?? false
    }

    /// Reports arguments whose names collide in an initializer, where a Swift keyword gets another name.
    mutating func checkArguments(_ names: [Name]) {
        let taken = Set(names.map(\.text))
        for name in names where name.text.parameterName != name.text && taken.contains(name.text.parameterName) {
            report(
                "`\(name.text)` and `\(name.text.parameterName)` become the same argument; rename one of them",
                at: name.range)
        }
    }

    private mutating func check(_ enumeration: Enumeration) {
        checkTypeName(enumeration.name)
        var names = Uniqueness("the case `%` is declared twice")
        var values = Uniqueness("the value `%` is used twice")
        for item in enumeration.cases {
            if Reserved.enumeration.contains(item.name.text) {
                report("`\(item.name.text)` is already a member of an ENUM; choose another name", at: item.name.range)
            }
            add(item.name.text, at: item.name.range, to: &names)
            let range = item.writtenWireName?.range ?? item.name.range
            add(enumeration.rawType.isInteger ? item.wireName.canonicalInteger : item.wireName, at: range, to: &values)
            guard enumeration.rawType.isInteger, !enumeration.rawType.holds(item.wireName) else { continue }
            report(
                "`\(item.wireName)` is not a value of \(enumeration.rawType.rawValue); write a number, like `\(item.name.text) = 1;`",
                at: range)
        }
    }

    private mutating func check(_ union: Union) {
        checkTypeName(union.name)
        var names = Uniqueness("the case `%` is declared twice")
        var values = Uniqueness("the value `%` is used twice")
        for item in union.cases {
            check(item.type)
            checkUnionType(item.type, of: union)
            checkTag(of: item, union)
            // A case hides a type with its name.
            if item.name.text.first?.isUppercase ?? false || program.typeNames.contains(item.name.text) {
                report("the name of a case begins with a small letter, and is not that of a type", at: item.name.range)
            }
            if Reserved.union.contains(item.name.text) {
                report("`\(item.name.text)` is already a member of a UNION; choose another name", at: item.name.range)
            }
            add(item.name.text, at: item.name.range, to: &names)
            guard union.discriminator != nil else { continue }
            add(item.wireName, at: item.writtenWireName?.range ?? item.name.range, to: &values)
        }
    }

    /// Reports a constant that contradicts the discriminator of a union.
    private mutating func checkTag(of item: Union.Case, _ union: Union) {
        guard let key = union.discriminator?.text,
            let field = item.type.directName.flatMap({ program.structures[$0] })?.body.fields
                .first(where: { $0.wireName == key }),
            case .constant(let literal) = field.value, case .string(let text) = literal.kind, text != item.wireName
        else { return }
        report(
            "`\(item.type.directName ?? "")` has the constant \(text.debugDescription) for `\(key)`; write `= \(text)` after the case",
            at: item.name.range)
    }

    mutating func add(_ name: String, at range: Range<Int>, to names: inout Uniqueness) {
        guard let message = names.add(name, at: range, in: file) else { return }
        report(message, at: range)
    }
}

/// Names that must be unique.
struct Uniqueness {
    private let message: String
    private var ranges: [String: Range<Int>] = [:]

    /// - Parameter message: The message about a duplicate, in which `%` stands for the name.
    init(_ message: String) {
        self.message = message
    }

    func has(_ name: String) -> Bool { ranges[name] != nil }

    /// Adds a name. Returns a message if it is a duplicate.
    @discardableResult
    mutating func add(_ name: String, at range: Range<Int>, in file: SourceFile) -> String? {
        guard let other = ranges[name] else {
            ranges[name] = range
            return nil
        }
        let place = file.place(of: other.lowerBound)
        return message.split(separator: "%").joined(separator: name) + "; the first one is at \(place)"
    }
}

extension Body {
    /// The names of the constants for the wire names, such as `keyOfUserName` for `user_name`. If two fields would
    /// share that name, it is `keyOf_user_name`.
    var keyNames: [String] {
        let names = fields.map { "keyOf" + $0.name.text.upperCamelCase }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(names, fields).map { counts[$0] == 1 ? $0 : "keyOf_" + $1.name.text }
    }
}

extension Field {
    var wireNameRange: Range<Int> { writtenWireName?.range ?? name.range }

    /// The wire name as the server compares it. The names of header fields are not case-sensitive.
    fileprivate var wireKey: String { place == .header ? wireName.lowercased() : wireName }

    /// What carries the field: fields with the same carrier need different wire names.
    fileprivate func carrier(in operation: Operation) -> Place? {
        place ?? (operation.sendsContentInQuery ? .query : nil)
    }
}

extension Operation {
    /// Whether the fields of the content are a part of the query, unless the configuration says otherwise.
    var sendsContentInQuery: Bool {
        switch format?.kind {
        case .query: true
        case .json, .form, .multipart, .mediaType: false
        case nil: [.known(.get), .known(.head), .known(.delete)].contains(method)
        }
    }
}

/// Names that the generated code already uses.
package enum Reserved {
    package static let types: Set<String> = ["Any", "Protocol", "ResponseModel", "Self", "Type"]
    /// The protocols of the runtime that look like types of fields. A value of such a type does not conform to it.
    package static let protocols: Set<String> = [
        "CodableContent", "ContentKeyConvertible", "GeneratedAlternatives", "GeneratedContent", "GeneratedEnumeration",
        "GeneratedRequest", "GeneratedResponse", "GeneratedUnion", "HTTPContentConvertible",
        "RequestContentConvertible", "ResponseContentConvertible",
    ]
    package static let modules: Set<String> = [
        "AbstractHTTPIDL", "AbstractHTTPPagination", "AbstractHTTPStreams", "Foundation", "Swift",
    ]
    package static let request: Set<String> = [
        "AbstractHTTPIDL", "configuration", "client", "makeURI", "makeContent", "ResponseModel",
    ]
    /// A parameter is a `String` like these members, so it would silently replace them.
    package static let parameter: Set<String> = ["method", "uri"]
    package static let response: Set<String> = ["AbstractHTTPIDL", "rawResponse"]
    package static let structure: Set<String> = ["AbstractHTTPIDL", "asRequestContent"]
    package static let client: Set<String> = [
        "AbstractHTTPIDL", "configuration", "client", "prepare", "send", "server",
    ]
    package static let union: Set<String> = ["other", "asRequestContent", "AbstractHTTPIDL"]
    package static let enumeration: Set<String> = ["RawValue", "rawValue", "Self"]
}
