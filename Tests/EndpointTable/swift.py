"""Writes types and values in Swift."""

import math

SCALARS = {
    "string": "String", "boolean": "Bool", "byte": "Int8", "short": "Int16", "integer": "Int32", "long": "Int64",
    "float": "Float", "double": "Double", "blob": "Data", "timestamp": "Date", "document": "HTTPContent", "unit": "Unit",
    "file": "HTTPData",
}
KEYWORDS = set("in for default class self where import repeat protocol extension".split())


def text(value):
    """A string literal."""
    result = ""
    for character in value:
        if character in '"\\':
            result += "\\" + character
        elif ord(character) < 0x20:
            result += f"\\u{{{ord(character):x}}}"
        else:
            result += character
    return f'"{result}"'


def name(value):
    return f"`{value}`" if value in KEYWORDS else value


class Types:
    """The types of a table. Each table has its own."""

    def __init__(self, prefix, shapes):
        self.prefix, self.shapes = prefix, shapes
        self.enums = {}

    def of(self, kind):
        match kind["type"]:
            case "list":
                return f"[{self.of(kind['member'])}{'?' if kind.get('sparse') else ''}]"
            case "map":
                return f"[String: {self.of(kind['value'])}{'?' if kind.get('sparse') else ''}]"
            case "nullable":
                return f"Nullable<{self.of(kind['value'])}>"
            case "structure" | "union":
                return self.prefix + kind["shape"]
            case "enum" | "intEnum":
                return self.enum(kind)
            case scalar:
                return SCALARS[scalar]

    def enum(self, kind):
        key = (kind["type"], tuple(kind["values"]))
        return self.enums.setdefault(key, f"{self.prefix}Enum{len(self.enums)}")

    def value(self, kind, value):
        """A literal, which the context gives its type."""
        if kind.get("nullable"):
            return ".null" if value is None else f".value({self.value(dict(kind, nullable=False), value)})"
        match kind["type"]:
            case _ if value is None:
                return "nil"
            case "nullable":
                if "value" not in value:
                    return ".absent"
                inner = value["value"]
                return ".null" if inner is None else f".value({self.value(kind['value'], inner)})"
            case "string":
                return text(value)
            case "boolean":
                return "true" if value else "false"
            case "float" | "double":
                special = {"NaN": ".nan", "Infinity": ".infinity", "-Infinity": "-.infinity"}
                return special.get(value, str(value))
            case "blob":
                return f"Data({text(value)}.utf8)"
            case "file":
                return f"HTTPData(Data({text(value['text'])}.utf8), fileName: {text(value['fileName'])})"
            case "timestamp":
                return f"Date(timeIntervalSince1970: {value})"
            case "list":
                return f"[{', '.join(self.value(kind['member'], item) for item in value)}]"
            case "map":
                return dictionary((text(key), self.value(kind["value"], item)) for key, item in value.items())
            case "enum" | "intEnum":
                return f".value{kind['values'].index(value)}"
            case "structure":
                members = self.shapes[kind["shape"]]["members"]
                given = [f"{m['name']}: {self.value(m, value[m['name']])}" for m in members if m["name"] in value]
                return f"{self.of(kind)}({', '.join(given)})"
            case "union":
                member = next(m for m in self.shapes[kind["shape"]]["members"] if m["name"] in value)
                return f".{name(member['name'])}({self.value(member, value[member['name']])})"
            case "document":
                return f"{document(value)} as HTTPContent"
            case "unit":
                return "Unit()"
        return str(value)

    def declarations(self):
        """All types, after the values have been written."""
        shapes = [self.shape(name, shape) for name, shape in self.shapes.items()]
        return shapes + [self.enumeration(*key, name) for key, name in self.enums.items()]

    def enumeration(self, kind, values, type_name):
        raw = "String" if kind == "enum" else "Int"
        cases = "\n".join(
            f"    case value{index} = {text(value) if kind == 'enum' else value}" for index, value in enumerate(values))
        return f"enum {type_name}: {raw}, Codable, Sendable {{\n{cases}\n}}"

    def shape(self, shape_name, shape):
        if shape["kind"] == "union":
            return self.union(shape_name, shape)
        members = shape["members"]
        if self.leads_to(shape_name, shape_name):
            return self.recursive(shape_name, members)
        properties = [f"    var {name(m['name'])}: {self.property(m)}" for m in members]
        return "\n".join([f"struct {self.prefix}{shape_name}: Encodable, Sendable {{", *properties, *keys(members), "}"])

    def property(self, member):
        """The type and the default value. A nullable member is absent, null, or a value."""
        if member.get("nullable"):
            return f"Nullable<{self.of(member)}> = .absent"
        return f"{self.of(member)}? = {self.default(member)}"

    def recursive(self, shape_name, members):
        """A value cannot contain a value of its own type, so it is an object."""
        parameters = ", ".join(f"{name(m['name'])}: {self.of(m)}? = nil" for m in members)
        return "\n".join([
            f"final class {self.prefix}{shape_name}: Encodable, Sendable {{",
            *(f"    let {name(m['name'])}: {self.of(m)}?" for m in members),
            f"    init({parameters}) {{",
            *(f"        self.{m['name']} = {name(m['name'])}" for m in members),
            "    }", *keys(members), "}"])

    def union(self, shape_name, shape):
        members = shape["members"]
        return "\n".join([
            f"indirect enum {self.prefix}{shape_name}: Encodable, Sendable {{",
            *(f"    case {name(m['name'])}({self.of(m)})" for m in members),
            *keys(members, always=True),
            "    func encode(to encoder: any Encoder) throws {",
            "        var container = encoder.container(keyedBy: CodingKeys.self)",
            "        switch self {",
            *(f"        case .{name(m['name'])}(let value): try container.encode(value, forKey: .{name(m['name'])})"
              for m in members),
            "        }", "    }", "}"])

    def default(self, member):
        default = member.get("default")
        if default is None or member.get("clientOptional"):
            return "nil"
        if member["type"] == "blob":
            return f"Data(base64Encoded: {text(default)})"
        return self.value(member, default)

    def leads_to(self, start, goal, seen=None):
        """Whether a shape contains another one without a list or a map between them."""
        seen = seen if seen is not None else set()
        for member in self.shapes[start]["members"]:
            shape = member.get("shape") if member["type"] in ("structure", "union") else None
            if shape == goal:
                return True
            if shape and shape not in seen:
                seen.add(shape)
                if self.leads_to(shape, goal, seen):
                    return True
        return False


def keys(members, always=False):
    """The coding keys, if one is not the name of its property."""
    if not members or not always and all(m.get("as", m["name"]) == m["name"] for m in members):
        return []
    cases = [f"        case {name(m['name'])} = {text(m.get('as', m['name']))}" for m in members]
    return ["    enum CodingKeys: String, CodingKey {", *cases, "    }"]


def document(value):
    """A literal of any JSON."""
    match value:
        case None:
            return "nil"
        case bool():
            return "true" if value else "false"
        case str():
            return text(value)
        case list():
            return f"[{', '.join(document(item) for item in value)}]"
        case dict():
            return dictionary((text(key), document(item)) for key, item in value.items())
    return str(value) if not isinstance(value, float) or math.isfinite(value) else "nil"


def dictionary(pairs):
    pairs = [f"{key}: {value}" for key, value in pairs]
    return f"[{', '.join(pairs)}]" if pairs else "[:]"
