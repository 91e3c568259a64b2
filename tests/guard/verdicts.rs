//! The Guard evaluator, compared with recorded results of cfn-guard 3.2.1.
//!
//! `recorded` contains verdicts of clauses with every operator and operand (`verdicts.jsonl`: a line with data and
//! variables, followed by lines `[clause, verdict]`; the verdict is null if cfn-guard panics, and a third member is the
//! verdict of 3.2.0 if it differs), and verdicts of whole rules files (`probes.jsonl`; `3.2.0` is the result of that
//! version if it differs).

use std::collections::BTreeMap;

use bumpalo::Bump;
use cfn_warden_guard::{self as guard, Doc, Language, Options, Profile, Rules, Status};
use cfn_warden_syntax::{self as syntax, Limits};

use crate::recorded;

pub type Verdicts = BTreeMap<String, Vec<Status>>;

/// Returns the lines of a file of `recorded`.
pub fn recorded_lines(name: &str) -> Vec<serde_json::Value> {
    let path = recorded::root().join("tests/guard/recorded").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the verdicts of all rules; an error if the rules or data cannot be loaded or the evaluation fails.
pub fn verdicts(rules: &str, data: &str) -> Result<Verdicts, String> {
    verdicts_as(Language::default(), rules, data)
}

/// [`verdicts`] in a version or dialect of the language.
pub fn verdicts_as(language: Language, rules: &str, data: &str) -> Result<Verdicts, String> {
    let rules =
        Rules::parse_as(language, "p.guard", rules).map_err(|errors| errors[0].to_string())?;
    let arena = Bump::new();
    let limits = Limits {
        depth: 300,
        ..Limits::default()
    };
    let parsed = syntax::parse_within(&arena, data, "p", &limits);
    let tree = parsed.tree.ok_or("the data cannot be read")?;
    let doc =
        Doc::new(&arena, &[&tree], Profile::Cli).map_err(|error| error.message.to_string())?;
    let outcome =
        guard::evaluate(&rules, &doc, &Options::default()).map_err(|error| error.to_string())?;
    let mut found = Verdicts::new();
    for (name, status) in outcome.rules() {
        found.entry(name.to_owned()).or_default().push(status);
    }
    Ok(found)
}

#[test]
fn clauses_have_the_recorded_verdicts() {
    let lines = recorded_lines("verdicts.jsonl");
    let (head, rows) = lines.split_first().unwrap();
    let data = head["data"].to_string();
    let mut rules = head["lets"].as_str().unwrap().to_owned();
    let mut expected = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let clause = row[0].as_str().unwrap();
        let rule = match clause.starts_with("when ") {
            true => format!("rule r{at} {clause} {{ s exists }}\n"),
            false => format!("rule r{at} {{ {clause} }}\n"),
        };
        match row[1].as_str() {
            Some(verdict) => {
                rules.push_str(&rule);
                expected.insert(format!("r{at}"), (clause, verdict));
            }
            // cfn-guard panics; any result without a crash is accepted.
            None => drop(verdicts(
                &format!("{}{rule}", head["lets"].as_str().unwrap()),
                &data,
            )),
        }
    }
    assert!(expected.len() > 6000);
    let found = verdicts(&rules, &data).unwrap();
    for (name, (clause, verdict)) in expected {
        assert_eq!(found[&name][0].as_str(), verdict, "{clause}");
    }
}

#[test]
fn rules_files_have_the_recorded_verdicts() {
    let probes = recorded_lines("probes.jsonl");
    assert!(probes.len() > 200);
    for probe in probes {
        let name = probe["name"].as_str().unwrap();
        // Nested deeper than the library's limit; the command line has its own.
        if name == "deep recursion doc" {
            continue;
        }
        let found = verdicts(
            probe["rules"].as_str().unwrap(),
            probe["data"].as_str().unwrap(),
        );
        let Some(expected) = probe["verdicts"]
            .as_object()
            .filter(|verdicts| !verdicts.is_empty())
        else {
            // cfn-guard failed or had no output; any result without a crash is accepted.
            let accepted = found.is_ok_and(|found| !found.is_empty());
            assert!(
                !accepted || probe["exit"] != 5,
                "{name}: cfn-guard cannot parse these rules"
            );
            continue;
        };
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        for (rule, verdict) in expected {
            let among = found[rule]
                .iter()
                .any(|status| Some(status.as_str()) == verdict.as_str());
            assert!(among, "{name}: {rule} is {:?}, not {verdict}", found[rule]);
        }
        assert_eq!(found.len(), expected.len(), "{name}");
    }
}
