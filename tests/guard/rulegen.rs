//! The `rulegen` command. If the rules of cfn-guard 3.2.1 pass on the template, the output has the same lines;
//! cfn-guard's order varies.

use cfn_warden::cli::Exit;
use cfn_warden_guard::syntax::parse;

use crate::cli::{self, Ended};

fn run(template: &str) -> (Exit, String, String) {
    let path = std::env::temp_dir().join(format!(
        "cfn-warden-rulegen-{}-{:?}.yaml",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::write(&path, template).unwrap();
    let Ended { exit, out, err } = cli::run(&["rulegen", "-t", path.to_str().unwrap()], "");
    std::fs::remove_file(&path).unwrap();
    (exit, out, err)
}

#[test]
fn property_values_are_collected_by_type() {
    let template = r#"{"Resources":{
        "V1":{"Type":"AWS::EC2::Volume","Properties":{"Size":500,"Encrypted":false,"F":1.5,"N":null,"AZ":"us-west-2b",
            "L":[1,"a",{"x":"y\"z"}],"M":{"Ref":"P"},"E":[]}},
        "V2":{"Type":"AWS::EC2::Volume","Properties":{"Size":50,"Encrypted":false}},
        "X":{"Type":"Custom::Thing","Properties":{}}, "Y":{"Type":"A::B::C"}}}"#;
    let (exit, out, _) = run(template);
    let expected = r#"let aws_ec2_volume_resources = Resources.*[ Type == 'AWS::EC2::Volume' ]
rule aws_ec2_volume when %aws_ec2_volume_resources !empty {
  %aws_ec2_volume_resources.Properties.Size IN [500, 50]
  %aws_ec2_volume_resources.Properties.Encrypted == false
  %aws_ec2_volume_resources[ Properties.F exists ].Properties.F == 1.5
  %aws_ec2_volume_resources[ Properties.N exists ].Properties.N == null
  %aws_ec2_volume_resources[ Properties.AZ exists ].Properties.AZ == "us-west-2b"
  %aws_ec2_volume_resources[ Properties.L exists ].Properties.L == [1,"a",{"x":"y\"z"}]
  %aws_ec2_volume_resources[ Properties.E exists ].Properties.E == []
  %aws_ec2_volume_resources[ Properties.M exists ].Properties.M == {"Ref":"P"}
}
"#;
    let mut lines: Vec<_> = out.lines().collect();
    let mut expected: Vec<_> = expected.lines().collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!((exit, lines), (Exit::OK, expected));
}

/// Templates for which cfn-guard prints nothing, or rules that do not parse or do not pass.
#[test]
fn generated_rules_parse_and_match_cfn_guard() {
    let template = "Resources:\n  A:\n    Type: Custom::My-Thing\n    Properties:\n      a-b: !Sub '${X}'\n      c: 'say \"hi\"'\n      d: 'ends in \\'\n      e: |\n        two\n        lines\n";
    let (exit, out, err) = run(template);
    let omitted = "Custom::My-Thing: property d is omitted: it has a value without a literal form in the rules language\n";
    assert_eq!((exit, err.as_str()), (Exit::OK, omitted));
    assert!(
        out.contains(r#".Properties."a-b" == {"Fn::Sub":"${X}"}"#),
        "{out}"
    );
    assert!(out.contains(r#".Properties.c == "say \"hi\"""#), "{out}");
    assert!(out.contains(".Properties.e == \"two\nlines\n\""), "{out}");
    assert!(!out.contains(".Properties.d "), "{out}");
    assert_eq!(
        parse("", &out).unwrap().rules[0].name.as_ref(),
        "custom_my_thing"
    );
}

/// Whether rules pass on a template in `validate`.
fn validate(rules: &str, template: &str) -> Exit {
    let payload = serde_json::json!({"rules": [rules], "data": [template]}).to_string();
    cli::run(&["validate", "--payload"], &payload).exit
}

/// Values that `validate` reads differently than a linter, properties that some resources of a type lack, and lists,
/// whose elements `IN` compares.
const MECHANISMS: &[(&str, &str, &str)] = &[
    (
        "short tags",
        "a: !GetAtt B.Arn\n      b: !Cidr [1, 2]\n      c: !Sub x\n      d: !Transform {Name: x}",
        "",
    ),
    (
        "scalars",
        "a: True\n      b: 0644\n      c: 1e3\n      d: 0x1F\n      e: yes\n      f: ~\n      g:\n      h: 1_000\n      i: 1:30",
        "",
    ),
    (
        "large numbers",
        "a: 18446744073709551615\n      b: -0.0\n      c: .5\n      d: .inf\n      e: 1.0",
        "",
    ),
    ("quotes", r#"a: 'x\"y'"#, ""),
    (
        "quotes of both kinds",
        r#"a: 'x\"y\''z'"#,
        "property a is omitted",
    ),
    (
        "a backslash at the end",
        "a: 'C:\\'\n      b: 1",
        "property a is omitted",
    ),
    ("no property left", "a: 'C:\\'", "no rule was generated"),
    (
        "a value that is missing",
        "a: 1\n  C:\n    Type: A::B::C\n    Properties:\n      b: 2",
        "",
    ),
    (
        "lists",
        "a: [x]\n  C:\n    Type: A::B::C\n    Properties:\n      a: [y, z]",
        "",
    ),
    (
        "maps and text",
        "a: {b: 1}\n  C:\n    Type: A::B::C\n    Properties:\n      a: text\n  D:\n    Type: A::B::C\n    Properties:\n      c: [[1], []]",
        "",
    ),
    (
        "two types, one name",
        "a: 1\n  C:\n    Type: A::B_C\n    Properties:\n      a: 2",
        "",
    ),
    (
        "the path of a module",
        "a: 1\n  C:\n    Type: ../modules/vpc.yml\n    Properties:\n      a: 2",
        "",
    ),
    (
        "a numeric key",
        "'5': 1\n      b: 2",
        "property 5 is omitted",
    ),
    (
        "a key with a percent sign",
        "'%a': 1\n      b: 2",
        "property %a is omitted",
    ),
    (
        "keys in other spellings",
        "schema: 1\n      Schema: 2\n  C:\n    Type: A::B::C\n    Properties:\n      Schema: 2",
        "property schema is omitted",
    ),
];

#[test]
fn generated_rules_pass_in_validate() {
    for (what, properties, omitted) in MECHANISMS {
        let template =
            format!("Resources:\n  B:\n    Type: A::B::C\n    Properties:\n      {properties}\n");
        let (exit, rules, err) = run(&template);
        assert_eq!(exit, Exit::OK, "{what}: {err}");
        assert!(!rules.contains("{\n}"), "{what}: {rules}");
        if !rules.is_empty() {
            assert_eq!(
                validate(&rules, &template),
                Exit::OK,
                "{what}:\n{template}\n{rules}"
            );
        }
        let is_expected = if omitted.is_empty() {
            err.is_empty()
        } else {
            err.contains(omitted)
        };
        assert!(is_expected, "{what}: {err}");
    }
}

#[test]
fn a_template_that_validate_cannot_read_is_an_error() {
    let (exit, out, err) = run("Resources: {}\nMappings: {1: {a: b}}\n");
    assert_eq!((exit, out.as_str()), (Exit(1), ""));
    assert!(
        err.contains("cfn-guard only supports keys that are string types"),
        "{err}"
    );
}

#[test]
fn a_template_without_resources_is_an_error() {
    assert_eq!(run("{}").0, Exit(1));
    let (exit, _, err) = run("Resources: [");
    assert_eq!(exit, Exit(1));
    assert!(err.contains("cannot read"), "{err}");
}
