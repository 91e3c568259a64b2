#!/usr/bin/env python3
"""Extracts the knowledge base from a cfn-lint wheel, 1.50 or later, and packs it into schemas/ or a knowledge file.

Facts only: resource schemas, region map, rule schemas, attribute lists, constant tables. Parts that no check of cfn-lint
reads are omitted. Needs Python's standard library, pip (to download) and cargo (to pack).

    scripts/schemas.py                  download the pinned wheel, write schemas/knowledge.*
    scripts/schemas.py --wheel FILE     use a local wheel
    scripts/schemas.py --version 1.55.0 --out FILE
                                        write a knowledge file of another version, which `--knowledge FILE` reads
    scripts/schemas.py --json FILE      only write the JSON document, which `cfn-warden knowledge build` reads

This is Python because the constants of cfn-lint's Python code are read with Python's own parser.
"""

import argparse
import ast
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

import overlays

VERSION = "1.58.0"
SHA256 = "9d9f06043160756a6158f5c3f92a44ce38254b1c578127461608305bc8262987"
ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = "cfnlint/data/"

# Keys of a resource schema that neither a rule nor a keyword of cfn-lint reads (grep for the names in its source).
# `writeOnlyProperties` stays: their values are masked.
UNREAD_AT_TOP = {
    "$comment", "$schema", "additionalIdentifiers", "conditionalCreateOnlyProperties", "createOnlyProperties",
    "deprecatedProperties", "description", "documentationUrl", "handlers", "propertyTransform", "replacementStrategy",
    "resourceLink", "sourceUrl", "taggable", "typeConfiguration",
}
UNREAD = {"$comment", "arrayType", "default", "description", "examples", "insertionOrder", "relationshipRef", "title"}

SUBSCHEMA = {"additionalProperties", "contains", "else", "if", "items", "propertyNames", "then"}
SUBSCHEMA_MAP = {"definitions", "dependencies", "patternProperties", "properties"}
SUBSCHEMA_LIST = {"allOf", "anyOf", "prefixItems"}
# cfn-lint prints these subschemas in messages, so they stay unchanged, with descriptions.
VERBATIM = {"not", "oneOf"}

# Constants of cfn-lint's Python code that checks read as data: document -> module, names.
CONSTANTS = {
    "constants/helpers": ("helpers", [
        "AVAILABILITY_ZONES", "BOOLEAN_STRINGS_FALSE", "BOOLEAN_STRINGS_TRUE", "FUNCTIONS", "FUNCTIONS_ALL",
        "FUNCTIONS_LIST", "FUNCTIONS_OBJECT", "FUNCTIONS_SINGLE", "FUNCTION_CONDITIONS", "FUNCTION_RULES", "LIMITS",
        "PSEUDOPARAMS", "PSEUDOPARAMS_MULTIPLE", "PSEUDOPARAMS_SINGLE", "REGIONS", "TEMPLATED_PROPERTY_CFN_PATHS",
        "VALID_PARAMETER_TYPES", "VALID_PARAMETER_TYPES_LIST", "VALID_PARAMETER_TYPES_SINGLE", "valid_snapshot_types",
    ]),
    "constants/get_atts": ("schema/_getatts", ["_all_property_types", "_exceptions"]),
    "constants/serverless": ("template/transforms/_sam_globals", ["_GLOBALS_TYPE_MAP"]),
}


# Modules that early versions do not have.
LATER = {"template/transforms/_sam_globals"}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wheel", type=pathlib.Path, help="a wheel already downloaded")
    options.add_argument("--version", default=VERSION, help="the version of cfn-lint to download")
    options.add_argument("--json", type=pathlib.Path, help="write the JSON document here and stop")
    options.add_argument("--out", type=pathlib.Path, help="write a knowledge file here, and nothing to schemas/")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wheel = chosen.wheel or download(pathlib.Path(scratch), chosen.version)
        found = hashlib.sha256(wheel.read_bytes()).hexdigest()
        with zipfile.ZipFile(wheel) as files:
            document = knowledge(Wheel(files), found)
        if not document["about"]["serverless types"]:
            # Earlier versions run SAM's own translator instead.
            with zipfile.ZipFile(download(pathlib.Path(scratch), VERSION)) as files:
                add_serverless(document, knowledge(Wheel(files), SHA256))
        is_pinned = document["about"]["source"] == f"cfn-lint {VERSION}"
        if is_pinned and found != SHA256:
            sys.exit(f"{wheel.name}: SHA-256 is {found}, expected {SHA256}")
        if not is_pinned and chosen.json is None and chosen.out is None:
            sys.exit(f"{wheel.name} is not {VERSION}, which schemas/ is made from; expected --out FILE")
        target = chosen.json or pathlib.Path(scratch) / "knowledge.json"
        target.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        if chosen.out:
            build(target, chosen.out)
        elif chosen.json is None:
            pack(target)
            describe(document["about"])


def download(folder: pathlib.Path, version: str) -> pathlib.Path:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    subprocess.run([*pip, "--dest", str(folder), f"cfn-lint=={version}"], check=True)
    return next(folder.glob(f"cfn_lint-{version}-*.whl"))


def build(source: pathlib.Path, target: pathlib.Path) -> None:
    cargo = ["cargo", "run", "--quiet", "--bin", "cfn-warden", "--", "knowledge", "build", str(source)]
    subprocess.run([*cargo, "--output", str(target.resolve())], check=True, cwd=ROOT)


def pack(source: pathlib.Path) -> None:
    cargo = ["cargo", "run", "--quiet", "--example", "pack", "--", str(source), str(ROOT / "schemas/knowledge")]
    subprocess.run(cargo, check=True, cwd=ROOT)


class Wheel:
    """The files of the wheel, parsed by type."""

    def __init__(self, files: zipfile.ZipFile) -> None:
        self.files = files
        self.names = sorted(files.namelist())

    def text(self, name: str) -> str:
        return self.files.read(name).decode("utf-8")

    def json(self, name: str):
        return json.loads(self.text(name))

    def json_under(self, folder: str) -> dict:
        names = [name for name in self.names if name.startswith(folder) and name.endswith(".json")]
        return {name.removeprefix(folder).removesuffix(".json"): self.json(name) for name in names}


    def schema_date(self) -> str:
        name = f"{DATA}schemas/version.json"
        if name in self.names:
            return self.json(name)["schema_date"]
        # earlier versions: when their schemas were put into the wheel
        year, month, day, hour, minute, second = self.files.getinfo(f"{DATA}schemas/providers/us_east_1.py").date_time
        return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"

    def version(self) -> str:
        metadata = next(name for name in self.names if re.fullmatch(r"cfn_lint-[^/]+\.dist-info/METADATA", name))
        return re.search(r"^Version: (\S+)$", self.text(metadata), re.MULTILINE).group(1)


def knowledge(wheel: Wheel, sha256: str) -> dict:
    """Returns the whole knowledge base as one JSON document; schemas/README.md describes its parts."""
    constants = {name: read_constants(wheel, *source) for name, source in CONSTANTS.items()}
    regions = constants["constants/helpers"]["REGIONS"]
    # looked up by name, so an object
    get_atts = constants["constants/get_atts"]
    get_atts["_all_property_types"] = dict.fromkeys(get_atts["_all_property_types"], True)
    hashes, availability = read_providers(wheel, regions)
    types = {name: strip(wheel.json(f"{DATA}schemas/resources/{hashes[name]}.json"), top=True) for name in sorted(hashes)}
    for name, schema in types.items():
        if schema["typeName"] != name:
            sys.exit(f"{name}: its schema says {schema['typeName']}")
    documents = {
        **{f"other/{name}": schema for name, schema in wheel.json_under(f"{DATA}schemas/other/").items()},
        **{f"extensions/{name}": schema for name, schema in wheel.json_under(f"{DATA}schemas/extensions/").items()},
        **{f"specs/{name}": table for name, table in read_specs(wheel).items()},
        **constants,
        "config": wheel.json(f"{DATA}CfnLintCli/config/schema.json"),
        # what cfn-lint uses if a type has no schema (schema/manager.py, _ref.py, _resolver.py)
        "stand-ins/module": {"additionalProperties": True, "type": "object", "typeName": "Module"},
        "stand-ins/any": {"type": ["string", "integer", "number", "boolean", "object", "array"]},
        "stand-ins/output": {"type": ["string"]},
        "stand-ins/identifier": {"type": "string"},
        "stand-ins/nothing": {},
    }
    about = {
        "source": f"cfn-lint {wheel.version()}",
        "wheel sha256": sha256,
        "schema date": wheel.schema_date(),
        "resource types": len(types),
        "serverless types": sum(name.startswith("AWS::Serverless::") for name in types),
        "regions": len(regions),
        "rule schemas (extensions)": sum(name.startswith("extensions/") for name in documents),
        "other documents": sum(not name.startswith("extensions/") for name in documents),
    }
    # `availability` has the keys of `types` in the same order, and so the same shape: one lookup serves both
    document = {
        "about": about,
        "regions": regions,
        "types": types,
        "availability": {name: availability[name] for name in types},
        "documents": dict(sorted(documents.items())),
    }
    return {**document, "corrections": overlays.corrections(document)}


def add_serverless(document: dict, pinned: dict) -> None:
    """Adds the types of SAM, which are in all regions, from the pinned version, and the documents that early versions have as code."""
    names = [name for name in pinned["types"] if name.startswith("AWS::Serverless::")]
    for part in ("types", "availability"):
        document[part] = dict(sorted({**document[part], **{name: pinned[part][name] for name in names}}.items()))
    # These versions accept any function in `Fn::GetAZs`.
    functions = [name for name in document["documents"]["constants/helpers"]["FUNCTIONS"] if "ForEach" not in name]
    get_azs = {"cfnContext": {"functions": functions, "schema": {"type": "string"}}}
    documents = {"other/functions/getazs": get_azs, **document["documents"]}
    documents["other/sam/globals"] = pinned["documents"]["other/sam/globals"]
    template = documents["other/template/configuration"]["properties"]
    template["Globals"] = pinned["documents"]["other/template/configuration"]["properties"]["Globals"]
    document["documents"] = dict(sorted(documents.items()))
    document["corrections"] = overlays.corrections(document)
    document["about"]["serverless types"] = f"{len(names)} of {pinned['about']['source']}"
    document["about"]["resource types"] = len(document["types"])


def read_providers(wheel: Wheel, regions: list) -> tuple:
    """Returns type -> schema hash, and type -> mask of regions (bit n is regions[n])."""
    providers = wheel.json_under(f"{DATA}schemas/providers/")
    # Earlier versions have Python modules, and schemas that differ between regions: that of us-east-1 counts.
    is_early = not providers
    if is_early:
        modules = {region: f"data/schemas/providers/{region.replace('-', '_')}" for region in ["us-east-1", *regions]}
        found = {region: module for region, module in modules.items() if f"cfnlint/{module}.py" in wheel.names}
        providers = {region: read_constants(wheel, module, ["types"])["types"] for region, module in found.items()}
    everywhere = providers.pop("sam", {})
    unknown = set(providers) - set(regions)
    if unknown:
        sys.exit(f"regions that cfn-lint does not list: {sorted(unknown)}")
    hashes, availability = dict(providers["us-east-1"]) if is_early else {}, {}
    for bit, region in enumerate(regions):
        # a region without a file uses that of us-east-1 (schema/manager.py, _load_provider_module)
        for name, digest in {**providers.get(region, providers["us-east-1"]), **everywhere}.items():
            if hashes.setdefault(name, digest) != digest and not is_early:
                sys.exit(f"{name} has two schemas; the pack knows one for all regions")
            availability[name] = availability.get(name, 0) | 1 << bit
    return hashes, availability


def read_specs(wheel: Wheel) -> dict:
    specs = wheel.json_under(f"{DATA}AdditionalSpecs/")
    for service in specs["Policies"].values():
        for resource in service["Resources"].values():
            resource.pop("ConditionKeys", None)  # no rule reads them
    return specs


def strip(schema, top: bool = False):
    """Returns a resource schema without unread parts. Keys keep their order, which decides the reported error."""
    if not isinstance(schema, dict):
        return schema
    unread = UNREAD | UNREAD_AT_TOP if top else UNREAD
    return {key: strip_value(key, value, top) for key, value in schema.items() if key not in unread}


def strip_value(key: str, value, top: bool):
    if key in SUBSCHEMA:
        return strip(value)
    if key in SUBSCHEMA_MAP:
        return {name: strip(schema) for name, schema in value.items()}
    if key in SUBSCHEMA_LIST:
        return [strip(schema) for schema in value]
    if top and key == "tagging":
        return {"taggable": value["taggable"]} if "taggable" in value else {}
    return value


def read_constants(wheel: Wheel, module: str, names: list) -> dict:
    """Returns constants of a Python module, evaluated from its syntax tree without running it."""
    if module in LATER and f"cfnlint/{module}.py" not in wheel.names:
        return {name: {} for name in names}
    known: dict = {}
    for statement in ast.parse(wheel.text(f"cfnlint/{module}.py")).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.expr() as value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        try:
            known[name] = constant(value, known)
        except NotConstant as what:
            if name in names:
                sys.exit(f"{module}.{name}: {what}")
    return {name: known[name] for name in names}


class NotConstant(Exception):
    pass


def constant(node: ast.expr, known: dict):
    """Returns the value of an expression of literals, earlier constants and set arithmetic. A set is a list without duplicates."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            lists = [constant(i.value, known) if isinstance(i, ast.Starred) else [constant(i, known)] for i in items]
            return [item for part in lists for item in part]
        case ast.Dict(keys=keys, values=values) if all(keys):
            return {constant(key, known): constant(value, known) for key, value in zip(keys, values)}
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return constant(left, known) + constant(right, known)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            without = constant(right, known)
            return [item for item in constant(left, known) if item not in without]
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "list"), args=[argument]):
            return list(dict.fromkeys(constant(argument, known)))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="frozenset"), attr="union"), args=[ast.Starred(value=sets)]):
            return list(dict.fromkeys(item for part in constant(sets, known) for item in part))
        case ast.Call(func=ast.Attribute(value=table, attr="keys"), args=[]):
            return list(constant(table, known))
        case _:
            raise NotConstant(f"line {node.lineno} is not a constant")


def describe(about: dict) -> None:
    """Writes the facts into schemas/README.md between the markers; a test compares them with the pack."""
    readme = ROOT / "schemas/README.md"
    before, rest = readme.read_text(encoding="utf-8").split("<!-- begin facts -->\n")
    _, after = rest.split("<!-- end facts -->")
    rows = "".join(f"| {name} | {value} |\n" for name, value in about.items())
    table = f"<!-- begin facts -->\n| fact | value |\n|---|---|\n{rows}<!-- end facts -->"
    readme.write_text(before + table + after, encoding="utf-8")


if __name__ == "__main__":
    main()
