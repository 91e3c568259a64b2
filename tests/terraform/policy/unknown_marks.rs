//! Generated rules on plans of public modules in which random values are unknown: a verdict holds for every value that an
//! unknown one may take.

use cfn_warden::engine::{Cache, Input, Request, Run, check};
use cfn_warden_terraform::Rng;
use serde_json::{Value as Json, json};

use super::super::support::roomy;
use super::public::planned;
use crate::harness::plans::{Path, Plan, at, places, substitute};

/// Plans, and rules on each of them. `WARDEN_CASES` multiplies the number of plans.
const PLANS: usize = 60;
const RULES: usize = 40;
/// The plans in which values take the place of the unknown ones.
const SUBSTITUTES: usize = 12;

struct Random(Rng);

impl Random {
    fn below(&self, end: usize) -> usize {
        (u64::from_le_bytes(self.0.bytes()) % end.max(1) as u64) as usize
    }

    fn one<'t, T>(&self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    fn chance(&self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

fn random_plan(all: &[Json], random: &Random) -> Plan {
    let count = 1 + random.below(4);
    let mut plan = Plan {
        resources: Vec::new(),
        unknown: Vec::new(),
    };
    for _ in 0..count {
        let mut resource = random.one(all).clone();
        if plan
            .resources
            .iter()
            .any(|other| other["address"] == resource["address"])
        {
            continue;
        }
        let mut unknown: Vec<Path> = Vec::new();
        let mut own = Vec::new();
        places(
            &resource["change"]["after_unknown"],
            &mut Vec::new(),
            &mut own,
        );
        let marks = std::mem::replace(&mut resource["change"]["after_unknown"], json!({}));
        unknown.extend(
            own.into_iter()
                .filter(|path| *at(&mut marks.clone(), path) == true),
        );
        let mut known = Vec::new();
        places(&resource["change"]["after"], &mut Vec::new(), &mut known);
        for _ in 0..random.below(4) {
            let Some(path) = known.get(random.below(known.len())) else {
                break;
            };
            if !unknown
                .iter()
                .any(|other| path.starts_with(other) || other.starts_with(path))
            {
                unknown.push(path.clone());
            }
        }
        let index = plan.resources.len();
        plan.unknown
            .extend(unknown.into_iter().map(|path| (index, path)));
        plan.resources.push(resource);
    }
    plan
}

/// Returns a query from the values of a resource, with the value that it finds first.
fn query(plan: &Plan, random: &Random) -> (String, String, Json) {
    let index = random.below(plan.resources.len());
    let resource = &plan.resources[index];
    let mut all = Vec::new();
    let mut after = resource["change"]["after"].clone();
    for (_, path) in plan.unknown.iter().filter(|(of, _)| *of == index) {
        if at(&mut after, path).is_null() {
            *at(&mut after, path) = "x".into();
        }
    }
    places(&after, &mut Vec::new(), &mut all);
    let unknown: Vec<&Path> = plan
        .unknown
        .iter()
        .filter(|(of, _)| *of == index)
        .map(|(_, path)| path)
        .collect();
    let path = match unknown.is_empty() || random.chance(40) {
        true => all
            .get(random.below(all.len()))
            .cloned()
            .unwrap_or_default(),
        false => (*random.one(&unknown)).clone(),
    };
    let value = at(&mut after, &path).clone();
    let step = |step: &Json| match step {
        Json::String(key) if key.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            format!(".{key}")
        }
        Json::String(key) => format!(".'{key}'"),
        _ if random.chance(60) => "[*]".to_owned(),
        index => format!("[{index}]"),
    };
    let mut inner: String = path.iter().map(step).collect();
    if random.chance(10) {
        inner.push_str("[*]");
    }
    let kind = resource["type"].as_str().unwrap();
    let start = match random.below(4) {
        0 => "resource_changes[*].change.after".to_owned(),
        1 => format!("planned_values.root_module.resources[ type == '{kind}' ].values"),
        _ => format!("resource_changes[ type == '{kind}' ].change.after"),
    };
    (start, inner, value)
}

fn literal(value: &Json, random: &Random) -> String {
    match (value, random.below(8)) {
        (_, 0) => "'x'".to_owned(),
        (_, 1) => ["true", "false", "0", "1", "null"][random.below(5)].to_owned(),
        (_, 2) => ["['x', 'private']", "[]", "[1, 443]", "/^x/", "/./"][random.below(5)].to_owned(),
        (Json::String(text), _) if !text.contains(['\'', '\\', '\n']) => format!("'{text}'"),
        (Json::Bool(_) | Json::Number(_) | Json::Null, _) => value.to_string(),
        _ => "''".to_owned(),
    }
}

fn test(value: &Json, random: &Random) -> String {
    const UNARY: [&str; 12] = [
        "exists",
        "!exists",
        "empty",
        "!empty",
        "is_string",
        "!is_string",
        "is_list",
        "!is_list",
        "is_struct",
        "is_bool",
        "!is_bool",
        "is_null",
    ];
    const BINARY: [&str; 8] = ["==", "!=", "in", "not in", ">", "<=", "==", "!="];
    match random.chance(50) {
        true => (*random.one(&UNARY)).to_owned(),
        false => format!("{} {}", random.one(&BINARY), literal(value, random)),
    }
}

fn rule(plan: &Plan, random: &Random) -> String {
    let (start, inner, value) = query(plan, random);
    let some = if random.chance(25) { "some " } else { "" };
    let clause = format!("{some}{start}{inner} {}", test(&value, random));
    let (head, last) = inner
        .rfind('.')
        .map_or((inner.as_str(), ""), |at| inner.split_at(at));
    let key = last.trim_start_matches('.');
    let test = test(&value, random);
    let (other_start, other_inner, other) = query(plan, random);
    let other = format!("{other_start}{other_inner} {}", self::test(&other, random));
    let body = match random.below(9) {
        0 if !key.is_empty() => format!(
            "{start}{head}[ {key} {test} ] {}",
            random.one(&["empty", "!empty"])
        ),
        1 if !key.is_empty() => format!("{some}{start}{head} {{ {key} {test} }}"),
        2 => format!("{clause} or {other}"),
        3 => format!("when {clause} {{ {other} }}"),
        4 => format!(
            "let n = count({start}{inner})\n  %n {} {}",
            random.one(&["==", ">", "<"]),
            random.below(3)
        ),
        5 => format!("let v = {start}{inner}\n  %v {test}"),
        6 if !key.is_empty() => {
            format!("let v = {start}{head}[ {key} {test} ]\n  when %v !empty {{ {other} }}")
        }
        7 => format!("not {clause}"),
        _ => format!("{clause}\n  {other}"),
    };
    format!("rule generated {{\n  {body}\n}}\n")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Pass,
    Fail,
    Skip,
    Unknown,
    /// The rules file cannot be evaluated.
    Error,
}

fn verdicts(document: &str, rules: &[String], cache: &Cache) -> Vec<Verdict> {
    let names: Vec<String> = (0..rules.len())
        .map(|index| format!("{index}.guard"))
        .collect();
    let inputs = names.iter().zip(rules).map(|(name, text)| Input {
        name,
        content: text.as_bytes(),
    });
    let documents = vec![Input {
        name: "plan.json",
        content: document.as_bytes(),
    }];
    let run: Run<'_> = check(
        &Request {
            documents,
            rules: inputs.collect(),
            ..Request::default()
        },
        cache,
    );
    let verdict = |name: &String| {
        if run.incomplete.iter().any(|issue| issue.file == *name) {
            return Verdict::Error;
        }
        let counts = run.coverage.rules[name]["generated"];
        match (
            counts.passed,
            counts.failed,
            counts.skipped,
            counts.undecided,
        ) {
            (1, 0, 0, 0) => Verdict::Pass,
            (0, 1, 0, 0) => Verdict::Fail,
            (0, 0, 1, 0) => Verdict::Skip,
            (0, 0, 0, 1) => Verdict::Unknown,
            other => panic!("{other:?}"),
        }
    };
    names.iter().map(verdict).collect()
}

#[test]
fn no_rule_has_a_verdict_that_a_value_of_an_unknown_one_changes() {
    roomy(|| {
        let examples = [
            ("terraform-aws-vpc", "complete"),
            ("terraform-aws-s3-bucket", "complete"),
        ];
        let plans = examples
            .map(|(module, name)| serde_json::from_str::<Json>(&planned(module, name)).unwrap());
        let all: Vec<Json> = plans
            .iter()
            .flat_map(|plan| plan["resource_changes"].as_array().unwrap())
            .cloned()
            .collect();
        let more: usize = std::env::var("WARDEN_CASES")
            .ok()
            .map_or(1, |text| text.parse().unwrap());
        let seed: u64 = std::env::var("WARDEN_SEED")
            .ok()
            .map_or(7, |text| text.parse().unwrap());
        let random = Random(Rng::new(seed));
        let mut seen = [0; 5];
        let mut wrong = Vec::new();
        for _ in 0..PLANS * more {
            let plan = random_plan(&all, &random);
            let rules: Vec<String> = (0..RULES).map(|_| rule(&plan, &random)).collect();
            let cache = Cache::default();
            let unknown = plan.with_unknowns();
            let found = verdicts(&unknown, &rules, &cache);
            found
                .iter()
                .for_each(|verdict| seen[*verdict as usize] += 1);
            for round in 0..SUBSTITUTES {
                let document = plan.with_values(|known| match round {
                    0 => known.clone(),
                    _ => substitute(known, random.below(14)),
                });
                for ((rule, found), with) in rules
                    .iter()
                    .zip(&found)
                    .zip(verdicts(&document, &rules, &cache))
                {
                    let decided = matches!(found, Verdict::Pass | Verdict::Fail | Verdict::Skip);
                    if decided && *found != with {
                        wrong.push(format!(
                            "{found:?}, but {with:?} with values\n{rule}{unknown}\n{document}\n"
                        ));
                    }
                }
            }
        }
        wrong.sort_by_key(String::len);
        assert!(
            wrong.is_empty(),
            "{} of {seen:?} are wrong:\n{}",
            wrong.len(),
            wrong[..wrong.len().min(3)].join("\n")
        );
        let [pass, fail, _, unknown, _] = seen;
        assert!(pass > 200 && fail > 200 && unknown > 200, "{seen:?}");
    });
}
