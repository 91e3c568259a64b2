#!/usr/bin/env python3
"""Records the answers of cfn-guard to command lines: record_guard_outputs.py CFN_GUARD [WORD...]

Each line of tests/guard/outputs/lines.txt runs in a copy of tests/guard/outputs/files with an empty folder `void`. With
WORDs, only lines that contain all of them run, and their results are printed instead of recorded. Files are the newer the
earlier their names are in the alphabet, so that `-m` reverses the order. tests/guard/outputs/recorded.jsonl gets for each
line:

    line, exit, out, err      unchanged, except that the folder is DIR and times in JUnit's XML are 0
    written                   created files, by name
    order                     parts that cfn-guard prints in random order (it iterates over hash maps). They are recorded
                              sorted and must be compared sorted: `resources` (the blocks of the console's report),
                              `rulegen` (its rules, their lines, and the lists in them), `lines` (of stderr)
    crash                     cfn-guard panicked; `err` has the message without the position in the code, and earlier output
                              is omitted

Each line runs five times. Any other difference between the runs is an error.
"""
import atexit
import concurrent.futures
import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading

HOME = pathlib.Path(__file__).resolve().parent.parent / "tests/guard/outputs"
RUNS = 5


@functools.cache
def of_thread(_):
    """Returns a copy of the files with the names and times of every other copy, and the names."""
    parent = tempfile.TemporaryDirectory()
    atexit.register(parent.cleanup)
    home = pathlib.Path(parent.name).resolve() / "home"
    shutil.copytree(HOME / "files", home)
    (home / "void").mkdir()
    paths = sorted((p.relative_to(home).as_posix() for p in home.rglob("*")), reverse=True)
    for at, path in enumerate(paths):
        os.utime(home / path, (1_600_000_000 + 60 * at,) * 2)
    return home, set(paths)


def workspace():
    return of_thread(threading.get_ident())


def fixed(data, home):
    text = data.decode().replace(f"{home}/", "DIR/").replace(f"{home}"[1:] + "/", "DIR/").replace(f"{home}", "DIR")
    return re.sub(r'time="\d+"', 'time="0"', text)


def once(command, line, home, before):
    words, _, stdin = line.partition("<")
    words = [] if words == "-" else shlex.split(words)
    env = {}
    while words and re.match("[A-Z_]+=", words[0]):
        name, _, value = words.pop(0).partition("=")
        env[name] = value
    data = (home / stdin.strip()).read_bytes() if stdin else b""
    done = subprocess.run([command, *words], cwd=home, input=data, capture_output=True, env=env)
    answer = {"line": line, "exit": done.returncode % 256, "out": fixed(done.stdout, home), "err": fixed(done.stderr, home)}
    new = sorted({p.relative_to(home).as_posix() for p in home.rglob("*")} - before)
    new = {name: fixed((home / name).read_bytes(), home) for name in new}
    for name in new:
        (home / name).unlink()
    if new:
        answer["written"] = new
    if done.returncode in (101, -6):
        answer |= {"crash": True, "out": ""}
        answer["err"] = re.sub(r"(?s)thread .*? panicked at [^\n]*\n(.*?)\nnote: .*", r"\1\n", answer["err"])
    return answer


def resources(text):
    """Sorts consecutive blocks of resources in console output."""
    def ordered(found):
        return "".join(sorted(re.findall(r"(?ms)^Resource = .*?^\}\n", found[0])))
    return re.sub(r"(?ms)(^Resource = .*?^\}\n)+", ordered, text)


def rulegen(text):
    """Sorts rules, their lines and the lists in them."""
    def lists(found):
        return "IN [" + ", ".join(sorted(found[1].split(", "))) + "]"
    rules = re.findall(r"(?ms)^let .*?^\}\n", re.sub(r"IN \[(.*)\]", lists, text))
    return "".join(sorted("\n".join([*rule.split("\n")[:2], *sorted(rule.split("\n")[2:-2]), "}\n"]) for rule in rules))


def recorded(command, line):
    answers = [once(command, line, *workspace()) for _ in range(RUNS)]
    answer = answers[0]
    if len(re.findall(r"(?m)^Resource = ", answer["out"])) > 1:
        order, what, sort = "resources", "out", resources
    elif line.startswith("rulegen") and answer["out"].startswith("let "):
        order, what, sort = "rulegen", "out", rulegen
    elif any(other["err"] != answer["err"] for other in answers):
        order, what, sort = "lines", "err", lambda text: "".join(sorted(text.splitlines(True)))
    else:
        order = None
    if order:
        answer["order"] = order
        for other in answers:
            other[what] = sort(other[what])
    for other in answers[1:]:
        if any(other[key] != answer[key] for key in ("exit", "out", "err")):
            print(json.dumps(other, indent=1), json.dumps(answer, indent=1))
            sys.exit(f"not the same in each run: {line}")
    return answer


def main():
    command, *words = sys.argv[1:]
    lines = [line for line in (HOME / "lines.txt").read_text().splitlines() if line and not line.startswith("#")]
    if words:
        lines = [line for line in lines if all(word in line for word in words)]
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        answers = list(pool.map(lambda line: recorded(command, line), lines))
    if words:
        print(json.dumps(answers, indent=1, ensure_ascii=False))
        return
    text = "".join(json.dumps(answer, ensure_ascii=False) + "\n" for answer in answers)
    (HOME / "recorded.jsonl").write_text(text)


if __name__ == "__main__":
    main()
