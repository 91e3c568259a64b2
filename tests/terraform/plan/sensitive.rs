//! Sensitive values are omitted from the plan unless they are requested.

use cfn_warden_terraform::{FileSet, PlanSettings, Sensitive};

use super::planned;

const TEXT: &str = "variable \"v\" {\n  sensitive = true\n  default   = \"s3cr3t\"\n}\nresource \"terraform_data\" \"a\" {\n  input = { open = 1, closed = [var.v] }\n}\noutput \"o\" {\n  value     = var.v\n  sensitive = true\n}\n";

#[test]
fn it_is_left_out() {
    let (plan, _) = planned(
        &FileSet::from_iter([("main.tf", TEXT)]),
        PlanSettings::default(),
        |_| {},
    );
    assert!(!plan.document.to_string().contains("s3cr3t"));
    let change = &plan.document["resource_changes"][0]["change"];
    assert_eq!(
        change["after"]["input"],
        serde_json::json!({ "open": 1, "closed": [null] })
    );
    assert_eq!(
        change["after_unknown"]["input"]["closed"],
        serde_json::json!([true])
    );
    assert_eq!(
        change["after_sensitive"]["input"]["closed"],
        serde_json::json!([true])
    );
    assert_eq!(
        plan.document["planned_values"]["outputs"]["o"],
        serde_json::json!({ "sensitive": true })
    );
}

#[test]
fn it_can_be_shown() {
    let how = PlanSettings {
        sensitive: Sensitive::Shown,
        ..PlanSettings::default()
    };
    let (plan, _) = planned(&FileSet::from_iter([("main.tf", TEXT)]), how, |_| {});
    assert_eq!(
        plan.document["resource_changes"][0]["change"]["after"]["input"]["closed"][0],
        "s3cr3t"
    );
    assert_eq!(plan.document["variables"]["v"]["value"], "s3cr3t");
}

#[test]
fn the_flag_can_be_a_string() {
    let text = "output \"o\" {\n  value     = \"s3cr3t\"\n  sensitive = \"true\"\n}\n";
    let (plan, _) = planned(
        &FileSet::from_iter([("main.tf", text)]),
        PlanSettings::default(),
        |_| {},
    );
    assert!(
        !plan.document["planned_values"]
            .to_string()
            .contains("s3cr3t")
    );
    assert_eq!(
        plan.document["configuration"]["root_module"]["outputs"]["o"]["sensitive"],
        true
    );
}
