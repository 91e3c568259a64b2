//! Tests of templates in all their deployments.

mod assertions;
mod brute_force;
mod made_up;

use brute_force::{Counts, check};
use bumpalo::Bump;
use cfn_warden_syntax::deployments::{DeploymentSet, Variation};
use cfn_warden_syntax::{Entry, parse};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{
    Dimension, Inputs, Subject, VaryingTemplate, When, varying,
};
use cfn_warden_template::parameter_values::{Literal, ParameterValue};
use cfn_warden_template::resolve::Defaults;
use proptest::prelude::*;

const FIRST: &str = "
Parameters:
  Env: {Type: String, AllowedValues: [dev, test, prod], Default: dev}
  Name: {Type: String}
  Size: {Type: Number, Default: 5}
  Names: {Type: CommaDelimitedList, Default: ''}
Mappings:
  Sizes:
    eu-west-1: {A: x}
    us-east-1: {A: y}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
  IsBig: !Equals [!Ref Size, 10]
  Both: !And [!Condition IsProd, !Condition IsBig]
  HasNames: !Not [!Equals [!Join ['', !Ref Names], '']]
Resources:
  A:
    Type: AWS::S3::Bucket
    Condition: IsProd
    Properties:
      BucketName: !Sub '${Env}-${AWS::Region}-${Name}'
      Tags:
        - !If [Both, {Key: a, Value: !Ref Env}, !Ref AWS::NoValue]
        - {Key: b, Value: !If [IsBig, !Ref Name, x]}
        - {Key: c, Value: !FindInMap [Sizes, !Ref AWS::Region, A]}
  B:
    Type: AWS::S3::Bucket
    Properties: !If [IsBig, {BucketName: !GetAtt A.Arn}, {BucketName: !Join [':', [arn, !Ref AWS::Partition, !Ref Name, !Ref Env]]}]
  C:
    Type: AWS::S3::Bucket
    Properties: {Count: !Ref Size, Password: '{{resolve:ssm:a}}', Names: !If [HasNames, !Ref Names, !Ref AWS::NoValue]}
";

#[test]
fn a_template_equals_its_deployments() {
    let counts = check(FIRST).unwrap();
    assert_eq!((counts.templates, counts.limited), (1, 0));
    assert!(counts.deployments > 20, "{counts:?}");
}

#[test]
fn fixtures_equal_their_deployments() {
    let mut counts = Counts::default();
    for folder in ["depth", "parameters", "document/conditions"] {
        let folder = crate::recorded::root().join("tests").join(folder);
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|end| end == "yaml") {
                let text = std::fs::read_to_string(&path).unwrap();
                counts.add(
                    &check(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
                );
            }
        }
    }
    assert!(
        counts.templates > 50 && counts.deployments > 100,
        "{counts:?}"
    );
}

/// Evaluates a template in all deployments.
fn with<T>(
    text: &str,
    change: impl FnOnce(&mut Inputs<'_>, &mut ParameterSet),
    look: impl FnOnce(&VaryingTemplate<'_>) -> T,
) -> T {
    let arena = Bump::new();
    let tree = parse(&arena, text, "").tree.unwrap();
    let (mut values, none) = (ParameterSet::default(), ParameterSet::default());
    let mut inputs = brute_force::inputs(&none, Defaults::Unknown);
    change(&mut inputs, &mut values);
    inputs.parameter_values = &values;
    look(&varying(&arena, &tree, &inputs))
}

fn never_asked(_: &str, _: &str) -> Option<bool> {
    None
}

/// Returns when each resource exists.
fn resources(template: &VaryingTemplate<'_>) -> Vec<(String, String)> {
    let entries = template
        .tree
        .root
        .get("Resources")
        .unwrap()
        .as_map()
        .unwrap();
    let when = |entry: &Entry<'_>| {
        let set = match template.variations.get(&entry.value.id) {
            Some(Variation::Present(set)) => *set,
            _ => DeploymentSet::ALL,
        };
        (
            entry.key.as_str().unwrap().to_owned(),
            template.space.describe(set).to_string(),
        )
    };
    entries.iter().map(when).collect()
}

const NAMES: &str = "
Parameters:
  Env: {Type: String, AllowedValues: [dev, test, prod]}
  Name: {Type: String, AllowedPattern: '[a-z]+', Default: some}
  Flag: {Type: String, AllowedPattern: '^(true|false)$', Default: 'true'}
  Names: {Type: CommaDelimitedList, Default: ''}
  Subnet: {Type: 'AWS::EC2::Subnet::Id'}
Rules:
  NotInChina:
    Assertions:
      - Assert: !Not [!Equals [!Ref AWS::Partition, aws-cn]]
Conditions:
  IsProd: !Equals [!Ref Env, prod]
  IsDev: !Equals [!Ref Env, dev]
  IsFlag: !Equals [!Ref Flag, 'true']
  IsFunny: !Equals [!Ref Name, funny]
  IsNumber: !Equals [!Ref Name, '1']
  IsUs: !Equals [!Ref AWS::Region, us-east-1]
  HasNames: !Not [!Equals [!Join ['', !Ref Names], '']]
  ProdOrFlag: !Or [!Condition IsProd, !Condition IsFlag]
  InChina: !Equals [!Ref AWS::Partition, aws-cn]
  Never: !And [!Condition IsProd, !Condition IsDev]
  FunnyUs: !And [!Condition IsFunny, !Condition IsUs]
Resources:
  Always: {Type: T}
  Prod: {Type: T, Condition: IsProd}
  Number: {Type: T, Condition: IsNumber}
  China: {Type: T, Condition: InChina}
  Contradiction: {Type: T, Condition: Never}
  Both: {Type: T, Condition: ProdOrFlag}
  Named: {Type: T, Condition: HasNames}
  Funny: {Type: T, Condition: FunnyUs}
";

#[test]
fn resources_without_deployments_are_not_in_the_document() {
    let found = with(NAMES, |_, _| {}, resources);
    let expected = [
        ("Always", "always"),
        ("Prod", "when IsProd"),
        ("Both", "when ProdOrFlag"),
        ("Named", "when HasNames"),
        ("Funny", "when FunnyUs"),
    ];
    assert_eq!(
        found,
        expected.map(|(name, when)| (name.to_owned(), when.to_owned()))
    );
}

#[test]
fn sets_are_described_by_the_names_of_the_template() {
    let described = with(
        NAMES,
        |_, _| {},
        |template| {
            let space = &template.space;
            let (prod, flag) = (
                space.condition("IsProd").unwrap(),
                space.condition("IsFlag").unwrap(),
            );
            let (funny, us) = (
                space.condition("IsFunny").unwrap(),
                space.condition("IsUs").unwrap(),
            );
            let sets = &space.deployments;
            let env = space.parameter("Env").unwrap().axis;
            let dev = sets.having(env, |value| value == 0);
            [
                sets.not(prod),
                sets.and(prod, sets.not(flag)),
                sets.or(funny, sets.and(us, prod)),
                dev,
                sets.and(dev, us),
                sets.minus(sets.or(dev, funny), sets.not(us)),
            ]
            .map(|set| space.describe(set).to_string())
        },
    );
    assert_eq!(
        described,
        [
            "when not IsProd",
            "when IsProd and not IsFlag",
            "when IsFunny or (IsProd and IsUs)",
            "when IsDev",
            "when IsDev and IsUs",
            "when (IsDev and IsUs) or FunnyUs",
        ]
    );
}

#[test]
fn witnesses_decide_comparisons() {
    with(
        NAMES,
        |_, _| {},
        |template| {
            let space = &template.space;
            let named = space.condition("HasNames").unwrap();
            let witness = template.witness(named, &never_asked).unwrap();
            assert!(!witness.is_partial, "{witness:?}");
            let names = witness
                .values
                .iter()
                .find(|(name, _)| *name == "Names")
                .unwrap();
            assert!(!names.1.is_empty());
            let subnet = witness
                .values
                .iter()
                .find(|(name, _)| *name == "Subnet")
                .unwrap();
            assert!(subnet.1.starts_with("subnet-"));
            let without = template
                .witness(space.deployments.not(named), &never_asked)
                .unwrap();
            assert!(!without.is_partial, "{without:?}");
        },
    );
}

#[test]
fn fixed_values_have_no_axis() {
    let names = |template: &VaryingTemplate<'_>| {
        let subject = |one: &Dimension<'_>| match one.subject {
            Subject::Parameter(name) => name.to_owned(),
            _ => "comparison".to_owned(),
        };
        template.space.axes.iter().map(subject).collect::<Vec<_>>()
    };
    let any = with(NAMES, |_, _| {}, names);
    assert_eq!(
        any,
        ["AWS::Region", "Env", "Name", "Flag", "Names", "comparison"]
    );
    let default = with(NAMES, |inputs, _| inputs.defaults = Defaults::Used, names);
    assert_eq!(default, ["AWS::Region", "Env"]);
    let given = |_: &mut Inputs<'_>, values: &mut ParameterSet| {
        for (name, value) in [
            ("Env", "prod"),
            ("AWS::Region", "eu-west-1"),
            ("Names", "a"),
        ] {
            values.set_value(ParameterValue {
                name: name.into(),
                value: Literal::Text(value.into()),
                at: None,
            });
        }
    };
    assert_eq!(with(NAMES, given, names), ["Name", "Flag"]);
    let witness = with(NAMES, given, |template| {
        template
            .witness(DeploymentSet::ALL, &never_asked)
            .unwrap()
            .values
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect::<Vec<_>>()
    });
    assert_eq!(witness, ["AWS::Region", "Env", "Names", "Subnet"]);
    let regions = with(
        NAMES,
        |inputs, _| inputs.regions = &["us-east-1", "eu-west-1"],
        |template| template.space.axes[0].values.len(),
    );
    assert_eq!(regions, 2);
}

#[test]
fn contradicting_rules_leave_no_deployment() {
    let text = "
Parameters:
  Env: {Type: String, AllowedValues: [dev, prod]}
Rules:
  Dev: {Assertions: [{Assert: !Equals [!Ref Env, dev]}]}
  Prod: {Assertions: [{Assert: !Contains [[prod], !Ref Env]}]}
Resources:
  A: {Type: T}
";
    with(
        text,
        |_, _| {},
        |template| {
            assert!(template.space.valid.is_empty());
            assert!(template.witness(DeploymentSet::ALL, &never_asked).is_none());
        },
    );
}

#[test]
fn independent_conditions_cost_their_sum() {
    let lines = |line: &dyn Fn(usize) -> String| (0..60).map(line).collect::<String>();
    let text = format!(
        "Parameters:\n{}Conditions:\n{}Resources:\n{}",
        lines(&|n| format!("  P{n}: {{Type: String, AllowedValues: [a, b]}}\n")),
        lines(&|n| format!("  C{n}: !Equals [!Ref P{n}, a]\n")),
        lines(&|n| format!(
            "  R{n}: {{Type: T, Condition: C{n}, Properties: {{A: !Ref P{n}, B: !If [C{}, x, y], C: !Sub '${{P{n}}}'}}}}\n",
            (n + 1) % 60
        )),
    );
    let start = std::time::Instant::now();
    with(
        &text,
        |_, _| {},
        |template| {
            let time = start.elapsed();
            assert!(!template.limited);
            assert_eq!(template.space.axes.len(), 60);
            let any = template
                .space
                .conditions
                .iter()
                .fold(DeploymentSet::NONE, |any, (_, set)| {
                    template.space.deployments.or(any, *set)
                });
            assert!(matches!(
                template.space.describe(any),
                When::Terms { is_cut: true, .. }
            ));
            // The product of 60 conditions would not end.
            assert!(time < std::time::Duration::from_secs(2), "{time:?}");
        },
    );
}

#[test]
fn unknown_values_have_their_known_beginnings_and_ends() {
    let text = "
Parameters:
  Name: {Type: String}
Conditions:
  Here: !Equals [!Ref AWS::Region, eu-west-1]
Resources:
  A:
    Type: T
    Properties:
      A: !Sub 'arn:${AWS::Partition}:s3:::${Name}/*'
      B: !Join ['-', [a, !GetAtt A.Arn, !If [Here, x, !Ref AWS::NoValue]]]
      C: 'a{{resolve:secretsmanager:b}}c'
      D: !GetAtt A.Arn
      E: !Split [',', !Ref Name]
      F: !ImportValue x
";
    let mut unknown = with(
        text,
        |_, _| {},
        |template| {
            let all = template
                .variations
                .iter()
                .filter_map(|(id, variation)| match variation {
                    Variation::Unknown(unknown) => {
                        let path = template.tree.path(*id).to_string();
                        Some(format!(
                            "{path} {:?} {}|{}|{}",
                            unknown.kind, unknown.prefix, unknown.name, unknown.suffix
                        ))
                    }
                    _ => None,
                });
            all.collect::<Vec<_>>()
        },
    );
    unknown.sort();
    assert_eq!(
        unknown,
        [
            "Resources/A/Properties/A Text arn:aws:s3:::|Fn::Sub|/*",
            "Resources/A/Properties/A Text arn:|Fn::Sub|/*",
            "Resources/A/Properties/B Text a-|Fn::Join|",
            "Resources/A/Properties/C Text a|{{resolve:secretsmanager:b}}|c",
            "Resources/A/Properties/D Any |GetAtt A.Arn|",
            "Resources/A/Properties/E TextList |Fn::Split|",
            "Resources/A/Properties/F Text |ImportValue x|",
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 4000, ..ProptestConfig::default() })]

    #[test]
    fn made_up_templates_equal_their_deployments(text in made_up::template()) {
        let counts = check(&text);
        prop_assert!(counts.is_ok(), "{}\n{text}", counts.unwrap_err());
    }
}

/// The number of made-up templates; more with `DEPLOYMENTS_CASES`.
fn cases() -> u32 {
    std::env::var("DEPLOYMENTS_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(60)
}
