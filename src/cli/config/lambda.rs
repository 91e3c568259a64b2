//! `config --lambda`: the parameters of template.yaml for a function with the settings of a project file.

use super::printed::Printed;
use crate::cli::project::{NAME, Project};
use cfn_warden_arguments::settings::Setting;

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
        return Printed { text: String::new(), remarks: vec![format!("no {NAME} here or above: nothing to convert")] };
    };
    let (mut text, mut remarks) = (String::new(), Vec::new());
    for (setting, at) in &project.settings {
        let remark = |words: String| format!("{}:{}:{}: {words}", project.path.display(), at.line, at.column);
        let Setting { key, values } = setting;
        let value = values.join(",");
        match counterpart(key, &value) {
            Counterpart::Parameter(name) => text.push_str(&format!("{name}={value}\n")),
            Counterpart::Variable(name) => {
                remarks.push(remark(format!(
                    "template.yaml has no parameter for `{key}`; set {name}={value} in its Environment"
                )));
            }
            Counterpart::None(why) => remarks.push(remark(format!("`{key}` is not a setting of the function: {why}"))),
        }
    }
    if !project.waivers.is_empty() {
        remarks.push("`waiver`: the function reads waivers in templates only".to_owned());
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
        "semantics" => Counterpart::Parameter("GuardVersion"),
        "template-suppressions" => Counterpart::Parameter("TemplateSuppressions"),
        "unknown" => Counterpart::Parameter("UnknownValues"),
        "view" => Counterpart::Parameter("GuardView"),
        "rules" if value.contains(',') => Counterpart::None("it has one folder of rules; put them together"),
        // In the deployment package, or an object in RulesBucket.
        "rules" => Counterpart::Parameter("Rules"),
        "input-params" if value.contains(',') => Counterpart::None("it has one document of parameters"),
        "input-params" => Counterpart::Parameter("InputParameters"),
        "dialect" => Counterpart::Variable("WARDEN_DIALECT"),
        "include-checks" => Counterpart::Variable("WARDEN_INCLUDE_CHECKS"),
        "regions" => Counterpart::Variable("WARDEN_REGIONS"),
        "documents" | "exclude" | "lint" | "format" | "output" | "parameters" | "parameter-file" | "resolve" => {
            Counterpart::None("each request has its own")
        }
        _ => Counterpart::None("only `check` has it"),
    }
}
