//! Standard JSON Schema draft 7 validation of JSON documents: no intrinsic functions, and strings do not count as
//! numbers.
//!
//! The evaluation is the same as for templates; `keywords` contains the keywords whose semantics differ from
//! cfn-lint's.

mod keywords;
mod location;
mod messages;

use std::sync::LazyLock;

use bumpalo::Bump;

use super::check::Inputs;
use super::context::{Context, InstancePath};
use super::knowledge::Knowledge;
use super::options::Options;
use super::place::Places;
use super::table::Table;
use super::{Budget, Limit, Limits, Pack, Step, Violation, Violations, Walk, keyword, node_of};
use cfn_warden_syntax::{self as syntax, Node, Path, Tree};
use cfn_warden_template::Template;

/// A violation of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The keyword; empty for the schema `false`.
    pub keyword: &'static str,
    /// The keyword's location in the schema, as a JSON pointer.
    pub location: String,
    /// The path of the invalid value.
    pub path: Path,
    /// The expected value. The message does not contain the actual value.
    pub message: String,
    /// The violations of each branch of an `anyOf`.
    pub causes: Vec<Failure>,
}

/// The result of a validation.
#[derive(Debug, Default)]
pub struct Judged {
    /// The violations.
    pub failures: Vec<Failure>,
    /// Limits that were reached, if the document was not fully checked.
    pub reached: Vec<Limit>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::standard().with(keywords::CHECKS.iter().copied()));

/// Validates a JSON document against a schema. A value of the wrong type only reports its type.
pub fn judge(schema: &Pack, document: &Pack) -> Judged {
    let arena = Bump::new();
    // The evaluation requires a template: use an empty one and substitute the document.
    let Some(tree) = syntax::parse(&arena, "{}", "").tree else { return Judged::default() };
    let document = node_of(&arena, tree.root.id, document.root());
    walked(&arena, schema, &tree, document)
}

fn walked<'a>(arena: &'a Bump, schema: &'a Pack, tree: &'a Tree<'a>, document: Node<'a>) -> Judged {
    let template = Template::of(arena, tree.root);
    let (options, knowledge, places) = (Options::default(), Knowledge::default(), Places::default());
    let budget = Budget::new(arena, Limits::default());
    let walk = Walk::new(Inputs {
        arena,
        tree,
        template: &template,
        options: &options,
        knowledge: &knowledge,
        places: &places,
        budget: &budget,
    });
    let cx = Context::of_json_schema(&TABLE, schema.root());
    let mut found = Violations::new();
    walk.check(&cx, schema.root(), document, &mut found);
    let failures =
        without_type_consequences(found.into_list()).iter().map(|violation| failure(schema, violation)).collect();
    Judged { failures, reached: budget.reached().collect() }
}

/// Removes the other violations of values that have the wrong type.
fn without_type_consequences(violations: Vec<Violation<'_>>) -> Vec<Violation<'_>> {
    let place = |violation: &Violation<'_>| {
        (violation.schema.map(|schema| schema.id()), violation.trail.to_string(), violation.trail.len())
    };
    let is_of_type = |violation: &&Violation<'_>| violation.keyword == keyword::TYPE;
    let of_wrong_type: std::collections::HashSet<_> = violations.iter().filter(is_of_type).map(place).collect();
    violations
        .into_iter()
        .filter(|violation| {
            violation.keyword == keyword::TYPE || of_wrong_type.is_empty() || !of_wrong_type.contains(&place(violation))
        })
        .map(|violation| Violation { children: without_type_consequences(violation.children), ..violation })
        .collect()
}

fn failure(schema: &Pack, violation: &Violation<'_>) -> Failure {
    let word = keyword::ALL.get(usize::try_from(violation.keyword).unwrap_or(usize::MAX)).copied().unwrap_or("");
    Failure {
        keyword: word,
        location: location::of(schema.root(), violation),
        path: path(violation.trail),
        message: messages::of(violation),
        causes: violation.children.iter().map(|child| failure(schema, child)).collect(),
    }
}

fn path(trail: InstancePath<'_>) -> Path {
    let step = |step: Step<'_>| match step {
        Step::Index(index) => syntax::Step::Index(index),
        other => syntax::Step::Key(other.text().unwrap_or_default().to_owned()),
    };
    Path(trail.steps().into_iter().map(step).collect())
}
