//! `config --lambda`: the parameters of template.yaml for a function with the settings of a project file.

use super::printed::Printed;
use crate::packs::selection::is_path as is_pack_path;
use crate::project::{NAME, Project};
use crate::waivers;
use cfn_warden_arguments::settings::Setting;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::waivers::file::WAIVER;
use cfn_warden_engine::waivers::{Scope, Waiver};
use serde_json::{Map, Value, json};

/// How to give waivers in TOML to the function.
const TO_FILE: &str = "the function reads YAML or JSON; write it with `cfn-warden config --lambda-waivers > waivers.json`, and set Waivers=waivers.json";

/// What a setting is in the function.
enum Counterpart {
    /// A parameter of template.yaml; lists have commas.
    Parameter(&'static str),
    /// A variable of the function's environment for which template.yaml has no parameter.
    Variable(&'static str),
    /// Nothing, with the reason.
    None(&'static str),
}

/// Returns the parameters, one a line, and a remark for each setting that is not one.
pub fn converted(project: Option<&Project>) -> Printed {
    let Some(project) = project else {
        return Printed {
            text: String::new(),
            remarks: vec![format!("no {NAME} here or above: nothing to convert")],
        };
    };
    let (mut text, mut remarks) = (String::new(), Vec::new());
    for known in &project.settings {
        let remark = |words: String| format!("{}: {words}", known.origin());
        let Setting { key, values } = &known.setting;
        let value = values.join(",");
        match counterpart(key, &value) {
            Counterpart::Parameter(name) => text.push_str(&format!("{name}={value}\n")),
            Counterpart::Variable(name) => {
                remarks.push(remark(format!(
                    "template.yaml has no parameter for `{key}`; set {name}={value} in its Environment"
                )));
            }
            Counterpart::None(why) => remarks.push(remark(format!(
                "`{key}` is not a setting of the function: {why}"
            ))),
        }
    }
    if !project.waivers.is_empty() {
        remarks.push(format!("`{WAIVER}`: {TO_FILE}"));
    }
    Printed { text, remarks }
}

fn counterpart(key: &str, value: &str) -> Counterpart {
    match key {
        "coverage" => Counterpart::Parameter("CoveragePolicies"),
        "deployments" => Counterpart::Parameter("GuardDeployments"),
        "fail-on" => Counterpart::Parameter("FailOn"),
        "ignore-checks" => Counterpart::Parameter("IgnoreChecks"),
        "mandatory-checks" => Counterpart::Parameter("MandatoryChecks"),
        "packs" if value.split(',').any(is_pack_path) => Counterpart::None(
            "it reads a pack of your own as a bundle; set BundleBucket and Bundle, and the other names as Packs",
        ),
        "packs" => Counterpart::Parameter("Packs"),
        "semantics" => Counterpart::Parameter("GuardVersion"),
        "template-suppressions" => Counterpart::Parameter("TemplateSuppressions"),
        "unknown" => Counterpart::Parameter("UnknownValues"),
        "view" => Counterpart::Parameter("GuardView"),
        "waivers" if waivers::is_toml(value.as_ref()) => Counterpart::None(TO_FILE),
        "waivers" => Counterpart::Parameter("Waivers"),
        "rules" if value.contains(',') => {
            Counterpart::None("it has one folder of rules; put them together")
        }
        // In the deployment package, or an object in RulesBucket.
        "rules" => Counterpart::Parameter("Rules"),
        "input-params" if value.contains(',') => {
            Counterpart::None("it has one document of parameters")
        }
        "input-params" => Counterpart::Parameter("InputParameters"),
        "dialect" => Counterpart::Variable("WARDEN_DIALECT"),
        "include-checks" => Counterpart::Variable("WARDEN_INCLUDE_CHECKS"),
        "knowledge" => Counterpart::Variable("WARDEN_KNOWLEDGE"),
        "knowledge-key" => Counterpart::Variable("WARDEN_KNOWLEDGE_PUBLIC_KEY"),
        "regions" => Counterpart::Variable("WARDEN_REGIONS"),
        "schemas" if value.contains(',') => {
            Counterpart::None("it has one file of schemas; put them together in a list")
        }
        "schemas" => Counterpart::Variable("WARDEN_SCHEMAS"),
        "cache" | "documents" | "exclude" | "lint" | "format" | "output" | "parameters"
        | "parameter-file" | "resolve" => Counterpart::None("each request has its own"),
        _ => Counterpart::None("only `check` has it"),
    }
}

/// Returns the waivers of a project file as a file for the function: JSON.
///
/// # Errors
/// Those of [`waivers::read`] for the file that `waivers` names.
pub fn waivers_of(project: Option<&Project>) -> Result<Printed, Error> {
    let mut all = project
        .map(|project| project.waivers.clone())
        .unwrap_or_default();
    let files = project
        .iter()
        .flat_map(|project| &project.settings)
        .filter(|known| known.setting.key == "waivers");
    for path in files.flat_map(|known| &known.setting.values) {
        all.extend(waivers::read(path.as_ref())?);
    }
    let list: Vec<_> = all.iter().map(fields).collect();
    let text = serde_json::to_string_pretty(&json!({ WAIVER: list })).unwrap_or_default();
    Ok(Printed {
        text: format!("{text}\n"),
        remarks: Vec::new(),
    })
}

/// Returns the fields of a waiver that it has.
fn fields(waiver: &Waiver) -> Map<String, Value> {
    let mut fields = vec![
        ("rule", Some(&waiver.rule)),
        ("reason", Some(&waiver.reason)),
        ("owner", waiver.owner.as_ref()),
        ("until", waiver.until.as_ref()),
    ];
    if let Scope::Patterns(patterns) = &waiver.scope {
        fields.extend([
            ("file", patterns.file.as_ref()),
            ("resource", patterns.resource.as_ref()),
            ("path", patterns.path.as_ref()),
            ("account", patterns.account.as_ref()),
            ("stack", patterns.stack.as_ref()),
        ]);
    }
    fields
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), Value::from(value?.as_str()))))
        .collect()
}
