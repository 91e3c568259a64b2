use super::{Check, Facts, Report};
use crate::check::walk::Item;
use cfn_warden_syntax::finding::Severity;

/// References to rules that do not exist, and calls that do not fit.
pub static CHECK: Check = Check {
    id: "undefined-rule",
    title: "A rule is named that does not exist",
    description: "A name refers to a rule without parameters of the same file, a call to one with as many parameters as there are \
                  arguments. Anything else ends the evaluation of the whole file with an error.",
    severity: Severity::Error,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    let plain = |name: &str| facts.file.rules.iter().any(|rule| *rule.name == *name);
    let with_parameters = |name: &str| facts.file.parameterized.iter().find(|one| *one.rule.name == *name);
    facts.walk(|item, _| match item {
        Item::Reference(one) if !plain(&one.rule) => {
            let name = &one.rule;
            let message = match with_parameters(name) {
                Some(_) => format!("the rule `{name}` has parameters: call it as `{name}(...)`"),
                None if **name == *"default" => {
                    "the rule that the file's loose clauses form cannot be referred to: put them into a rule with a name".to_owned()
                }
                None => format!("there is no rule `{name}`"),
            };
            report.add(one.span, message);
        }
        Item::Call(one) => {
            let name = &one.rule.rule;
            let message = match with_parameters(name) {
                Some(rule) if rule.parameters.len() == one.arguments.len() => return,
                Some(rule) => {
                    format!("the rule `{name}` takes {} arguments, not {}", rule.parameters.len(), one.arguments.len())
                }
                None if plain(name) => format!("the rule `{name}` has no parameters: write its name alone"),
                None => format!("there is no rule `{name}` with parameters"),
            };
            report.add(one.rule.span, message);
        }
        _ => {}
    });
}
