//! Evaluation of an `if` whose branches constrain each key by itself: for all values of the keys that the `if` tests,
//! with one other key at a time.

use super::context::Context;
use super::evaluation::{Assertion, Evaluation};
use super::keyword as k;
use super::mentioned::mentioned;
use super::pack::{Json, JsonKind};
use super::related::related;
use super::violation::Violations;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::deployments::DeploymentSet;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::condition::guarded::{Case, cases, presence};
use cfn_warden_template::condition::{AssumptionKind, ConditionSets, scenario};

/// The maximum number of evaluations.
const MOST: usize = 2048;

/// Evaluates an `if`. Returns false, without evaluating it, for other keywords, if a branch compares keys with each
/// other, and if a limit is exceeded.
pub(super) fn evaluate<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) -> bool {
    let conditions = &evaluation.template.conditions;
    let Some((keys, sets)) = Keys::of(evaluation, assertion).zip(conditions.sets()) else {
        return false;
    };
    let sets = &*sets;
    let within = sets.assuming(&conditions.held(assertion.cx.conditions));
    let mut key_cases = Vec::new();
    for object in cases(sets, assertion.cx.functions, within, assertion.instance) {
        let Some(found) = keys.key_cases(evaluation, assertion, sets, object) else {
            return false;
        };
        key_cases.extend(found);
    }
    if key_cases.len() > MOST || !sets.is_exact() {
        return false;
    }
    key_cases.iter().all(|key_case| {
        evaluation.spend(1) && key_case.run(evaluation, assertion, sets, &keys, out)
    })
}

/// The keys of an object that an `if` depends on.
struct Keys<'a> {
    /// Those that the condition tests.
    tested: Vec<&'a str>,
    /// Whether the condition tests items of lists.
    tests_items: bool,
    /// Those that the branches constrain.
    constrained: Vec<&'a str>,
}

/// An evaluation with some values decided.
struct KeyCase<'a> {
    when: DeploymentSet,
    path: Vec<(&'a str, bool)>,
    /// The constrained key whose value is decided.
    key: Option<&'a str>,
}

impl<'a> Keys<'a> {
    fn of(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>) -> Option<Keys<'a>> {
        if assertion.keyword != k::IF {
            return None;
        }
        let branches: Vec<_> = [k::THEN, k::ELSE]
            .into_iter()
            .filter_map(|part| assertion.schema.keyword(part))
            .collect();
        if !branches.iter().all(|branch| is_separable(*branch)) {
            return None;
        }
        Some(Keys {
            tested: mentioned(evaluation, assertion.cx, [assertion.value])?,
            tests_items: tests_items(assertion.value),
            constrained: mentioned(evaluation, assertion.cx, branches)?,
        })
    }

    /// Returns the evaluations of an object; `None` if there are too many.
    fn key_cases(
        &self,
        evaluation: &Evaluation<'a>,
        assertion: &Assertion<'a, '_>,
        sets: &ConditionSets<'a>,
        object: Case<'a>,
    ) -> Option<Vec<KeyCase<'a>>> {
        let entries = object
            .value
            .and_then(|value| value.as_map())
            .unwrap_or_default();
        let named = |names: &[&str], entry: &Entry<'a>| {
            entry.key.as_str().is_some_and(|key| names.contains(&key))
        };
        let tested: Vec<_> = entries
            .iter()
            .filter(|entry| named(&self.tested, entry))
            .map(|entry| entry.value)
            .collect();
        let mut decided = vec![Case {
            value: None,
            ..object.clone()
        }];
        for value in &tested {
            decided = self.split(assertion, sets, &decided, *value)?;
        }
        for name in object
            .value
            .map(|value| related(evaluation, &tested, value))
            .unwrap_or_default()
        {
            decided = by_condition(sets, &decided, name)?;
        }
        let mut found = Vec::new();
        for case in decided {
            let other = entries
                .iter()
                .filter(|entry| named(&self.constrained, entry) && !named(&self.tested, entry));
            for entry in other {
                for own in cases(sets, assertion.cx.functions, case.when, entry.value) {
                    let path = joined(&case.path, &own.path);
                    found.push(KeyCase {
                        when: own.when,
                        path,
                        key: entry.key.as_str(),
                    });
                }
            }
            found.push(KeyCase {
                when: case.when,
                path: case.path,
                key: None,
            });
            if found.len() > MOST {
                return None;
            }
        }
        Some(found)
    }

    /// Splits cases by a tested value and, if the condition tests them, its items.
    fn split(
        &self,
        assertion: &Assertion<'a, '_>,
        sets: &ConditionSets<'a>,
        decided: &[Case<'a>],
        value: Node<'a>,
    ) -> Option<Vec<Case<'a>>> {
        let mut found = Vec::new();
        for case in decided {
            for own in cases(sets, assertion.cx.functions, case.when, value) {
                let path = joined(&case.path, &own.path);
                let mut parts = vec![Case {
                    when: own.when,
                    path,
                    value: None,
                }];
                let items = own
                    .value
                    .and_then(|value| value.as_list())
                    .filter(|_| self.tests_items);
                for item in items.unwrap_or_default() {
                    parts = self.split(assertion, sets, &parts, *item)?;
                }
                found.extend(parts);
                if found.len() > MOST {
                    return None;
                }
            }
        }
        Some(found)
    }
}

fn by_condition<'a>(
    sets: &ConditionSets<'a>,
    decided: &[Case<'a>],
    name: &'a str,
) -> Option<Vec<Case<'a>>> {
    let mut found = Vec::new();
    for case in decided {
        for holds in [true, false] {
            let when = sets.deployments.and(case.when, sets.having(name, holds)?);
            if !when.is_empty() {
                found.push(Case {
                    when,
                    path: joined(&case.path, &[(name, holds)]),
                    value: None,
                });
            }
        }
    }
    (found.len() <= MOST).then_some(found)
}

fn joined<'a>(one: &[(&'a str, bool)], other: &[(&'a str, bool)]) -> Vec<(&'a str, bool)> {
    let new = other
        .iter()
        .filter(|(name, _)| !one.iter().any(|(known, _)| known == name));
    one.iter().chain(new).copied().collect()
}

impl<'a> KeyCase<'a> {
    /// Evaluates the keyword; returns false if the conditions cannot be assumed.
    fn run(
        &self,
        evaluation: &Evaluation<'a>,
        assertion: &Assertion<'a, '_>,
        sets: &ConditionSets<'a>,
        keys: &Keys<'a>,
        out: &mut Violations<'a>,
    ) -> bool {
        let all = &evaluation.template.conditions;
        let Ok(conditions) = all.pin(assertion.cx.conditions, &self.path, AssumptionKind::Assumed)
        else {
            return true;
        };
        let functions = assertion.cx.functions;
        let Some(view) = scenario::view(
            evaluation.arena,
            all,
            conditions,
            functions,
            assertion.instance,
        ) else {
            return true;
        };
        // A key that never exists here is absent, although its own conditions are not decided.
        let exists =
            |entry: &&Entry<'a>| !presence(sets, functions, self.when, entry.value).is_empty();
        let view = match view.value {
            Value::Map(entries) => {
                let left: Vec<_> = entries.iter().filter(exists).copied().collect();
                Node {
                    value: Value::Map(evaluation.arena.keep_all(left)),
                    ..view
                }
            }
            _ => view,
        };
        let mark = out.len();
        evaluation.run_one(
            &Assertion {
                cx: &Context {
                    conditions,
                    ..*assertion.cx
                },
                instance: view,
                ..*assertion
            },
            out,
        );
        // Other keys are evaluated with their own values decided.
        let decided = |key: &str| self.key == Some(key) || keys.tested.contains(&key);
        let own = assertion.cx.instance_path.len();
        out.retain_since(mark, |violation| {
            violation
                .instance_path
                .nth(own)
                .and_then(|step| step.text())
                .is_none_or(decided)
        });
        true
    }
}

/// Whether a schema constrains each key by itself.
fn is_separable(schema: Json<'_>) -> bool {
    let JsonKind::Object(object) = schema.kind() else {
        return true;
    };
    object.keywords().all(|(symbol, value)| match symbol {
        k::PROPERTIES
        | k::REQUIRED
        | k::TYPE
        | k::TITLE
        | k::DESCRIPTION
        | k::COMMENT
        | k::MESSAGE => true,
        k::ALL_OF => value.items().all(is_separable),
        _ => false,
    })
}

/// Whether a schema can depend on the items of a list.
pub(super) fn tests_items(schema: Json<'_>) -> bool {
    match schema.kind() {
        JsonKind::Object(object) => object.keywords().any(|(symbol, value)| match symbol {
            k::ITEMS
            | k::PREFIX_ITEMS
            | k::CONTAINS
            | k::MIN_ITEMS
            | k::MAX_ITEMS
            | k::UNIQUE_ITEMS => true,
            k::UNIQUE_KEYS | k::MAX_UNIQUE_ITEMS | k::REF => true,
            k::PROPERTIES => value.entries().any(|(_, schema)| tests_items(schema)),
            k::CONST | k::ENUM => value
                .as_list()
                .is_some_and(|values| values.iter().any(|value| value.as_list().is_some())),
            _ => tests_items(value) || value.items().any(tests_items),
        }),
        _ => false,
    }
}
