#!/usr/bin/env python3
"""Writes the Unicode data that findings depend on, as cfn-lint's Python has it: crates/syntax/src/unicode/categories.bin,
and crates/schema/src/pattern/properties.txt, the names of properties in patterns.

Needs cfn-lint's Python (CPython 3.11 with the `regex` package): general categories and word characters are those of
`regex`, which matches patterns; printable characters are those of `str.isprintable`, which `repr` uses.
Layout: one little-endian u32 per run of equal code points: first code point << 8 | flags, where flags are
general category (5 bits, in the order of CATEGORIES) | word << 5 | printable << 6 | decimal digit for int() << 7.
"""
import pathlib
import struct
import unicodedata

import regex
from regex._regex_core import PROPERTIES

CATEGORIES = "Cn Cc Cf Cs Co Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp".split()

flags = [0] * 0x110000
text = "".join(map(chr, range(0x110000)))
for number, name in enumerate(CATEGORIES):
    for match in regex.finditer(rf"\p{{{name}}}+", text):
        for code in range(*match.span()):
            flags[code] = number
for match in regex.finditer(r"\w+", text):
    for code in range(*match.span()):
        flags[code] |= 0x20
for code in range(0x110000):
    if chr(code).isprintable():
        flags[code] |= 0x40
    if unicodedata.decimal(chr(code), None) is not None:
        flags[code] |= 0x80

runs = [code for code in range(0x110000) if code == 0 or flags[code] != flags[code - 1]]
crates = pathlib.Path(__file__).resolve().parent.parent / "crates"
out = crates / "syntax/src/unicode/categories.bin"
out.write_bytes(b"".join(struct.pack("<I", code << 8 | flags[code]) for code in runs))
print(f"{len(runs)} runs, {out.stat().st_size} bytes")
names = [("property", name) for name in PROPERTIES]
names += [(kind.lower(), name) for kind in ("SCRIPT", "BLOCK") for name in PROPERTIES[kind][1]]
(crates / "schema/src/pattern/properties.txt").write_text("".join(f"{kind} {name}\n" for kind, name in sorted(names)))
