//! The linter: a template in, findings out, in cfn-lint's rule ids, places and words.
//!
//! One walk does most of it. [`walk`] starts the schema engine on the whole template; where it passes a CloudFormation
//! path that a rule is attached to, that rule's check runs, and often continues the walk with a schema of its own (E3002
//! with the provider's schema of a resource). Rules on the template as a whole run after it.
//!
//! - [`rule`]: what a rule is: words, and how it takes part ([`rule::Check`]).
//! - [`rules`]: all rules: folders of files, one rule a file, and rules that are data (`schemas/rules/*.json`).
//! - [`registry`]: the rules by id, by path, by keyword; compiled once.
//! - [`owner`]: whose id a violation gets. A rule that runs a schema claims what it finds, by keyword.
//! - [`report`]: violations to findings: words, place, children. [`select`] and [`directive`]: which are wanted.
//!
//! **To add a rule**: one file in a folder of `rules/` with a `pub static RULE` and `make index`; or a file of
//! `schemas/rules/`; and a fixture in `tests/rules/`.
//! - A check of values at certain paths: [`rule::Check::Value`]. Report with `site.fail`.
//! - A function's validator: a file in `rules/functions/` with [`rule::Check::Keyword`] for `fn_x`; E1001 names the id.
//! - A keyword's own meaning below resources: the same, in `rules/keywords/`; E3002 names the id.
//! - A check of the template as a whole: [`rule::Check::Template`]; of the document as it was read: [`rule::Check::Document`].

mod comment;
pub mod custom;
pub mod data_rule;
pub mod directive;
pub mod format;
pub mod function;
pub mod options;
pub mod owner;
pub mod page;
pub mod parameter_values;
pub mod registry;
pub mod report;
pub mod rule;
pub mod rules;
pub mod schema_rule;
pub mod select;
pub mod settings;
mod suppression;
pub mod walk;
pub mod words;

use bumpalo::Bump;

use cfn_warden_schema::Budget;
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::finding::{Finding, Suppression, TemplateSuppressions};
use cfn_warden_syntax::python::repr_str;
use cfn_warden_syntax::{SyntaxError, Tree};
use cfn_warden_template::condition::sorted::with_sorted_sides;
use cfn_warden_template::transform::{is_transformed, transform};
use cfn_warden_template::{Nested, Quirk, Region, Template};
pub use page::Page;
pub use rule::Rule;
pub use settings::Settings;

/// What is linted, beside its tree.
#[derive(Debug, Clone, Copy, Default)]
pub struct Input<'i> {
    /// As reports name it; empty for standard input.
    pub name: &'i str,
    /// Its text.
    pub text: &'i str,
    /// Seconds since 1970, for rules about what is retired some day.
    pub now: i64,
    /// What the templates declare that it names as nested stacks, as far as they are known.
    pub nested: &'i [Nested],
    /// Stops the linter.
    pub cancel: Cancel<'i>,
}

/// What linting a template came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Linted {
    /// By line, then by rule id.
    pub findings: Vec<Finding>,
    /// Why the template was not fully checked, where it was not. Among the findings this is E0002, which a user can
    /// ignore; what was left unchecked cannot be ignored.
    pub not_checked: Option<String>,
    /// How many steps that took: checks of a value against a schema, and what counts as much.
    pub steps: u64,
    /// How it was linted, its own metadata included; `None` where rules did not come to it.
    pub settings: Option<Settings>,
    /// The suppressions in the template.
    pub suppressions: Vec<Suppression>,
}

impl From<Vec<Finding>> for Linted {
    fn from(findings: Vec<Finding>) -> Linted {
        Linted { findings, ..Linted::default() }
    }
}

/// Lints a template.
pub fn lint(arena: &Bump, tree: &Tree<'_>, input: &Input<'_>, settings: &Settings) -> Linted {
    if tree.root.as_map().is_none() {
        return report::not_an_object(input, settings).into();
    }
    let open = settings;
    let settings = settings.with_template(tree);
    let region = settings.regions().iter().next().map_or("us-east-1", Region::name);
    let transformed = match transform(arena, tree, region, settings.compat) {
        Ok(transformed) => transformed.tree,
        Err(failure) => return report::not_transformed(input, failure, &settings).into(),
    };
    let written = tree;
    let tree = transformed.as_ref().unwrap_or(tree);
    // The reference reads conditions anew after it has looked at transforms, and so sorts a second time.
    let sorts = if is_transformed(written.root) { 2 } else { 1 };
    let root = (0..sorts).fold(tree.root, |root, _| with_sorted_sides(arena, root));
    let template = Template::transformed(arena, root, written.root);
    let settings = settings.with_parameters_of(&template);
    let budget = Budget::new(arena, settings.limits).until(input.cancel);
    let violations = walk::run(arena, tree, &template, input, &settings, &budget);
    let mut findings = report::findings(tree, &template, input, violations, &budget, settings.compat);
    let not_checked = report::not_checked(&budget);
    findings.extend(not_checked.iter().map(|words| report::unfinished(input, words)));
    findings.append(&mut parameter_values::findings(tree, &template, input, &settings));
    findings.extend(registry::DOCUMENT_CHECKS.iter().flat_map(|check| check(written, &template, input)));
    findings.append(&mut custom::findings(tree, &template, input, &settings));
    parameter_values::hide(&mut findings, &template, &settings);
    let counting = suppression::Count { written, template: &template, input, settings: &settings };
    let mut suppressions = counting.of_template(open, &findings);
    let mut selected = select::enabled(findings, &settings);
    if !settings.compat.has(Quirk::Globals) {
        selected = report::once(selected);
    }
    let is_allowed = settings.suppressions == TemplateSuppressions::Allow;
    suppressions.append(&mut counting.of_resources(&selected));
    let directed = if is_allowed { directive::apply(selected, &template, &settings) } else { selected };
    suppressions.append(&mut counting.of_comments(&directed));
    let commented = if is_allowed { comment::apply(directed, input.text, &settings) } else { directed };
    let findings = report::ordered(commented);
    Linted { findings, not_checked, steps: budget.steps(), settings: Some(settings), suppressions }
}

/// Every rule, by id.
pub fn all_rules() -> impl Iterator<Item = &'static Rule> {
    registry::every()
}

/// The rule IDs, or beginnings of them, that comments in a template's text disable, each with its line.
pub fn disabled_in_comments(text: &str) -> Vec<(u32, &str)> {
    comment::ids(text)
}

/// What the linter says of a text that could not be read: E0000 each.
pub fn unreadable(errors: &[SyntaxError], input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    report::unreadable(errors, input, settings)
}

/// What the linter says of a parameter file in a form that is not read.
pub fn unsupported_parameter_file(name: &str) -> Finding {
    report::of_file("E0200", name, format!("Parameter file {} is not supported", repr_str(name)))
}

/// What the linter says of a deployment file in a form that is not read.
pub fn unsupported_deployment_file(name: &str) -> Finding {
    report::of_file("E0100", name, format!("Deployment file {} is not supported", repr_str(name)))
}
