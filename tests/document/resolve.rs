//! Resolution of templates with parameter values.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Tree};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::parameter_values::{Literal, ParameterValue};
use cfn_warden_template::resolve::{Defaults, Inputs, Resolution, UnknownReason, resolve};
use proptest::prelude::*;
use serde_json::{Map, json};

use crate::support::json::to_json;

fn set(values: &[(&str, Literal)]) -> ParameterSet {
    let mut set = ParameterSet::default();
    values.iter().for_each(|(name, value)| {
        set.set_value(ParameterValue {
            name: (*name).into(),
            value: value.clone(),
            at: None,
        })
    });
    set
}

fn text(value: &str) -> Literal {
    Literal::Text(value.to_owned())
}

/// Returns the resources and outputs of a template deployed with these values, and the origins of the values.
fn deployed(template: &str, values: &[(&str, Literal)]) -> (serde_json::Value, Resolution) {
    let arena = Bump::new();
    let tree = syntax::parse(&arena, template, "").tree.unwrap();
    let given = set(values);
    let resolved = resolve(
        &arena,
        &tree,
        &Inputs {
            parameter_values: &given,
            defaults: Defaults::Used,
            limits: cfn_warden_template::DerivationLimits::default(),
        },
    );
    let root = to_json(resolved.tree.as_ref().unwrap_or(&tree).root);
    let both = json!({"Resources": root["Resources"], "Outputs": root["Outputs"]});
    (both, resolved.resolution)
}

/// Returns the resolved properties of a resource, given as lines `Name: value`.
fn properties(lines: &str, values: &[(&str, Literal)]) -> serde_json::Value {
    let lines: Vec<String> = lines
        .lines()
        .map(|line| format!("      {}", line.trim_start()))
        .collect();
    let template = format!(
        "{HEAD}\nResources:\n  R:\n    Type: T\n    Properties:\n{}\n",
        lines.join("\n")
    );
    deployed(&template, values).0["Resources"]["R"]["Properties"].clone()
}

const HEAD: &str = "
Parameters:
  Env: {Type: String}
  Size: {Type: Number, Default: 5}
  Names: {Type: CommaDelimitedList, Default: 'a, b'}
  Ports: {Type: List<Number>, Default: '80,443'}
  Secret: {Type: String, NoEcho: true, Default: sesame}
  Image: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /image}
Mappings:
  Sizes:
    prod: {Type: io1, Zones: [x, y]}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
  IsSesame: !Equals [!Ref Secret, sesame]
  IsLarge: !Not [!Equals [!Ref Size, '5']]
  Either: !Or [!Condition IsImage, !Condition IsProd]
  Both: !And [!Condition IsImage, !Condition IsProd]
  IsImage: !Equals [!Ref Image, x]
  Round: !Or [!Condition About, !Condition IsProd]
  About: !Not [!Condition Round]";

#[test]
fn functions_with_known_inputs_are_values() {
    let found = properties(
        "A: !Ref Env
         B: !Ref Size
         C: !Ref Names
         D: !Ref Ports
         E: !Sub '${Env}-${ Size }-${!Env}'
         F: !Sub ['${x}-${Env}', {x: !Select [1, !Ref Names]}]
         G: !Join ['/', [a, !Ref Env, 3, true]]
         H: !Split ['-', !Sub 'x-${Env}']
         I: !FindInMap [Sizes, !Ref Env, Type]
         J: !FindInMap [Sizes, !Ref Env, Zones]
         K: !If [IsProd, {a: !Ref Size}, none]
         L: !Sub '${AWS::Region}.${AWS::URLSuffix}'
         M: !FindInMap [Sizes, none, Type, {DefaultValue: !Ref Env}]
         N: !If [IsSesame, open, shut]
         O: !If [IsLarge, large, small]
         P: !If [Either, either, neither]",
        &[("Env", text("prod")), ("AWS::Region", text("cn-north-1"))],
    );
    let expected = json!({
        "A": "prod", "B": 5, "C": ["a", "b"], "D": [80, 443], "E": "prod-5-${Env}", "F": "b-prod", "G": "a/prod/3/true",
        "H": ["x", "prod"], "I": "io1", "J": ["x", "y"], "K": {"a": 5}, "L": "cn-north-1.amazonaws.com.cn", "M": "prod",
        "N": "open", "O": "small", "P": "either",
    });
    assert_eq!(found, expected);
}

#[test]
fn what_is_not_known_stays_a_function() {
    let found = properties(
        "A: !Ref Env
         B: !Ref Image
         C: !Ref Secret
         D: !Sub '${Secret}-${Size}'
         E: !Join ['-', [!Ref Size, !GetAtt R.Arn]]
         F: !FindInMap [Sizes, none, Type]
         G: !If [Both, !Ref Size, !Ref AWS::NoValue]
         H: !If [Round, 1, 2]
         I: !Ref AWS::AccountId
         J: !Select [5, !Ref Names]
         K: !ImportValue x
         L: {Fn::ForEach::X: [a, [1], {'${a}': !Ref Size}]}
         M: !Select [0, [!GetAtt R.Arn, b]]
         N: !Join ['-', [!Ref AWS::NoValue, [], !Ref Size]]",
        &[],
    );
    // Known arguments of an unknown function are replaced by their values.
    let expected = json!({
        "A": {"Ref": "Env"}, "B": {"Ref": "Image"}, "C": {"Ref": "Secret"}, "D": {"Fn::Sub": "${Secret}-${Size}"},
        "E": {"Fn::Join": ["-", [5, {"Fn::GetAtt": ["R", "Arn"]}]]}, "F": {"Fn::FindInMap": ["Sizes", "none", "Type"]},
        "G": {"Fn::If": ["Both", 5, {"Ref": "AWS::NoValue"}]}, "H": {"Fn::If": ["Round", 1, 2]},
        "I": {"Ref": "AWS::AccountId"}, "J": {"Fn::Select": [5, ["a", "b"]]}, "K": {"Fn::ImportValue": "x"},
        "L": {"Fn::ForEach::X": ["a", [1], {"${a}": {"Ref": "Size"}}]}, "M": {"Fn::GetAtt": ["R", "Arn"]},
        "N": {"Fn::Join": ["-", [{"Ref": "AWS::NoValue"}, [], 5]]},
    });
    assert_eq!(found, expected);
}

#[test]
fn what_conditions_leave_out_is_gone() {
    let template = format!(
        "{HEAD}
Resources:
  Gone: {{Type: T, Condition: IsProd}}
  Kept: {{Type: T, Condition: IsSesame, Properties: {{A: !If [IsProd, 1, !Ref AWS::NoValue], B: [!Ref AWS::NoValue, 2]}}}}
  Perhaps: {{Type: T, Condition: IsImage}}
Outputs:
  Gone: {{Value: !GetAtt Gone.Arn, Condition: Both}}
  Kept: {{Value: !Ref Kept}}
"
    );
    let (found, resolution) = deployed(&template, &[("Env", text("dev"))]);
    assert_eq!(
        found,
        json!({
            "Resources": {
                "Kept": {"Type": "T", "Condition": "IsSesame", "Properties": {"B": [2]}},
                "Perhaps": {"Type": "T", "Condition": "IsImage"},
            },
            "Outputs": {"Kept": {"Value": {"Ref": "Kept"}}},
        })
    );
    let removed: Vec<_> = resolution
        .removed
        .iter()
        .map(|(path, name)| (path.to_string(), name.as_str()))
        .collect();
    assert_eq!(
        removed,
        [
            ("Resources/Gone".into(), "IsProd"),
            ("Outputs/Gone".into(), "Both")
        ]
    );
    let unknown = [
        ("Image".to_owned(), UnknownReason::Stored),
        ("Secret".to_owned(), UnknownReason::Hidden),
    ];
    assert_eq!(resolution.unknown, unknown);
    assert!(
        resolution
            .parameters
            .iter()
            .all(|known| known.value != "sesame"),
        "{resolution:?}"
    );
}

#[test]
fn a_value_stands_where_its_function_stood() {
    let template = "Parameters: {Env: {Type: String}}\nResources:\n  R:\n    Type: T\n    Properties:\n      Name: !Sub '${Env}-x'\n";
    let arena = Bump::new();
    let tree = syntax::parse(&arena, template, "").tree.unwrap();
    let given = set(&[("Env", text("dev"))]);
    let resolved = resolve(
        &arena,
        &tree,
        &Inputs {
            parameter_values: &given,
            defaults: Defaults::Used,
            limits: cfn_warden_template::DerivationLimits::default(),
        },
    );
    let of = |tree: &Tree<'_>| {
        let name = tree
            .root
            .get("Resources")
            .unwrap()
            .get("R")
            .unwrap()
            .get("Properties")
            .unwrap()
            .get("Name")
            .unwrap();
        (tree.span(name.id), tree.path(name.id))
    };
    let new = resolved.tree.unwrap();
    assert_eq!(of(&new), of(&tree));
    assert_eq!(resolved.resolution.replaced.len(), 1);
    assert_eq!(resolved.resolution.replaced[0].path, of(&tree).1);
}

#[test]
fn texts_that_double_at_every_level_are_given_up() {
    let mut value = "'0123456789'".to_owned();
    for _ in 0..40 {
        value = format!("{{Fn::Sub: ['${{x}}${{x}}', {{x: {value}}}]}}");
    }
    let (_, resolution) = deployed(
        &format!("Resources: {{R: {{Type: T, Properties: {{A: {value}}}}}}}"),
        &[],
    );
    assert!(resolution.limited);
}

/// Generates values that depend on parameters.
fn value() -> impl Strategy<Value = serde_json::Value> {
    let parameter = || (0..4u8).prop_map(|number| format!("P{number}"));
    let leaf = prop_oneof![
        "[a-z$]{0,4}".prop_map(serde_json::Value::from),
        (0..9i32).prop_map(serde_json::Value::from),
        parameter().prop_map(|name| json!({"Ref": name})),
        parameter().prop_map(|name| json!({"Fn::Sub": format!("x-${{{name}}}-${{!y}}")})),
        Just(json!({"Fn::GetAtt": ["R", "Arn"]})),
    ];
    leaf.prop_recursive(4, 40, 4, move |inner| {
        let parameter = || (0..4u8).prop_map(|number| format!("P{number}"));
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            proptest::collection::btree_map("[A-D]", inner.clone(), 0..4)
                .prop_map(|map| json!(map)),
            (parameter(), proptest::collection::vec(inner.clone(), 1..3)).prop_map(
                |(name, mut items)| {
                    items.push(json!({"Ref": name}));
                    json!({"Fn::Join": ["-", items]})
                }
            ),
            (0..4u8, inner.clone(), inner.clone(), any::<bool>()).prop_map(
                |(number, then, other, without)| {
                    let other = if without {
                        json!({"Ref": "AWS::NoValue"})
                    } else {
                        other
                    };
                    json!({"Fn::If": [format!("C{number}"), then, other]})
                }
            ),
            (parameter(), inner.clone(), inner).prop_map(|(name, one, two)| {
                json!({"Fn::Select": [{"Ref": name}, [one, two]]})
            }),
        ]
    })
}

fn template(value: &serde_json::Value) -> String {
    let named =
        |make: &dyn Fn(u8) -> (String, serde_json::Value)| (0..4).map(make).collect::<Map<_, _>>();
    json!({
        "Parameters": named(&|number| (format!("P{number}"), json!({"Type": "String"}))),
        "Conditions": named(&|number| {
            let other = json!({"Condition": format!("C{}", (number + 1) % 4)});
            let equals = json!({"Fn::Equals": [{"Ref": format!("P{number}")}, "1"]});
            (format!("C{number}"), if number == 3 { equals } else { json!({"Fn::Or": [equals, other]}) })
        }),
        "Resources": {"R": {"Type": "T", "Properties": {"A": value}}},
    })
    .to_string()
}

proptest! {
    #[test]
    fn with_nothing_known_nothing_changes(value in value()) {
        let arena = Bump::new();
        let text = template(&value);
        let tree = syntax::parse(&arena, &text, "").tree.unwrap();
        let nothing = ParameterSet::default();
        let resolved = resolve(&arena, &tree, &Inputs { parameter_values: &nothing, defaults: Defaults::Used, limits: cfn_warden_template::DerivationLimits::default(), });
        prop_assert!(resolved.tree.is_none(), "{}", text);
        prop_assert!(resolved.resolution.replaced.is_empty() && resolved.resolution.conditions.is_empty());
    }

    #[test]
    fn to_resolve_twice_changes_nothing_more(value in value(), given in proptest::collection::vec(0..3u8, 4)) {
        let arena = Bump::new();
        let text = template(&value);
        let tree = syntax::parse(&arena, &text, "").tree.unwrap();
        // 2 means that the parameter has no value.
        let values: Vec<_> = (0..4).zip(&given).filter(|(_, value)| **value < 2).map(|(n, value)| (format!("P{n}"), value.to_string())).collect();
        let given = set(&values.iter().map(|(name, value)| (name.as_str(), Literal::Text(value.clone()))).collect::<Vec<_>>());
        let inputs = Inputs { parameter_values: &given, defaults: Defaults::Used, limits: cfn_warden_template::DerivationLimits::default(), };
        let once = resolve(&arena, &tree, &inputs);
        if let Some(once) = &once.tree {
            let twice = resolve(&arena, once, &inputs);
            prop_assert!(twice.tree.is_none(), "{}\n{}\n{}", text, to_json(once.root), to_json(twice.tree.unwrap().root));
            if values.len() == 4 {
                let left = to_json(once.root)["Resources"].to_string();
                prop_assert!(!left.contains("{\"Ref\":\"P") && !left.contains("Fn::If"), "{}", left);
                // Only an `Fn::Join` over a value that is not a list keeps `AWS::NoValue` in its items.
                prop_assert!(!left.contains("NoValue") || left.contains("Fn::Join"), "{}", left);
            }
        }
    }
}

#[test]
fn no_fixture_makes_it_panic_and_all_of_them_stay_as_they_are_resolved() {
    for path in crate::recorded::files("tests/rules", "yaml") {
        let fixture = std::fs::read_to_string(&path).unwrap();
        let arena = Bump::new();
        let Some(tree) = syntax::parse(&arena, &fixture, "").tree else {
            continue;
        };
        let given = set(&[
            ("AWS::Region", text("us-east-1")),
            ("AWS::AccountId", text("123456789012")),
        ]);
        let inputs = Inputs {
            parameter_values: &given,
            defaults: Defaults::Used,
            limits: cfn_warden_template::DerivationLimits::default(),
        };
        if let Some(once) = resolve(&arena, &tree, &inputs).tree {
            let twice = resolve(&arena, &once, &inputs);
            assert!(
                twice.tree.is_none(),
                "{}: {:?}",
                path.display(),
                twice.resolution.replaced
            );
        }
    }
}
