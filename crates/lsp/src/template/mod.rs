//! CloudFormation templates, as far as their outline shows them.

pub mod completion;
pub mod hover;
mod intrinsic;
pub mod names;
pub mod schema;
pub mod symbols;
pub mod values;

use crate::outline::{NodeId, Outline};
use cfn_warden_template::Function;

/// Returns the function that a value is the argument of: `Fn::Sub` for the text of `!Sub text` and of `{Fn::Sub: text}`.
pub fn function(outline: &Outline<'_>, id: NodeId) -> Option<Function> {
    if let Some(tag) = outline.tag(id) {
        return match tag {
            "Ref" | "Condition" => Function::named(tag),
            _ => Function::named(&["Fn::", tag].concat()),
        };
    }
    outline
        .key(id)
        .and_then(Function::named)
        .filter(|function| *function != Function::Condition || is_alone(outline, id))
}

/// Whether a value has no siblings, as the argument of a function.
fn is_alone(outline: &Outline<'_>, id: NodeId) -> bool {
    outline
        .parent(id)
        .is_some_and(|parent| outline.children(parent).count() == 1)
}

/// Whether a text looks like a template, also while it does not parse.
pub fn is_template(outline: &Outline<'_>) -> bool {
    let has = |key: &str| outline.get(Outline::ROOT, key).is_some();
    has("Resources") || has("AWSTemplateFormatVersion") || (has("Transform") && !has("apiVersion"))
}
