"""Values that match a schema, as far as a few attempts find them, and violations of it."""
import copy

try:  # renamed in Python 3.11
    from re import _parser as sre
except ImportError:
    import sre_parse as sre

FORMATS = {
    "date-time": ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123+00:00"],
    "date": ["2026-01-02"],
    "AWS::IAM::Role.Arn": ["arn:aws:iam::123456789012:role/demo"],
    "AWS::KMS::Key.Arn": ["arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"],
    "AWS::KMS::Key.Id": ["1234abcd-12ab-34cd-56ef-1234567890ab"],
    "AWS::KMS::Alias.AliasName": ["alias/demo"],
    "AWS::EC2::SecurityGroup.Id": ["sg-12345678", "sg-0123456789abcdef0"],
    "AWS::EC2::SecurityGroup.Name": ["web"],
    "AWS::EC2::Subnet.Id": ["subnet-12345678"],
    "AWS::EC2::VPC.Id": ["vpc-12345678"],
    "AWS::EC2::Image.Id": ["ami-12345678"],
    "AWS::S3::Bucket.Name": ["my-bucket", "logs.example.com"],
    "AWS::Lambda::Function.Arn": ["arn:aws:lambda:us-east-1:123456789012:function:demo"],
    "AWS::SNS::Topic.Arn": ["arn:aws:sns:us-east-1:123456789012:topic"],
    "AWS::Logs::LogGroup.Name": ["/aws/lambda/demo"],
    "AWS::ACM::Certificate.Arn": ["arn:aws:acm:us-east-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab"],
    "ipv4-network": ["10.0.0.0/16", "0.0.0.0/0"],
    "ipv6-network": ["::/0", "2001:db8::/32"],
    "json": [{"a": 1}, '{"a": 1}'],
}
# Scalars that are valid for some schemas and violate others.
SCALARS = [
    "example", "my-name", "1", "10.0.0.0/16", "us-east-1a", "t3.micro", "arn:aws:iam::123456789012:role/demo", "true", "prod",
    "", " ", "é", "AWS::Region", "ami-12345678", "2012-10-17", "${Param}", "a,b", "1.5", "-1", "x" * 300,
    0, 1, 5, -1, 80, 70000, 2.5, 10**12, True, False, None,
]


def text_of(pattern, random, limit=12):
    """Returns text that matches a pattern, as far as its parts are simple."""
    try:
        return _walk(sre.parse(pattern), random, limit)
    except Exception:
        return None


def _walk(parts, random, limit):
    return "".join(_part(op, value, random, limit) for op, value in parts)


def _part(op, value, random, limit):
    name = str(op)
    if name == "LITERAL":
        return chr(value)
    if name == "NOT_LITERAL":
        return "b" if chr(value) == "a" else "a"
    if name == "ANY":
        return "a"
    if name == "IN":
        return _of_class(value, random)
    if name in ("MAX_REPEAT", "MIN_REPEAT"):
        low, high, inner = value
        times = random.randint(low, min(high, max(low, 3)))
        return "".join(_walk(inner, random, limit) for _ in range(min(times, 64)))
    if name == "SUBPATTERN":
        return _walk(value[3], random, limit)
    if name == "BRANCH":
        return _walk(random.choice(value[1]), random, limit)
    return ""


def _of_class(members, random):
    if str(members[0][0]) == "NEGATE":
        return "a"
    op, value = random.choice(members)
    name = str(op)
    if name == "LITERAL":
        return "~" if 0xD800 <= value < 0xE000 else chr(value)
    if name == "RANGE":
        low = "~" if 0xD800 <= value[0] < 0xE000 else chr(value[0])
        return random.choice([low, chr(random.randint(ord(low), min(value[1], max(ord(low), 0x7E))))])
    return {"CATEGORY_DIGIT": "7", "CATEGORY_WORD": "w", "CATEGORY_SPACE": " "}.get(str(value), "-")


def resolved(schema, root):
    for _ in range(10):
        if not isinstance(schema, dict) or "$ref" not in schema:
            break
        node = root
        for step in schema["$ref"].lstrip("#/").split("/"):
            node = node.get(step, {}) if isinstance(node, dict) else {}
        schema = node
    return schema if isinstance(schema, dict) else {}


def value(schema, root, random, depth=0, full=0.3):
    """Returns a value for a schema; `full` is the share of optional properties that are present."""
    schema = resolved(schema, root)
    for composite in ("oneOf", "anyOf"):
        if schema.get(composite) and not schema.get("properties"):
            branch = resolved(random.choice(schema[composite]), root)
            rest = {key: item for key, item in schema.items() if key != composite}
            return value({**rest, **branch}, root, random, depth, full)
    if "const" in schema:
        return copy.deepcopy(schema["const"])
    for enum in ("enum", "enumCaseInsensitive"):
        if schema.get(enum):
            return copy.deepcopy(random.choice(schema[enum]))
    kind = schema.get("type") or ("object" if "properties" in schema else "string")
    kind = random.choice(kind) if isinstance(kind, list) else kind
    return _MAKERS.get(kind, _text)(schema, root, random, depth, full)


def _object(schema, root, random, depth, full):
    wanted = set(schema.get("required", []))
    for composite in ("oneOf", "anyOf", "allOf"):
        branches = [resolved(branch, root) for branch in schema.get(composite, [])]
        chosen = branches if composite == "allOf" else random.sample(branches, 1) if branches else []
        for branch in chosen:
            wanted |= set(branch.get("required", []))
    if schema.get("requiredXor") or schema.get("requiredOr"):
        wanted.add(random.choice(schema.get("requiredXor") or schema["requiredOr"]))
    properties = schema.get("properties", {})
    for name in properties:
        if name not in wanted and depth < 6 and random.random() < full / (1 + depth):
            wanted.add(name)
    for name in list(wanted):
        wanted |= set(schema.get("dependentRequired", {}).get(name, []))
    out = {}
    for name in sorted(wanted):
        if depth < 9 and isinstance(properties.get(name), dict):
            out[name] = value(properties[name], root, random, depth + 1, full)
    if not properties:
        for pattern, inner in schema.get("patternProperties", {}).items():
            if isinstance(inner, dict) and depth < 9:
                out[text_of(pattern, random) or "Key"] = value(inner, root, random, depth + 1, full)
        if not out and random.random() < 0.7:
            out["Key"] = "value"
    return out


def _array(schema, root, random, depth, full):
    low = schema.get("minItems", 0)
    count = min(max(low, random.choice([0, 1, 1, 2, 3])), schema.get("maxItems", 9), max(low, 4))
    item = schema.get("items")
    return [value(item, root, random, depth + 1, full) if isinstance(item, dict) else "item" for _ in range(min(count, 20))]


def _text(schema, root, random, depth, full):
    form = schema.get("format", "")
    if form in FORMATS:
        return copy.deepcopy(random.choice(FORMATS[form]))
    if form[:-1] in FORMATS and form.endswith("s"):
        return random.choice(FORMATS[form[:-1]])
    text = text_of(schema["pattern"], random) if schema.get("pattern") else None
    text = text if text is not None else random.choice(["example", "my-name", "Demo1", "12", "value"])
    low, high = schema.get("minLength", 0), schema.get("maxLength", 1000)
    if low > len(text):
        text += "a" * min(low - len(text), 300)
    return text[: max(high, 0)]


def _number(schema, root, random, depth, full):
    low = schema.get("minimum", 0)
    high = min(schema.get("maximum", low + 100), low + 1000)
    step = schema.get("multipleOf") or 1
    return max(int(low), int(random.randint(int(low), int(max(low, high))) // step * step))


_MAKERS = {
    "object": _object,
    "array": _array,
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": lambda schema, root, random, depth, full: random.choice([True, False, "true"]),
    "null": lambda *_: None,
}


def places(instance, schema, root, path=(), depth=0):
    """Returns all (path, value, schema) below a value that a schema describes."""
    schema = resolved(schema, root)
    yield path, instance, schema
    if depth > 12:
        return
    if isinstance(instance, dict):
        known = dict(schema.get("properties", {}))
        for key, item in instance.items():
            inner = known.get(key)
            if inner is None:
                inner = next(iter(schema.get("patternProperties", {}).values()), {})
            yield from places(item, inner, root, (*path, key), depth + 1)
    elif isinstance(instance, list) and isinstance(schema.get("items", {}), dict):
        for number, item in enumerate(instance):
            yield from places(item, schema.get("items", {}), root, (*path, number), depth + 1)


def damaged(instance, schema, root, random):
    """Returns the value with one keyword of its schema violated, or None if no keyword can be."""
    choices = [keyword for keyword in _DAMAGES if keyword in schema]
    random.shuffle(choices)
    for keyword in choices:
        changed = _DAMAGES[keyword](instance, schema, root, random)
        if changed is not None:
            return changed
    return None


def _without(instance, names, random):
    there = [name for name in names if isinstance(name, str) and name in instance]
    if not there:
        return None
    gone = random.choice(there)
    return {key: item for key, item in instance.items() if key != gone}


def _with(instance, names, schema, root, random):
    known = [name for name in names if isinstance(schema.get("properties", {}).get(name), dict)]
    added = {name: value(schema["properties"][name], root, random, 4) for name in known}
    return {**instance, **added} if added else None


def _misspelt(instance, random):
    if not instance or random.random() < 0.3:
        return {**instance, random.choice(["Nope", "Typo", "nope1"]): random.choice(["x", 1, {}, [], {"Ref": "AWS::NoValue"}])}
    key = random.choice(list(instance))
    other = random.choice([key.lower(), key + "s", key[:-1], "X" + key, key[:1] + key]) if isinstance(key, str) else "1"
    return {(other if one == key else one): item for one, item in instance.items()}


def _other_type(instance, schema, root, random):
    return random.choice([[], {}, "text", 1, True, 1.5, [instance], {"a": instance}, str(instance), "", "1.0", "0x1f", "yes"])


def _on(kind, make):
    return lambda instance, schema, root, random: make(instance, schema, root, random) if isinstance(instance, kind) else None


_DAMAGES = {
    "type": _other_type,
    "enum": lambda i, s, r, random: random.choice(["nope", f"{i}x", str(i).upper(), str(i).lower(), 7, str(i) + " "]),
    "enumCaseInsensitive": lambda i, s, r, random: random.choice(["nope", str(i).upper(), str(i).title(), 7]),
    "const": lambda i, s, r, random: "nope",
    "pattern": _on(str, lambda i, s, r, random: random.choice(["!", "", " ", i + " ", "é", i * 2 + "~", i + "\n", "a\nb"])),
    "format": _on(str, lambda i, s, r, random: random.choice(["nope", "arn:aws:iam::1:x", "10.0.0.1/8", "300.1.1.1/8", "sg-1", i + "x"])),
    "minLength": _on(str, lambda i, s, r, random: i[: max(0, s["minLength"] - 1)]),
    "maxLength": _on(str, lambda i, s, r, random: "a" * (s["maxLength"] + 1) if s["maxLength"] < 5000 else None),
    "minimum": lambda i, s, r, random: random.choice([s["minimum"] - 1, str(s["minimum"] - 1), s["minimum"] - 0.5]),
    "maximum": lambda i, s, r, random: random.choice([s["maximum"] + 1, str(s["maximum"] + 1), s["maximum"] + 0.5]),
    "multipleOf": lambda i, s, r, random: s["multipleOf"] + 1,
    "minItems": _on(list, lambda i, s, r, random: i[: max(0, s["minItems"] - 1)] if s["minItems"] else None),
    "maxItems": _on(list, lambda i, s, r, random: (i * (s["maxItems"] + 2))[: s["maxItems"] + 1] if i and s["maxItems"] < 60 else None),
    "uniqueItems": _on(list, lambda i, s, r, random: i + i[:1] if i else None),
    "uniqueKeys": _on(list, lambda i, s, r, random: i + i[:1] if i else None),
    "required": _on(dict, lambda i, s, r, random: _without(i, s["required"], random)),
    "properties": _on(dict, lambda i, s, r, random: _with(i, random.sample(list(s["properties"]), min(3, len(s["properties"]))), s, r, random)),
    "additionalProperties": _on(dict, lambda i, s, r, random: _misspelt(i, random)),
    "requiredXor": _on(dict, lambda i, s, r, random: _with(i, s["requiredXor"], s, r, random) if random.random() < 0.5 else _without(i, s["requiredXor"], random)),
    "requiredOr": _on(dict, lambda i, s, r, random: {k: v for k, v in i.items() if k not in s["requiredOr"]}),
    "dependentExcluded": _on(dict, lambda i, s, r, random: _with(i, [n for k, v in s["dependentExcluded"].items() for n in (k, *v)], s, r, random)),
    "dependentRequired": _on(dict, lambda i, s, r, random: _with(i, list(s["dependentRequired"]), s, r, random)),
    "dependencies": _on(dict, lambda i, s, r, random: _with(i, list(s["dependencies"]), s, r, random)),
    "oneOf": _on(dict, lambda i, s, r, random: _with(i, [n for b in s["oneOf"] for n in resolved(b, r).get("required", [])], s, r, random)),
    "anyOf": _on(dict, lambda i, s, r, random: _without(i, [n for b in s["anyOf"] for n in resolved(b, r).get("required", [])], random)),
    "minProperties": _on(dict, lambda i, s, r, random: {}),
}
