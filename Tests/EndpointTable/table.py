"""Compiles the endpoints of tables in each style, runs them, and compares the results."""

import base64
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import urlsplit

import cases
import idl
import styles
from swift import Types

ROOT = Path(__file__).resolve().parents[2]
CONNECTORS = ("URLSession", "libcurl")
MODULES = (
    "AbstractHTTP", "AbstractHTTPCache", "AbstractHTTPCurl", "AbstractHTTPDefinitions", "AbstractHTTPEndpoints",
    "AbstractHTTPIDL", "AbstractHTTPJSON", "AbstractHTTPLibcurl", "AbstractHTTPPagination", "AbstractHTTPServices",
    "AbstractHTTPStreams", "AbstractHTTPTesting", "AbstractHTTPUserMessages", "JSONBytes",
)
STYLES = [*styles.STYLES, idl.IDL]


def run(paths, is_verbose=False, server=None, compare=None):
    """Runs tables, prints the numbers of each, and returns the faults."""
    faults = []
    with tempfile.TemporaryDirectory() as work:
        for path in paths:
            found, shapes = cases.read(path)
            rare = [word for word, count in Counter(word for case in found for word in case.words).items() if count < 2]
            faults += [f"{path.stem}: fewer than two endpoints are about {word}" for word in rare]
            reports = report(found, shapes, Path(work), server)
            faults += judge(path.stem, found, reports, compare or differences, is_verbose)
    return faults


def report(found, shapes, work, server):
    """What each endpoint sent and received, by style, connector, and name."""
    answers = {case.id: {"base": case.base, "status": 200, "headers": {}, "body": ""} | case.answer for case in found}
    (work / "answers.json").write_text(json.dumps(answers))
    executable = compile_(found, shapes, work)
    command = [executable, work / "answers.json"] + ([server] if server else [])
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    reports = [json.loads(line) for line in output.splitlines()]
    return {(report["style"], report["connector"], report["id"]): report for report in reports}


def compile_(found, shapes, work):
    """Compiles a program with the endpoints in all styles."""
    bin_path = ["swift", "build", "--show-bin-path"]
    build = Path(subprocess.run(bin_path, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip())
    types = Types("T", shapes)
    files = {f"{style.module}.swift": styles.sources(style, types, found) for style in styles.STYLES}
    bodies = styles.bodies(types, found)
    imports = "import AbstractHTTP\nimport Foundation\n\n"
    files["Types.swift"] = imports + "\n\n".join([*types.declarations(), bodies]) + "\n"
    http, files["IDL.swift"] = idl.sources("I", shapes, found)
    (work / "Table.http").write_text(http)
    names = ", ".join(f'("{style.module.lower()}", t{style.module})' for style in STYLES)
    files["Styles.swift"] = f"let styles: [(String, [Call])] = [{names}]\n"
    for name, source in files.items():
        (work / name).write_text(source)
    subprocess.run([build / "httpidl", "-f", work / "Table.http", "-o", work], check=True)
    sources = [work / name for name in (*files, "Table.swift")] + [ROOT / "Tests" / "EndpointTable" / name for name in ("Runner.swift", "Models.swift")]
    (work / "Endpoints").unlink(missing_ok=True)
    result = subprocess.run(
        [
            "swiftc", "-swift-version", "6", "-Onone", "-parse-as-library", "-module-name", "Endpoints",
            "-warnings-as-errors", "-j2", "-package-name", "abstracthttp", "-o", work / "Endpoints", "-I",
            build / "Modules", "-Xcc", f"-fmodule-map-file={build}/AbstractHTTPLibcurl.build/module.modulemap",
            "-load-plugin-executable", f"{build}/AbstractHTTPMacros-tool#AbstractHTTPMacros", *sources, *objects(build),
        ])
    if result.returncode:
        sys.exit("the endpoints do not compile")
    return work / "Endpoints"


def objects(build):
    """The objects of the modules. The build folder also has those of sources that were removed."""
    return [
        file for module in MODULES for source in (ROOT / "Sources" / module).rglob("*.*")
        if (file := build / f"{module}.build" / f"{source.name}.o").exists()
    ] + [build / f"{module}.build" / f"{module}.swiftmodule.o" for module in MODULES if module != "AbstractHTTPLibcurl"]


def judge(title, found, reports, compare, is_verbose):
    """Prints how many endpoints pass, by style and connector, and returns the faults."""
    numbers, faults = defaultdict(int), []
    for style in (style.module.lower() for style in STYLES):
        for case in found:
            for connector in CONNECTORS:
                if style in case.excused:
                    numbers[style, connector, "not said"] += 1
                    continue
                differing = compare(case, reports[style, connector, case.id])
                numbers[style, connector, "failed" if differing else "passed"] += 1
                faults += [f"{title}: {case.id} in {style} over {connector}: {fault}" for fault in differing]
    print(f"{title}: {len(found)} endpoints\n")
    print(f"| {'style':<12}| {'connector':<11}| passed | not said | failed |\n|---|---|---|---|---|")
    for style in (style.module.lower() for style in STYLES):
        for connector in CONNECTORS:
            row = [numbers[style, connector, kind] for kind in ("passed", "not said", "failed")]
            print(f"| {style:<12}| {connector:<11}| {row[0]:>6} | {row[1]:>8} | {row[2]:>6} |")
    print()
    if is_verbose:
        for case in found:
            for style, reason in case.excused.items():
                print(f"{case.id} is not said in {style}: {reason}")
    return faults


def differences(case, report):
    """How a report differs from what a case expects."""
    expected, sent = case.expected, report.get("sent")
    if sent is None:
        return [f"nothing is sent: {report['result']}"]
    faults = []

    def check(what, actual, wanted):
        if actual != wanted:
            faults.append(f"the {what} is {actual!r} and not {wanted!r}")

    check("method", sent["method"], expected.get("method", case.method))
    path, _, query = sent["target"].partition("?")
    if "target" in expected:
        check("target", sent["target"], expected["target"])
    if "uri" in expected:
        check("path", path, urlsplit(expected["uri"]).path)
    pairs = query.split("&") if query else []
    keys = {pair.partition("=")[0] for pair in pairs}
    faults += [f"the query has no {pair}: {query}" for pair in expected.get("queryParams", []) if pair not in pairs]
    faults += [f"the query has the key {key}" for key in expected.get("forbidQueryParams", []) if key in keys]
    faults += [f"the query has no key {key}" for key in expected.get("requireQueryParams", []) if key not in keys]
    headers = {name.lower(): value for name, value in sent["headers"]}
    for name, value in expected.get("headers", {}).items():
        actual = headers.get(name.lower())
        if value.startswith("multipart/form-data; boundary=") and actual:
            actual = re.sub("boundary=.*", "boundary=BOUNDARY", actual)
        check(f"header field {name}", actual, value)
    faults += [f"the header field {name} is sent" for name in expected.get("forbidHeaders", []) if name.lower() in headers]
    faults += [f"no {name} is sent" for name in expected.get("requireHeaders", []) if name.lower() not in headers]
    if "body" in expected:
        faults += body_differences(expected, base64.b64decode(sent["body"]), headers)
    if case.prints is not None and report["result"] != case.prints:
        faults.append(f"the result is {report['result']!r} and not {case.prints!r}")
    return faults


def body_differences(expected, body, headers):
    wanted = expected["body"]
    if expected.get("bodyMediaType") == "application/json":
        try:
            return [] if json.loads(body) == json.loads(wanted) else [f"the body is {body!r} and not {wanted!r}"]
        except ValueError:
            return [f"the body is {body!r}, which is not JSON"]
    boundary = re.search("boundary=(.*)", headers.get("content-type", ""))
    if boundary:
        body = body.replace(boundary[1].strip('"').encode(), b"BOUNDARY")
    return [] if body == wanted.encode() else [f"the body is {body!r} and not {wanted!r}"]
