//! Safe fixes keep the values of a configuration. `scripts/terraform_fixes.py --record` generates the configurations and
//! records the outputs that Terraform 1.11.4 plans; it also compares Terraform's plans before and after fixes.

use cfn_warden::engine::{self, RuleSelection};
use cfn_warden_syntax::fix::{Safety, apply};
use cfn_warden_terraform::{FileSet, Host, Language, PlanSettings, References, Settings};
use serde_json::Value as Json;

use super::support::lines;

fn settings<'h>(host: &'h Host<'h>) -> Settings<'h> {
    let mut settings = Settings::new(host);
    settings.references = References::Planned;
    settings
}

/// Returns the text after all fixes of a safety, and the number of applied ones.
fn fixed(text: &str, most: Safety, included: &[&str]) -> (String, usize) {
    let mut text = text.to_owned();
    let mut count = 0;
    let rules = RuleSelection {
        included: included.iter().map(|id| (*id).to_owned()).collect(),
        ..RuleSelection::default()
    };
    for _ in 0..10 {
        let files = FileSet::from_iter([("main.tf", &*text)]);
        let host = Host {
            language: Language::V1_11,
            ..Host::from_files(&files)
        };
        let made = engine::configuration(
            ".",
            &settings(&host),
            &PlanSettings::default(),
            Some(&rules),
            &str::to_owned,
        );
        let fixes = made
            .rule_findings()
            .iter()
            .filter_map(|finding| finding.fix.as_deref())
            .filter(|fix| fix.safety <= most);
        let (after, applied) = apply(&text, fixes);
        if after == text {
            break;
        }
        count += applied.iter().filter(|applied| **applied).count();
        text = after;
    }
    (text, count)
}

/// Returns the outputs and resources of a plan, or the titles of the errors.
fn planned(text: &str) -> Result<(Json, Json), Vec<String>> {
    let files = FileSet::from_iter([("main.tf", text)]);
    let host = Host {
        language: Language::V1_11,
        ..Host::from_files(&files)
    };
    let settings = settings(&host);
    let how = PlanSettings {
        sensitive: cfn_warden_terraform::Sensitive::Shown,
        ..PlanSettings::default()
    };
    let run = cfn_warden_terraform::evaluate(&settings);
    let errors = run.located();
    if !errors.is_empty() {
        return Err(errors);
    }
    let document = cfn_warden_terraform::plan(&run, &settings, &how)
        .unwrap()
        .document;
    Ok((
        document["output_changes"].clone(),
        document["resource_changes"].clone(),
    ))
}

#[test]
fn safe_fixes_keep_the_values_of_generated_configurations() {
    let (mut fixes, mut compared) = (0, 0);
    for row in lines("fixes.jsonl") {
        let text = row["text"].as_str().unwrap();
        let (after, count) = fixed(text, Safety::Safe, &[]);
        fixes += count;
        let Ok(before) = planned(text) else {
            assert!(planned(&after).is_err(), "{text}\nfixed:\n{after}");
            continue;
        };
        assert_eq!(
            planned(&after).as_ref(),
            Ok(&before),
            "{text}\nfixed:\n{after}"
        );
        for (name, output) in row["outputs"].as_object().into_iter().flatten() {
            let change = &before.0[name];
            assert_eq!(
                (&change["after"], &change["after_unknown"]),
                (&output["value"], &output["unknown"]),
                "{name} of {text}"
            );
            compared += 1;
        }
    }
    assert!(fixes > 300 && compared > 150, "{fixes}, {compared}");
}

/// Returns an output's expression after the fixes of a safety.
fn fixed_output(expression: &str, most: Safety) -> String {
    let module = format!(
        "terraform {{\n  required_version = \">= 1.0\"\n}}\n\
         variable \"m\" {{\n  type = map(string)\n}}\nvariable \"l\" {{\n  type = list(any)\n}}\n\
         locals {{\n  c = length(var.l) == 0\n  o = {{ a = [var.m] }}\n}}\n\
         resource \"terraform_data\" \"one\" {{\n  input = [local.c, local.o]\n}}\n\
         output \"o\" {{\n  value = {expression}\n}}\n"
    );
    let (after, _) = fixed(&module, most, &["terraform_comment_syntax"]);
    let (_, value) = after.split_once("output \"o\" {\n  value = ").unwrap();
    value.strip_suffix("\n}\n").unwrap().to_owned()
}

#[test]
fn a_fix_is_one_expression_where_it_is_written() {
    let safe = [
        // After `[*]`, all is evaluated for each item; after `.*`, an index is not.
        ("var.l.*.x", "var.l[*].x"),
        ("var.l.*.x[0]", "(var.l[*].x)[0]"),
        ("var.l.*.x.0[1]", "(var.l[*].x[0])[1]"),
        ("var.l.*.x.0", "var.l[*].x[0]"),
        ("var.l[*].x.0", "var.l[*].x[0]"),
        ("var.l.*.x[*].y", "(var.l[*].x)[*].y"),
        ("var.l[*].x.*.y", "var.l[*].x[*].y"),
        ("var.l[*].x.*.y[0]", "var.l[*].x.*.y[0]"),
        (
            "[for x in var.l.*.x[0] : x]",
            "[for x in(var.l[*].x)[0] : x]",
        ),
        ("var.l.0", "var.l[0]"),
        // The operand of an index.
        ("lookup(local.o, \"a\")", "local.o[\"a\"]"),
        (
            "lookup(local.c ? var.m : var.m, \"a\")",
            "(local.c ? var.m : var.m)[\"a\"]",
        ),
        ("lookup(var.l[*].x[0], \"a\")", "(var.l[*].x[0])[\"a\"]"),
        ("lookup(merge(var.m), \"a\")", "merge(var.m)[\"a\"]"),
        ("lookup({ a = 1 }, \"a\")", "{ a = 1 }[\"a\"]"),
        (
            "lookup(terraform_data.one, \"id\")",
            "(terraform_data.one)[\"id\"]",
        ),
        (
            "lookup(terraform_data.one.input, \"id\")",
            "terraform_data.one.input[\"id\"]",
        ),
        ("{ lookup(var.m, \"a\") = 1 }", "{ (var.m[\"a\"]) = 1 }"),
        (
            "{ lookup(local.o, \"a\").b = 1 }",
            "{ (local.o[\"a\"]).b = 1 }",
        ),
        ("lookup(var.m, var.l[0])", "var.m[var.l[0]]"),
        ("lookup(var.l[0], \"a\")", "var.l[0][\"a\"]"),
        // These can change a value: objects lose the sensitivity of a key, and lists have items with numbers.
        ("lookup(local.o, var.l[0])", "lookup(local.o, var.l[0])"),
        ("lookup(var.l[0], 1)", "lookup(var.l[0], 1)"),
        ("lookup(var.l[0], \"1\")", "lookup(var.l[0], \"1\")"),
        ("var.l == []", "var.l == []"),
        // These cannot be written in another way.
        ("lookup(var.m, [\"a\"]...)", "lookup(var.m, [\"a\"]...)"),
        (
            "lookup(var.m, /* b */ \"a\")",
            "lookup(var.m, /* b */ \"a\")",
        ),
        ("\"${/* b */ local.c}\"", "\"${/* b */ local.c}\""),
        ("\"${local.c}\"", "local.c"),
        (
            "\"${local.c || local.c}\" && local.c",
            "(local.c || local.c) && local.c",
        ),
        ("!\"${local.c == true}\"", "!(local.c == true)"),
        ("-\"${1 - 2}\"", "-(1 - 2)"),
        ("\"${var.l[*].x}\"[0]", "(var.l[*].x)[0]"),
        (
            "\"${terraform_data.one}\"[\"id\"]",
            "(terraform_data.one)[\"id\"]",
        ),
        ("\"${\n    local.c\n  }\"", "local.c"),
        ("\"${1 +\n  2}\"", "(1 +\n  2)"),
        ("{ \"${local.c}\" = 1 }", "{ (local.c) = 1 }"),
        // What follows a comment stays.
        ("[/* b\n  c */ 1]", "[/* b\n  c */ 1]"),
        (
            "[\n    /* b\n    c */\n    1]",
            "[\n    # b\n    #c\n    1]",
        ),
    ];
    for (before, after) in safe {
        assert_eq!(fixed_output(before, Safety::Safe), after, "{before}");
    }
    let reviewed = [
        ("var.l == []", "length(var.l) == 0"),
        ("[] != var.l[*].x", "length(var.l[*].x) != 0"),
        ("local.c == []", "length(local.c) == 0"),
        ("\"a\" == []", "\"a\" == []"),
        ("lookup(local.o, var.l[0])", "local.o[var.l[0]]"),
    ];
    for (before, after) in reviewed {
        assert_eq!(fixed_output(before, Safety::Unsafe), after, "{before}");
    }
}
