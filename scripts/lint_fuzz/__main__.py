"""Compares the linter with cfn-lint on generated templates.

    python scripts/lint_fuzz --ours 'BIN lint' [--count 2000] [--seed 1] [--kind made,mutated] [--from FILE...]

Needs the Python that cfn-lint 1.58.0 is installed for. Half of the templates are generated from the schemas of all
resource types, with violations of every keyword; half are the templates of --from (default tests/rules) with changes:
values behind functions, removed keys, other types. The same seed gives the same templates. Findings are compared by rule
and path. Prints each rule ID that differs with its counts and the smallest template; recall, precision, positions and
messages for all rules and by family; and templates that cfn-lint could not check.
--shrink N minimizes the templates of the N largest differences. --save DIR keeps them.
"""
import argparse, pathlib, shlex, sys
from random import Random

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import compare
import reference
import shrink
import templates

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def texts(args):
    knowledge = templates.Knowledge() if "made" in args.kind else None
    paths = args.source or sorted(p for p in (ROOT / "tests" / "rules").iterdir() if p.suffix in (".yaml", ".json"))
    seeds = [tree for tree in (templates.read(path.read_text(errors="replace")) for path in paths) if tree] if "mutated" in args.kind else []
    for number in range(args.count):
        random = Random(f"{args.seed}:{number}")
        if not seeds or (knowledge and number % 2 == 0):
            template = templates.made(knowledge, random, number + args.seed)
        else:
            template = templates.mutated(seeds[(number // 2 + args.seed) % len(seeds)], random)
        yield templates.written(template, random)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, type=shlex.split)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="made,mutated")
    parser.add_argument("--from", dest="source", nargs="+", type=pathlib.Path)
    parser.add_argument("--without", default="", help="rule ids that are left out, comma-separated")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--shrink", type=int, default=0)
    parser.add_argument("--show", type=int, default=3, help="examples of each difference")
    parser.add_argument("--save", type=pathlib.Path)
    args = parser.parse_args()
    made = list(texts(args))
    wanted = list(reference.references(made, args.processes))
    found = list(reference.ours(args.ours, made))
    total = compare.Total(tuple(one for one in args.without.split(",") if one))
    for text, want, got in zip(made, wanted, found):
        total.add(text, want, got)
    if args.save:
        args.save.mkdir(parents=True)
        for number, difference in enumerate(total.differences):
            (args.save / f"{number:04}-{difference.kind}-{difference.rule}.yaml").write_text(difference.text)
    total.print(args.show)
    for difference in total.largest(args.shrink):
        print(f"\n=== {difference.kind} {difference.rule} {difference.path}: {difference.message}")
        print(shrink.shrunk(difference, args.ours))


main()
