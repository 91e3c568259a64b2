#!/usr/bin/env python3
"""Compares the Python package with cloudformation-validate: import and first check, and checks after it.

    bench_python.py [--wheel FILE] [--peer VERSION] [--templates DIR] [--starts 20] [--folder DIR]

Installs both in virtual environments in the folder (a temporary one by default). Each is started alternately in new
processes, which import it and check one template; the table has CPU time (user and system) and peak memory of these
processes, in the median and at best, next to a process that imports nothing. With `--templates`, one process of each checks
all templates of a folder; the table has the CPU time of a check. The peer's engine and schema validator are created once.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = {".yaml", ".yml", ".json", ".template"}
TEMPLATE = ROOT / "examples" / "reports.yaml"

NOTHING = "import sys"
OURS = """
import pathlib, sys
import cfn_warden
report = cfn_warden.check(pathlib.Path(sys.argv[1]))
len(report.findings)
"""
PEER = """
import sys
import cloudformation_validate as peer
engine = peer.CompositeEngine()
report = engine.validate_template(sys.argv[1])
len(report.diagnostics)
"""
PEER_CEL = PEER.replace("CompositeEngine", "CelEngine")

MANY = """
import json, pathlib, sys, time
{start}
times = []
for path in json.load(sys.stdin):
    before = time.process_time()
    try:
        {check}
    except Exception:
        pass
    times.append(time.process_time() - before)
print(json.dumps(times))
"""
OURS_MANY = MANY.format(
    start="import cfn_warden\nchecker = cfn_warden.Checker()",
    check="checker.check(pathlib.Path(path)).findings",
)
PEER_MANY = MANY.format(
    start="import cloudformation_validate as peer\nengine = peer.CompositeEngine()",
    check="engine.validate_template(path).diagnostics",
)


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.folder or temporary)
        ours = environment(folder / "ours", args.wheel)
        peer = environment(folder / "peer", f"cloudformation-validate=={args.peer}")
        runs = {
            "python alone": (ours, NOTHING),
            "cfn_warden": (ours, OURS),
            f"cloudformation-validate {args.peer}, Composite": (peer, PEER),
            f"cloudformation-validate {args.peer}, CEL": (peer, PEER_CEL),
        }
        print_starts(runs, args.starts)
        if args.templates:
            print_many({"cfn_warden": (ours, OURS_MANY), f"cloudformation-validate {args.peer}, Composite": (peer, PEER_MANY)}, args.templates)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=pathlib.Path, help="by default, the one that `make python` wrote")
    parser.add_argument("--peer", default="1.14.0")
    parser.add_argument("--templates", type=pathlib.Path)
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--folder", type=pathlib.Path)
    args = parser.parse_args()
    if args.wheel is None:
        target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        args.wheel = next(iter(target.glob("python/*.whl")), None)
        if args.wheel is None:
            sys.exit("there is no wheel; run `make python`, or pass --wheel FILE")
    return args


def environment(folder, package):
    """Returns the interpreter of a virtual environment with a package."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall", package]
    subprocess.run(install, check=True)
    return python


def measure(python, code):
    """Returns CPU milliseconds and peak mebibytes of a process."""
    process = subprocess.Popen([python, "-I", "-c", code, TEMPLATE])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"failed:{code}")
    return (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024


def print_starts(runs, starts):
    results = {name: [] for name in runs}
    for name, (python, code) in runs.items():
        measure(python, code)  # compiles Python files
    for _ in range(starts):
        for name, (python, code) in runs.items():
            results[name].append(measure(python, code))
    print(f"import and first check, {starts} starts each     CPU ms: median, best   peak MiB")
    for name, pairs in results.items():
        cpu, memory = zip(*pairs)
        print(f"  {name:44}{statistics.median(cpu):12.1f}{min(cpu):8.1f}{statistics.median(memory):11.1f}")


def print_many(runs, folder):
    paths = sorted(str(path) for path in folder.rglob("*") if path.suffix in KINDS and path.is_file())
    print(f"{len(paths)} templates in one process    CPU ms of a check: median, p95, max   peak MiB")
    for name, (python, code) in runs.items():
        process = subprocess.Popen([python, "-I", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(json.dumps(paths).encode())
        process.stdin.close()
        times = sorted(seconds * 1000 for seconds in json.loads(process.stdout.read()))
        _, _, usage = os.wait4(process.pid, 0)
        at = lambda part: times[min(len(times) - 1, int(len(times) * part))]
        print(f"  {name:44}{at(0.5):12.2f}{at(0.95):9.2f}{times[-1]:9.1f}{usage.ru_maxrss / 1024:11.1f}")


if __name__ == "__main__":
    main()
