//! Reports functions that CloudFormation does not have.

use std::borrow::Cow;

use crate::sections::{evaluated, is_plain};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::names::nearest;
use cfn_warden_template::Function;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1009"),
    tags: &["functions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    // A macro can define functions of its own.
    if !is_plain(lint.template) {
        return;
    }
    let known = || {
        Function::ALL
            .iter()
            .map(|function| function.name())
            .filter(|name| name.starts_with("Fn::"))
    };
    for used in &lint.template.uses().others {
        let Some(name) = used.entry.key.as_str().filter(|name| is_unknown(name)) else {
            continue;
        };
        let Some(path) = evaluated(lint, used) else {
            continue;
        };
        let similar = nearest(name, known());
        let is_of_rain = name.starts_with(RAIN);
        let name = Operand::Text(name);
        let message = match similar {
            _ if is_of_rain => message!(
                "CloudFormation does not have the function {}, which Rain replaces",
                [name]
            ),
            Some(similar) => message!(
                "CloudFormation does not have the function {}; did you mean {}?",
                [name, Operand::Text(similar)]
            ),
            None => message!("CloudFormation does not have the function {}", [name]),
        };
        sink.report(path, used.entry.value, message);
    }
}

/// The beginning of the names of functions that the tool Rain replaces before a template is deployed.
const RAIN: &str = "Fn::Rain::";

/// Returns whether a key is not the name of a function or loop. E1032 reports loops.
fn is_unknown(key: &str) -> bool {
    Function::named(key).is_none() && !key.starts_with("Fn::ForEach")
}
