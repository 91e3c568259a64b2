//! Whole modules compared with the plans recorded from Terraform 1.11.4.

use serde_json::{Map, Value as Json};

use super::support::{files, folder, shown};

fn expected(name: &str) -> Json {
    serde_json::from_str(&std::fs::read_to_string(folder(name).join("expected.json")).unwrap())
        .unwrap()
}

fn outputs(name: &str) -> Json {
    let module = shown(&files(&folder(name)), &[]);
    assert_eq!(module["errors"], Json::Array(Vec::new()));
    let outputs = module["outputs"].as_object().unwrap();
    outputs
        .iter()
        .map(|(name, output)| (name.clone(), output["value"].clone()))
        .collect::<Map<_, _>>()
        .into()
}

#[test]
fn texts_of_several_lines() {
    assert_eq!(outputs("outputs/heredoc"), expected("outputs/heredoc"));
}

#[test]
fn configuration_written_as_json() {
    assert_eq!(
        outputs("outputs/json_syntax"),
        expected("outputs/json_syntax")
    );
    let module = shown(&files(&folder("outputs/json_syntax")), &[]);
    let inputs: Vec<(&str, &Json)> = module["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|resource| {
            (
                resource["address"].as_str().unwrap(),
                &resource["values"]["input"]["value"],
            )
        })
        .collect();
    let expected = [
        ("terraform_data.c[0]", Json::from("i0")),
        ("terraform_data.c[1]", Json::from("i1")),
        ("terraform_data.d", serde_json::json!({ "z": 3 })),
    ];
    assert_eq!(
        inputs,
        expected
            .iter()
            .map(|(address, value)| (*address, value))
            .collect::<Vec<_>>()
    );
}

#[test]
fn overrides() {
    assert_eq!(outputs("outputs/override"), expected("outputs/override"));
    let module = shown(&files(&folder("outputs/override")), &[]);
    assert_eq!(
        module["resources"][0]["values"]["input"]["value"],
        "b_override"
    );
}

/// Removes empty branches from a tree.
fn pruned(value: &Json) -> Option<Json> {
    match value {
        Json::Null => None,
        Json::Object(members) => {
            let kept: Map<String, Json> = members
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), pruned(value)?)))
                .collect();
            (!kept.is_empty()).then(|| kept.into())
        }
        other => Some(other.clone()),
    }
}

#[test]
fn what_is_not_known_stays_so_and_no_more_than_that() {
    let module = shown(&files(&folder("unknowns")), &[]);
    assert_eq!(module["errors"], Json::Array(Vec::new()));
    let (got, expected) = (&module["outputs"]["t"], expected("unknowns"));
    assert_eq!(pruned(&got["value"]), pruned(&expected["value"]));
    assert_eq!(got["unknown"], expected["unknown"]);
    let answered = got["value"].as_object().unwrap().len();
    assert_eq!(answered, 26);
}
