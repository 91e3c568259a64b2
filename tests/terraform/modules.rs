//! Loading and evaluation of modules, as recorded from TFLint.

mod blocks;
mod calls;
mod loading;
mod names;
mod rejected;
mod variables;

use serde_json::Value as Json;

/// Returns the errors of a module.
fn errors(module: &Json) -> Vec<String> {
    let all = module["errors"].as_array().unwrap();
    all.iter()
        .map(|error| {
            format!(
                "{}; {}",
                error["summary"].as_str().unwrap(),
                error["detail"].as_str().unwrap()
            )
        })
        .collect()
}

/// Returns the value of an output.
fn output<'m>(module: &'m Json, name: &str) -> &'m Json {
    assert_eq!(module["errors"], Json::Array(Vec::new()));
    &module["outputs"][name]["value"]
}

/// Returns the addresses of the resources.
fn addresses(module: &Json) -> Vec<&str> {
    module["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|resource| resource["address"].as_str().unwrap())
        .collect()
}
