#!/usr/bin/env python3
"""Writes random Guard rules over the whole grammar, valid and damaged, as JSON strings, one per line.

    guard_rules.py COUNT [SEED]

A third follows the grammar, a third has one or two damaged tokens, a third is random tokens.
"""
import json
import random
import re
import sys

WORDS = ["a", "b", "Properties", "Type", "x_1", "Tags", "some", "this", "keys", "when", "or", "not", "in", "exists", "empty",
         "rule", "let", "true", "null", "count", "r", "whenever", "thisThing", "someKey", "is_string", "n\u00e9", "IN", "NOT", "KEYS"]
STRINGS = ['"a"', "'b'", '"%v"', '""', '"a\\"b"', "'it\\'s'", '"\u20ac\U0001f600"', '"a\nb"', '"AWS::S3::Bucket"', '"#"', '"5"', '"a\\b"']
BAD_STRINGS = ['"\\\\"', "'x", '"y\\"', "'z\\'"]
NUMBERS = ["0", "1", "-1", "42", "9223372036854775807", "1.5", "-2.5e3", "1e5", "1E-2", "007", "0.1"]
BAD_NUMBERS = ["9223372036854775808", "1.", "1.5e", "5x", "1_0", "1e999", "-", "1.5.2", "1\u00e9"]
REGEXES = ["/a/", "/^arn:.*$/", "/a\\/b/", "/[a-z]+\\d{2}/", "/(?=a)b/", "/\\//", "/(?i)x|y/", "/\u20ac/", "/(?<n>a)\\k<n>/"]
BAD_REGEXES = ["//", "/(/", "/a", "/a\\", "/[/]/", "/a**/", "/\\R/", "/{/", "/x{2,1}/", "/\\1/"]
RANGES = ["r[1,5]", "r(1, 5)", "r[1.5,2.5)", "r(a,z]", "r[ 1 , 2 ]", "r[,,,]", "r[\u00e9,z]"]
BAD_RANGES = ["r[a, 1]", "r[1,2.5]", "r[1,2", "r[1;2]", "r[1.5e,2]", "r [1,2]"]
FUNCTIONS = [("count", 1), ("join", 2), ("json_parse", 1), ("now", 0), ("parse_boolean", 1), ("parse_char", 1), ("parse_epoch", 1),
             ("parse_float", 1), ("parse_int", 1), ("parse_string", 1), ("regex_replace", 3), ("substring", 3), ("to_lower", 1),
             ("to_upper", 1), ("url_decode", 1)]
UNARY = ["exists", "EXISTS", "empty", "EMPTY", "is_string", "IS_LIST", "is_struct", "is_bool", "is_int", "is_null", "is_float", "IS_STRUCT"]
BINARY = ["==", "!=", ">", ">=", "<", "<=", "in", "IN", "not in", "NOT IN", "!in", "not  in"]
NOT = ["not ", "NOT ", "!", "not\t"]
BAD_NOT = ["not\n", "! "]
SPACE = [" "] * 24 + ["\n", "\n  ", "\t", "  ", " # c\n", "\r\n", "#x\n#y\n "]
TYPES = ["AWS::S3::Bucket", "Custom::Thing", "AWS::S3::Bucket::MODULE", "A::B::C::D", "AWS::EC2::Instance", "Alexa::ASK::Skill"]
SOUP = WORDS + STRINGS + NUMBERS + REGEXES + RANGES + BAD_STRINGS + BAD_NUMBERS + BAD_REGEXES + BAD_RANGES + BAD_NOT + UNARY + BINARY + NOT + SPACE * 2 + TYPES + [
    "{", "}", "{", "}", "[", "]", "[*]", ".*", ".", "(", ")", ",", ":", "=", ":=", "<<m>>", "<<", ">>", "|", "|OR|", "%v", "%", "#", "\n", "::", "\u00a0", "\ufeff"]


class Grammar:
    """Every method returns the text of one construct; `depth` bounds the nesting."""

    def __init__(self, rng):
        self.rng = rng

    def pick(self, items):
        return self.rng.choice(items)

    def one_of(self, good, bad):
        """Returns one of the good choices most of the time."""
        return self.pick(good if self.chance(0.985) else bad)

    def chance(self, share):
        return self.rng.random() < share

    def space(self):
        return self.pick(SPACE) if self.chance(0.7) else ""

    def gap(self):
        return self.pick(SPACE)

    def word(self):
        return self.pick(WORDS[:6]) if self.chance(0.85) else self.pick(WORDS)

    def literal(self, depth=2):
        kind = self.rng.randrange(12)
        if kind < 4:
            return self.one_of(STRINGS, BAD_STRINGS)
        if kind < 6:
            return self.one_of(NUMBERS, BAD_NUMBERS)
        if kind == 6:
            return self.pick(["true", "True", "TRUE", "false", "False", "FALSE", "null", "NULL", "Null"])
        if kind == 7:
            return self.one_of(REGEXES, BAD_REGEXES)
        if kind == 8:
            return self.one_of(RANGES, BAD_RANGES)
        if depth == 0:
            return "1"
        many = range(self.rng.randrange(4))
        if kind < 11:
            return "[" + self.space() + (self.space() + "," + self.space()).join(self.literal(depth - 1) for _ in many) + self.space() + "]"
        keys = ["a", "a-b", "1", '"q r"', "'s'", "_", "\u00e9", "-"]
        return "{" + ",".join(self.space() + self.pick(keys) + self.space() + ":" + self.space() + self.literal(depth - 1) for _ in many) + self.space() + "}"

    def part(self, depth):
        kind = self.rng.randrange(20)
        if kind < 8:
            return self.pick(["", "", "", "\n  ", " "]) + "." + self.word()
        if kind < 10:
            return ".*"
        if kind < 12:
            return "[" + self.pick(["*", " * ", "name", " name ", "name "]) + "]"
        if kind == 12:
            return self.one_of(["[0]", "[-1]", ".0", ".-2", "[0 ]"], ["[ 0]", "[99999999999999999999]", "[1x]"])
        if kind == 13:
            return "[" + self.one_of(STRINGS, BAD_STRINGS) + self.space() + "]"
        if kind == 14:
            return self.one_of([".%v", '."%v"', '."k"', ".'k'"], [". k", ".%"])
        if depth == 0:
            return ".z"
        capture = self.pick(["", "", "", " k |", "k|", " k  |"])
        if kind < 17:
            right = self.literal() if self.chance(0.6) else self.query(depth - 1) if self.chance(0.9) else self.function(1)
            operator = self.one_of(["==", "!=", "in", "IN", "not in", "!in"], ["<", "exists"])
            tail = self.pick([" a == 1", " or b exists"]) if self.chance(0.1) else ""
            return "[" + capture + self.space() + self.pick(["keys", "KEYS"]) + self.gap() + operator + self.gap() + right + tail + self.space() + "]"
        return "[" + capture + self.space() + self.cnf(depth - 1) + self.space() + "]"

    def query(self, depth):
        some = self.pick(["", "", "", "", "some ", "SOME\n"])
        head = self.pick(["this", "THIS", "%v", "%w", "Resources", "a", '"q"', '"%v"', self.word()])
        return some + head + "".join(self.part(depth) for _ in range(self.pick([0, 0, 1, 1, 2, 3])))

    def function(self, depth):
        name, arity = self.pick(FUNCTIONS)
        arity = arity if self.chance(0.985) else arity + 1
        return name + "(" + ",".join(self.pick(["", " "]) + self.operand(depth - 1) + self.pick(["", " ", "\n"]) for _ in range(arity)) + ")"

    def operand(self, depth):
        kind = self.rng.randrange(10)
        if kind < 6 or depth <= 0:
            return self.literal()
        return self.query(depth - 1) if kind < 9 else self.function(depth - 1)

    def message(self):
        return self.one_of([" <<m>>", "<<a # b>>", "\n <<\n x\n>>", " <<a > b>>", " <<\u20ac>>"], [" <<open"]) if self.chance(0.15) else ""

    def compare(self, depth):
        negation = self.one_of(NOT, BAD_NOT) if self.chance(0.12) else ""
        left = negation + self.query(depth) + self.space()
        if self.chance(0.4):
            return left + (self.pick(NOT[:3]) if self.chance(0.4) else "") + self.pick(UNARY) + self.message()
        return left + self.pick(BINARY) + self.space() + self.operand(depth) + self.message()

    def call(self, depth):
        negation = self.one_of(NOT, BAD_NOT) if self.chance(0.15) else ""
        arguments = ",".join(self.pick(["", " "]) + self.operand(depth - 1) for _ in range(self.rng.randrange(4)))
        return negation + self.pick(["pr", "qr", "count"]) + "(" + arguments + ")" + self.message()

    def reference(self):
        negation = self.one_of(NOT, BAD_NOT) if self.chance(0.2) else ""
        return negation + self.pick(["ra", "rb", "default"]) + self.one_of(["\n", "\n", " # c\n", " <<m>>", "\r\n", " \n", " or ra\n"], [" ", ""])

    def condition(self, depth):
        kind = self.rng.randrange(10)
        return self.compare(depth) if kind < 6 else self.reference() if kind < 9 else self.call(depth)

    def clause(self, depth):
        kind = self.rng.randrange(12)
        if depth <= 0 or kind < 7:
            return self.compare(max(depth, 0))
        if kind == 7:
            return self.call(depth)
        if kind < 10:
            return self.query(depth - 1) + self.pick(["", "", " not empty", " !empty", " NOT EMPTY"]) + self.body(depth - 1, self.clause)
        return self.when(depth - 1, self.clause)

    def joined(self, item, depth):
        return (self.gap() + self.pick(["or", "or", "or", "OR", "|OR|"]) + self.gap()).join(item(depth) for _ in range(self.pick([1, 1, 1, 2, 3])))

    def cnf(self, depth, item=None):
        return self.gap().join(self.joined(item or self.clause, depth) for _ in range(self.pick([1, 1, 2])))

    def let(self, depth):
        return "let" + self.gap() + self.word() + self.space() + self.pick(["=", ":=", "="]) + self.space() + self.operand(depth)

    def body(self, depth, item):
        items = [self.let(depth) if self.chance(0.15) else self.joined(item, depth) for _ in range(self.one_of([1, 1, 2, 3], [0]))]
        return self.space() + "{" + self.space() + self.gap().join(items) + self.space() + "}"

    def when(self, depth, item):
        return self.pick(["when", "WHEN"]) + self.gap() + self.cnf(depth, self.condition) + self.body(depth, item)

    def type_block(self, depth):
        when = "when " + self.cnf(depth, self.condition) if self.chance(0.25) else ""
        body = self.body(depth, self.clause) if when or self.chance(0.7) else self.clause(depth)
        return self.pick(TYPES) + self.gap() + when + body

    def clause_or_reference(self, depth):
        return self.reference() if self.chance(0.2) else self.clause(depth)

    def rule_item(self, depth):
        kind = self.rng.randrange(10)
        if kind == 0:
            return self.type_block(depth)
        if kind < 3:
            return self.when(depth, self.clause_or_reference)
        return self.clause_or_reference(depth)

    def rule(self, depth):
        name = self.pick(["ra", "rb", "pr", "qr"])
        if self.chance(0.2):
            return "rule " + name + "(" + self.one_of(["p", "p, q", " p ,q ", "p,p"], ["", "p,"]) + ")" + self.body(depth, self.rule_item)
        when = self.gap() + "when " + self.cnf(depth, self.condition) if self.chance(0.3) else ""
        return "rule" + self.gap() + name + when + self.body(depth, self.rule_item)

    def item(self):
        depth = self.pick([0, 1, 2, 2, 3])
        kind = self.rng.randrange(10)
        if kind < 2:
            return self.let(depth)
        if kind < 6:
            return self.rule(depth)
        if kind == 6:
            return self.joined(self.type_block, depth)
        if kind == 7:
            return self.when(depth, self.clause_or_reference)
        return self.joined(self.clause, depth)

    def file(self):
        return self.space() + self.gap().join(self.item() for _ in range(self.pick([1, 1, 1, 2, 3]))) + self.space()


TOKEN = re.compile(r"\s+|\w+|<<|>>|[=!<>]=|::|.", re.S)


def damaged(rng, text):
    """Returns the text with one or two tokens dropped, doubled, swapped, replaced or truncated."""
    tokens = TOKEN.findall(text) or [""]
    for _ in range(rng.choice([1, 1, 2])):
        at = rng.randrange(len(tokens))
        kind = rng.randrange(7)
        if kind == 0:
            tokens[at] = ""
        elif kind == 1:
            tokens.insert(at, tokens[at])
        elif kind == 2:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            tokens[at] = rng.choice(SOUP)
        elif kind == 4:
            tokens.insert(at, rng.choice(SOUP))
        elif kind == 5:
            tokens = tokens[:at] or [""]
        else:
            tokens.insert(at, rng.choice([" ", "\n", "", "\t", "#"]))
    return "".join(tokens)


def generate(count, seed):
    """Returns `count` texts, equal for equal seeds."""
    rng = random.Random(seed)
    grammar = Grammar(rng)
    for at in range(count):
        if at % 3 == 0:
            yield grammar.file()
        elif at % 3 == 1:
            yield damaged(rng, grammar.file())
        else:
            lead = rng.choice(["", "rule ra { ", "rule ra when ", "let a = ", "a[ ", "x == "])
            yield lead + "".join(rng.choice(SOUP) for _ in range(rng.randrange(1, 14))) + rng.choice(["", " }", " ]", "\n"])


if __name__ == "__main__":
    for text in generate(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        print(json.dumps(text))
