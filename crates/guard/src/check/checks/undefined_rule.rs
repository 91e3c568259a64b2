use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names::nearest;

/// References to rules that do not exist, and calls with the wrong number of arguments.
pub static CHECK: Check = Check {
    id: "undefined-rule",
    title: "Reference to an undefined rule",
    description: "A name refers to a rule without parameters in the same file; a call refers to a rule with as many \
                  parameters as the call has arguments. Anything else ends the evaluation of the whole file with an \
                  error.",
    severity: Severity::Error,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    let plain = |name: &str| input.file.rules.iter().any(|rule| *rule.name == *name);
    let with_parameters = |name: &str| {
        input
            .file
            .parameterized
            .iter()
            .find(|one| *one.rule.name == *name)
    };
    let rules: Vec<&str> = input.file.rules.iter().map(|rule| &*rule.name).collect();
    let parameterized = input.file.parameterized.iter();
    let rules_with_parameters: Vec<&str> = parameterized.map(|one| &*one.rule.name).collect();
    input.walk(|item, _| match item {
        Item::Reference(one) if !plain(&one.rule) => {
            let name = &one.rule;
            let message = match with_parameters(name) {
                Some(_) => format!("rule `{name}` has parameters; call it as `{name}(...)`"),
                None if **name == *"default" => {
                    "the default rule of a file cannot be referenced; move its clauses into a named rule".to_owned()
                }
                None => format!("undefined rule `{name}`{}", suggestion(name, &rules)),
            };
            report.add(one.span, message);
        }
        Item::Call(one) => {
            let name = &one.rule.rule;
            let message = match with_parameters(name) {
                Some(rule) if rule.parameters.len() == one.arguments.len() => return,
                Some(rule) => {
                    format!("rule `{name}` takes {} arguments, not {}", rule.parameters.len(), one.arguments.len())
                }
                None if plain(name) => format!("rule `{name}` has no parameters; write its name without arguments"),
                None => {
                    let suggestion = suggestion(name, &rules_with_parameters);
                    format!("undefined rule `{name}` with parameters{suggestion}")
                }
            };
            report.add(one.rule.span, message);
        }
        _ => {}
    });
}

fn suggestion(name: &str, rules: &[&str]) -> String {
    nearest(name, rules.iter().copied())
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
