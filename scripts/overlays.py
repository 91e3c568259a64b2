#!/usr/bin/env python3
"""Applies schemas/overlays to the knowledge base: schemas that cfn-lint has wrong, corrected with the evidence named.

    scripts/overlays.py     write `corrections` in schemas/knowledge.*

An overlay has `of` (a resource type, a document of the knowledge base, or the name of a new document), `source` (the evidence) and `changes`, each with
`why` and `patch`, a JSON merge patch (RFC 7396: `null` removes a key, lists are replaced).
"""

import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "schemas/overlays"


def corrections(document: dict) -> dict:
    """Returns the corrected schemas by name."""
    found = {}
    for file in sorted(FOLDER.glob("*.json")):
        overlay = json.loads(file.read_text(encoding="utf-8"))
        name = overlay["of"]
        if name.startswith("AWS::") and name not in document["types"]:
            continue  # a knowledge base of an earlier version
        value = document["types"].get(name) or document["documents"].get(name, {})
        for change in overlay["changes"]:
            value = merged(value, change["patch"])
        found[name] = value
    return dict(sorted(found.items()))


def merged(value, patch):
    """Returns a value after a merge patch. Keys keep their order; new keys follow."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, part in patch.items():
        if part is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), part)
    return result


def pack(source: str, target: str) -> None:
    cargo = ["cargo", "run", "--quiet", "--example", "pack", "--", source, target]
    subprocess.run(cargo, check=True, cwd=ROOT)


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "knowledge.json"
        pack("schemas/knowledge", str(file))
        document = json.loads(file.read_text(encoding="utf-8"))
        document["corrections"] = corrections(document)
        file.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        pack(str(file), "schemas/knowledge")


if __name__ == "__main__":
    main()
