//! Versions of the language: each change separately, and recorded results of cfn-guard 3.2.0.

use std::collections::BTreeMap;

use cfn_warden_guard::semantics::Change;
use cfn_warden_guard::{Language, Semantics, Status, Version};

use super::{recorded_lines, verdicts_as};

const DATA: &str = r#"{"n": 5, "f": 5.0, "b": true, "nul": null, "e": [], "s": "abc", "u": "aéb", "l": [1, 2], "m": {"a": 1, "k": 2},
  "names": ["a", "k"], "num": "x", "trueish": 1, "on": {"whenever": 1, "a": {"x": 1}, "b": {"x": 2}},
  "Resources": {"A": {"Type": "T::A", "Size": 1}, "B": {"Type": "T::A", "Size": 20}}}"#;

/// A change, rules, and the verdict of their rule `r` without and with the change. If a version with that behavior
/// exists, the verdict was recorded from it.
const EXAMPLES: &[(Change, &str, &str, &str)] = &[
    (Change::LeadingNot, "rule r { not n == 5 }", "PASS", "FAIL"),
    (
        Change::CallsLikeNames,
        "rule p(x) { %x == 5 } rule r { not p(n) }",
        "PASS",
        "FAIL",
    ),
    (
        Change::UndecidedNames,
        "rule s when nope exists { n exists }\nrule r { not s\n}",
        "PASS",
        "FAIL",
    ),
    (
        Change::EmptyRight,
        "let none = l[ this == 9 ]\nrule r { n == %none }",
        "SKIP",
        "FAIL",
    ),
    (
        Change::EmptyVariable,
        "let none = l[ this == 9 ]\nrule r { %none == 5 }",
        "SKIP",
        "FAIL",
    ),
    (
        Change::UnanswerableClauses,
        "rule r { n empty }",
        "ERROR",
        "FAIL",
    ),
    (
        Change::EmptyOfVariables,
        "let v = e\nrule r { %v empty }",
        "FAIL",
        "PASS",
    ),
    (
        Change::EmptyOfBooleans,
        "rule r { b !empty }",
        "PASS",
        "FAIL",
    ),
    (
        Change::ConditionsPerResource,
        "rule r { T::A when Size > 10 { Size < 10 } }",
        "SKIP",
        "FAIL",
    ),
    (
        Change::NoResources,
        "rule r { T::A { Size exists } }",
        "ERROR",
        "SKIP",
    ),
    (
        Change::NegativeIndexes,
        "rule r { l[-1] == 2 l[-2] == 1 }",
        "FAIL",
        "PASS",
    ),
    (
        Change::WideIndexes,
        "rule r { l[4294967296] exists }",
        "PASS",
        "FAIL",
    ),
    (
        Change::IndexedNames,
        "let v = names[*]\nrule r { m.%v[1] == 2 }",
        "FAIL",
        "PASS",
    ),
    (
        Change::MixedNumbers,
        "rule r { n == 5.0 f in r[1,9] }",
        "FAIL",
        "PASS",
    ),
    (
        Change::RangesAsValues,
        "rule p(x) { l[0] == %x }\nrule r { p(r[1,2]) }",
        "PASS",
        "FAIL",
    ),
    (
        Change::SubstringCharacters,
        "let v = substring(u, 0, 3)\nrule r { %v == 'aé' }",
        "PASS",
        "FAIL",
    ),
    (
        Change::WholeWords,
        "rule r { n existsl exists }",
        "PASS",
        "UNREAD",
    ),
    (
        Change::WholeNumbers,
        "rule r { n == 5s exists }",
        "PASS",
        "UNREAD",
    ),
    (
        Change::MoreSpellings,
        "rule r { b == TRUE }",
        "FAIL",
        "PASS",
    ),
    (
        Change::SignedFloats,
        "rule r { f > -1.5 }",
        "UNREAD",
        "PASS",
    ),
    (
        Change::SkippedNames,
        "rule s when nope exists { n exists }\nrule r { s\n n == 5 }",
        "FAIL",
        "PASS",
    ),
    (Change::NothingCompared, "rule r { e == 1 }", "PASS", "FAIL"),
    (
        Change::IncomparableMembers,
        "rule r { n not in ['a', 'b'] }",
        "PASS",
        "FAIL",
    ),
    (
        Change::EmptySelections,
        "rule r { nope.*[ x == 1 ].y not exists }",
        "PASS",
        "SKIP",
    ),
    (
        Change::WholeWhen,
        "rule r { on { whenever exists } }",
        "UNREAD",
        "PASS",
    ),
    (
        Change::BlanksInBrackets,
        "let v = names[0]\nrule r { on.%v[ x ] exists }",
        "FAIL",
        "PASS",
    ),
    (
        Change::OneAssignment,
        "let v = 5\nlet v = 6\nrule r { %v == 6 }",
        "PASS",
        "UNREAD",
    ),
];

fn verdict(semantics: Semantics, rules: &str, data: &str) -> String {
    match verdicts_as(Language::from(semantics), rules, data) {
        Ok(found) => found["r"][0].as_str().to_owned(),
        Err(error) if error.starts_with("p.guard:") => "UNREAD".to_owned(),
        Err(_) => "ERROR".to_owned(),
    }
}

#[test]
fn every_change_affects_a_verdict_on_its_own() {
    let examples: Vec<Change> = EXAMPLES.iter().map(|example| example.0).collect();
    assert_eq!(examples, Change::ALL);
    for (change, rules, before, after) in EXAMPLES {
        let data = if *change == Change::NoResources {
            "{}"
        } else {
            DATA
        };
        let older = if change.since() == Version::Next {
            Version::V3_2_1
        } else {
            Version::V3_2_0
        };
        for semantics in [
            Semantics::from(older),
            Semantics::from(change.since()).without(*change),
        ] {
            assert_eq!(
                verdict(semantics, rules, data),
                *before,
                "before {}",
                change.name()
            );
        }
        assert_eq!(
            verdict(Semantics::from(change.since()), rules, data),
            *after,
            "since {}",
            change.name()
        );
        // The verdict may require other changes, too, but must not differ.
        assert_ne!(
            verdict(Semantics::from(older).with(*change), rules, data),
            *before,
            "{}",
            change.name()
        );
    }
}

#[test]
fn each_pair_of_an_integer_and_a_float_is_compared_since_mixed_numbers() {
    for clause in [
        "n == 5.0",
        "f == 5",
        "n < 5.5",
        "f < 6",
        "n in r[4.5,5.5]",
        "f in r[1,9]",
    ] {
        let rules = format!("rule r {{ {clause} }}");
        for (semantics, expected) in [
            (Semantics::from(Version::V3_2_0), "FAIL"),
            (
                Semantics::from(Version::V3_2_0).with(Change::MixedNumbers),
                "PASS",
            ),
        ] {
            assert_eq!(verdict(semantics, &rules, DATA), expected, "{clause}");
        }
    }
}

#[test]
fn clauses_have_the_recorded_verdicts_of_the_older_version() {
    let lines = recorded_lines("verdicts.jsonl");
    let (head, rows) = lines.split_first().unwrap();
    let data = head["data"].to_string();
    let lets = head["lets"].as_str().unwrap();
    let mut rules = lets.to_owned();
    let mut expected = BTreeMap::new();
    let mut differing = 0;
    for (at, row) in rows.iter().enumerate() {
        let (Some(clause), Some(newer)) = (row[0].as_str(), row[1].as_str()) else {
            continue;
        };
        let verdict = row[2].as_str().unwrap_or(newer);
        differing += usize::from(verdict != newer);
        let rule = match clause.starts_with("when ") {
            true => format!("rule r{at} {clause} {{ s exists }}\n"),
            false => format!("rule r{at} {{ {clause} }}\n"),
        };
        // An error ends the evaluation of the whole file.
        if verdict == "ERROR" {
            let found = verdicts_as(
                Semantics::from(Version::V3_2_0).into(),
                &format!("{lets}{rule}"),
                &data,
            );
            assert!(found.is_err(), "{clause}: {found:?}");
        } else {
            rules.push_str(&rule);
            expected.insert(format!("r{at}"), (clause, verdict));
        }
    }
    assert!(differing > 400, "{differing}");
    let found = verdicts_as(Semantics::from(Version::V3_2_0).into(), &rules, &data).unwrap();
    for (name, (clause, verdict)) in expected {
        assert_eq!(found[&name][0].as_str(), verdict, "{clause}");
    }
}

#[test]
fn probes_have_the_recorded_verdicts_of_the_older_version() {
    let mut differing = 0;
    for probe in recorded_lines("probes.jsonl") {
        let Some(answer) = probe["3.2.0"].as_object() else {
            continue;
        };
        differing += 1;
        let name = probe["name"].as_str().unwrap();
        let semantics = Semantics::from(Version::V3_2_0);
        let found = verdicts_as(
            semantics.into(),
            probe["rules"].as_str().unwrap(),
            probe["data"].as_str().unwrap(),
        );
        match answer["exit"].as_u64() {
            Some(0 | 19) => {
                let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
                for (rule, verdict) in answer["verdicts"].as_object().unwrap() {
                    let among = found[rule]
                        .iter()
                        .any(|status: &Status| Some(status.as_str()) == verdict.as_str());
                    assert!(among, "{name}: {rule} is {:?}, not {verdict}", found[rule]);
                }
            }
            Some(5 | 255) => assert!(found.is_err(), "{name}: {found:?}"),
            // If cfn-guard panics, any result is accepted.
            _ => {}
        }
    }
    assert!(differing > 30, "{differing}");
}

#[test]
fn the_documented_table_of_changes_is_current() {
    let path = crate::recorded::root().join("docs/guard.md");
    let page = std::fs::read_to_string(path).unwrap();
    let rows: Vec<String> = Change::ALL
        .iter()
        .map(|one| {
            format!(
                "| `{}` | {} | {} | {} |",
                one.name(),
                one.since().name(),
                one.now(),
                one.before()
            )
        })
        .collect();
    assert!(
        page.contains(&rows.join("\n")),
        "docs/guard.md should have these rows:\n{}",
        rows.join("\n")
    );
}
