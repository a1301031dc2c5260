"""Reads tables of endpoints: Tests/Fixtures/Endpoints.json, and the request tests of Smithy, which have the same form."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

# What Smithy says by the type, and our table by an option.
SMITHY_TOKEN = "00000000-0000-4000-8000-000000000000"


@dataclass
class Member:
    """A parameter of an endpoint."""

    name: str
    place: str
    wire: str
    type: dict
    options: dict
    value: object = None
    is_set: bool = False
    is_required: bool = False

    @property
    def is_body(self):
        return self.place == "body"


@dataclass
class Case:
    id: str
    method: str
    path: str
    members: list
    shapes: dict
    expected: dict
    answer: dict
    base: str = ""
    words: list = field(default_factory=list)
    encoder: str = "json"
    output: str = "Data"
    failure: str | None = None
    prints: str | None = None
    rules: dict = field(default_factory=dict)
    excused: dict = field(default_factory=dict)
    number: int = 0

    def placed(self, *places):
        return [member for member in self.members if member.place in places]

    @property
    def body(self):
        """The members that are together the body."""
        return [member for member in self.members if member.is_body]

    @property
    def payload(self):
        return next(iter(self.placed("payload")), None)

    @property
    def dates(self):
        """The format of the dates in the body, which an encoder has for all of them."""
        formats = {found for member in [*self.body, *self.placed("payload")] for found in self.formats(member)}
        assert len(formats) <= 1, f"{self.id} has dates in {formats}"
        return next(iter(formats), None)

    def formats(self, member):
        return date_formats(member.type, member.value, self.shapes) if member.is_set else set()


def date_formats(kind, value, shapes):
    """The formats of the dates in a value."""
    if value is None:
        return set()
    match kind["type"]:
        case "nullable":
            return date_formats(kind["value"], value.get("value"), shapes)
        case "timestamp":
            return {kind.get("format", "date-time")}
        case "list":
            return {found for item in value for found in date_formats(kind["member"], item, shapes)}
        case "map":
            return {found for item in value.values() for found in date_formats(kind["value"], item, shapes)}
        case "structure" | "union":
            members = {member["name"]: member for member in shapes[kind["shape"]]["members"]}
            return {found for key, item in value.items() for found in date_formats(members[key], item, shapes)}
    return set()


OPTIONS = ("arrays", "nesting", "booleans", "emptyArrays", "nonFinite", "contentType")


def read(path: Path):
    """The cases of a table."""
    document = json.loads(path.read_text())
    is_smithy = "topic" in document
    cases = [read_case(case, document["shapes"], is_smithy) for case in document["cases"]]
    for number, case in enumerate(cases):
        case.number = number
    return cases, document["shapes"]


def read_case(case, shapes, is_smithy):
    http, params = case["http"], case.get("params", {})
    members = [read_member(member, params, is_smithy) for member in case["members"]]
    path = re.sub(r"\{(\w+)\+\}", r"{+\1}", http["uri"])
    expected = dict(case["expected"])
    result = Case(
        id=case["id"], method=http["method"], path=path, members=members, shapes=shapes, expected=expected,
        answer=case.get("answer", {}), base="/" + case["host"].partition("/")[2] if "host" in case else "",
        words=case.get("words", []), encoder=http.get("encoder", "json"), output=case.get("output", "Data"),
        failure=case.get("failure"), prints=case.get("prints"), rules=case.get("rules", {}),
        excused=case.get("not", {}))
    if is_smithy:
        adapt(result, expected)
    return result


def read_member(member, params, is_smithy):
    value = params.get(member["name"])
    place = {"greedyLabel": "label"}.get(member["in"], member["in"])
    options = {key: member[key] for key in OPTIONS if key in member}
    if is_smithy:
        options |= smithy_options(member)
        if value is None and member.get("idempotencyToken"):
            value = SMITHY_TOKEN
    if member["type"] == "nullable":
        # A parameter that is not in the table is absent, and not nil.
        value = {"value": value} if member["name"] in params else {}
        return Member(member["name"], place, member.get("as", member["name"]), member, options, value, bool(value), True)
    return Member(
        member["name"], place, member.get("as", member["name"]), member, options, value, value is not None,
        member["in"] in ("label", "greedyLabel") or bool(member.get("required")))


def smithy_options(member):
    """The options that the protocol restJson1 prescribes."""
    options = {}
    if has_floats(member):
        options["nonFinite"] = "names"
    if member["in"] == "header" and member["type"] == "list":
        options["emptyArrays"] = "sent"
    if member["in"] == "payload" and member["type"] in ("string", "enum"):
        options["contentType"] = member.get("mediaType", "text/plain")
    elif member["in"] == "payload" and "mediaType" in member:
        options["contentType"] = member["mediaType"]
    return options


def has_floats(kind):
    inner = kind.get("member") or kind.get("value")
    return kind["type"] in ("float", "double") or isinstance(inner, dict) and has_floats(inner)


# What no style says, by the names of the request tests of Smithy.
SMITHY_EXCUSES = {"SDKAppendedGzipAfterProvidedEncoding_restJson1": "request bodies are not compressed"}


def adapt(case, expected):
    """A structure that is the payload is sent even if it is not set, and a header that is JSON as Base64."""
    if case.id in SMITHY_EXCUSES:
        case.excused = dict.fromkeys(("specs", "functions", "services", "definitions", "idl"), SMITHY_EXCUSES[case.id])
    payload = case.payload
    if payload and payload.type["type"] == "enum":
        # The text is the raw value. An encoder would write it as JSON.
        payload.type = dict(payload.type, type="string")
    if payload and not payload.is_set and payload.type["type"] == "structure" and expected.get("body") == "{}":
        payload.value, payload.is_set = {}, True
    for member in case.placed("header"):
        if "mediaType" in member.type:
            member.type = dict(member.type, type="blob")
