//! Conditions as sets of deployments: values that depend on conditions, how many of them exist, and examples.

use std::rc::Rc;

use bumpalo::Bump;
use cfn_warden_syntax::deployments::DeploymentSet;
use cfn_warden_syntax::{self as syntax, Node};
use cfn_warden_template::condition::guarded::{by_count, cases, presence};
use cfn_warden_template::condition::{ConditionSets, Conditions, Logic};
use cfn_warden_template::{Function, Functions};

/// `IsDev` and `IsProd` exclude each other, and `IsLarge` is independent of both.
const TEMPLATE: &str = "Parameters:
  Env: {Type: String, AllowedValues: [dev, test, prod]}
  Size: {Type: String}
Conditions:
  IsDev: !Equals [!Ref Env, dev]
  IsProd: !Equals [!Ref Env, prod]
  IsLarge: !Equals [!Ref Size, large]
Values:
  plain: x
  'null': null
  none: !Ref AWS::NoValue
  prod: !If [IsProd, x, !Ref AWS::NoValue]
  dev: !If [IsDev, x, null]
  neither: !If [IsProd, !Ref AWS::NoValue, !If [IsDev, !Ref AWS::NoValue, x]]
  large: !If [IsLarge, {Ref: Size}, !Ref AWS::NoValue]
";

fn root<'a>(arena: &'a Bump) -> Node<'a> {
    syntax::parse(arena, TEMPLATE, "template.yaml")
        .tree
        .unwrap()
        .root
}

fn functions() -> Functions {
    Functions::of(&[Function::If, Function::Ref])
}

/// Returns the sets of both kinds of axioms.
fn both<'a>(root: Node<'a>) -> [Rc<ConditionSets<'a>>; 2] {
    [
        Conditions::of(root).sets().unwrap(),
        Logic::of(root).sets().unwrap(),
    ]
}

/// Returns whether a set contains nothing but deployments with these values, and all of those that are possible.
fn is_exactly(sets: &ConditionSets<'_>, set: DeploymentSet, conditions: &[(&str, bool)]) -> bool {
    sets.deployments.and(set, sets.assuming(&[])) == sets.assuming(conditions)
}

#[test]
fn conditions_can_be_true_or_false_unless_they_exclude_each_other() {
    let arena = Bump::new();
    for sets in both(root(&arena)) {
        for name in ["IsDev", "IsProd", "IsLarge"] {
            for holds in [true, false] {
                assert!(
                    !sets.assuming(&[(name, holds)]).is_empty(),
                    "{name} {holds}"
                );
            }
        }
        assert!(
            sets.assuming(&[("IsDev", true), ("IsProd", true)])
                .is_empty()
        );
        assert!(
            !sets
                .assuming(&[("IsDev", false), ("IsProd", false), ("IsLarge", true)])
                .is_empty()
        );
        assert!(sets.is_exact());
    }
}

#[test]
fn sets_are_determined_once() {
    let arena = Bump::new();
    let (conditions, logic) = (Conditions::of(root(&arena)), Logic::of(root(&arena)));
    assert!(Rc::ptr_eq(
        &conditions.sets().unwrap(),
        &conditions.sets().unwrap()
    ));
    assert!(Rc::ptr_eq(&logic.sets().unwrap(), &logic.sets().unwrap()));
}

#[test]
fn values_exist_unless_they_are_null_or_no_value() {
    let arena = Bump::new();
    let root = root(&arena);
    for sets in both(root) {
        for (key, conditions) in [
            ("plain", Some(&[][..])),
            ("null", None),
            ("none", None),
            ("prod", Some(&[("IsProd", true)])),
            ("dev", Some(&[("IsDev", true)])),
            ("neither", Some(&[("IsProd", false), ("IsDev", false)])),
            ("large", Some(&[("IsLarge", true)])),
        ] {
            let value = root.get("Values").unwrap().get(key).unwrap();
            let when = presence(&sets, functions(), sets.assuming(&[]), value);
            match conditions {
                Some(conditions) => assert!(is_exactly(&sets, when, conditions), "{key}"),
                None => assert!(when.is_empty(), "{key}"),
            }
        }
    }
}

#[test]
fn values_have_a_case_for_each_branch_that_is_possible() {
    let arena = Bump::new();
    let root = root(&arena);
    let value = root.get("Values").unwrap().get("neither").unwrap();
    for sets in both(root) {
        let paths = |assumed: &[(&str, bool)]| {
            let cases = cases(&sets, functions(), sets.assuming(assumed), value).into_iter();
            cases
                .map(|case| (case.path, case.value.and_then(|value| value.as_str())))
                .collect::<Vec<_>>()
        };
        let prod = (vec![("IsProd", true)], None);
        let dev = (vec![("IsProd", false), ("IsDev", true)], None);
        let other = (vec![("IsProd", false), ("IsDev", false)], Some("x"));
        assert_eq!(paths(&[]), [prod.clone(), dev.clone(), other]);
        assert_eq!(paths(&[("IsProd", true)]), [prod]);
        assert_eq!(paths(&[("IsDev", true)]), [dev]);
    }
}

#[test]
fn deployments_are_split_by_the_number_of_values_that_exist() {
    let arena = Bump::new();
    for sets in both(root(&arena)) {
        let all = sets.assuming(&[]);
        let parts = || {
            ["IsProd", "IsDev", "IsLarge"]
                .map(|name| sets.having(name, true).unwrap())
                .to_vec()
        };
        let either = sets.deployments.or(
            sets.assuming(&[("IsProd", true)]),
            sets.assuming(&[("IsDev", true)]),
        );
        let large = sets.assuming(&[("IsLarge", true)]);
        let (none, both) = (
            sets.deployments
                .minus(all, sets.deployments.or(either, large)),
            sets.deployments.and(either, large),
        );
        let any = sets.deployments.minus(all, none);
        let one = sets.deployments.minus(any, both);
        assert_eq!(
            by_count(&sets, all, parts(), 3),
            [none, one, both, DeploymentSet::NONE]
        );
        assert_eq!(by_count(&sets, all, parts(), 2), [none, one, both]);
        assert_eq!(by_count(&sets, all, parts(), 1), [none, any]);
        assert_eq!(by_count(&sets, all, parts(), 0), [all]);
        assert_eq!(by_count(&sets, large, Vec::new(), 1), [large]);
    }
}

#[test]
fn an_example_has_the_values_of_one_deployment_of_a_set() {
    let arena = Bump::new();
    for sets in both(root(&arena)) {
        let example = |conditions: &[(&str, bool)]| {
            sets.example(sets.assuming(conditions), &["IsProd", "Nope", "IsLarge"])
        };
        assert_eq!(
            example(&[("IsProd", true)]),
            Some(vec![("IsProd", true), ("IsLarge", false)])
        );
        assert_eq!(
            example(&[("IsLarge", true)]),
            Some(vec![("IsProd", false), ("IsLarge", true)])
        );
        assert_eq!(example(&[("IsProd", true), ("IsDev", true)]), None);
    }
}
