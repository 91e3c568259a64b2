"""Templates: generated from schemas (`made`) and changed from existing ones (`mutated`)."""
import copy, json

import yaml

import changes
import values

ATTRIBUTES = [
    ("DependsOn", ["Res0", "Res1", ["Res0"], ["Res0", "Res0"], "Nope", [], 1, {"Ref": "Res0"}]),
    ("Condition", ["IsProd", "Here", "Undeclared", 1, ["IsProd"]]),
    ("DeletionPolicy", ["Retain", "Delete", "Snapshot", "RetainExceptOnCreate", "Nope", 1, {"Ref": "AWS::Region"}, {"Fn::If": ["Here", "Retain", "Delete"]}]),
    ("UpdateReplacePolicy", ["Retain", "Delete", "Snapshot", "Nope", {"Fn::If": ["Here", "Retain", "Snapshot"]}]),
    ("Metadata", [{"a": 1}, "x", {"cfn-lint": {"config": {"ignore_checks": ["E3002"]}}}, {"b": {"Ref": "Nope"}}]),
    ("CreationPolicy", [{"ResourceSignal": {"Count": 1, "Timeout": "PT5M"}}, {"Nope": 1}, {"AutoScalingCreationPolicy": {"MinSuccessfulInstancesPercent": 50}}, []]),
    ("UpdatePolicy", [{"AutoScalingRollingUpdate": {"MinInstancesInService": 1}}, {"Nope": 1}, {"UseOnlineResharding": True}, {"AutoScalingReplacingUpdate": {"WillReplace": "x"}}]),
    ("Version", ["1.0", 1]),
    ("Typo", ["x"]),
]
PARAMETERS = [
    {"Type": "String"}, {"Type": "Number", "Default": "x"}, {"Type": "Number", "Default": 5, "MaxValue": 3}, {"Type": "Nope"},
    {"Type": "String", "AllowedPattern": "[a-z]+", "Default": "A1"}, {"Type": "String", "AllowedPattern": "["},
    {"Type": "CommaDelimitedList", "Default": "a,b", "AllowedValues": ["a"]}, {"Default": "x"}, {"Type": "String", "MinLength": 3, "Default": "a"},
    {"Type": "String", "NoEcho": "maybe", "Description": 1}, {"Type": "List<Number>", "Default": "1,x"}, {"Type": "String", "Default": ["a"]},
    {"Type": "AWS::SSM::Parameter::Value<List<String>>", "Default": "/a"}, "text", [], None, {"Type": "String", "Typo": 1},
    {"Type": "String", "ConstraintDescription": "c", "NoEcho": True}, {"Type": "String", "AllowedValues": []}, {"Type": "AWS::EC2::Image::Id", "Default": "ami"},
]
DECLARED = [
    {"Fn::Equals": [{"Ref": "AWS::Region"}, "x"]}, {"Fn::Equals": ["a", "a"]}, {"Fn::Equals": ["a"]}, {"Fn::Not": []}, {"Fn::And": [{"Condition": "Here"}]},
    {"Fn::Or": [{"Condition": "Here"}, {"Condition": "Nope"}]}, {"Condition": "Here"}, {"Ref": "Environment"}, "x", [], True,
    {"Fn::Not": [{"Fn::Equals": [{"Fn::Sub": "${AWS::Region}"}, "x"]}]}, {"Fn::Equals": [{"Fn::GetAtt": ["Res0", "Arn"]}, "a"]},
    {"Fn::Equals": [{"Fn::FindInMap": ["Nope", "a", "b"]}, "x"]}, {"Fn::Equals": [{"Ref": "Environment"}, {"Ref": "Nope"}]},
    {"Fn::If": ["Here", True, False]}, {"Fn::Equals": [1, "1"]}, {"Fn::Equals": [{"Ref": "Environment"}, "nope"]},
]
OUTPUTS = [
    {"Value": {"Ref": "Res0"}}, {"Value": {"Fn::GetAtt": ["Res0", "Arn"]}}, {"Value": 1}, {"Value": ["a"]}, {"Value": {"a": 1}}, {},
    {"Value": "x", "Export": {"Name": {"Fn::Sub": "${AWS::StackName}-x"}}}, {"Value": "x", "Export": "y"}, {"Value": "x", "Export": {}},
    {"Value": "x", "Condition": "Nope"}, {"Value": "x", "Description": {"Ref": "AWS::Region"}}, {"Value": "x", "Typo": 1},
    {"Value": {"Fn::If": ["Here", {"Ref": "Res0"}, {"Ref": "AWS::NoValue"}]}}, {"Value": {"Fn::Join": [",", {"Fn::GetAZs": ""}]}}, {"Value": {"Fn::GetAtt": "Res0.Nope"}},
    {"Value": {"Fn::Sub": "${Res0}"}, "Condition": "IsProd"}, {"Value": {"Ref": "Environment"}, "Export": {"Name": "E"}}, {"Value": {"Fn::Split": [",", "a,b"]}},
]
MAPS = [
    {"a": {"b": "c"}}, {"a": {"b": ["c", 1]}}, {"a": {"b": {"c": "d"}}}, {"a": "b"}, "x", {}, {"a": {}}, {1: {"b": "c"}}, {"a.b": {"c": 1}}, {"a": {"b-c_d": None}},
    {"a": {"b": {"Ref": "AWS::Region"}}}, {"a": {"b": [["x"]]}}, {"a": {"b": [{"x": 1}]}}, {"a": {"Fn::Transform": {"Name": "AWS::Include"}}}, None, [],
]
RULES = [
    {"Assertions": [{"Assert": {"Fn::Contains": [["dev", "prod"], {"Ref": "Environment"}]}}]},
    {"RuleCondition": {"Fn::Equals": [{"Ref": "Environment"}, "prod"]}, "Assertions": [{"Assert": {"Fn::Not": [{"Fn::Equals": [{"Ref": "Environment"}, "prod"]}]}, "AssertDescription": "d"}]},
    {"Assertions": []}, {"RuleCondition": "x"}, "x", {"Assertions": [{"Assert": True}]}, {"Assertions": [{"Nope": 1}]}, {"Typo": 1},
    {"Assertions": [{"Assert": {"Fn::EachMemberIn": [{"Fn::ValueOfAll": ["AWS::EC2::VPC::Id", "Tags.x"]}, ["a"]]}}]}, {"RuleCondition": {"Condition": "Here"}, "Assertions": [{"Assert": {"Fn::And": []}}]},
]
TOP = [
    ("AWSTemplateFormatVersion", ["2010-09-09", "2012-10-17", 1, {}]), ("Description", ["d", "x" * 1100, 1, {"Ref": "AWS::Region"}, ["a"]]),
    ("Transform", ["AWS::Serverless-2016-10-31", "AWS::LanguageExtensions", ["AWS::LanguageExtensions"], "Macro", [], 1, {"Name": "AWS::Include"}, ["AWS::SecretsManager-2020-07-23"]]),
    ("Metadata", [{"AWS::CloudFormation::Interface": {"ParameterGroups": [{"Parameters": ["Environment", "Nope"]}], "ParameterLabels": {"Nope": {"default": "x"}}}}, {"cfn-lint": {"config": {"ignore_checks": ["W"]}}}, {"cfn-lint": {"config": {"nope": 1}}}, "x", {"a": {"Ref": "Nope"}}, {"AWS::CloudFormation::Interface": []}]),
    ("Typo", [{}]), ("Hooks", [{}]), ("Globals", [{}]),
]


class Knowledge:
    """The schemas of all types."""

    def __init__(self):
        from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER as manager

        self.manager = manager
        self.types = sorted(manager.get_resource_types("us-east-1"))

    def schema(self, kind):
        return self.manager.get_resource_schema("us-east-1", kind).schema


def made(knowledge, random, number):
    """Returns a template of resources that match their schemas except for a few violations, and of valid or invalid sections."""
    template = {"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}
    template["Parameters"] = {"Environment": copy.deepcopy(changes.ENVIRONMENT)}
    count = random.choice([2, 4, 6, 8])
    for index in range(count):
        kind = knowledge.types[(number * 7 + index * 271 + random.randint(0, 6)) % len(knowledge.types)]
        template["Resources"][f"Res{index}"] = resource(template, knowledge.schema(kind), kind, random)
    sections(template, random)
    for _ in range(random.choice([0, 1, 2, 4, 15])):
        places = [path for path, _ in changes.paths(template["Resources"]) if len(path) >= 2]
        changes.wrap(template, ("Resources", *random.choice(places)), random)
    return template


def resource(template, schema, kind, random):
    body = values.value({"type": "object", **{key: schema[key] for key in schema if key != "type"}}, schema, random, 0, random.choice([0.05, 0.3, 0.8]))
    for name in [pointer.split("/")[2] for pointer in schema.get("readOnlyProperties", []) if pointer.count("/") == 2]:
        if name in body and random.random() < 0.9:
            del body[name]
    holder = {"Properties": body}
    for _ in range(random.choice([0, 0, 1, 1, 2, 3])):
        spots = list(values.places(holder["Properties"], schema, schema))
        path, instance, inner = random.choice(spots)
        changed = values.damaged(instance, inner, schema, random)
        if changed is not None:
            changes.put(holder, ("Properties", *path), changed)
    for _ in range(random.choice([0, 0, 1, 2])):
        spots = [path for path, _ in changes.paths(holder["Properties"])]
        path = ("Properties", *random.choice(spots))
        value = changes.get(holder, path)
        changes.put(holder, path, changes.wrapped(template, value, random))
    out = {"Type": kind, **holder}
    if random.random() < 0.25:
        name, choices = random.choice(ATTRIBUTES)
        out[name] = copy.deepcopy(random.choice(choices))
    return out


def sections(template, random):
    for name, choices, chance in (("Parameters", PARAMETERS, 0.4), ("Conditions", DECLARED, 0.4), ("Outputs", OUTPUTS, 0.7), ("Mappings", MAPS, 0.3), ("Rules", RULES, 0.15)):
        while random.random() < chance:
            where = changes.section(template, name)
            where[changes.fresh(where, name[:-1])] = copy.deepcopy(random.choice(choices))
    if random.random() < 0.2:
        name, choices = random.choice(TOP)
        template[name] = copy.deepcopy(random.choice(choices))
    if random.random() < 0.9:
        for name in list(template.get("Resources", {})):
            if isinstance(template["Resources"][name], dict) and "Condition" in template["Resources"][name]:
                for one in ("Here", "IsProd"):
                    changes.section(template, "Conditions").setdefault(one, copy.deepcopy(changes.CONDITIONS[one]))


def mutated(seed, random):
    """Returns a template with a few changes, most of them below the resources."""
    template = copy.deepcopy(seed)
    for _ in range(random.choice([1, 1, 2, 3, 5, 12])):
        deep = [path for path, _ in changes.paths(template) if len(path) >= 2 and path[0] in changes.SECTIONS]
        properties = [path for path in deep if path[0] == "Resources" and len(path) >= 4]
        chosen = random.choice(properties if properties and random.random() < 0.75 else deep or [("Resources",)])
        if not deep:
            return template
        (changes.wrap if random.random() < 0.6 else changes.damage)(template, chosen, random)
    return template


class Long(yaml.SafeLoader):
    """Reads templates: short tags become the long form."""


def _short(loader, suffix, node):
    if isinstance(node, yaml.ScalarNode):
        value = loader.construct_scalar(node)
        if suffix == "GetAtt":
            value = value.split(".", 1)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        value = loader.construct_mapping(node, deep=True)
    return {suffix if suffix in ("Ref", "Condition") else f"Fn::{suffix}": value}


Long.add_multi_constructor("!", _short)
# Dates stay text.
Long.yaml_implicit_resolvers = {
    first: [one for one in found if one[0] != "tag:yaml.org,2002:timestamp"] for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read(text):
    """Returns the tree of a template, or None if it is not a template."""
    try:
        tree = yaml.load(text, Loader=Long)
        json.dumps(tree)
    except Exception:
        return None
    return tree if isinstance(tree, dict) and isinstance(tree.get("Resources"), dict) else None


def written(template, random):
    if random.random() < 0.5:
        return json.dumps(template, indent=random.choice([1, 2, 4]), ensure_ascii=False)
    return yaml.dump(template, Dumper=dumper(random.random() < 0.7), sort_keys=False, width=1000, allow_unicode=True)


def dumper(short):
    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data):
            return True

    def mapping(dumper, data):
        if short and len(data) == 1:
            (key, value), = data.items()
            tag = key if key in ("Ref", "Condition") else key[4:] if isinstance(key, str) and key.startswith("Fn::") and "::" not in key[4:] else None
            if tag and isinstance(value, str) and tag != "GetAtt":
                return dumper.represent_scalar(f"!{tag}", value)
            if tag and isinstance(value, list) and tag not in ("Ref", "Condition"):
                return dumper.represent_sequence(f"!{tag}", value)
        return dumper.represent_dict(data.items())

    Dumper.add_representer(dict, mapping)
    return Dumper
