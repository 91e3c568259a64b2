"""Checks of documents: what arguments accept, what reports have, and what errors say."""

import json
import pathlib
import threading

import pytest

import cfn_warden

WRONG = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: alerts\n"
GOOD = "Resources: {Topic: {Type: AWS::SNS::Topic}}\n"
NAMED = "rule topics_are_named { Resources.*[ Type == 'AWS::SNS::Topic' ].Properties.TopicName exists <<name the topic>> }\n"
UNREADABLE = "Resources: ["


def rules_of(report):
    return [finding.rule for finding in report.findings]


def test_a_finding_says_what_and_where():
    report = cfn_warden.check(("stack.yaml", WRONG))
    assert (report.compliant, report.status, report.complete) == (False, "FAIL", True)
    assert report.summary.errors == 1 and report.summary.documents == 1
    [finding] = report.findings
    assert (finding.rule, finding.severity, finding.engine, finding.category) == ("E3002", "error", "lint", "resources")
    assert (finding.file, finding.line, finding.column, finding.end_line) == ("stack.yaml", 5, 7, 5)
    assert finding.path == "Resources/Topic/Properties/TopicNam"
    assert (finding.resource, finding.resource_type, finding.construct) == ("Topic", "AWS::SNS::Topic", None)
    assert finding.part == "Properties/TopicNam"
    assert "TopicName" in finding.message and finding.enforced
    assert finding.documentation.startswith("https://")
    assert str(finding) == f"stack.yaml:5:7: error E3002: {finding.message}"
    assert repr(report) == "<Report FAIL: 1 errors, 0 warnings, 0 not checked>"


def test_findings_have_the_subjects_and_parts_of_the_result_document():
    items = "[{Port: 22}, {Port: 22, Name: a}]"
    template = f"Transform: AWS::LanguageExtensions\nResources:\n  Fn::ForEach::L: [N, [A, B], {{'Q${{N}}': {{Type: Own::Made::Type, Properties: {{Items: {items}}}}}}}]\n"
    report = cfn_warden.check(template, rules="rule closed { Resources.*.Properties.Items[*].Port != 22 }", lint="off")
    found = [(finding.rule, finding.resource, finding.part) for finding in report.findings]
    assert found == [(one["rule"], one["resource"]["logical_id"], one["part"]) for one in report.to_dict()["findings"]]
    assert len(set(found)) == 4 and found[0] == ("closed", "QA", 'Properties/Items/[{"Port":"22"}]/Port'), found


def test_findings_are_values():
    one, other = (cfn_warden.check(WRONG).findings[0] for _ in range(2))
    assert one == other and len({one, other}) == 1
    assert one != cfn_warden.check(("other.yaml", WRONG)).findings[0]
    with pytest.raises(AttributeError):
        one.rule = "E0000"


@pytest.mark.parametrize("form", [str, str.encode, lambda text: ("a.yaml", text), lambda text: ("a.yaml", text.encode())])
def test_a_text_has_several_forms(form):
    assert rules_of(cfn_warden.check(form(WRONG))) == ["E3002"]


def test_a_template_may_be_a_dict_or_a_file(tmp_path):
    content = {"Resources": {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicNam": "alerts"}}}}
    assert rules_of(cfn_warden.check(content)) == ["E3002"]
    assert cfn_warden.check(("a.json", content)).findings[0].file == "a.json"
    path = tmp_path / "stack.yaml"
    path.write_text(WRONG)
    assert cfn_warden.check(path).findings[0].file == str(path)


def test_several_templates_are_one_report():
    report = cfn_warden.check(templates=[("good.yaml", GOOD), WRONG, ("bad.yaml", UNREADABLE)])
    assert [finding.file for finding in report.findings] == ["templates[1]"]
    [incomplete] = report.incomplete
    assert (incomplete.file, incomplete.line, report.status, report.summary.documents) == ("bad.yaml", 2, "ERROR", 3)
    assert not report.complete and report.reasons == [f"bad.yaml:2:{incomplete.column}: not checked: {incomplete.message}"]


def test_a_part_that_is_not_seen_makes_a_report_incomplete():
    template = "Resources:\n  A: {Type: Acme::Chat::Topic::MODULE}\n  B: {Type: AWS::SQS::Queue}\n"
    report = cfn_warden.check(("a.yaml", template))
    [part] = report.not_seen
    assert (part.kind, part.path, part.line, part.fails) == ("module", "Resources/A", 2, False)
    assert report.compliant and not report.complete
    assert report.reasons == [f"a.yaml:2:{part.column}: not seen: {part.message}"]
    assert cfn_warden.check(template, coverage={"module": "fail"}).status == "ERROR"
    assert cfn_warden.check(template, coverage={"module": "ignore"}).complete


def test_rules_are_texts_files_and_lists(tmp_path):
    path = tmp_path / "names.guard"
    path.write_text(NAMED)
    for rules in [NAMED, path, [NAMED], [("n.guard", NAMED)], ("n.guard", NAMED), (path,)]:
        report = cfn_warden.check(GOOD, rules=rules)
        assert rules_of(report) == ["topics_are_named"], rules
        assert report.findings[0].category == "policy"
    assert str(path) in cfn_warden.check(GOOD, rules=path).findings[0].documentation


def test_packs_are_bundled():
    assert {"fsbp", "cis"} <= set(cfn_warden.packs())
    bucket = "Resources: {Bucket: {Type: AWS::S3::Bucket}}"
    found = set(rules_of(cfn_warden.check(bucket, packs=["fsbp"])))
    assert "S3.9" in found and all(rule.startswith("S3.") for rule in found), found
    assert rules_of(cfn_warden.check(bucket, packs="S3.9")) == ["S3.9"]


def test_parameters_are_values_of_python():
    template = (
        "Parameters:\n  Size: {Type: String, AllowedValues: [small, large]}\n  Count: {Type: Number, MaxValue: 3}\n"
        "  Zones: {Type: List<Number>}\n"
        "Resources:\n  T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Sub '${Size}-${Count}', DisplayName: !Select [0, !Ref Zones]}}\n"
    )
    fits = cfn_warden.check(template, parameters={"Size": "small", "Count": 3, "Zones": [1, 2]})
    assert fits.compliant, fits.findings
    report = cfn_warden.check(template, parameters={"Size": "huge", "Count": 4, "Zones": ["a"]})
    assert [finding.path for finding in report.findings] == ["Parameters/Size", "Parameters/Count", "Parameters/Zones"]


def test_rules_are_evaluated_on_deployments():
    template = (
        "Parameters: {Env: {Type: String, AllowedValues: [prod, dev]}}\nConditions: {IsProd: !Equals [!Ref Env, prod]}\n"
        "Resources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: !If [IsProd, alerts, !Ref AWS::NoValue]}}}\n"
    )
    rule = "rule named { Resources.T.Properties.TopicName == 'alerts' }"
    assert "named" in rules_of(cfn_warden.check(template, rules=rule, deployments="any"))
    assert cfn_warden.check(template, rules=rule, deployments="given", parameters={"Env": "prod"}).compliant
    assert cfn_warden.check(template, rules=rule, resolve=True, parameters={"Env": "prod"}).compliant
    assert not cfn_warden.check(template, rules=rule, resolve=True, parameters={"Env": "dev"}).compliant


def test_waivers_are_applied():
    toml = "[[waiver]]\nrule = 'E3002'\nreason = 'known'\n"
    yaml = "waiver:\n- {rule: E3002, reason: known}\n"
    for waivers in [yaml, ("waivers.yaml", yaml), ("waivers.toml", toml), {"waiver": [{"rule": "E3002", "reason": "known"}]}]:
        report = cfn_warden.check(WRONG, waivers=waivers)
        assert (report.compliant, report.summary.waived, report.findings) == (True, 1, []), waivers


def test_severities_and_thresholds_change_the_verdict():
    assert cfn_warden.check(WRONG, severities={"E3": "warning"}).compliant
    assert not cfn_warden.check(WRONG, severities={"E3": "warning"}, fail_on="warning").compliant
    assert cfn_warden.check(WRONG, severities={"E3002": "off"}).findings == []
    assert cfn_warden.check(WRONG, fail_on="never").compliant
    assert cfn_warden.check(WRONG, lint="off", rules="rule r { Resources exists }").compliant
    assert cfn_warden.check(WRONG, ignore_checks=["E3"]).compliant


def test_suppressions_can_be_denied():
    template = "# cfn-lint: disable=E3002\n" + WRONG
    assert cfn_warden.check(template).compliant
    assert not cfn_warden.check(template, suppressions="deny").compliant
    assert not cfn_warden.check(template, mandatory_checks="E3002").compliant


def test_schemas_are_added_and_their_mistakes_are_refused():
    schema = {"typeName": "Acme::Chat::Topic", "properties": {"Name": {"type": "string"}}, "additionalProperties": False}
    template = "Resources: {Topic: {Type: Acme::Chat::Topic, Properties: {Nam: alerts}}}"
    assert rules_of(cfn_warden.check(template, schemas=[schema])) == ["E3002"]
    assert rules_of(cfn_warden.check(template, schemas=f"- {json.dumps(schema)}\n")) == ["E3002"]
    schema["properties"]["Name"]["minLenght"] = 1
    with pytest.raises(cfn_warden.SettingError, match="schemas: 1:.*did you mean `minLength`"):
        cfn_warden.check(template, schemas=[schema])


def test_filters_select_findings():
    template = "Parameters: {Unused: {Type: String}}\nResources:\n  A: {Type: AWS::SNS::Topics}\n  B: {Type: AWS::SNS::Topics}\n"
    report = cfn_warden.check(template)
    assert len(report.filter()) == len(report.findings) == 3
    assert [finding.resource for finding in report.filter(rule="E3", resource="B")] == ["B"]
    assert [finding.rule for finding in report.filter(category=["parameters", "outputs"])] == ["W2001"]
    assert len(report.filter(resource_type="AWS::SNS::*")) == 2
    with pytest.raises(ValueError, match="did you mean `parameters`"):
        report.filter(category="parameter")


def test_reports_have_all_formats():
    report = cfn_warden.check(("a.yaml", WRONG))
    assert report.to_json() == report.render("json")
    assert report.to_dict()["findings"][0]["rule"] == "E3002"
    assert '"ruleId": "E3002"' in report.render("sarif")
    assert {"json", "sarif", "junit", "markdown"} <= set(cfn_warden.formats())
    with pytest.raises(ValueError, match="unknown format `pdf`; expected one of .*sarif"):
        report.render("pdf")


def test_nested_templates_are_read_beside_files_or_given(tmp_path):
    outer = (
        "Resources: {Inner: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: inner.yaml}}}\n"
        "Outputs: {Name: {Value: !GetAtt Inner.Outputs.Nam}}\n"
    )
    inner = "Resources: {Topic: {Type: AWS::SNS::Topic}}\nOutputs: {Name: {Value: !Ref Topic}}\n"
    assert "E6101" not in rules_of(cfn_warden.check(("outer.yaml", outer)))
    assert "E6101" in rules_of(cfn_warden.check(("outer.yaml", outer), nested=[("inner.yaml", inner)]))
    (tmp_path / "outer.yaml").write_text(outer)
    (tmp_path / "inner.yaml").write_text(inner)
    assert "E6101" in rules_of(cfn_warden.check(tmp_path / "outer.yaml"))


ERRORS = [
    ({"rules": "rule named {"}, cfn_warden.RulesError, r"rules:1:13: "),
    ({"rules": "names.guard"}, ValueError, r'rules: `names.guard` is not the text of Guard rules; .*pathlib.Path\("names.guard"\)'),
    ({"rules": [1]}, TypeError, r"rules\[0\]: expected a str or bytes .*, not int"),
    ({"packs": ["fsbb"]}, cfn_warden.SettingError, "packs: unknown pack or control `fsbb`; did you mean `fsbp`"),
    ({"packs": 3}, TypeError, "packs: expected a str or a list of str, not int"),
    ({"regions": ["eu-west-11"]}, cfn_warden.SettingError, "regions: unknown region `eu-west-11`; did you mean `eu-west-1`"),
    ({"ignore_checks": ["E3O12"]}, cfn_warden.SettingError, "ignore_checks: unknown rule ID `E3O12`; did you mean `E3012`"),
    ({"fail_on": "warn"}, cfn_warden.SettingError, "fail_on: unknown threshold `warn`; .*warning"),
    ({"lint": "some"}, cfn_warden.SettingError, "lint: invalid value `some`; expected templates, all or off"),
    ({"coverage": {"makro": "fail"}}, cfn_warden.SettingError, "coverage: unknown coverage kind `makro`; did you mean `macro`"),
    ({"severities": {"E3": "of"}}, cfn_warden.SettingError, "severities: unknown severity `of`"),
    ({"parameters": {"Size": None}}, TypeError, r'parameters\["Size"\]: expected a str, number, bool or list, not NoneType'),
    ({"parameters": ["Size=1"]}, TypeError, "parameters: expected a dict with str keys, not list"),
    ({"waivers": "waiver:\n- {rule: E3002}\n"}, cfn_warden.SettingError, r"waivers: waivers.yaml:2:3: .*reason"),
    ({"experimental": "yes"}, TypeError, "experimental: expected True or False, not str"),
    ({"schemas": ["{}"]}, cfn_warden.SettingError, "schemas: "),
    ({"now": float("nan")}, TypeError, "now: expected seconds since 1970"),
    ({"resolve": True, "deployments": "any"}, cfn_warden.SettingError, "deployments: conflicts with resolve"),
    ({"waivers": "[[waiver]]\nrule = 'E3002'\n"}, cfn_warden.SettingError, r"waivers: waivers.toml:1:\d+: .*reason"),
    ({"pakcs": ["fsbp"]}, TypeError, "unknown argument `pakcs`; did you mean `packs`"),
]


@pytest.mark.parametrize(("arguments", "kind", "message"), ERRORS, ids=[str(arguments) for arguments, *_ in ERRORS])
def test_errors_say_what_is_expected(arguments, kind, message):
    for call in [lambda: cfn_warden.check(GOOD, **arguments), lambda: cfn_warden.Checker(**arguments)]:
        with pytest.raises(kind, match=message):
            call()


def test_errors_of_documents_say_what_is_expected(tmp_path):
    with pytest.raises(ValueError, match=r'template: `stack.yaml` is not the text of a document; .*pathlib.Path\("stack.yaml"\)'):
        cfn_warden.check("stack.yaml")
    with pytest.raises(FileNotFoundError) as error:
        cfn_warden.check(pathlib.Path("missing.yaml"))
    assert error.value.filename == "missing.yaml"
    with pytest.raises(IsADirectoryError):
        cfn_warden.check(tmp_path)
    with pytest.raises(TypeError, match="template: expected a str or bytes .*, a dict, a pathlib.Path, .*, not int"):
        cfn_warden.check(3)
    with pytest.raises(TypeError, match="expected either `template`, or `templates`"):
        cfn_warden.check()
    with pytest.raises(ValueError, match="templates: the list is empty; expected at least one document"):
        cfn_warden.check(templates=[])
    with pytest.raises(TypeError, match="rule: expected a str or a list of str, not int"):
        cfn_warden.check("Resources: {}").filter(rule=5)
    with pytest.raises(TypeError, match="templates: expected a list, not str"):
        cfn_warden.check(templates=GOOD)


def test_a_document_that_is_not_utf_8_is_an_incomplete_check():
    assert cfn_warden.check(b"\xff").status == "ERROR"


def test_a_misspelt_rule_of_severities_is_an_incomplete_check():
    report = cfn_warden.check(GOOD, severities={"E3O02": "off"})
    assert report.status == "ERROR" and "E3002" in report.reasons[0]


def test_now_decides_whether_a_runtime_is_deprecated():
    template = (
        "Resources: {F: {Type: AWS::Lambda::Function, Properties: {Runtime: python3.9, Handler: a.b, "
        "Role: 'arn:aws:iam::123456789012:role/a', Code: {ZipFile: a}}}}"
    )
    before, after = (cfn_warden.check(template, now=now) for now in [1_600_000_000, 2_000_000_000])
    assert rules_of(before) != rules_of(after)


def test_reports_outlive_what_they_are_about():
    def report():
        return cfn_warden.Checker(rules=NAMED).check("".join(["Resources: ", "{Topic: {Type: AWS::SNS::Topic}}"]))

    assert "topics_are_named" in report().to_json()


def test_a_checker_works_in_threads_with_small_stacks():
    checker = cfn_warden.Checker(rules=NAMED, packs=["fsbp"])
    expected = checker.check(WRONG).to_json()
    deep = "Resources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: " + "{'Fn::Sub': " * 400 + "a" + "}" * 400 + "}}}"
    results = []

    def work():
        results.append([checker.check(WRONG).to_json() for _ in range(20)])
        checker.check(deep).to_json()

    # The size of secondary threads on macOS.
    before = threading.stack_size(512 * 1024)
    try:
        threads = [threading.Thread(target=work) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
    finally:
        threading.stack_size(before)
    assert results == [[expected] * 20] * 4


def test_other_threads_run_while_a_check_does():
    """A check of a large template lets another thread count."""
    resource = "  T{}: {{Type: AWS::SNS::Topic, Properties: {{TopicNam: a}}}}\n"
    large = "Resources:\n" + "".join(resource.format(number) for number in range(4_000))
    ticks, done = [0], threading.Event()

    def count():
        while not done.wait(0.001):
            ticks[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    before = ticks[0]
    cfn_warden.check(large)
    during = ticks[0] - before
    done.set()
    counter.join()
    assert during >= 3
