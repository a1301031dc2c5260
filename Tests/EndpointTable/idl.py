"""Writes each endpoint of a table as a user of `.http` files would."""

import re

import cases
from styles import METHODS, Style, date_format
from swift import Types, name, text

BUILTIN = {
    "string": "STRING", "boolean": "BOOL", "byte": "INT8", "short": "INT16", "integer": "INT32", "long": "INT64",
    "float": "FLOAT", "double": "DOUBLE", "blob": "BLOB", "file": "BLOB", "timestamp": "DATE",
    "document": "HTTPContent", "unit": "Unit",
}
FORMATS = {
    "arrays": {"repeated": "REPEATED", "brackets": "BRACKETS", "indexed": "INDEXED", "commas": "COMMAS",
               "spaces": "SPACES", "pipes": "PIPES"},
    "nesting": {"dots": "DOTS", "joined": "JOINED"},
    "booleans": {"digits": "DIGITS"},
    "emptyArrays": {"sent": "EMPTY"},
    "nonFinite": {"names": "NAMES"},
}
DATES = {"http-date": "HTTP_DATE", "epoch-seconds": "SECONDS", "date-time": None, None: None}
# The responses and failures of a model of the table, and the Swift that makes the same text of a response as the model.
OUTPUTS = {
    "Data": ("RESPONSE { BLOB; }", "response.body?.data"),
    "Data?": ("RESPONSE { BLOB; }", "response.rawResponse.data.isEmpty ? nil : response.body?.data"),
    "String": ("RESPONSE { BLOB; }", "response.body?.data"),
    "Void": ("RESPONSE {}", "nil"),
    "Song": ("RESPONSE { Song; }", "response.body.map(describe)"),
    "Song?": ("RESPONSE { Song?; }", "response.body.map(describe)"),
    "Page": ("RESPONSE { HEADER INT32 count DEFAULT 0 = X-Count; HEADER STRING next = X-Next; }",
             'page of \\(response.count), then \\(response.next ?? "none")'),
    "SongAnswer": ("""RESPONSE { Song; }
        RESPONSE 202 { HEADER INT32 seconds = Retry-After; }
        RESPONSE 203 { HEADER STRING place = Location; }""", """switch response.body {
            case .status202(let answer): return "pending \\(answer.seconds ?? 0)"
            case .status203(let answer): return "moved to \\(answer.place ?? "")"
            case .other(let song): return "found \\(describe(song))"
            }"""),
    "ImportAnswer": ("RESPONSE 201 { Song; }\n        RESPONSE 202 { Job; }", """switch response.body {
            case .status201(let song): return describe(song)
            case .status202(let job): return "job \\(job.job ?? "") at \\(job.progress ?? 0)"
            case .other(let content): return "\\(content)"
            }"""),
}
FAILURES = {
    "Problem": ("FAILURE { Problem; }", 'let problem as {prefix}Problem: "failure problem \\(problem.code ?? 0)"'),
    "Refusal": ("FAILURE { Refusal; }", "let refusal as {prefix}Refusal: describe(refusal)"),
    "SongFailure": ("""FAILURE 404 {}
        FAILURE 429 { Limits; }
        FAILURE { Problem; }""", """let failure as {request}Failure:
            switch failure.body {
            case .status404: "failure unknown"
            case .status429(let limits): "failure limits \\(limits.left ?? 0)"
            case .other(let problem): "failure problem \\(problem.code ?? 0)"
            }"""),
}
MODELS = """
STRUCT {prefix}Song { INT32 id; STRING title; }
STRUCT {prefix}Problem { INT32 code; }
STRUCT {prefix}Limits { INT32 left; }
STRUCT {prefix}Job { STRING job; DOUBLE progress; }
STRUCT {prefix}Refusal { ARRAY<{prefix}Fault> detail; }
STRUCT {prefix}Fault { STRING type; ARRAY<STRING> loc; }
STRUCT {prefix}Unit {}
"""
HELPERS = """
private func describe(_ song: {prefix}Song) -> String { "song \\(song.id ?? 0) \\(song.title ?? "-")" }

private func describe(_ refusal: {prefix}Refusal) -> String {
    let faults = refusal.detail ?? []
    return "failure refused: "
        + faults.map { "\\($0.type ?? "") in \\(($0.loc ?? []).joined(separator: "."))" }.joined(separator: ", ")
}
"""


class IDLTypes(Types):
    """The same types as those of the other styles, as a `.http` file declares them."""

    def value(self, kind, value):
        if kind["type"] == "blob" and isinstance(value, str) and not kind.get("nullable"):
            return f"HTTPData(Data({text(value)}.utf8))"
        if kind["type"] == "unit":
            return f"{self.prefix}Unit()"
        if kind["type"] == "union" and value is not None:
            return super().value(dict(kind, type="structure"), value)
        if kind["type"] == "structure" and value is not None:
            missing = {
                member["name"]: member["default"] for member in self.shapes[kind["shape"]]["members"]
                if member["name"] not in value and not member.get("clientOptional") and member.get("default") is not None
                and self.literal(member) is None}
            value = {
                member["name"]: (value | missing)[member["name"]] for member in self.shapes[kind["shape"]]["members"]
                if member["name"] in value or member["name"] in missing}
        return super().value(kind, value)

    def idl(self, kind):
        """The type in a file."""
        optional = "?" if kind.get("sparse") else ""
        match kind["type"]:
            case "list":
                return f"ARRAY<{self.idl(kind['member'])}{optional}>"
            case "map":
                return f"DICT<STRING, {self.idl(kind['value'])}{optional}>"
            case "nullable":
                return f"NULLABLE<{self.idl(kind['value'])}>"
            case "structure" | "union":
                return self.prefix + kind["shape"]
            case "enum" | "intEnum":
                return self.enum(kind)
            case "unit":
                return self.prefix + "Unit"
            case scalar:
                return BUILTIN[scalar]

    def literal(self, member):
        """The default in a file, or None if a file cannot say it."""
        default, kind = member.get("default"), member["type"]
        if default is None or member.get("clientOptional"):
            return None
        match kind:
            case "string":
                return text(default)
            case "boolean":
                return "true" if default else "false"
            case "byte" | "short" | "integer" | "long" | "float" | "double":
                return str(default)
            case "enum" | "intEnum":
                return f"value{member['values'].index(default)}"
            case "list" if default == []:
                return "[]"
            case "map" if default == {}:
                return "{}"
        return None

    def shape(self, shape_name, shape):
        fields = "\n".join(f"    {self.field(member)}" for member in shape["members"])
        return f"STRUCT {self.prefix}{shape_name} {{\n{fields}\n}}"

    def field(self, member):
        kind = self.idl(member)
        if member.get("nullable"):
            kind = f"NULLABLE<{kind}>"
        default = self.literal(member)
        return declaration("", kind, member["name"], default, formats(member, {}), member.get("as", member["name"]))

    def enumeration(self, kind, values, type_name):
        raw = " : INT64" if kind == "intEnum" else ""
        items = "\n".join(f"    value{index} = {wire(str(value))};" for index, value in enumerate(values))
        return f"ENUM {type_name}{raw} {{\n{items}\n}}"


def wire(value):
    return re.sub(r"([;{}\\])", r"\\\1", value)


def formats(kind, options):
    """The words after AS."""
    words = [FORMATS[option].get(value) for option, value in options.items() if option in FORMATS]
    words.append(DATES[date_format(kind)])
    return [word for word in words if word]


def declaration(place, kind, field, default, words, wire_name):
    parts = [place, kind, field, f"DEFAULT {default}" if default is not None else "", f"AS {' '.join(words)}" if words else "",
             f"= {wire(wire_name)}" if wire_name != field else ""]
    return " ".join(part for part in parts if part) + ";"


class IDL(Style):
    module = "IDL"
    imports = ["AbstractHTTPIDL", "Foundation"]

    def operation(self, case):
        return f"{self.types.prefix}Call{case.number}"

    def message(self, case):
        """The declaration in the file."""
        method = case.method if case.method in METHODS else f'"{case.method}"'
        output, _ = OUTPUTS[case.output]
        failure = FAILURES[case.failure][0] if case.failure else ""
        for model in ("Song", "Problem", "Limits", "Job", "Refusal"):
            output = re.sub(rf"\b{model}\b", self.types.prefix + model, output)
            failure = re.sub(rf"\b{model}\b", self.types.prefix + model, failure)
        fields = [self.field(case, member) for member in case.members if self.is_written(case, member)]
        lines = [
            f"MESSAGE {self.path(case)} {{",
            f"    {method}({self.operation(case)}) REQUEST{self.body_format(case)} {{",
            *(f"        {field}" for field in fields), "    }"]
        if case.method != "HEAD":
            lines.append(f"    {output}")
        if failure:
            lines.append(f"    {failure}")
        return "\n".join([*lines, "}"])

    @staticmethod
    def query_variables(case):
        """The variables of the expressions in the query, with `*` if each element is a field."""
        return dict(re.findall(r"(\w+)(\*?)", " ".join(re.findall(r"\{[?&]([^}]*)\}", case.path))))

    def is_written(self, case, member):
        """A variable of the path that is a text needs no field."""
        return not (member.place == "label" and member.type["type"] == "string" and not formats(member.type, member.options)
                    and member.name == member.wire and member.wire not in self.query_variables(case))

    def path(self, case):
        path, _, query = re.sub(r"\{[?&][^}]*\}", "", case.path).partition("?")
        path = re.sub(r"\{([+./;]?)([\w,*:]+)\}(?=(\w?))", self.variable, wire_path(path))
        return (path or "/") + (f"?{query}" if query else "")

    @staticmethod
    def variable(match):
        sign, inner, following = match.groups()
        return f"${inner}" if not sign and re.fullmatch(r"\w+", inner) and not following else f"${{{sign}{inner}}}"

    def field(self, case, member):
        kind = self.types.idl(member.type)
        words = formats(member.type, member.options)
        if member.place == "payload":
            return f"{kind};"
        places = {"label": "PATH", "query": "QUERY", "queryParams": "QUERY", "header": "HEADER", "prefixHeaders": "HEADER"}
        place = places.get(member.place, "")
        variables = self.query_variables(case)
        if place == "PATH" and member.wire in variables:
            place = "QUERY"
            if member.type["type"] == "list" and not variables[member.wire]:
                words = [*words, "COMMAS"]
        if member.place == "query" and place == "QUERY" and not words and self.sends_query(case):
            # The fields of a GET are its query.
            place = ""
        wire_name = member.wire
        if member.place in ("queryParams", "prefixHeaders", "fieldMap"):
            words = ["MAP", *words]
            if member.place != "prefixHeaders" or not member.wire:
                wire_name = member.name
        return declaration(place, kind, member.name, None, words, wire_name)

    @staticmethod
    def sends_query(case):
        is_content = any(member.place in ("body", "payload", "field", "fieldMap", "part") for member in case.members)
        return case.method in ("GET", "DELETE") and not is_content and case.number % 2 == 0

    def body_format(self, case):
        payload = case.payload
        if case.placed("field", "fieldMap") or case.body and case.encoder == "form":
            return " AS FORM"
        if case.placed("part") or case.body and case.encoder == "multipart":
            return " AS MULTIPART"
        if payload:
            if "contentType" in payload.options:
                return f" AS {text(payload.options['contentType'])}"
            if payload.type["type"] == "string":
                return ' AS "text/plain; charset=utf-8"'
            if payload.type["type"] in ("blob", "file"):
                return ""
            return " AS JSON" if case.method in ("DELETE", "GET", "HEAD") or case.number % 2 else ""
        if case.body and case.method in ("DELETE", "GET", "HEAD"):
            return " AS JSON"
        return ""

    def calls(self, case):
        request = self.operation(case)
        request = request[0].upper() + request[1:]
        expressions = re.findall(r"\{[+./;]?([\w,*]+)\}", re.sub(r":\d+", "", case.path))
        variables = re.findall(r"\w+", " ".join(expressions))
        labels = {member.wire: member for member in case.placed("label")}
        order = [labels[variable] for variable in dict.fromkeys(variables) if variable in labels]
        arguments = ", ".join(f"{member.name}: {self.value(member)}" for member in order)
        rest = [member for member in case.members if member not in order]
        lines = [f"let request = {request}Request({arguments})", "request.configuration.baseURLString = base",
                 "request.client = BaseClient(config: config)"]
        for member in rest:
            if member.is_set:
                field = "body" if member.place == "payload" else name(member.name)
                lines.append(f"request.{field} = {self.value(member)}")
        _, result = OUTPUTS[case.output]
        if result.startswith("page"):
            result = f'"{result}"'
        steps = ["let response = try await request.send()" if result != "nil" else "_ = try await request.send()",
                 result if result.startswith("switch") else f"return {result}"]
        if not case.failure:
            return self.call(case, lines + steps)
        pattern = FAILURES[case.failure][1].replace("{prefix}", self.types.prefix).replace("{request}", request)
        return self.call(case, [
            *lines, "do {", *(f"    {step}" for step in steps), "} catch let error as ConnectionError {",
            "    guard let model = error.failureModel else { throw error }", "    return switch model {",
            f"    case {pattern}", '    default: "\\(model)"', "    }", "}"])

    def call(self, case, lines):
        return "\n".join([f"    Call({text(case.id)}) {{ config, base in", *(f"        {line}" for line in lines), "    },"])


def wire_path(path):
    return re.sub(r"([;\\$])(?![^{]*\})", r"\\\1", path)


def sources(prefix, shapes, found):
    """The `.http` file, and the Swift that calls its endpoints."""
    types = IDLTypes(prefix, shapes)
    style = IDL(types)
    said = [case for case in found if "idl" not in case.excused]
    messages = [style.message(case) for case in said]
    calls = "\n".join(style.calls(case) for case in said)
    file = "\n\n".join([*messages, *types.declarations(), MODELS.replace("{prefix}", prefix)]) + "\n"
    swift = "\n".join(f"import {module}" for module in style.imports)
    swift += HELPERS.replace("{prefix}", prefix) + f"\nlet tIDL: [Call] = [\n{calls}\n]\n"
    return file, swift
