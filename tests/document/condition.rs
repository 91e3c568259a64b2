//! Conditions, against answers of cfn-lint 1.58.0 recorded by `scripts/record_conditions.py`.

mod sets;

use bumpalo::Bump;
use cfn_warden_syntax as syntax;
use cfn_warden_template::condition::solver::LIMIT;
use cfn_warden_template::condition::{AssumptionKind, Assumptions, Conditions, Logic};
use serde_json::Value;

fn pairs<'v, T>(list: &'v Value, read: impl Fn(&'v Value) -> T) -> Vec<(&'v str, T)> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|pair| (pair[0].as_str().unwrap(), read(&pair[1])))
        .collect()
}

fn letters(row: &[bool]) -> String {
    row.iter()
        .map(|value| if *value { 'T' } else { 'F' })
        .collect()
}

/// Returns the recorded cases with cfn-warden's answers in place of cfn-lint's.
fn answers(recorded: &Value) -> Value {
    let mut case = recorded.clone();
    let arena = Bump::new();
    let text = recorded["template"].to_string();
    let parsed = syntax::parse(&arena, &text, "template.json");
    let root = parsed.tree.as_ref().unwrap().root;
    let (logic, conditions) = (Logic::of(root), Conditions::of(root));
    let names: Vec<&str> = recorded["template"]["Conditions"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();

    let known: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| logic.knows(name))
        .collect();
    case["known"] = known.into();
    let asked = pairs(&recorded["scenarios"]["asked"], Value::as_bool);
    let scenarios = logic.scenarios(&asked);
    assert!(scenarios.complete);
    case["scenarios"]["rows"] = sorted(scenarios.rows.iter().map(|row| letters(row)).collect());
    for question in case["implies"].as_array_mut().unwrap() {
        let answer = logic.implies(
            &pairs(&question[0], |v| v.as_bool().unwrap()),
            question[1].as_str().unwrap(),
        );
        question[2] = answer.into();
    }
    for question in case["possible"].as_array_mut().unwrap() {
        let pinned = pairs(&question[0], |value| value.as_bool().unwrap());
        let answer = logic.possible(&pinned, &pairs(&question[1], Value::as_str));
        question[2] = answer.ok().into();
    }
    for evaluation in case["walks"].as_array_mut().unwrap() {
        let mut assumptions = Assumptions::default();
        for step in evaluation["steps"].as_array_mut().unwrap() {
            let (name, value) = (step[0].as_str().unwrap(), step[1].as_bool().unwrap());
            let hold = if step[2] == true {
                AssumptionKind::Assumed
            } else {
                AssumptionKind::Fact
            };
            step[3] = match conditions.pin(assumptions, &[(name, value)], hold) {
                Ok(next) => {
                    assumptions = next;
                    Value::Null
                }
                Err(refused) => refused.to_string().into(),
            };
        }
        let free: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| conditions.value(assumptions, name).is_none())
            .collect();
        let scenarios = conditions.scenarios(assumptions, &free, LIMIT);
        assert!(scenarios.complete);
        let row = |assumptions: &Assumptions| {
            free.iter()
                .map(|name| conditions.value(*assumptions, name).unwrap())
                .collect::<Vec<_>>()
        };
        evaluation["rows"] = sorted(
            scenarios
                .assumptions
                .iter()
                .map(|assumptions| letters(&row(assumptions)))
                .collect(),
        );
        let reachable = names.iter().flat_map(|name| {
            [true, false].map(|value| conditions.reachable(assumptions, name, value))
        });
        evaluation["reachable"] = letters(&reachable.collect::<Vec<_>>()).into();
        evaluation["free"] = free.into();
    }
    assert!(!logic.exhausted() && !conditions.exhausted());
    case
}

fn sorted(mut rows: Vec<String>) -> Value {
    rows.sort_by(|a, b| b.cmp(a));
    rows.into()
}

#[test]
fn random_conditions_have_cfn_lints_answers() {
    let cases = match std::env::var("CONDITION_CASES") {
        Ok(file) => std::fs::read_to_string(file).unwrap(),
        Err(_) => include_str!("conditions/random.json").to_owned(),
    };
    let cases: Vec<Value> = serde_json::from_str(&cases).unwrap();
    assert!(cases.len() >= 100);
    let mut wrong = Vec::new();
    for case in &cases {
        let ours = answers(case);
        for (key, value) in case.as_object().unwrap() {
            if ours[key] != *value {
                wrong.push(format!(
                    "{}\n {key}\n  expected {value}\n  answered {}\n",
                    case["template"], ours[key]
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn sixty_independent_conditions_have_a_limited_number_of_scenarios() {
    let conditions: Vec<String> = (0..60)
        .map(|n| format!(r#""C{n}": {{"Fn::Equals": [{{"Ref": "P{n}"}}, "yes"]}}"#))
        .collect();
    let text = format!("{{\"Conditions\": {{{}}}}}", conditions.join(","));
    let arena = Bump::new();
    let tree = syntax::parse(&arena, &text, "template.json").tree.unwrap();
    let conditions = Conditions::of(tree.root);
    let names: Vec<String> = (0..60).map(|n| format!("C{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let scenarios = conditions.scenarios(Assumptions::default(), &names, LIMIT);
    assert!(
        !scenarios.complete && scenarios.assumptions.len() > 60,
        "{}",
        scenarios.assumptions.len()
    );
    assert_eq!(
        scenarios.assumptions,
        Conditions::of(tree.root)
            .scenarios(Assumptions::default(), &names, LIMIT)
            .assumptions
    );
}
