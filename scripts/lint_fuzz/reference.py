"""Both linters: cfn-lint in this process and copies of it, cfn-warden as one command over many files."""
import json, multiprocessing, os, pathlib, signal, subprocess, tempfile

# Timeout of cfn-lint for a template, in seconds.
PATIENCE = 60

_rules = None


class Impatient(Exception):
    pass


def _give_up(*_):
    raise Impatient()


def _load():
    global _rules
    from cfnlint.config import ConfigMixIn
    from cfnlint.rules import Rules

    os.environ.pop("AWS_REGION", None)
    os.environ.pop("AWS_DEFAULT_REGION", None)
    _rules = Rules()
    for path in ConfigMixIn([]).append_rules:
        _rules.update(Rules.create_from_directory(path) if os.path.isdir(path) else Rules.create_from_module(path))
    signal.signal(signal.SIGALRM, _give_up)


def row(rule, path, line, column, message):
    return rule, "/".join(map(str, path or [])), line, column, message


def reference(text):
    """Returns cfn-lint's findings as rows, or text if it raises."""
    if _rules is None:
        _load()
    from cfnlint.config import ConfigMixIn
    from cfnlint.decode.decode import decode_str
    from cfnlint.runner import run_template_by_data

    signal.alarm(PATIENCE)
    try:
        template, errors = decode_str(text)
        if not errors:
            config = ConfigMixIn([], regions=["us-east-1"], include_checks=["I"], include_experimental=True)
            errors = run_template_by_data(template, config, _rules)
        return sorted({row(m.rule.id, getattr(m, "path", None), m.linenumber, m.columnnumber, m.message) for m in errors})
    except Impatient:
        return "takes too long"
    except RecursionError:
        return "RecursionError"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)


def references(texts, processes=2):
    with multiprocessing.Pool(processes, initializer=_load) as pool:
        yield from pool.imap(reference, texts, chunksize=4)


def ours(command, texts, batch=100):
    """Returns cfn-warden's findings of each text as rows, or None without an answer."""
    for start in range(0, len(texts), batch):
        yield from _batch(command, texts[start : start + batch])


def _batch(command, texts):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{number:04}.yaml") for number in range(len(texts))]
        for path, text in zip(paths, texts):
            pathlib.Path(path).write_text(text)
        done = subprocess.run(
            [*command, "--format", "json", "-c", "I", "-e", "--regions", "us-east-1", "--", *paths],
            capture_output=True, text=True, cwd=folder,
        )
    try:
        answers = json.loads(done.stdout)
    except ValueError:
        if len(texts) == 1:
            return [None]
        return [answer for text in texts for answer in _batch(command, [text])]
    found = {path: set() for path in paths}
    for one in answers:
        start = one["Location"]["Start"]
        found[one["Filename"]].add(
            row(one["Rule"]["Id"], one["Location"].get("Path"), start["LineNumber"], start["ColumnNumber"], one["Message"])
        )
    return [sorted(found[path]) for path in paths]
