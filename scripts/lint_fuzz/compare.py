"""Compares findings with cfn-lint's: missed, extra, other position, other message."""
import collections, dataclasses

FAMILIES = ["E1", "W1", "E2", "W2", "E6", "W6", "E7", "W7", "E8", "W8", "E30", "W30", "E3", "W3", "E4", "W4", "I"]


@dataclasses.dataclass
class Difference:
    kind: str  # missed, extra, place (position) or message
    rule: str
    path: str
    message: str
    text: str


def is_crash(row):
    """Returns whether a finding of cfn-lint reports an exception in its own code."""
    return row[0] == "E0002" or row[4].startswith("Exception ") and " raised while validating" in row[4]


def words(row):
    """Returns the message of a finding; that of E3019 prints a set, in an order that changes."""
    return (*row[:2], row[4].partition(" across ")[0] if row[0] == "E3019" else row[4])


class Counts:
    def __init__(self):
        self.reference = self.ours = self.both = self.place = self.message = 0

    def line(self):
        share = lambda part, whole: f"{part / whole:.4f}" if whole else "1     "
        return (
            f"reference={self.reference} ours={self.ours} recall={share(self.both, self.reference)} "
            f"precision={share(self.both, self.ours)} place={share(self.place, self.both)} message={share(self.message, self.both)}"
        )


class Total:
    def __init__(self, without=()):
        self.without = without
        self.counts = collections.defaultdict(Counts)
        self.differences = []
        self.crashes = collections.Counter()
        self.templates = self.clean = self.no_answer = 0

    def add(self, text, want, got):
        if isinstance(want, str):
            self.crashes[f"ends: {want[:90]}"] += 1
            self.no_answer += got is None
            return
        raised = [r for r in want if is_crash(r)]
        self.crashes.update(r[4][:110] for r in raised)
        self.templates += 1
        self.no_answer += got is None
        want, got = ([r for r in rows or () if not r[0].startswith(self.without or "?") and not is_crash(r)] for rows in (want, got))
        w, g = ({r[:2] for r in rows} for rows in (want, got))
        if raised and w != g:
            self.note(text, "raised-missed", w - g, want)
            self.note(text, "raised-extra", g - w, got)
            return
        self.clean += w == g
        places = {r[:2] for r in {r[:4] for r in want} & {r[:4] for r in got}}
        same_words = {r[:2] for r in {words(r) for r in want} & {words(r) for r in got}}
        for rule, path in w | g:
            for group in ("all", rule, *[family for family in FAMILIES if rule.startswith(family)]):
                counts = self.counts[group]
                counts.reference += (rule, path) in w
                counts.ours += (rule, path) in g
                counts.both += (rule, path) in w & g
                counts.place += (rule, path) in places and (rule, path) in w & g
                counts.message += (rule, path) in same_words and (rule, path) in w & g
        self.note(text, "missed", w - g, want)
        self.note(text, "extra", g - w, got)
        self.note(text, "place", (w & g) - places, want)
        self.note(text, "message", (w & g) - same_words, want)

    def note(self, text, kind, keys, rows):
        words = {r[:2]: r[4] for r in rows}
        for rule, path in sorted(keys):
            self.differences.append(Difference(kind, rule, path, words[rule, path], text))

    def groups(self):
        """Returns differences by kind and rule, the largest group first, and in it the smallest template."""
        found = collections.defaultdict(list)
        for one in self.differences:
            found[one.kind, one.rule].append(one)
        groups = [sorted(group, key=lambda one: len(one.text)) for group in found.values()]
        return sorted(groups, key=len, reverse=True)

    def largest(self, count):
        return [group[0] for group in self.groups()[:count]]

    def print(self, show):
        for group in self.groups():
            print(f"{group[0].kind:8} {group[0].rule} {len(group)}")
            for one in group[:show]:
                print(f"    {one.path}: {one.message[:200]}")
        for message, count in self.crashes.most_common():
            print(f"cfn-lint raises, {count} times: {message}")
        for group in ["all", *FAMILIES]:
            if group in self.counts:
                print(f"{group:4} {self.counts[group].line()}")
        fired = [group for group in self.counts if len(group) == 5]
        print(f"templates={self.templates} clean={self.clean} no_answer={self.no_answer} rules={len(fired)}")
