#!/usr/bin/env python3
"""Writes the seeds of a libFuzzer target, made of the fixtures of tests/ and the examples of docs/.

usage: fuzz_seeds.py TARGET FOLDER
"""

import hashlib
import io
import json
import pathlib
import re
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A small seed changes into more texts in the same time.
LARGEST = 4000


def texts(pattern):
    """Returns the texts of the small files with a pattern."""
    paths = sorted(path for path in ROOT.glob(pattern) if path.is_file() and path.stat().st_size <= LARGEST)
    return [path.read_text(encoding="utf-8") for path in paths]


def templates():
    return texts("tests/fixes/*") + texts("tests/rules/*.yaml")[::4] + texts("tests/deployability/*.yaml")[::4]


def blocks(pattern, kind):
    """Returns the fenced blocks of a kind in pages."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern)))
    return re.findall(rf"```{kind}\n(.*?)```\n", pages, re.DOTALL)


def waiver_fixtures():
    """Returns the sections of the fixtures of waivers, by name."""
    for text in texts("tests/waivers/*.txt"):
        yield dict(section.split("\n", 1) for section in text.split("--- ")[1:])


def waivers():
    for sections in waiver_fixtures():
        # Some fixtures are configurations of Terraform.
        templates = [text for name, text in sections.items() if name.endswith((".yaml", ".json"))]
        yield from (template + "\0" + sections.get("waivers.toml", "") for template in templates[:1])


def zipped(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return content.getvalue()


def baseline():
    entry = {"file": "t.yaml", "engine": "lint", "rule": "E3002", "path": "Resources/A/Properties", "value": "Nope"}
    digested = "".join(f"{len(entry[key])}:{entry[key]}" for key in ("engine", "rule", "path", "value"))
    entry["digest"] = hashlib.sha256(digested.encode()).hexdigest()[:32]
    return json.dumps({"version": 1, "findings": [entry]})


SCHEMAS = """\
- typeName: Small::Store::Index
  properties: {Name: {$ref: '#/definitions/Name'}, Size: {type: integer, maximum: 9}}
  definitions: {Name: {type: string, pattern: '^[a-z]+$', minLength: 1}}
  required: [Name]
- typeName: AWS::SNS::Topic
  properties: {Fresh: {type: array, items: {oneOf: [{type: string}, {const: 1}]}, uniqueItems: true}, TopicName: null}
"""
MANIFEST = 'name = "acme"\nversion = "1.2.0"\ncontrols = ["S3.8"]\n[severities]\nNAMED = "critical"\n'
RULES = "rule NAMED { AWS::SQS::Queue { Properties.QueueName exists } }\n"


def files():
    yield from texts("tests/config/*.toml") + [baseline(), SCHEMAS, MANIFEST + "\0\0" + RULES]
    yield (ROOT / "tests/knowledge/file/small.json").read_text(encoding="utf-8") + "\0\x10\x02\x01"
    yield (ROOT / "tests/knowledge/file/small.knowledge").read_bytes()
    yield zipped({"acme/pack.toml": MANIFEST, "acme/rules/a.guard": RULES})
    yield zipped({"pack.toml": MANIFEST, "a.guard": texts("policies/s3/S3.8.guard")[0]})
    for sections in waiver_fixtures():
        yield from (text for name, text in sections.items() if name.startswith("waivers."))


def deployments():
    rules = blocks("docs/deployments.md", "guard")
    pages = blocks("docs/deployments.md", "yaml")
    yield from (one + "\0" + other for one in rules for other in pages)
    for path in sorted(ROOT.glob("policies/*/tests/*.yaml"))[::8]:
        rules = path.parent.parent / path.name.replace(".yaml", ".guard")
        if rules.is_file() and not path.name.endswith(".plan.yaml"):
            yield rules.read_text(encoding="utf-8") + "\0" + pages[0]


def plans():
    for path in sorted(ROOT.glob("policies/*/tests/*.plan.yaml"))[::2]:
        rules = path.parent.parent / path.name.replace(".yaml", ".guard")
        inputs = re.findall(r"^  input: (\{.*\})$", path.read_text(encoding="utf-8"), re.MULTILINE)
        unknown = [text for text in inputs if "after_unknown" in text] or inputs[:1]
        yield from (rules.read_text(encoding="utf-8") + "\0" + text for text in unknown[:2])


def project():
    return texts("tests/config/*.toml") + blocks("docs/*.md", "toml")


def language_server():
    edits = ["\0\x05\x00 ", "\0\x07\x03", "\0\x14\x02\n  ", "\0\x20\x08Type: AWS::SNS::Topic", "\0\x02\x01😀"]
    return [text + "".join(edits[at % 5 :][:3]) for at, text in enumerate(templates()[::3])]


def guard_pairs():
    """Returns recorded rules, each with one of its documents."""
    for path in ("pairs.jsonl", "regressions.jsonl"):
        for line in (ROOT / "tests/guard/fuzz" / path).read_text(encoding="utf-8").splitlines():
            pairs = json.loads(line)
            yield from ((rules, pairs["data"][at % len(pairs["data"])]) for at, (rules, _) in enumerate(pairs["rules"][:40]))


def guard_eval():
    yield from (rules + "\0" + data for rules, data in guard_pairs())
    yield from deployments()


def guard_rules():
    yield from (rules for rules, _ in guard_pairs())
    yield from texts("policies/*/*.guard")[::3] + blocks("docs/**/*.md", "guard")


def with_rules():
    """Returns templates, and templates with rules behind them."""
    yield from templates()
    yield from (template + "\0" + rules for rules, template in zip(blocks("docs/*.md", "guard"), templates()))


TARGETS = {
    "deployments": deployments,
    "event": lambda: texts("events/**/*.json"),
    "files": files,
    "fixes": templates,
    "guard_eval": guard_eval,
    "guard_rules": guard_rules,
    "language_server": language_server,
    "plans": plans,
    "project": project,
    "syntax": templates,
    "template": with_rules,
    "terraform": lambda: texts("tests/terraform/**/*.tf"),
    "waivers": waivers,
}


def main(target, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(TARGETS.get(target, list)()):
        content = seed if isinstance(seed, bytes) else seed.encode()
        (folder / f"{number:04}").write_bytes(content)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
