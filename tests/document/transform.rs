//! Transforms, against results of cfn-lint 1.58.0 recorded by `scripts/record_transforms.py`.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Path, Step, Tree, location};
use cfn_warden_template::Compat;
use cfn_warden_template::transform::{Inputs, names, serverless, transform};
use serde_json::{Value, json};

use super::reference::value;

/// The transforms of cfn-lint.
const COMPATIBLE: Inputs<'static> = Inputs {
    region: "us-east-1",
    parameter_values: None,
    compat: Compat::CFN_LINT,
    limits: cfn_warden_template::DerivationLimits::MOST,
};

/// Messages of cfn-lint's internal type errors, for which cfn-warden has its own messages or the same location.
const STUMBLES: &[&str] = &[
    "<built-in function",
    "a bytes-like object",
    "'str_node' object",
    "'dict_node' object",
    "'list_node' object",
    "'NoneType' object",
    "unhashable type",
    "'int' object",
];

fn places(tree: &Tree<'_>, node: Node<'_>, path: &mut Vec<Step>, found: &mut Vec<Value>) {
    let children: Vec<(Step, Node<'_>)> = match node.value {
        syntax::Value::Map(entries) => entries
            .iter()
            .map(|e| (Step::Key(e.key.as_str().unwrap().to_owned()), e.value))
            .collect(),
        syntax::Value::List(items) => (0..).map(Step::Index).zip(items.iter().copied()).collect(),
        _ => return,
    };
    for (step, child) in children {
        path.push(step);
        let span = location(tree, tree.root, &Path(path.clone()));
        found.push(json!([span.start.line - 1, span.start.column - 1]));
        places(tree, child, path, found);
        path.pop();
    }
}

fn answer(case: &Value) -> Value {
    let arena = Bump::new();
    let text = case["template"].as_str().unwrap();
    let tree = syntax::parse(&arena, text, "template.json").tree.unwrap();
    let mut answer = json!({"error": null, "result": null, "places": [], "resources": []});
    let new = match transform(&arena, &tree, &COMPATIBLE) {
        Ok(new) => new,
        Err(errors) => {
            let error = &errors[0];
            let (start, end) = (error.span.start, error.span.end);
            answer["error"] = json!([
                error.message.as_str(),
                [start.line, start.column, end.line, end.column]
            ]);
            return answer;
        }
    };
    let tree = new.tree.as_ref().unwrap_or(&tree);
    answer["result"] = value(tree.root).to_string().into();
    let mut found = Vec::new();
    places(tree, tree.root, &mut Vec::new(), &mut found);
    answer["places"] = found.into();
    if names(tree.root).contains(&"AWS::Serverless-2016-10-31") {
        let made = serverless::implied_resources(&arena, tree.root);
        answer["resources"] = made
            .iter()
            .map(|resource| json!([resource.name, resource.kind]))
            .collect();
    }
    answer
}

#[test]
fn random_templates_are_transformed_as_cfn_lint_does() {
    let cases = match std::env::var("TRANSFORM_CASES") {
        Ok(file) => std::fs::read_to_string(file).unwrap(),
        Err(_) => include_str!("transforms/random.json").to_owned(),
    };
    let cases: Vec<Value> = serde_json::from_str(&cases).unwrap();
    assert!(cases.len() >= 50);
    let mut wrong = Vec::new();
    for case in &cases {
        let mut ours = answer(case);
        let mut expected = case.clone();
        if let Some(text) = expected["result"].as_str() {
            expected["result"] = serde_json::from_str::<Value>(text)
                .unwrap()
                .to_string()
                .into();
        }
        for place in expected["places"].as_array_mut().unwrap() {
            if place.is_null() {
                *place = json!([0, 0]);
            }
        }
        let message = |answer: &Value| answer["error"][0].as_str().unwrap_or_default().to_owned();
        if STUMBLES
            .iter()
            .any(|stumble| message(&expected).contains(stumble))
            && !message(&ours).is_empty()
        {
            ours["error"] = expected["error"].clone();
        }
        for key in ["error", "result", "places", "resources"] {
            if ours[key] != expected[key] {
                let (expected, ours) = (&expected[key], &ours[key]);
                wrong.push(format!(
                    "{}\n {key}\n  expected {expected}\n  answered {ours}\n",
                    case["template"]
                ));
                break;
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
fn loops_in_loops_end_in_a_failure_that_says_so() {
    let collection = r#"["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]"#;
    let mut body = r#"{"R${A0}${A1}${A2}${A3}${A4}${A5}${A6}": {"Type": "T"}}"#.to_owned();
    for level in 0..7 {
        body = format!(r#"{{"Fn::ForEach::L{level}": ["A{level}", {collection}, {body}]}}"#);
    }
    let text = format!(r#"{{"Transform": "AWS::LanguageExtensions", "Resources": {body}}}"#);
    let arena = Bump::new();
    let tree = syntax::parse(&arena, &text, "template.json").tree.unwrap();
    let error = transform(&arena, &tree, &COMPATIBLE).unwrap_err();
    let message = &error[0].message;
    assert!(
        message.contains("loops generate more than 500000 values"),
        "{message}"
    );
}
