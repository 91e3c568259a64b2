//! Clauses on attributes that are absent, null or an empty list, with the verdicts of cfn-guard 3.2.1 on plans. An
//! attribute that is absent from a plan made of a configuration is null or empty in Terraform's own plan.

use super::{checked, made};

/// Clauses with the verdicts for an absent `p`, null and `[]`.
const CLAUSES: &[(&str, [&str; 3])] = &[
    ("p exists", ["F", "P", "P"]),
    ("p !exists", ["P", "F", "F"]),
    ("p empty", ["P", "F", "P"]),
    ("p !empty", ["F", "F", "F"]),
    ("p == true", ["F", "F", "P"]),
    ("p != false", ["F", "F", "P"]),
    ("p != null", ["F", "F", "P"]),
    ("p == null", ["F", "P", "P"]),
    ("p is_null", ["F", "P", "F"]),
    ("p[*].q == true", ["F", "F", "F"]),
    ("some p[*].q == true", ["F", "F", "F"]),
    ("p.q == true", ["F", "F", "F"]),
    ("when p exists { p == true }", ["S", "F", "P"]),
    ("p !exists or p == false", ["P", "F", "P"]),
    ("p is_list", ["F", "F", "P"]),
];

#[test]
fn clauses_on_what_is_not_set() {
    let rules: String = CLAUSES
        .iter()
        .enumerate()
        .map(|(at, (clause, _))| {
            format!("rule r{at:02} {{ resource_changes[*].change.after {{ {clause} }} }}\n")
        })
        .collect();
    for (column, line) in ["", "  p = null\n", "  p = []\n"].into_iter().enumerate() {
        let main = format!("resource \"aws_x\" \"y\" {{\n  other = 1\n{line}}}\n");
        let (_folder, infra, rules) = made("terraform-clauses", &main, &rules);
        let (_, answer) = checked(&infra, &rules, &[]);
        let report = &answer["guard"][0];
        let is = |list: &str, name: &str| {
            report[list]
                .as_array()
                .unwrap()
                .iter()
                .any(|rule| rule == name)
        };
        for (at, (clause, verdicts)) in CLAUSES.iter().enumerate() {
            let name = format!("r{at:02}");
            let verdict = match (is("compliant", &name), is("not_applicable", &name)) {
                (true, _) => "P",
                (_, true) => "S",
                _ => "F",
            };
            assert_eq!(verdict, verdicts[column], "{clause} with {line:?}");
        }
    }
}
