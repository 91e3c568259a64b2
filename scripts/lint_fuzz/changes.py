"""Changes of a template at any path: values behind functions, removed or doubled keys, other types."""
import copy

from values import SCALARS

NO_VALUE = {"Ref": "AWS::NoValue"}
SECTIONS = ("Resources", "Outputs", "Parameters", "Mappings", "Conditions", "Rules", "Metadata")
PSEUDO = ["AWS::Region", "AWS::AccountId", "AWS::StackName", "AWS::Partition", "AWS::URLSuffix", "AWS::StackId",
          "AWS::NoValue", "AWS::NotificationARNs", "AWS::Nope"]
CONDITIONS = {
    "IsProd": {"Fn::Equals": [{"Ref": "Environment"}, "prod"]},
    "IsDev": {"Fn::Equals": [{"Ref": "Environment"}, "dev"]},
    "NotProd": {"Fn::Not": [{"Condition": "IsProd"}]},
    "Here": {"Fn::Equals": [{"Ref": "AWS::Region"}, "us-east-1"]},
    "Both": {"Fn::And": [{"Condition": "IsProd"}, {"Condition": "Here"}]},
    "Either": {"Fn::Or": [{"Condition": "IsDev"}, {"Condition": "Here"}]},
    "Named": {"Fn::Not": [{"Fn::Equals": [{"Ref": "Name"}, ""]}]},
}
ENVIRONMENT = {"Type": "String", "Default": "dev", "AllowedValues": ["dev", "prod", "test"]}


def paths(node, at=()):
    yield at, node
    if isinstance(node, dict):
        for key, item in node.items():
            yield from paths(item, (*at, key))
    elif isinstance(node, list):
        for number, item in enumerate(node):
            yield from paths(item, (*at, number))


def get(node, path):
    for step in path:
        node = node[step]
    return node


def put(template, path, value):
    get(template, path[:-1])[path[-1]] = value


def section(template, name):
    if not isinstance(template.get(name), dict):
        template[name] = {}
    return template[name]


def fresh(where, stem):
    number = 1
    while f"{stem}{number}" in where:
        number += 1
    return f"{stem}{number}"


def condition(template, random):
    """Returns the name of a condition, declared most of the time."""
    if random.random() < 0.03:
        return "Undeclared"
    declared = section(template, "Conditions")
    name = random.choice([*CONDITIONS, *[key for key in declared if isinstance(key, str)]])
    needs = {"Both": ["IsProd", "Here"], "Either": ["IsDev", "Here"], "NotProd": ["IsProd"]}.get(name, [])
    for one in (*needs, name):
        if one in CONDITIONS:
            declared.setdefault(one, copy.deepcopy(CONDITIONS[one]))
    parameters = section(template, "Parameters")
    if name not in ("Here",):
        parameters.setdefault("Environment", copy.deepcopy(ENVIRONMENT))
    if name == "Named":
        parameters.setdefault("Name", {"Type": "String", "Default": ""})
    return name


def if_(template, value, random, depth=0):
    other = random.choice([NO_VALUE, NO_VALUE, value, random.choice(SCALARS[:20]), {}, []])
    if depth < 2 and random.random() < 0.25:
        other = if_(template, other, random, depth + 1)
    branches = [value, copy.deepcopy(other)]
    if random.random() < 0.5:
        branches.reverse()
    if random.random() < 0.02:
        branches = branches[:1]
    return {"Fn::If": [condition(template, random), *branches]}


def parameter(template, value, random):
    parameters = section(template, "Parameters")
    name = fresh(parameters, "Given")
    if isinstance(value, list):
        text = ",".join(str(item) for item in value)
        declared = {"Type": random.choice(["CommaDelimitedList", "CommaDelimitedList", "List<String>", "List<Number>"]), "Default": text}
    else:
        text = str(value).lower() if isinstance(value, bool) else value if isinstance(value, (int, float)) else str(value)
        kind = "Number" if isinstance(value, (int, float)) and not isinstance(value, bool) and random.random() < 0.7 else "String"
        declared = {"Type": kind}
        form = random.random()
        if form < 0.4:
            declared["Default"] = text
        elif form < 0.7:
            declared["AllowedValues"] = [text, random.choice(["nope", 3, "other"])]
            if random.random() < 0.5:
                declared["Default"] = text
        elif form < 0.8:
            declared["Type"] = random.choice(["AWS::SSM::Parameter::Value<String>", "AWS::EC2::VPC::Id", "List<AWS::EC2::Subnet::Id>", "AWS::EC2::KeyPair::KeyName"])
    parameters[name] = declared
    return {"Ref": name}


def mapping(template, value, random):
    mappings = section(template, "Mappings")
    name = fresh(mappings, "Map")
    other = random.choice([value, "nope", "1", ["a"]])
    form = random.random()
    if form < 0.4:
        mappings[name] = {"first": {"second": copy.deepcopy(value)}}
        keys = ["first", "second"]
    elif form < 0.7:
        mappings[name] = copy.deepcopy({"us-east-1": {"second": value}, "eu-west-1": {"second": other}})
        keys = [{"Ref": "AWS::Region"}, "second"]
    else:
        section(template, "Parameters").setdefault("Environment", copy.deepcopy(ENVIRONMENT))
        mappings[name] = copy.deepcopy({"dev": {"second": value}, "prod": {"second": other}})
        if random.random() < 0.6:
            mappings[name]["test"] = {"second": copy.deepcopy(value)}
        keys = [{"Ref": "Environment"}, "second"]
    if random.random() < 0.06:
        keys[1] = "Nope"
    return {"Fn::FindInMap": [name, *keys]}


def sub(template, value, random):
    text = str(value)
    cut = random.randint(0, len(text))
    form = random.random()
    if form < 0.25:
        return {"Fn::Sub": text}
    if form < 0.6:
        reference = parameter(template, text[cut:], random)
        return {"Fn::Sub": text[:cut] + "${" + reference["Ref"] + "}"}
    if form < 0.7:
        return {"Fn::Sub": text[:cut] + "${" + random.choice([*PSEUDO, "Nope", "Nope.Arn", "!Literal"]) + "}"}
    return {"Fn::Sub": [text[:cut] + "${Rest}", {"Rest": text[cut:] if form < 0.85 else parameter(template, text[cut:], random)}]}


def join(template, value, random):
    text = str(value)
    cut = random.randint(0, len(text))
    pieces = [text[:cut], text[cut:]]
    if random.random() < 0.4:
        pieces[1] = parameter(template, pieces[1], random)
    if random.random() < 0.1:
        pieces.append(NO_VALUE)
    return {"Fn::Join": ["", pieces]}


def select(template, value, random):
    if random.random() < 0.5:
        return {"Fn::Select": [random.choice([0, "0"]), [value, random.choice(SCALARS[:8])]]}
    return {"Fn::Select": [1, {"Fn::Split": ["|", f"x|{value}"]}]}


def split(template, value, random):
    text = "|".join(str(item) for item in value) if isinstance(value, list) else str(value)
    return {"Fn::Split": ["|", text if random.random() < 0.6 else parameter(template, text, random)]}


def relation(template, value, random):
    """Returns a reference to a resource, or another function with an unknown value."""
    resources = [key for key in section(template, "Resources") if isinstance(key, str)] or ["Nope"]
    name = random.choice(resources + ["Nope"] if random.random() < 0.1 else resources)
    attribute = random.choice(["Arn", "Id", "Name", "Nope", "GroupId", "VpcId", "DomainName", "Endpoint.Address"])
    return random.choice([
        {"Ref": name}, {"Ref": name}, {"Fn::GetAtt": [name, attribute]}, {"Fn::GetAtt": f"{name}.{attribute}"},
        {"Fn::ImportValue": "exported"}, {"Fn::Base64": str(value)}, {"Fn::GetAZs": ""}, {"Fn::GetAZs": {"Ref": "AWS::Region"}},
        {"Fn::Cidr": ["10.0.0.0/16", 4, 8]}, {"Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": "s3://b/k"}}},
        "{{resolve:ssm:/name:1}}", "{{resolve:secretsmanager:name:SecretString:key}}", "{{resolve:ssm-secure:name:1}}",
        {"Ref": random.choice(PSEUDO)}, {"Fn::ToJsonString": {"a": value}}, {"Fn::Length": ["a", "b"]}, {"Fn::Nope": value},
        {"Fn::Sub": "${" + name + "." + attribute + "}"}, {"Fn::Select": [0, {"Fn::GetAZs": ""}]},
        {"Fn::Join": ["-", [{"Ref": "AWS::StackName"}, {"Fn::GetAtt": [name, attribute]}]]},
    ])


SCALAR_WRAPS = [if_, if_, if_, parameter, parameter, mapping, sub, sub, join, select, relation]
LIST_WRAPS = [if_, if_, if_, parameter, mapping, split, relation]
OBJECT_WRAPS = [if_, if_, if_, if_, relation]


def wrapped(template, value, random):
    """Returns the value behind a function. It shares nothing with other values, so that later changes stay local."""
    wraps = OBJECT_WRAPS if isinstance(value, dict) else LIST_WRAPS if isinstance(value, list) else SCALAR_WRAPS
    return copy.deepcopy(random.choice(wraps)(template, value, random))


def wrap(template, path, random):
    """Puts the value at a path behind a function, sometimes twice."""
    value = wrapped(template, get(template, path), random)
    if random.random() < 0.2:
        value = wrapped(template, value, random) if random.random() < 0.3 else if_(template, value, random)
    put(template, path, value)


def damage(template, path, random):
    """Replaces, removes, doubles or renames the value at a path."""
    value, parent = get(template, path), get(template, path[:-1])
    form = random.choice(["type", "remove", "rename", "double", "sibling", "case", "empty", "extra"])
    if form == "remove" and len(path) > 2:
        del parent[path[-1]]
    elif form == "rename" and isinstance(parent, dict) and isinstance(path[-1], str):
        other = random.choice([path[-1] + "s", path[-1][:-1] or "x", path[-1].lower(), "Nope"])
        items = [(other if key == path[-1] else key, item) for key, item in parent.items()]
        parent.clear()
        parent.update(items)
    elif form == "double" and isinstance(parent, list):
        parent.append(copy.deepcopy(value))
    elif form == "double" and isinstance(parent, dict):
        parent[f"{path[-1]}Too"] = copy.deepcopy(value)
    elif form == "sibling" and isinstance(parent, dict):
        put(template, path, copy.deepcopy(random.choice(list(parent.values()))))
    elif form == "case" and isinstance(value, str):
        put(template, path, random.choice([value.upper(), value.lower(), value + "x", value[:-1], " " + value]))
    elif form == "empty":
        put(template, path, random.choice(["", {}, [], None]))
    elif form == "extra" and isinstance(value, dict):
        value[random.choice(["Nope", "Condition", "Ref", "Fn::If", "Fn::Sub", "Type"])] = random.choice(["x", {}, ["IsProd", 1, 2], 1])
    elif form == "extra" and isinstance(value, list):
        added = random.choice(["x", {}, NO_VALUE, 1, None, {"Fn::If": ["IsProd", "a", NO_VALUE]}])
        value.insert(random.randint(0, len(value)), copy.deepcopy(added))
    else:
        put(template, path, copy.deepcopy(random.choice([*SCALARS, [], {}, [value], {"a": value}, str(value)])))
