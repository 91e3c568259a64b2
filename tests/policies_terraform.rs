//! Tests of controls on Terraform configurations.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::cli::{folder, run};
use crate::policies::{all_files, cases, is_for_plans};
use crate::recorded::root;

/// Checks a configuration with controls; returns the rules and the resources of the findings.
fn found_in_terraform(text: &str, controls: &str) -> Vec<String> {
    let here = folder("policies-terraform");
    here.file("main.tf", text);
    let path = here.path().to_str().unwrap().to_owned();
    let ended = run(&["check", &path, "--pack", controls, "--lint", "off", "--format", "json"], "");
    let answer: Value = serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {}", ended.err));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let one =
        |one: &Value| format!("{} {} {}", text(&one["rule"]), one["location"]["start"]["line"], text(&one["severity"]));
    let of_controls = |one: &&Value| one["control"].is_object();
    answer["findings"].as_array().unwrap().iter().filter(of_controls).map(one).collect()
}

#[test]
fn controls_do_not_judge_data_sources() {
    let text = |mode: &str| format!("{mode} \"aws_lb\" \"x\" {{\n  name = \"x\"\n}}\n");
    assert!(found_in_terraform(&text("data"), "ELB.4,ELB.6").is_empty());
    assert_eq!(found_in_terraform(&text("resource"), "ELB.4,ELB.6"), ["ELB.4 1 error", "ELB.6 1 error"]);
    let both = format!("{}{}", text("data"), text("resource"));
    assert_eq!(found_in_terraform(&both, "ELB.6"), ["ELB.6 4 error"]);
}

#[test]
fn values_of_terraform_arguments_may_be_texts() {
    let text = |public: &str, days: &str| {
        format!(
            "resource \"aws_db_instance\" \"x\" {{\n  publicly_accessible = {public}\n  backup_retention_period = {days}\n}}\n"
        )
    };
    let found = |public, days| found_in_terraform(&text(public, days), "RDS.2,RDS.11");
    assert!(found("\"false\"", "\"14\"").is_empty());
    assert_eq!(found("\"true\"", "\"3\""), found("true", "3"));
    assert_eq!(found("true", "3").len(), 2);
    let ports = |from: &str| {
        format!(
            "resource \"aws_security_group\" \"x\" {{\n  ingress {{\n    protocol = \"tcp\"\n    from_port = {from}\n    \
             to_port = {from}\n    cidr_blocks = [\"0.0.0.0/0\"]\n  }}\n}}\n"
        )
    };
    assert!(found_in_terraform(&ports("\"443\""), "EC2.13").is_empty());
    assert_eq!(found_in_terraform(&ports("\"22\""), "EC2.13").len(), 1);
}

#[test]
fn a_resource_that_is_not_known_does_not_hide_a_violation_of_another() {
    let text = |of_other: &str| {
        format!(
            "variable \"rules\" {{\n  type = list(number)\n}}\nresource \"aws_security_group\" \"other\" {{\n{of_other}}}\n\
             resource \"aws_security_group\" \"open\" {{\n  ingress {{\n    protocol = \"tcp\"\n    from_port = 22\n    \
             to_port = 22\n    cidr_blocks = [\"0.0.0.0/0\"]\n  }}\n}}\n"
        )
    };
    let unknown = "  dynamic \"ingress\" {\n    for_each = var.rules\n    content {\n      protocol = \"tcp\"\n      \
                   from_port = ingress.value\n      to_port = ingress.value\n      cidr_blocks = [\"10.0.0.0/8\"]\n    }\n  }\n";
    for control in ["EC2.13", "EC2.53"] {
        let errors = |of_other: &str| {
            let found = found_in_terraform(&text(of_other), control);
            found.into_iter().filter(|one| one.ends_with("error")).count()
        };
        assert_eq!((errors(""), errors(unknown)), (1, 1), "{control}");
    }
}

/// Calls a function for each value below another one, with the names on the way; lists have none.
fn each_value(value: &Value, path: &str, each: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                each_value(value, &path, each);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| each_value(item, path, each)),
        other => each(path, other),
    }
}

#[test]
fn the_types_of_arguments_that_rules_for_plans_read_are_known() {
    let table = std::fs::read_to_string(root().join("crates/terraform/src/provider/arguments.txt")).unwrap();
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let known: BTreeSet<String> = lines
        .flat_map(|line| {
            let mut words = line.split(' ');
            let (kind, ty) = (words.next().unwrap(), words.next().unwrap());
            words.map(|path| format!("{kind} {ty} {path}")).collect::<Vec<_>>()
        })
        .collect();
    // Of the provider, these are texts: "true", "false" or "".
    let texts = [
        "aws_elasticache_replication_group bool at_rest_encryption_enabled",
        "aws_launch_template bool network_interfaces.associate_public_ip_address",
        "aws_redshift_cluster bool encrypted",
    ];
    let mut missing = BTreeSet::new();
    for file in all_files().iter().filter(|file| is_for_plans(file)) {
        for case in cases(file) {
            let input: Value = serde_json::from_str(&case.template).unwrap();
            for resource in input["resource_changes"].as_array().into_iter().flatten() {
                each_value(&resource["change"]["after"], "", &mut |path, value| {
                    let ty = if value.is_boolean() { "bool" } else { "number" };
                    let entry = format!("{} {ty} {path}", resource["type"].as_str().unwrap());
                    if (value.is_boolean() || value.is_number())
                        && !texts.contains(&entry.as_str())
                        && !known.contains(&entry)
                    {
                        missing.insert(entry);
                    }
                });
            }
        }
    }
    assert!(missing.is_empty(), "not in arguments.txt: {missing:#?}");
}
