#!/usr/bin/env python3
"""Compares the output of `cfn-warden lint --compat` and cfn-lint for the same command lines, in all seven formats.

    compare_lint_outputs.py OURS CFN_LINT TEMPLATE...       prints differences; exit code 1 if there are any
    compare_lint_outputs.py --record CFN_LINT               writes tests/lint_outputs/results.json from its cases.txt
    compare_lint_outputs.py --replay OURS                   compares with the recorded results

CFN_LINT needs cfn-lint 1.58.0 with its `junit` and `sarif` extras. Intended differences are replaced on both sides:
versions, the tool's name and links, titles, descriptions and links of rules, IDs of findings. JUnit's test cases are in the
order of cfn-lint's file system, and SARIF's rules in that of a hash set: both are sorted. Test cases and counts of rules
that only one of them has are omitted.
"""
import concurrent.futures, json, os, pathlib, re, shlex, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "lint_outputs"
FORMATS = [None, "quiet", "parseable", "json", "junit", "sarif", "pretty"]
ID = r"[EWI]\d{4}"
# Reported before rules run: cfn-lint's JUnit omits them (docs/parity.md).
BEFORE_RULES = {"E0000", "E0001", "E0003"}


def run(tool, words, style):
    line = [*tool, *(["--format", style] if style else []), *words]
    environment = {**os.environ, "AWS_REGION": "us-east-1", "NO_COLOR": "1"}
    done = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def quiet(text):
    return re.sub(rf"^({ID}): .*? (\S+:\d+)$", r"\1: TITLE \2", text, flags=re.M)


def as_json(text):
    text = re.sub(r'^(        "(?:Id|ParentId)": )"[0-9a-f-]{36}"', r'\1"ID"', text, flags=re.M)
    return re.sub(r'^(            "(?:Description|ShortDescription|Source)": )".*"', r'\1"WORDS"', text, flags=re.M)


def junit(text):
    text = re.sub(rf'(<testcase name="{ID}) [^"]*"(?: url="[^"]*")?', r'\1 TITLE"', text)
    cases = re.findall(r"\t\t<testcase(?:[^>\n]*/>|.*?\n\t\t</testcase>)\n", text, flags=re.S)
    head = re.sub(r'(tests|skipped)="\d+"', r'\1="N"', text[: text.index("\t\t<testcase")])
    short = lambda case: (re.findall('<skipped type="skipped" message="(.*)"/>', case) or [case])[0]
    cases = {re.search(ID, case).group(): short(case) for case in cases}
    return [head, cases, text[text.rindex("\t</testsuite>"):]]


def sarif(text):
    text = re.sub(r'("(?:full|short)Description": \{\s+"text": )"[^"\\]*(?:\\.[^"\\]*)*"', r'\1"WORDS"', text)
    text = re.sub(r'"helpUri": "[^"]*"', '"helpUri": "LINK"', text)
    text = re.sub(r'"name": "cfn-(?:lint|warden)"', '"name": "TOOL"', text)
    text = re.sub(r'("version": )"[\d.]+"(,\s+"informationUri": )"[^"]*"', r'\1"V"\2"HOME"', text)
    text = re.sub(r"cfn-(?:lint|warden) was run", "TOOL was run", text)
    rules = re.compile(r'( {12}\{\n {14}"id": .*?\n {12}\})(,?\n)', flags=re.S)
    own = iter(sorted(rule for rule, _ in rules.findall(text)))
    return rules.sub(lambda found: next(own) + found.group(2), text)


def pretty(text):
    text = re.sub(r"^(?:Cfn-lint|cfn-warden) scanned", "TOOL scanned", text, flags=re.M)
    return re.sub(r"against \d+ rules", "against N rules", text)


def normal(style, text):
    form = {"quiet": quiet, "json": as_json, "junit": junit, "sarif": sarif, "pretty": pretty}.get(style)
    return form(text) if form and text else text


def difference(style, ours, theirs):
    """Describes the difference between exit codes and normal forms; None if there is none."""
    if ours[0] != theirs[0]:
        return f"exit code {ours[0]}, not {theirs[0]}"
    own, other = ours[1], theirs[1]
    if style != "junit" or not (own and other):
        return None if own == other else first(own, other)
    if any("<failure" in own[1].get(rule, "") for rule in BEFORE_RULES):
        return None
    if (own[0], own[2]) != (other[0], other[2]):
        return first(own[0] + own[2], other[0] + other[2])
    for rule in own[1].keys():
        case = own[1][rule]
        # Only test cases that do not pass are recorded.
        theirs = other[1].get(rule, f'\t\t<testcase name="{rule} TITLE"/>\n')
        if case != theirs:
            return first(case, theirs)
    return None


def first(own, other):
    pairs = zip([*own.splitlines(), "(end)"], [*other.splitlines(), "(end)"])
    return next((f"{a!r}, not {b!r}" for a, b in pairs if a != b), "line breaks")


def ask(tool, words, style):
    code, out, _ = run(tool, words, style)
    return [code, normal(style, out)]


def compare(ours, theirs, templates):
    jobs = [(template, style) for template in templates for style in FORMATS]
    answers = lambda tool: lambda job: ask(tool, [job[0]], job[1])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        both = zip(jobs, pool.map(answers([ours, "lint", "--compat"]), jobs), pool.map(answers([theirs]), jobs))
        return report([(template, style, own, other) for (template, style), own, other in both])


def record(theirs):
    lines = [line for line in (FOLDER / "cases.txt").read_text().splitlines() if line and not line.startswith("#")]
    results = []
    for line, style in [(line, style) for line in lines for style in FORMATS]:
        code, form = ask([theirs], shlex.split(line), style)
        if style == "junit":
            form[1] = {rule: case for rule, case in form[1].items() if not case.endswith('TITLE"/>\n')}
        results.append({"line": line, "format": style, "exit": code, "out": form})
    (FOLDER / "results.json").write_text(json.dumps(results, indent=1) + "\n")


def replay(ours):
    recorded = json.loads((FOLDER / "results.json").read_text())
    asked = lambda one: ask([ours, "lint", "--compat"], shlex.split(one["line"]), one["format"])
    return report([(one["line"], one["format"], asked(one), [one["exit"], one["out"]]) for one in recorded])


def report(answers):
    wrong = [(line, style, difference(style, own, other)) for line, style, own, other in answers]
    wrong = [(line, style, text) for line, style, text in wrong if text]
    for line, style, text in wrong:
        print(f"{line} {style or 'default'}: {text}")
    print(f"{len(answers)} outputs, {len(wrong)} differ")
    return bool(wrong)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--record", theirs]:
            record(theirs)
        case ["--replay", ours]:
            sys.exit(replay(ours))
        case [ours, theirs, *templates]:
            sys.exit(compare(ours, theirs, templates))
