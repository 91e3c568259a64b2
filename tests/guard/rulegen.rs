//! The `rulegen` command. Where cfn-guard 3.2.1 prints rules, these are the same lines; its order changes from run to run.

use cfn_warden::cli::{self, Exit, Io};
use cfn_warden::guard::syntax::parse;

fn run(template: &str) -> (Exit, String, String) {
    let path = std::env::temp_dir().join(format!(
        "cfn-warden-rulegen-{}-{:?}.yaml",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::write(&path, template).unwrap();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let line = ["cfn-warden", "rulegen", "-t", path.to_str().unwrap()];
    let exit = cli::run(line, &mut Io { stdin: &mut &b""[..], out: &mut out, err: &mut err });
    std::fs::remove_file(&path).unwrap();
    (exit, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn values_of_a_property_are_gathered_by_type() {
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
  %aws_ec2_volume_resources.Properties.F == 1.5
  %aws_ec2_volume_resources.Properties.N == null
  %aws_ec2_volume_resources.Properties.AZ == "us-west-2b"
  %aws_ec2_volume_resources.Properties.L == [1,"a",{"x":"y\"z"}]
  %aws_ec2_volume_resources.Properties.E == []
  %aws_ec2_volume_resources.Properties.M == {"Ref":"P"}
}
"#;
    let mut lines: Vec<_> = out.lines().collect();
    let mut wanted: Vec<_> = expected.lines().collect();
    lines.sort_unstable();
    wanted.sort_unstable();
    assert_eq!((exit, lines), (Exit::OK, wanted));
}

/// Here the reference prints nothing, or rules that do not parse or do not hold.
#[test]
fn what_is_written_parses_and_says_the_same() {
    let template = "Resources:\n  A:\n    Type: Custom::My-Thing\n    Properties:\n      a-b: !Sub '${X}'\n      c: 'say \"hi\"'\n      d: 'ends in \\'\n      e: |\n        two\n        lines\n";
    let (exit, out, err) = run(template);
    assert_eq!((exit, err.as_str()), (Exit::OK, ""));
    assert!(out.contains(r#".Properties."a-b" == {"Fn::Sub":"${X}"}"#), "{out}");
    assert!(out.contains(r#".Properties.c == "say \"hi\"""#), "{out}");
    assert!(out.contains(".Properties.e == \"two\nlines\n\""), "{out}");
    assert!(!out.contains(".Properties.d "), "{out}");
    assert_eq!(parse("", &out).unwrap().rules[0].name.as_ref(), "custom_my_thing");
}

#[test]
fn a_template_without_resources_is_an_error() {
    assert_eq!(run("{}").0, Exit(1));
    let (exit, _, err) = run("Resources: [");
    assert_eq!(exit, Exit(1));
    assert!(err.contains("cannot read"), "{err}");
}
