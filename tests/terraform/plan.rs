//! Plans compared with those recorded from Terraform 1.11.4.

mod deferred;
mod providers;
mod sensitive;

use cfn_warden_terraform::{
    FileSet, Host, Language, Plan, PlanSettings, References, Run, Sensitive, Settings, evaluate,
    plan,
};
use serde_json::Value as Json;

use super::support::{files, folder};

/// Returns the plan of files and the evaluation it is made from.
fn planned(files: &FileSet, how: PlanSettings, set: impl FnOnce(&mut Settings<'_>)) -> (Plan, Run) {
    let host = Host {
        language: Language::V1_11,
        ..Host::from_files(files)
    };
    let mut settings = Settings::new(&host);
    settings.references = References::Planned;
    set(&mut settings);
    let run = evaluate(&settings);
    (
        plan(&run, &settings, &how).expect("it cannot be loaded"),
        run,
    )
}

/// Returns the plan of a single file with sensitive values shown.
fn of(text: &str) -> Json {
    let how = PlanSettings {
        sensitive: Sensitive::Shown,
        ..PlanSettings::default()
    };
    let (plan, run) = planned(&FileSet::from_iter([("main.tf", text)]), how, |_| {});
    assert_eq!(run.located(), Vec::<String>::new());
    plan.document
}

/// Returns our plan of a folder and the recorded one.
fn both(name: &str) -> (Json, Json) {
    let folder = folder("plan").join(name);
    let how = PlanSettings {
        sensitive: Sensitive::Shown,
        ..PlanSettings::default()
    };
    let (made, run) = planned(&files(&folder), how, |_| {});
    assert_eq!(run.located(), Vec::<String>::new());
    let expected = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let mut made = made.document;
    let own = made.as_object_mut().unwrap().remove("x_static").unwrap();
    assert_eq!(own["references"], "planned");
    (made, serde_json::from_str(&expected).unwrap())
}

fn same(name: &str) {
    let (made, expected) = both(name);
    for section in expected.as_object().unwrap().keys() {
        assert_eq!(made[section], expected[section], "{section}");
    }
    assert_eq!(made, expected);
}

#[test]
fn counts_keys_modules_and_what_is_sensitive() {
    same("shape");
}

#[test]
fn variables_are_shown_as_given() {
    let declared = "variable \"a\" {\n  type = number\n}\nvariable \"b\" {\n  type = set(string)\n}\nvariable \"c\" {\n  type    = string\n  default = 1\n}\n";
    let files = FileSet::from_iter([
        ("main.tf", declared),
        ("terraform.tfvars", "a = \"5\"\nb = [\"b\", \"a\", \"b\"]\n"),
    ]);
    let (plan, _) = planned(&files, PlanSettings::default(), |_| {});
    let values = serde_json::json!({ "a": { "value": "5" }, "b": { "value": ["b", "a", "b"] }, "c": { "value": "1" } });
    assert_eq!(plan.document["variables"], values);
}

#[test]
fn configuration_in_json() {
    same("json_syntax");
}

#[test]
fn overrides() {
    same("override");
}

#[test]
fn what_depends_on_a_provider_is_not_known() {
    let (made, mut expected) = both("unknowns");
    // The time of the plan stays unknown; otherwise each run would make a different document.
    for pointer in [
        "/planned_values/root_module/resources/1/values",
        "/resource_changes/1/change/after",
    ] {
        expected.pointer_mut(pointer).unwrap()["input"]
            .as_object_mut()
            .unwrap()
            .remove("w")
            .unwrap();
    }
    expected["resource_changes"][1]["change"]["after_unknown"]["input"]["w"] = true.into();
    assert_eq!(made, expected);
}

#[test]
fn resources_of_a_module_come_by_address_and_changes_by_module_and_key() {
    let text = "resource \"terraform_data\" \"n\" {\n  count = 11\n}\ndata \"terraform_remote_state\" \"x\" {\n  backend = terraform_data.n[0].id\n}\n";
    let made = of(text);
    let addresses = |list: &Json| -> Vec<String> {
        list.as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["address"].as_str().unwrap().to_owned())
            .collect()
    };
    let values = addresses(&made["planned_values"]["root_module"]["resources"]);
    assert_eq!(
        values[..4],
        [
            "data.terraform_remote_state.x",
            "terraform_data.n[0]",
            "terraform_data.n[10]",
            "terraform_data.n[1]"
        ]
    );
    let changes = addresses(&made["resource_changes"]);
    assert_eq!(
        changes[..3],
        [
            "data.terraform_remote_state.x",
            "terraform_data.n[0]",
            "terraform_data.n[1]"
        ]
    );
    assert_eq!(changes[11], "terraform_data.n[10]");
    assert_eq!(
        made["resource_changes"][0]["action_reason"],
        "read_because_config_unknown"
    );
}

#[test]
fn a_whole_resource_is_what_is_known_of_it() {
    let made = of(
        "resource \"terraform_data\" \"a\" {\n  input = { k = 1 }\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a\n}\n",
    );
    let change = &made["resource_changes"][1]["change"];
    assert_eq!(
        change["after"]["input"],
        serde_json::json!({ "input": { "k": 1 }, "triggers_replace": null })
    );
    assert_eq!(
        change["after_unknown"]["input"],
        serde_json::json!({ "id": true, "input": {}, "output": true })
    );
}

#[test]
fn what_is_not_declared_is_an_error() {
    for (reference, message) in [
        (
            "terraform_data.nope.id",
            "A managed resource \"terraform_data\" \"nope\" has not been declared in the root module.",
        ),
        (
            "data.aws_ami.nope.id",
            "A data resource \"aws_ami\" \"nope\" has not been declared in the root module.",
        ),
        (
            "module.nope.x",
            "No module call named \"nope\" is declared in the root module.",
        ),
        (
            "1\n}\nmodule \"m\" {\n  x = 1",
            "Missing required argument; The argument \"source\" is required, but no definition was found.",
        ),
    ] {
        let text = format!("output \"o\" {{\n  value = {reference}\n}}\n");
        let (_, run) = planned(
            &FileSet::from_iter([("main.tf", text.as_str())]),
            PlanSettings::default(),
            |_| {},
        );
        assert!(run.located()[0].ends_with(message), "{:?}", run.located());
    }
}

#[test]
fn calls_of_modules_have_a_source_and_the_required_arguments() {
    let errors = |call: &str| {
        let text = format!("variable \"v\" {{\n  type = string\n}}\nmodule \"m\" {{\n{call}}}\n");
        let module = "variable \"a\" {\n  type = string\n}\nvariable \"b\" {\n  default = 1\n}\n";
        let files = FileSet::from_iter([("main.tf", text.as_str()), ("m/main.tf", module)]);
        planned(&files, PlanSettings::default(), |_| {}).1.located()
    };
    assert!(errors("  source = \"./m\"\n  a = var.v\n").is_empty());
    let missing =
        "Missing required argument; The argument \"a\" is required, but no definition was found.";
    assert!(
        errors("  source = \"./m\"\n")[0].ends_with(missing),
        "{:?}",
        errors("  source = \"./m\"\n")
    );
    let source = "Invalid module source; The source of a module must be a string that is known before anything is created.";
    for value in ["var.v", "\"./${var.v}\"", "null", "1"] {
        let found = errors(&format!("  source = {value}\n  a = 1\n"));
        assert!(found[0].ends_with(source), "{value}: {found:?}");
    }
}

#[test]
fn objects_of_other_blocks_are_errors() {
    for (text, summary) in [
        (
            "output \"o\" {\n  value = each.value\n}\n",
            "Reference to \"each\" in context without for_each",
        ),
        (
            "output \"o\" {\n  value = try(each.key, 1)\n}\n",
            "Reference to \"each\" in context without for_each",
        ),
        (
            "locals {\n  a = count.index\n}\n",
            "Reference to \"count\" in non-counted context",
        ),
        (
            "resource \"terraform_data\" \"a\" {\n  input = self.id\n}\n",
            "Invalid \"self\" reference",
        ),
        (
            "resource \"terraform_data\" \"a\" {\n  for_each = { a = 1 }\n  input = count.index\n}\n",
            "Reference to \"count\" in non-counted context",
        ),
        (
            "resource \"terraform_data\" \"a\" {\n  for_each = { a = each.key }\n}\n",
            "Reference to \"each\" in context without for_each",
        ),
    ] {
        let (_, run) = planned(
            &FileSet::from_iter([("main.tf", text)]),
            PlanSettings::default(),
            |_| {},
        );
        assert!(
            run.located().iter().any(|error| error.contains(summary)),
            "{text}: {:?}",
            run.located()
        );
    }
    // Blocks that are not evaluated may use them, and so may providers of OpenTofu.
    let files = FileSet::from_iter([(
        "main.tf",
        "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = self.id\n  }\n  lifecycle {\n    postcondition {\n      condition     = self.id != \"\"\n      error_message = \"x\"\n    }\n  }\n}\nprovider \"aws\" {\n  for_each = toset([\"a\"])\n  alias = \"x\"\n  region = each.key\n}\nimport {\n  for_each = { a = 1 }\n  to = terraform_data.a\n  id = each.key\n}\n",
    )]);
    let (_, run) = planned(&files, PlanSettings::default(), |_| {});
    assert_eq!(run.located(), Vec::<String>::new());
}

#[test]
fn circles_are_errors() {
    let text = "resource \"terraform_data\" \"a\" {\n  input = terraform_data.b.id\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\n";
    let (_, run) = planned(
        &FileSet::from_iter([("main.tf", text)]),
        PlanSettings::default(),
        |_| {},
    );
    assert!(
        run.located()
            .iter()
            .any(|error| error.contains("depends on itself")),
        "{:?}",
        run.located()
    );
}
