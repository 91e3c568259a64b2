//! Documents as the values given for their parameters deploy them.

use bumpalo::Bump;

use super::{Document, Fault, FaultKind, Request, View, is_template, not_checked};
use crate::document::resolve::{Defaults, Inputs, resolve};
use crate::document::{ParameterSet, Template};
use crate::lint;
use crate::syntax::Tree;

/// What Guard is to see of a template instead of what is written, where that is asked for and is another document.
pub(super) fn tree<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    document: &mut Document<'_>,
    request: &Request<'_>,
    faults: &mut Vec<Fault>,
) -> Option<Tree<'a>> {
    if request.view == View::Written || !is_template(tree) {
        return None;
    }
    let none = ParameterSet::default();
    let given = request.lint_settings.parameter_sets.first().unwrap_or(&none);
    let resolved = resolve(arena, tree, &Inputs { given, defaults: Defaults::Used });
    if resolved.resolution.limited {
        let why = "not everything in it was resolved: its functions make more text, or nest deeper, than is allowed";
        faults.push(not_checked(document.name, why));
    }
    document.resolution = Some(resolved.resolution);
    resolved.tree
}

/// What of the values given does not fit a template that is not linted, which would say so.
pub(super) fn unfit(arena: &Bump, tree: &Tree<'_>, name: &str, request: &Request<'_>) -> Vec<Fault> {
    let sets = &request.lint_settings.parameter_sets;
    if sets.is_empty() || !is_template(tree) {
        return Vec::new();
    }
    let template = Template::of(arena, tree.root);
    let of_set = |set: &ParameterSet| {
        let set = set.typed(&template);
        let file = set.source.clone().unwrap_or_else(|| name.to_owned());
        let hidden = |name: &str| template.parameter(name).is_some_and(|parameter| parameter.is_hidden());
        let fault = |wrong: lint::given::Wrong| {
            let about = wrong.name.as_deref().unwrap_or_default();
            let words = if hidden(about) { "its value is not allowed" } else { &wrong.words };
            let message = format!("the value given for parameter {about} cannot be deployed: {words}");
            Fault { kind: FaultKind::Document, message, file: file.clone(), at: wrong.at.map(|at| at.start) }
        };
        lint::given::faults(&template, &set).into_iter().map(fault).collect::<Vec<_>>()
    };
    sets.iter().flat_map(of_set).collect()
}
