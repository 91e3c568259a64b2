//! What is deployed: template.yaml hands the function settings that it knows.

use bumpalo::Bump;
use cfn_warden::cli::{self, Io};
use cfn_warden::lambda::Config;
use cfn_warden::syntax::{self, Node, Value};

use crate::recorded::root;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// What `lint` says of a file, nothing where it is clean.
fn lint(path: &str) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let path = root().join(path);
    let line = ["cfn-warden", "lint", path.to_str().unwrap()];
    cli::run(line, &mut Io { stdin: &mut b"".as_slice(), out: &mut out, err: &mut err });
    String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap()
}

fn at<'a>(node: Node<'a>, path: &[&str]) -> Node<'a> {
    path.iter().fold(node, |node, key| node.get(key).unwrap_or_else(|| panic!("no {key} of {path:?}")))
}

/// The texts that a scalar, or a parameter that it refers to, can be; those of other functions are not known.
fn values(template: Node<'_>, value: Node<'_>) -> Vec<String> {
    if let Some(text) = value.as_str() {
        return vec![text.to_owned()];
    }
    let Some(parameter) = value.get("Ref").and_then(|name| name.as_str()) else { return Vec::new() };
    let parameter = at(template, &["Parameters", parameter]);
    let allowed = parameter.get("AllowedValues").and_then(|list| list.as_list()).unwrap_or_default();
    let default = parameter.get("Default");
    allowed.iter().copied().chain(default).map(|value| value.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_template_hands_the_function_settings_that_it_knows() {
    let (arena, text) = (Bump::new(), read("template.yaml"));
    let parsed = syntax::parse(&arena, &text, "template.yaml");
    let template = parsed.tree.unwrap().root;
    let function = at(template, &["Resources", "WardenFunction", "Properties"]);
    let variables = at(function, &["Environment", "Variables"]).as_map().unwrap();
    assert!(variables.len() > 5);
    for variable in variables {
        let name = variable.key.as_str().unwrap().to_owned();
        let values = values(template, variable.value);
        // What is put together of parameters: where the rules are.
        let values = if values.is_empty() { vec!["s3://rules/team/".to_owned()] } else { values };
        for value in values {
            assert!(name.starts_with("WARDEN_"), "{name}");
            let read = Config::from_vars([(name.clone(), value.clone())]);
            assert!(read.is_ok(), "{name}={value}: {read:?}");
        }
    }
}

#[test]
fn both_hooks_leave_the_stack_of_the_function_alone() {
    let (arena, text) = (Bump::new(), read("template.yaml"));
    let template = syntax::parse(&arena, &text, "template.yaml").tree.unwrap().root;
    let resources = at(template, &["Resources"]).as_map().unwrap();
    let kind = |resource: Node<'_>| at(resource, &["Type"]).as_str().unwrap().to_owned();
    let hooks = resources.iter().filter(|one| kind(one.value) == "AWS::CloudFormation::LambdaHook");
    let mut targets = Vec::new();
    for hook in hooks {
        let excluded = at(hook.value, &["Properties", "StackFilters", "StackNames", "Exclude"]);
        let excluded = at(excluded, &["Fn::If"]).as_list().unwrap();
        assert!(excluded[1..].iter().all(|names| mentions(*names, "AWS::StackName")), "{}", hook.key.as_str().unwrap());
        let operations = at(hook.value, &["Properties", "TargetOperations"]).as_list().unwrap();
        targets.extend(operations.iter().map(|one| one.as_str().unwrap().to_owned()));
    }
    assert_eq!(targets, ["STACK", "CHANGE_SET", "RESOURCE", "CLOUD_CONTROL"]);
}

fn mentions(node: Node<'_>, name: &str) -> bool {
    match node.value {
        Value::Str(text) => text.contains(name),
        Value::List(items) => items.iter().any(|item| mentions(*item, name)),
        Value::Map(entries) => entries.iter().any(|entry| mentions(entry.value, name)),
        _ => false,
    }
}

#[test]
fn what_is_deployed_is_clean_itself() {
    assert_eq!(lint("template.yaml"), "");
}
