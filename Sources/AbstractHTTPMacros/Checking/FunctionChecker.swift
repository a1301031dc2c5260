/// Checks a function with its annotations.
struct FunctionChecker {
    private let function: FunctionSyntax
    private var uses: ParameterUses
    /// The step for each parameter, by parameter name.
    private var steps: [String: String] = [:]
    private var headerNames: [String: Range<Int>] = [:]
    /// The places of @Params that are the whole body.
    private var bodyPlaces: [Range<Int>] = []
    private var diagnostics = Diagnostics()
    private var warnings = Diagnostics()

    init(_ function: FunctionSyntax) {
        self.function = function
        uses = ParameterUses(function.parameters)
    }

    /// Checks a function, and throws all of its errors together.
    static func call(of function: FunctionSyntax) throws(Diagnostics) -> CheckedFunction {
        var checker = Self(function)
        return try checker.call()
    }

    private mutating func call() throws(Diagnostics) -> CheckedFunction {
        let verb = note { checker throws(Diagnostics) in try checker.verb() } ?? nil
        let results = ResultChecker(function: function)
        let result = note { _ throws(Diagnostics) in try results.result() }
        note { checker throws(Diagnostics) in try checker.checkDeclaration(results.callback) }
        let variableNames = note { checker throws(Diagnostics) in try checker.placeParameters() }
        if let verb, let variableNames {
            note { checker throws(Diagnostics) in try checker.fillPath(verb.path, variableNames) }
        }
        note { checker throws(Diagnostics) in try checker.placeBody() }
        let headers = note { checker throws(Diagnostics) in try checker.headers() } ?? []
        if let verb, let result { note { checker throws(Diagnostics) in try checker.checkMethod(verb, result) } }
        // After earlier errors, errors about the remaining parameters would be misleading.
        if let verb, diagnostics.isEmpty { note { checker throws(Diagnostics) in try checker.placeRest(verb) } }
        let settings = note { checker throws(Diagnostics) in try checker.settings() } ?? []
        let defaults =
            note { checker throws(Diagnostics) in
                try DefaultValues(checker.attribute(.Defaults), checker.uses, results.callback).texts()
            } ?? [:]
        let rule =
            note { checker throws(Diagnostics) in
                try PageRuleChecker(attribute: checker.attribute(.NextPage), result: result).rule()
            } ?? nil
        guard diagnostics.isEmpty, let verb, let result else { throw diagnostics }
        let ordered = function.parameters.compactMap { steps[$0.name.name] }
        return CheckedFunction(
            function: function, method: verb.method, path: verb.path, steps: settings + ordered + headers,
            defaults: defaults, result: result, pageRule: rule, warnings: warnings)
    }

    /// Runs a check, and records its errors instead of throwing them.
    @discardableResult
    private mutating func note<Value>(
        _ check: (inout Self) throws(Diagnostics) -> Value
    ) -> Value? {
        do throws(Diagnostics) {
            return try check(&self)
        } catch {
            diagnostics.append(error)
            return nil
        }
    }

    private func attribute(_ annotation: Annotation) -> AttributeSyntax? {
        function.attributes.first { $0.annotation == annotation }
    }
}

// MARK: - The request

extension FunctionChecker {
    private struct Verb {
        let method: String
        let path: StringLiteral
        let range: Range<Int>
    }

    private func verb() throws(Diagnostics) -> Verb {
        let verbs = function.attributes.filter { $0.annotation?.isVerb == true }
        guard let attribute = verbs.first else {
            throw .error(
                "'\(function.name.name)' has no method annotation; write one before it, such as @GET(\"/path\")",
                at: function.name.range)
        }
        guard verbs.count == 1 else {
            throw .error("only one method annotation is allowed", at: verbs[1].range)
        }
        guard attribute.annotation == .HTTP else {
            return Verb(method: attribute.name.text, path: try attribute.text("the path"), range: attribute.range)
        }
        let method = try attribute.text(labeled: "method")
        let text = method.value
        let place = method.range(of: 0..<text.utf8.count)
        guard text.isToken else {
            throw .error(
                "'\(text)' is not a method; write a token, which has no spaces (RFC 9110, section 9.1)", at: place)
        }
        let upper = text.uppercased()
        if text != upper, Annotation(rawValue: upper)?.isVerb == true {
            throw .error(
                "a method is case-sensitive; write '\(upper)' instead of '\(text)'", at: place,
                fix: .renaming(to: upper, at: place))
        }
        return Verb(method: text, path: try attribute.text(labeled: "path"), range: attribute.range)
    }

    private mutating func checkDeclaration(_ callback: ParameterSyntax?) throws(Diagnostics) {
        for (index, attribute) in function.attributes.enumerated() {
            guard let annotation = attribute.annotation, !annotation.isVerb else { continue }
            if function.attributes[..<index].contains(where: { $0.annotation == annotation }) {
                throw .error("@\(attribute.name.text) is already specified", at: attribute.range)
            }
        }
        if let modifier = function.modifiers.first(where: { ["static", "class", "mutating"].contains($0.text) }) {
            throw .error("a service function cannot be static or mutating", at: modifier.range)
        }
        if let parameter = function.parameters.first(where: { $0.name.name == "self" }) {
            throw .error(
                "a parameter cannot be named 'self'; write another name after the label, as in 'self value'",
                at: parameter.name.range)
        }
        for parameter in function.parameters where parameter.name.name != callback?.name.name {
            if let word = parameter.type.specifiers.first(where: { ["inout", "isolated"].contains($0.text) }) {
                throw .error(
                    "the parameter '\(parameter.name.name)' cannot be '\(word.text)'; remove '\(word.text)'",
                    at: word.range)
            }
            if parameter.type.isFunction {
                throw .error(
                    "the parameter '\(parameter.name.name)' cannot be a function; only the last parameter can be a callback",
                    at: parameter.type.range)
            }
        }
        if let callback { try uses.use(callback.name.name, for: "the callback", at: callback.name.range) }
    }

    private mutating func fillPath(
        _ path: StringLiteral, _ names: [String: ParameterUses.Place]
    ) throws(Diagnostics) {
        let variables = try PathTemplate(path).variables
        let strays = names.filter { name, _ in !variables.contains { $0.name == name } }
        for (name, place) in strays {
            let range = place.name.map { $0.range(of: 0..<name.utf8.count) } ?? place.range
            let near = name.nearest(of: variables.map(\.name))
            let advice = near.map { "did you mean '{\($0)}'?" } ?? "add it to the path"
            diagnostics.error(
                "the path has no '{\(name)}'; \(advice)", at: range, fix: near.map { .renaming(to: $0, at: range) })
        }
        // A variable without a parameter may be the one that a stray name was meant for.
        guard strays.isEmpty else { return }
        for (index, variable) in variables.enumerated() {
            let name = names[variable.name]?.parameter ?? variable.name
            // A variable can occur more than once.
            let isRepeated = variables[..<index].contains { $0.name == variable.name }
            let parameter =
                isRepeated
                ? try uses.known(name, at: variable.range)
                : try uses.use(name, for: "{\(variable.name)} in the path", at: variable.range)
            if variable.isRequired, parameter.type.isOptional {
                let why =
                    variable.isInQuery
                    ? "; write '{?\(variable.name)}', which leaves the field out if it is nil"
                    : ", but a variable of the path needs a value"
                throw .error(
                    "'\(parameter.name.name)' is optional\(why)", at: variable.range,
                    note: ("it is optional here", parameter.type.range))
            }
            steps[parameter.name.name] =
                names[variable.name]?.expression.map { parameter.step(at: $0) }
                ?? "path(\(variable.name.quoted), \(parameter.expression))"
        }
    }

    /// What makes a body, in the order of the source.
    private var bodies: [(name: String, range: Range<Int>)] {
        var bodies: [(name: String, range: Range<Int>)] = []
        for attribute in function.attributes {
            switch attribute.annotation {
            case .Body, .FormUrlEncoded, .Multipart: bodies.append(("@\(attribute.name.text)", attribute.range))
            case .Params: bodies += bodyPlaces.map { (".body", $0) }
            default: break
            }
        }
        return bodies
    }

    private mutating func placeBody() throws(Diagnostics) {
        // The same annotation twice is already an error.
        if let first = bodies.first,
            let other = bodies.dropFirst().first(where: { $0.name != first.name || $0.name == ".body" })
        {
            throw .error("a request has only one body; remove \(first.name) or \(other.name)", at: other.range)
        }
        guard let body = attribute(.Body) else { return }
        let type = body.arguments?.dropFirst().first
        if let other = type, other.label?.text != "contentType" || body.arguments?.count != 2 {
            throw .error("@Body takes the name of a parameter, and contentType:", at: other.range)
        }
        guard let name = try body.arguments?.first?.literal(), body.arguments?.first?.label == nil else {
            throw .error("@Body takes one argument, the name of a parameter", at: body.range)
        }
        let parameter = try uses.use(name.value, for: "the body", at: name.range(of: 0..<name.value.utf8.count))
        steps[parameter.name.name] =
            "body(\(parameter.expression)\(type.map { ", contentType: \($0.text)" } ?? ""))"
    }

    private func checkMethod(_ verb: Verb, _ result: CheckedResult) throws(Diagnostics) {
        if ["GET", "HEAD"].contains(verb.method), let body = bodies.first {
            throw .error(
                "a \(verb.method) request has no body (RFC 9110, section 9.3); remove \(body.name)", at: body.range)
        }
        if verb.method == "HEAD", !result.isOfHead {
            throw .error(
                "the response to a HEAD request has no body; return nothing, HTTPHeaders, or Response",
                at: result.modelType?.range ?? function.name.range)
        }
        if let streaming = attribute(.Streaming), !result.isStreamed {
            let types = CheckedResult.streamedTypes.dropLast().joined(separator: ", ") + ", or DownloadedFile"
            throw .error("@Streaming needs a streamed result; return \(types)", at: streaming.range)
        }
    }

    /// Returns the steps for deadlines and retries, with the arguments of the annotations.
    private func settings() throws(Diagnostics) -> [String] {
        var settings: [String] = []
        for (annotation, step) in [
            (Annotation.Timeout, "timeout"), (.Retry, "retry"), (.FailureModel, "failureModel"),
        ] {
            guard let attribute = attribute(annotation) else { continue }
            guard let arguments = attribute.arguments, !arguments.isEmpty else {
                throw .error("@\(attribute.name.text) needs an argument", at: attribute.range)
            }
            if let count = arguments.first(where: { $0.label?.text == "attempts" }),
                count.text == "0" || count.text.hasPrefix("-")
            {
                throw .error("the number of attempts must be 1 or more", at: count.range)
            }
            if let token = arguments.lazy.compactMap({ $0.expression.reference(to: function.parameters) }).first {
                throw .error(
                    "an annotation cannot use the parameter '\(token.name)'",
                    at: token.range)
            }
            let texts = arguments.map { ($0.label.map { "\($0.text): " } ?? "") + $0.text }
            settings.append("\(step)(\(texts.joined(separator: ", ")))")
        }
        return settings
    }
}

// MARK: - Header fields

extension FunctionChecker {
    private mutating func headers() throws(Diagnostics) -> [String] {
        guard let attribute = attribute(.Headers) else { return [] }
        var headers: [String] = []
        for (key, tokens) in try attribute.pairs() {
            try noteHeader(key)
            guard tokens.count == 1 else {
                throw .error(
                    "a header value must be a string literal", at: tokens.range ?? attribute.range)
            }
            let value = try StringLiteral(tokens[0])
            for variable in try HeaderTemplate(value).variables {
                let parameter = try uses.use(variable.name, for: "a header field", at: variable.range)
                steps[parameter.name.name] = "headerVariable(\(variable.name.quoted), \(parameter.expression))"
            }
            headers.append("header(\(key.token.text), template: \(value.token.text))")
        }
        return headers
    }

    /// Notes the name of a header field. Throws if it is not a valid name, or if it was noted before.
    private mutating func noteHeader(_ key: StringLiteral) throws(Diagnostics) {
        let place = key.value.isEmpty ? key.token.range : key.range(of: 0..<key.value.utf8.count)
        guard key.value.isToken else {
            throw .error(
                "'\(key.value)' is not the name of a header field; use letters, digits, and hyphens (RFC 9110, section 5.1)",
                at: place)
        }
        let name = key.value.lowercased()
        if let earlier = headerNames[name] {
            throw .error(
                "the header field '\(key.value)' is already specified", at: place, note: ("it is set here", earlier))
        }
        if name == "content-type", let form = attribute(.Multipart) {
            throw .error(
                "remove Content-Type; the form sets it, with its boundary", at: place,
                note: ("the form is specified here", form.range))
        }
        headerNames[name] = place
    }
}

// MARK: - Parameters

extension FunctionChecker {
    /// Applies @Params, and returns the parameters for path variables, by variable name.
    private mutating func placeParameters() throws(Diagnostics) -> [String: ParameterUses.Place] {
        guard let attribute = attribute(.Params) else { return [:] }
        var variables: [String: ParameterUses.Place] = [:]
        for (key, tokens) in try attribute.pairs() {
            let place = try ParameterUses.Place(key, tokens)
            if place.kind == "path" {
                guard uses.parameter(key.value) != nil else {
                    try uses.use(key.value, for: "the path", at: place.range)
                    continue
                }
                let name = place.name?.value ?? key.value
                guard variables[name] == nil else {
                    throw .error("'{\(name)}' already has a parameter; remove one of the two", at: place.range)
                }
                variables[name] = place
                continue
            }
            let parameter = try uses.use(key.value, for: ".\(place.kind)", at: place.range)
            try checkForm(place)
            if place.kind == "header", let name = place.name { try noteHeader(name) }
            if place.kind == "body" { bodyPlaces.append(place.kindRange) }
            steps[parameter.name.name] = parameter.step(at: place)
        }
        return variables
    }

    private func checkForm(_ place: ParameterUses.Place) throws(Diagnostics) {
        let isField = place.kind.hasPrefix("field")
        if isField, attribute(.FormUrlEncoded) == nil {
            throw .error(".\(place.kind) needs a form; write @FormUrlEncoded before the function", at: place.kindRange)
        }
        if place.kind == "part", attribute(.Multipart) == nil {
            throw .error(".part needs a form; write @Multipart before the function", at: place.kindRange)
        }
    }

    /// Adds the unused parameters to the query or to the form.
    private mutating func placeRest(_ verb: Verb) throws(Diagnostics) {
        let form = attribute(.FormUrlEncoded) ?? attribute(.Multipart)
        if form == nil, ["POST", "PUT", "PATCH"].contains(verb.method) {
            UnplacedParameters(uses.unused, of: function, verb.method, at: verb.range.upperBound).warn(in: &warnings)
        }
        let kind = form.map { $0.annotation == .Multipart ? "part" : "field" } ?? "query"
        for parameter in uses.unused {
            steps[parameter.name.name] = "\(kind)(\(parameter.name.name.quoted), \(parameter.expression))"
        }
        if let form, !steps.values.contains(where: { $0.hasPrefix(kind) || $0.contains(", .\(kind)") }) {
            throw .error(
                "the form has no fields, because every parameter is used elsewhere; add a parameter, or remove the form",
                at: form.range)
        }
    }
}

extension ParameterSyntax {
    /// The step that puts the parameter at a place of @Params.
    fileprivate func step(at place: ParameterUses.Place) -> String {
        if place.kind == "body" {
            return "body(\(expression)\(place.contentType.map { ", contentType: \($0)" } ?? ""))"
        }
        let isPlain = !place.kind.hasSuffix("Map") && place.expression == nil
        guard isPlain else { return step(at: place.expression ?? ".\(place.kind)") }
        return "\(place.kind)(\(place.name?.token.text ?? name.name.quoted), \(expression))"
    }

    /// The step that puts the parameter at a place that is written like this.
    fileprivate func step(at place: String) -> String { "parameter(\(name.name.quoted), \(expression), \(place))" }
}

extension [Token] {
    /// Returns the first token that refers to a parameter and is not a member or a label.
    func reference(to parameters: [ParameterSyntax]) -> Token? {
        let names = Set(parameters.map(\.name.name))
        return indices.first { index in
            let (isMember, isLabel) = (
                index > 0 && self[index - 1].is("."), index + 1 < count && self[index + 1].is(":")
            )
            return self[index].kind == .identifier && names.contains(self[index].name) && !isMember && !isLabel
        }.map { self[$0] }
    }
}
