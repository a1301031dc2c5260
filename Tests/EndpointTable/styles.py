"""Writes each endpoint of a table as a user of each style would."""

import json

from swift import dictionary, name, text

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD")
DATES = {"http-date": "httpDate", "epoch-seconds": "secondsSince1970", "date-time": "iso8601"}
RULE_DATES = {"http-date": "HTTP", "epoch-seconds": "Seconds", "date-time": "ISO 8601"}
PLACES = {
    "label": "path", "query": "query", "queryParams": "queryMap", "header": "header", "prefixHeaders": "headerMap",
    "field": "field", "fieldMap": "fieldMap", "part": "part", "payload": "body",
}
RULE_PLACES = {
    "label": "Path", "query": "Query", "queryParams": "Query Map", "header": "Header", "prefixHeaders": "Header Map",
    "field": "Field", "fieldMap": "Field Map", "part": "Part", "payload": "Body",
}
RULE_OPTIONS = {
    "arrays": "Arrays", "nesting": "Nesting", "booleans": "Booleans", "emptyArrays": "Empty Arrays",
    "nonFinite": "Not Finite",
}


def date_format(kind):
    while "member" in kind or "value" in kind:
        kind = kind.get("member") or kind["value"]
    return kind.get("format") if kind["type"] == "timestamp" else None


def location(member):
    """The place in Swift: `.query("id", arrays: .pipes)`."""
    kind = PLACES[member.place]
    arguments = []
    if kind == "headerMap":
        arguments.append(f"prefix: {text(member.wire)}")
    elif kind in ("queryMap", "fieldMap", "body"):
        pass
    elif kind == "header" or member.wire != member.name:
        arguments.append(text(member.wire))
    options = dict(member.options)
    for option in ("arrays", "nesting", "booleans"):
        if option in options:
            arguments.append(f"{option}: .{options[option]}")
    format_ = date_format(member.type)
    if format_ and format_ != "date-time":
        arguments.append(f"dates: .{DATES[format_]}")
    for option in ("emptyArrays", "nonFinite"):
        if option in options:
            arguments.append(f"{option}: .{options[option]}")
    if "contentType" in options:
        arguments.append(f"contentType: {text(options['contentType'])}")
    return f".{kind}({', '.join(arguments)})" if arguments else f".{kind}"


def rule_place(member):
    """The place in a rule file, or None if the parameter is there without it."""
    place, options = {}, {}
    for option, value in member.options.items():
        if option in RULE_OPTIONS:
            options[RULE_OPTIONS[option]] = value.capitalize()
    format_ = date_format(member.type)
    if format_ and format_ != "date-time":
        options["Dates"] = RULE_DATES[format_]
    kind = RULE_PLACES[member.place]
    match member.place:
        case "queryParams" | "fieldMap":
            place[kind] = ""
        case "payload":
            place[kind] = member.options.get("contentType", "")
        case _:
            place[kind] = member.wire
    if member.place == "label" and member.wire == member.name and not options:
        return None
    return place | options


def encoder(case):
    """The encoder of the body, or None for the default."""
    options = []
    if case.dates not in (None, "date-time"):
        options.append(f"dates: .{DATES[case.dates]}")
    if case.encoder == "json" and any(m.options.get("nonFinite") == "names" for m in case.body):
        options.append("nonFinite: .names")
    if case.encoder == "form":
        options = [f"FieldOptions({', '.join(options)})"] if options else []
    if case.encoder == "json" and not options:
        return None
    return f".{case.encoder}({', '.join(options)})" if options else f".{case.encoder}"


class Style:
    """The sources of one style."""

    def __init__(self, types):
        self.types = types

    def type(self, member):
        return self.types.of(member.type) + ("" if member.is_required else "?")

    def value(self, member):
        return self.types.value(member.type, member.value)

    def properties(self, members):
        return [f"    var {name(m.name)}: {self.type(m)}" for m in members]

    def arguments(self, members):
        return ", ".join(f"{m.name}: {self.value(m)}" for m in members)

    def body_type(self, case):
        """The struct of the members that are together the body."""
        keys = [f"        case {name(m.name)} = {text(m.wire)}" for m in case.body]
        return "\n".join([
            f"struct {self.types.prefix}Body{case.number}: Encodable, Sendable {{", *self.properties(case.body),
            "    enum CodingKeys: String, CodingKey {", *keys, "    }", "}"])

    def call(self, case, lines):
        """An entry of the list of calls."""
        if case.output == "Void":
            lines = [*lines[:-1], lines[-1].removeprefix("return "), "return nil"]
        return "\n".join([f"    Call({text(case.id)}) {{ config, base in", *(f"        {line}" for line in lines), "    },"])


class Specs(Style):
    module = "Specs"
    imports = ["AbstractHTTP", "Foundation"]

    def declaration(self, case):
        members = [m for m in case.members if not m.is_body]
        steps = [f".method({text(case.method)})"] if case.method != "GET" else []
        steps += [f".parameter({text(m.name)}, {name(m.name)}, {location(m)})" for m in members]
        properties = self.properties(members)
        if case.body:
            properties.append(f"    var body: {self.types.prefix}Body{case.number}")
            steps.append(f".content(body, encoder: {encoder(case) or '.json'})")
        failure = [f"    typealias FailureModel = {case.failure}"] if case.failure else []
        return "\n".join([
            f"struct {self.types.prefix}Spec{case.number}: ConnectionSpec {{", f"    typealias ResponseModel = {case.output}",
            *failure, *properties, "    var request: HTTP {", f"        HTTP({text(case.path)})",
            *(f"            {step}" for step in steps), "    }", "}"])

    def calls(self, case):
        arguments = self.arguments([m for m in case.members if not m.is_body])
        if case.body:
            body = f"body: {self.types.prefix}Body{case.number}({self.arguments(case.body)})"
            arguments = f"{arguments}, {body}" if arguments else body
        return self.call(case, [
            "var config = config", "config.baseURL = base", "let client = APIClient(config: config)",
            f"return try await client.send({self.types.prefix}Spec{case.number}({arguments}))"])


class Functions(Style):
    module = "Functions"
    imports = ["AbstractHTTP", "AbstractHTTPEndpoints", "Foundation"]

    def declaration(self, case):
        prefix = self.types.prefix
        method = case.method if case.method in METHODS else "Other"
        places = dictionary(
            (text(m.wire if m.is_body else m.name), location(m)) for m in case.members
            if not m.is_body and not (m.place == "label" and location(m) == ".path"))
        steps = f".params({places})" if places != "[:]" else ""
        if case.body and encoder(case):
            steps += f".encoder({encoder(case)})"
        if case.failure:
            steps += f".failureModel({case.failure}.self)"
        lines = []
        if case.members:
            keys = [f"        case {name(m.name)}" + (f" = {text(m.wire)}" if m.is_body else "") for m in case.members]
            lines += [
                f"struct {prefix}Input{case.number}: Encodable, Sendable {{", *self.properties(case.members),
                "    enum CodingKeys: String, CodingKey {", *keys, "    }", "}"]
        input_ = f"{prefix}Input{case.number}" if case.members else "None"
        output = "None" if case.output == "Void" else case.output
        if method == "Other":
            lines += [
                f"struct {prefix}Method{case.number}<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {{",
                f"    static var method: HTTPMethod {{ {text(case.method)} }}",
                "    var definition: EndpointDefinition<Input, Output>", "}"]
            method = f"{prefix}Method{case.number}"
        lines.append(
            f"let {prefix.lower()}Function{case.number} = {method}<{input_}, {output}>({text(case.path)}){steps}")
        return "\n".join(lines)

    def calls(self, case):
        function = f"{self.types.prefix.lower()}Function{case.number}.base(base).config(config)"
        input_ = f"{self.types.prefix}Input{case.number}({self.arguments(case.members)})" if case.members else ""
        return self.call(case, [f"return try await {function}({input_})"])


class Services(Style):
    module = "Services"
    imports = ["AbstractHTTPServices", "Foundation"]

    def declaration(self, case):
        return ""

    def protocol(self, cases):
        functions = "\n".join(self.function(case) for case in cases)
        return f"@Service\nprotocol {self.types.prefix}Service {{\n{functions}\n}}"

    def function(self, case):
        members = [m for m in case.members if not m.is_body]
        lines = [f'    @HTTP(method: {text(case.method)}, path: {text(case.path)})']
        if case.method in METHODS:
            lines = [f"    @{case.method}({text(case.path)})"]
        if case.placed("field", "fieldMap"):
            lines.append("    @FormUrlEncoded")
        if case.placed("part"):
            lines.append("    @Multipart")
        variables = {m.wire for m in case.placed("label")}
        places = dictionary(
            (text(m.name), location(m)) for m in members
            if not (m.place == "label" and m.wire == m.name and location(m) == ".path"))
        assert all(variable in case.path for variable in variables)
        if places != "[:]":
            lines.append(f"    @Params({places})")
        parameters = [f"{m.name}: {self.type(m)}" for m in members]
        if case.body:
            lines.append('    @Body("body")')
            parameters.append(f"body: {self.types.prefix}Body{case.number}")
        if case.failure:
            lines.append(f"    @FailureModel({case.failure}.self)")
        lines.append(f"    func call{case.number}({', '.join(parameters)}) async throws{'' if case.output == 'Void' else f' -> {case.output}'}")
        return "\n".join(lines)

    def calls(self, case):
        arguments = ", ".join(f"{m.name}: {self.value(m)}" for m in case.members if not m.is_body)
        if case.body:
            body = f"body: {self.types.prefix}Body{case.number}({self.arguments(case.body)})"
            arguments = f"{arguments}, {body}" if arguments else body
        lines = [f"var service = {self.types.prefix}ServiceClient(baseURL: base) {{ $0.connectionConfig = config }}"]
        if case.body and encoder(case):
            lines.append(f"service.configuration.encoder = {encoder(case)}")
        else:
            lines[0] = lines[0].replace("var ", "let ")
        return self.call(case, lines + [f"return try await service.call{case.number}({arguments})"])


class Definitions(Style):
    module = "Definitions"
    imports = ["AbstractHTTP", "AbstractHTTPDefinitions", "Foundation"]

    def declaration(self, case):
        """The rule file."""
        rules = json.dumps({case.id: self.rule(case)}, ensure_ascii=False)
        return f'let {self.types.prefix.lower()}Rules{case.number} = Data(#"{rules}"#.utf8)'

    def has_empty_body(self, case):
        """Whether the body has members, and none of them is set. Without parameters, there would be no body."""
        return bool(case.body) and not any(member.is_set for member in case.body)

    def rule(self, case):
        rule = {"Path": case.path.removeprefix("/"), "Method": case.method}
        places = {m.name: rule_place(m) for m in case.members if not m.is_body and rule_place(m) is not None}
        if self.has_empty_body(case):
            places["body"] = "Body"
        if places:
            rule["Places"] = places
        if case.body and encoder(case):
            rule["Serializer"] = case.id
        if case.failure and "Failure Classes" not in case.rules:
            rule["Failure Class"] = case.failure
        return rule | case.rules

    def calls(self, case):
        parameters = dictionary(
            (text(m.wire if m.is_body else m.name), f"({self.value(m)}) as {self.types.of(m.type)}")
            for m in case.members if m.is_set)
        if self.has_empty_body(case):
            pairs = parameters.removeprefix("[").removesuffix("]").removeprefix(":")
            parameters = f"[{pairs}{', ' if pairs else ''}\"body\": {self.types.prefix}Body{case.number}({self.arguments(case.body)})]"
        lines = ["let api = DefinitionAPI(baseURL: base + \"/\", config: config)", "registerModels(api.registry)"]
        if case.body and encoder(case):
            serializer = encoder(case)
            lines.append(f"api.registry.register(requestSerializer: {text(case.id)}, {serializer}, queryMethods: [])")
        lines.append(f"try api.store.load(json: {self.types.prefix.lower()}Rules{case.number})")
        if case.rules.get("Response Type"):
            lines.append(f"return try await api.request({text(case.id)}, parameters: {parameters})")
        else:
            lines.append(f"return try await api.request({text(case.id)}, as: {case.output}.self, parameters: {parameters})")
        return self.call(case, lines)


STYLES = [Specs, Functions, Services, Definitions]


def sources(style_type, types, cases):
    """The Swift of a style, and its types of bodies."""
    style = style_type(types)
    said = [case for case in cases if style.module.lower() not in case.excused]
    prefix = types.prefix
    parts = [style.declaration(case) for case in said]
    if style_type is Services:
        parts.append(style.protocol(said))
    calls = "\n".join(style.calls(case) for case in said)
    parts.append(f"let {prefix.lower()}{style.module}: [Call] = [\n{calls}\n]")
    return "\n".join(f"import {module}" for module in style.imports) + "\n\n" + "\n\n".join(filter(None, parts)) + "\n"


def bodies(types, cases):
    style = Style(types)
    return "\n\n".join(style.body_type(case) for case in cases if case.body)
