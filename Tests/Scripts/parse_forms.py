"""Parses forms with werkzeug and with the standard library, and compares each part with the expected one."""
import base64
import email
import email.policy
import io
import json
import pathlib
import re
import sys
import urllib.parse

from werkzeug.formparser import FormDataParser


def crlf(text):
    return re.sub("\r\n|\r|\n", "\r\n", text)


def on_the_wire(text):
    """A quoted name as browsers write it (HTML standard, "multipart form data")."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def unescaped(text):
    """A name as a parser reads it. Browsers do not escape backslashes in quotes, but parsers unescape them."""
    return re.sub(r"\\(.)", r"\1", text)


def expected_parts(form):
    for part in form["parts"]:
        name = on_the_wire(crlf(part["name"]))
        file_name = part.get("fileName")
        file_name = None if file_name is None else on_the_wire(file_name)
        yield name, file_name, part.get("contentType"), base64.b64decode(part["data"])


def by_email(form, body):
    head = f"MIME-Version: 1.0\r\nContent-Type: {form['contentType']}\r\n\r\n".encode()
    message = email.message_from_bytes(head + body, policy=email.policy.compat32)
    if not message.is_multipart():
        return
    for part in message.get_payload():
        field = dict(part.raw_items())["Content-Disposition"].encode("ascii", "surrogateescape").decode()
        found = dict(re.findall(r'; (name|filename)="([^"]*)"', field))
        yield found["name"], found.get("filename"), part["Content-Type"], part.get_payload(decode=True)


def by_werkzeug(form, body):
    parser = FormDataParser(max_form_memory_size=None, silent=False)
    media_type, _, options = form["contentType"].partition("; ")
    _, fields, files = parser.parse(io.BytesIO(body), media_type, len(body), dict([options.split("=", 1)]))
    return fields, files


def check_werkzeug(number, form, body, expected):
    fields, files = by_werkzeug(form, body)

    def name_of(text):
        # werkzeug reads the browsers' %22 as a quote.
        return unescaped(text).replace("%22", '"')

    wanted_fields = [(name_of(n), d.decode("utf-8")) for n, f, _, d in expected if f is None]
    wanted_files = [(name_of(n), name_of(f), t, d) for n, f, t, d in expected if f is not None]
    found_files = [(n, s.filename, s.content_type, s.stream.read()) for n, s in files.items(multi=True)]
    same(number, "werkzeug's fields", sorted(fields.items(multi=True)), sorted(wanted_fields))
    same(number, "werkzeug's files", sorted(found_files), sorted(wanted_files))


def same(number, what, found, wanted):
    if found != wanted:
        for one, other in zip(found, wanted):
            if one != other:
                sys.exit(f"form {number}: {what}: {str(one)[:500]}\n instead of {str(other)[:500]}")
        sys.exit(f"form {number}: {what}: {len(found)} instead of {len(wanted)}")


def main(folder):
    parts = 0
    files = sorted(folder.glob("*.json"), key=lambda path: int(path.stem))
    for path in files:
        form = json.loads(path.read_text())
        body = path.with_suffix(".body").read_bytes()
        if form["contentType"].startswith("multipart/form-data"):
            expected = list(expected_parts(form))
            same(path.stem, "email's parts", list(by_email(form, body)), expected)
            check_werkzeug(path.stem, form, body, expected)
        else:
            expected = [(part["name"], base64.b64decode(part["data"]).decode()) for part in form["parts"]]
            found = urllib.parse.parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=bool(body))
            same(path.stem, "urllib's pairs", found, expected)
            _, fields, _ = FormDataParser(silent=False).parse(io.BytesIO(body), form["contentType"], len(body))
            same(path.stem, "werkzeug's pairs", sorted(fields.items(multi=True)), sorted(expected))
        parts += len(expected)
    if len(files) < 500 or parts < 1000:
        sys.exit(f"only {len(files)} forms with {parts} parts")
    print(f"{len(files)} forms with {parts} parts are read as they were written")


main(pathlib.Path(sys.argv[1]))
