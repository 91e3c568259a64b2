#!/usr/bin/env python3
"""Writes deploy/function.yaml, the plain CloudFormation form of template.yaml. Service-managed StackSets cannot use a
template with a transform. `--check` writes nothing and exits with 1 if deploy/function.yaml is out of date.
Needs PyYAML."""
import argparse
import pathlib
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE, TARGET = ROOT / "template.yaml", ROOT / "deploy" / "function.yaml"
FUNCTION = "WardenFunction"

NOTE = "# Made from template.yaml by scripts/deploy.py. Change that file.\n"

PARAMETERS = """\
  CodeBucketPrefix:
    Type: String
    Description: >-
      Name of the bucket with the function's zip file, without the region. Lambda reads code from its own region: the
      bucket of each region is PREFIX-REGION, such as cfn-warden-code-eu-west-1
    AllowedPattern: "[a-z0-9][a-z0-9-]{1,46}"
    ConstraintDescription: 2 to 47 lowercase letters, digits and hyphens
  CodeKey:
    Type: String
    Description: Key of the zip file. CloudFormation only notices new code if its key is new
    AllowedPattern: "[A-Za-z0-9!_.*'()-][A-Za-z0-9!_.*'()/-]*[.]zip"
    ConstraintDescription: a key that ends in .zip, without a leading slash and spaces
"""

CODE = """\
      Code:
        S3Bucket: !Sub "${CodeBucketPrefix}-${AWS::Region}"
        S3Key: !Ref CodeKey
"""

# Properties whose name and value are the same in both types.
SAME = {
    "Architectures", "Description", "Environment", "Handler", "KmsKeyArn", "LoggingConfig", "MemorySize",
    "ReservedConcurrentExecutions", "Role", "Runtime", "Timeout", "VpcConfig",
}


def member(mapping, name):
    """Returns the key and the value of a member of a YAML mapping."""
    found = [pair for pair in mapping.value if pair[0].value == name]
    if len(found) != 1:
        sys.exit(f"{SOURCE}: expected one `{name}` at line {mapping.start_mark.line + 1}, found {len(found)}")
    return found[0]


def lines_of(pair):
    """Returns the first line of a member of a mapping, and the line after its last one."""
    key, value = pair
    while value.value and isinstance(value, yaml.CollectionNode) and not value.flow_style:
        # The end of a block collection is the start of whatever follows it.
        last = value.value[-1]
        value = last[1] if isinstance(last, tuple) else last
    return key.start_mark.line, value.end_mark.line + (value.end_mark.column > 0)


def convert(text):
    """Returns the plain form of the SAM template `text`. Everything but the function is copied as it is."""
    template = yaml.compose(text)
    resources = member(template, "Resources")[1]
    types = {key.value: member(value, "Type")[1].value for key, value in resources.value}
    serverless = [name for name, type in types.items() if type.startswith("AWS::Serverless::")]
    if serverless != [FUNCTION]:
        sys.exit(f"{SOURCE}: expected `{FUNCTION}` to be the only serverless resource, found {', '.join(serverless)}")
    function = member(resources, FUNCTION)[1]
    properties = member(function, "Properties")[1]
    edits = [
        (lines_of(member(template, "Transform")), NOTE),
        (lines_of(member(function, "Type")), "    Type: AWS::Lambda::Function\n"),
        (lines_of(member(function, "Metadata")), ""),
        (lines_of(member(properties, "CodeUri")), CODE),
    ]
    for key, value in properties.value:
        if key.value == "Tracing":
            lines = text.splitlines()[key.start_mark.line : lines_of((key, value))[1]]
            lines = [lines[0].replace("Tracing:", "  Mode:")] + ["  " + line for line in lines[1:]]
            edits.append((lines_of((key, value)), "\n".join(["      TracingConfig:", *lines]) + "\n"))
        elif key.value not in SAME | {"CodeUri"}:
            sys.exit(f"{SOURCE}:{key.start_mark.line + 1}: scripts/deploy.py cannot convert `{key.value}`")
    for pair in template.value:
        if pair[0].value == "Metadata":
            # For the Serverless Application Repository only. An empty line follows.
            start, end = lines_of(pair)
            edits.append(((start, end + 1), ""))
    first = member(template, "Parameters")[1].value[0][0].start_mark.line
    edits.append(((first, first), PARAMETERS))
    lines = text.splitlines(keepends=True)
    for (start, end), new in sorted(edits, reverse=True):
        lines[start:end] = [new]
    return "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 if deploy/function.yaml is out of date")
    is_check = parser.parse_args().check
    text = convert(SOURCE.read_text())
    if not is_check:
        TARGET.write_text(text)
    elif not TARGET.exists() or TARGET.read_text() != text:
        sys.exit(f"{TARGET.relative_to(ROOT)} is out of date: run scripts/deploy.py")


if __name__ == "__main__":
    main()
