//! Templates with `AWS::LanguageExtensions` in their deployments.

use serde_json::Value;

use super::{example, findings, json};

const LOOKED_UP: &str = "Transform: AWS::LanguageExtensions
Parameters: {Env: {Type: String, Default: dev, AllowedValues: [dev, prod]}}
Mappings: {M: {dev: {enc: false}, prod: {enc: true}}, R: {us-east-1: {enc: false}, eu-west-1: {enc: true}}}
Conditions: {IsEncrypted: !Equals [!FindInMap [M, !Ref Env, enc], true]}
Resources:
  A: {Type: AWS::EC2::Volume, Properties: {Encrypted: !FindInMap [M, !Ref Env, enc]}}
  B: {Type: AWS::EC2::Volume, Properties: {Encrypted: !FindInMap [M, prod, enc]}}
  C: {Type: AWS::EC2::Volume, Properties: {Encrypted: !If [IsEncrypted, true, false]}}
  Fn::ForEach::Each:
  - Kind
  - [dev, prod]
  - D${Kind}: {Type: AWS::EC2::Volume, Properties: {Encrypted: !FindInMap [M, !Ref Kind, enc]}}
    E${Kind}: {Type: AWS::EC2::Volume, Properties: {Encrypted: !FindInMap [R, !Ref AWS::Region, enc]}}
";

#[test]
fn a_mapping_of_the_language_extensions_is_looked_up_in_each_deployment() {
    let rules = "rule enc { Resources.*.Properties.Encrypted == true }\n";
    let failing: Vec<String> = findings(LOOKED_UP, rules)
        .iter()
        .map(|finding| {
            finding
                .split(": false must")
                .next()
                .unwrap()
                .replace("error enc Resources/", "")
        })
        .collect();
    let expected = [
        "A/Properties/Encrypted: when not IsEncrypted",
        "C/Properties/Encrypted: when not IsEncrypted",
        "Ddev/Properties/Encrypted: always",
        "Edev/Properties/Encrypted: when AWS::Region is us-east-1",
        "Eprod/Properties/Encrypted: when AWS::Region is us-east-1",
    ];
    assert_eq!(failing, expected);
}

#[test]
fn a_loop_runs_over_the_supplied_value_and_an_assumed_one_is_not_seen() {
    let template = |collection: &str| {
        format!(
            "Transform: AWS::LanguageExtensions\nParameters: {{Names: {{Type: CommaDelimitedList, Default: 'a,b'}}}}\n\
             Mappings: {{M: {{us-east-1: {{names: [a]}}, eu-west-1: {{names: [bad]}}}}}}\nResources:\n  \
             Fn::ForEach::Each: [Name, {collection}, {{'T${{Name}}': {{Type: AWS::SNS::Topic}}}}]\n"
        )
    };
    let answer = |collection: &str, options: &[&str]| {
        let answer = json(
            &example(
                &template(collection),
                "rule bad { Resources.Tbad not exists }\n",
            ),
            options,
        );
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let seen = answer["coverage"]["not_seen"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| text(&part["reason"]));
        (
            answer["compliant"].as_bool().unwrap(),
            seen.collect::<Vec<_>>(),
        )
    };
    let (of_parameter, of_region) = ("!Ref Names", "!FindInMap [M, !Ref AWS::Region, names]");
    for given in [
        ["--resolve", "--parameters"],
        ["--deployments=given", "--parameters"],
    ] {
        let with = |value: &'static str| [given.as_slice(), &[value]].concat();
        assert_eq!(answer(of_parameter, &with("Names=x,bad")), (false, vec![]));
        assert_eq!(
            answer(of_region, &with("AWS::Region=eu-west-1")),
            (false, vec![])
        );
    }
    let reason =
        "the loop runs over parameter Names; only its default or first allowed value is known";
    assert_eq!(answer(of_parameter, &[]), (true, vec![reason.to_owned()]));
    assert_eq!(
        answer(
            of_parameter,
            &["--deployments=any", "--parameters", "Names=bad"]
        )
        .1,
        [reason]
    );
    let reason = "the loop depends on AWS::Region; one of its values is assumed";
    assert_eq!(answer(of_region, &[]), (true, vec![reason.to_owned()]));
}
