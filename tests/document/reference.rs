//! References, against answers of cfn-lint 1.58.0 recorded by `scripts/record_references.py`.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Step};
use cfn_warden_template::condition::Logic;
use cfn_warden_template::condition::objects::without_conditions;
use cfn_warden_template::condition::path::{conditions_on_path, missing};
use cfn_warden_template::reference::{Edge, EdgeKind, Graph, Uses, VertexKind};
use serde_json::{Map, Value, json};

/// Converts a node to JSON.
pub fn value(node: Node<'_>) -> Value {
    use cfn_warden_syntax::Value as V;
    match node.value {
        V::Null => Value::Null,
        V::Bool(value) => value.into(),
        V::Int(value) => value.into(),
        V::Float(value) => value.into(),
        V::Str(text) | V::BigInt(text) | V::Date(text) => text.into(),
        V::List(items) => items.iter().map(|item| value(*item)).collect(),
        V::Map(entries) => Value::Object(
            entries
                .iter()
                .map(|e| (e.key.as_str().unwrap().to_owned(), value(e.value)))
                .collect(),
        ),
    }
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map
                .into_iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(Map::from_iter(entries))
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
}

fn answers(recorded: &Value) -> Value {
    let arena = Bump::new();
    let text = recorded["template"].to_string();
    let tree = syntax::parse(&arena, &text, "template.json").tree.unwrap();
    let (root, logic) = (tree.root, Logic::of(tree.root));
    let graph = Graph::of(root, &Uses::of(root)).unwrap();
    let name = |place: usize| {
        let vertex = graph.vertex(place).unwrap();
        match vertex.holder {
            VertexKind::Parameter => format!("Parameter-{}", vertex.name),
            VertexKind::Output => format!("Output-{}", vertex.name),
            _ => vertex.name.to_owned(),
        }
    };
    let row = |edge: &Edge<'_>| {
        let way = edge
            .holder
            .map(|holder| conditions_on_path(&tree, root, holder.id))
            .unwrap_or_default();
        let absent = match edge.kind {
            EdgeKind::DependsOn => None,
            _ => missing(&logic, root, &way, graph.vertex(edge.target).unwrap().name),
        };
        let path = edge.holder.map(|holder| {
            let step = |step: Step| match step {
                Step::Key(key) => Value::from(key),
                Step::Index(index) => Value::from(index),
            };
            tree.path(holder.id)
                .0
                .into_iter()
                .map(step)
                .collect::<Value>()
        });
        json!([
            name(edge.source),
            name(edge.target),
            edge.kind.label(),
            path,
            absent.into_iter().collect::<Vec<_>>()
        ])
    };
    let objects = root
        .get("Resources")
        .unwrap()
        .as_map()
        .unwrap()
        .iter()
        .flat_map(|entry| {
            let properties = entry.value.get("Properties").unwrap();
            [&[][..], &["X", "Y"][..]].map(|names| {
                let plain = without_conditions(&arena, &logic, properties, names);
                assert!(logic.incomplete_objects().is_empty());
                let rows = plain.iter().map(|plain| {
                    let scenario = plain.scenario.as_ref();
                    let scenario = scenario.map(|s| {
                        s.iter()
                            .map(|(k, v)| (k.to_string(), json!(v)))
                            .collect::<Map<_, _>>()
                    });
                    sorted(json!([scenario, value(plain.object)]))
                });
                rows.collect::<Vec<_>>()
            })
        });
    json!({
        "edges": graph.edges().map(row).collect::<Vec<_>>(),
        "cycles": graph.cycles(root, &mut |_| true).iter().map(|e| json!([name(e.source), name(e.target)])).collect::<Vec<_>>(),
        "objects": objects.collect::<Vec<_>>(),
    })
}

#[test]
fn random_references_have_cfn_lints_answers() {
    let cases = match std::env::var("REFERENCE_CASES") {
        Ok(file) => std::fs::read_to_string(file).unwrap(),
        Err(_) => include_str!("references/random.json").to_owned(),
    };
    let cases: Vec<Value> = serde_json::from_str(&cases).unwrap();
    assert!(cases.len() >= 100);
    let mut wrong = Vec::new();
    for case in &cases {
        let mut ours = answers(case);
        for rows in ours["objects"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .map(|rows| rows.as_array_mut().unwrap())
        {
            rows.sort_by_key(|row| row.to_string());
        }
        let mut expected = case.clone();
        for rows in expected["objects"].as_array_mut().unwrap() {
            let texts = rows
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row.as_str().unwrap());
            let mut read: Vec<Value> = texts
                .map(|row| sorted(serde_json::from_str(row).unwrap()))
                .collect();
            read.sort_by_key(|row| row.to_string());
            *rows = read.into();
        }
        for key in ["edges", "cycles", "objects"] {
            if ours[key] != expected[key] {
                let (expected, ours) = (&expected[key], &ours[key]);
                wrong.push(format!(
                    "{}\n {key}\n  expected {expected}\n  answered {ours}\n",
                    case["template"]
                ));
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
