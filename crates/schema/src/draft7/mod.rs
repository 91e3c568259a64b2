//! JSON Schema draft 7 by its standard, on documents of JSON: no functions, and no text passes for a number.
//!
//! The walk is that of templates; [`keywords`] holds the keywords that CloudFormation's linter reads otherwise.

mod keywords;
mod location;
mod words;

use std::sync::LazyLock;

use bumpalo::Bump;

use super::added::Types;
use super::context::{Context, InstancePath};
use super::options::Options;
use super::place::Places;
use super::table::Table;
use super::{Budget, Limit, Limits, Pack, Step, Violation, Violations, Walk, keyword, node_of};
use cfn_warden_syntax::{self as syntax, Node, Path, Tree};
use cfn_warden_template::Template;

/// What a document does not do that a schema asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The keyword; empty for the schema `false`.
    pub keyword: &'static str,
    /// Where the keyword stands in the schema, as a JSON pointer.
    pub location: String,
    /// The value that fails.
    pub path: Path,
    /// What would be right. It does not show the value.
    pub message: String,
    /// How the branches of an `anyOf` fail.
    pub causes: Vec<Failure>,
}

/// What was found, and what was left unchecked.
#[derive(Debug, Default)]
pub struct Judged {
    /// What fails.
    pub failures: Vec<Failure>,
    /// Limits that were reached: not all was looked at.
    pub reached: Vec<Limit>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::standard().with(keywords::CHECKS.iter().copied()));

/// What a JSON value fails of a schema. Where a part of it is of a wrong type, nothing else is said of that part.
pub fn judge(schema: &Pack, document: &Pack) -> Judged {
    let arena = Bump::new();
    // The walk is one through a template: here it is an empty one, and the value stands in its place.
    let Some(tree) = syntax::parse(&arena, "{}", "").tree else { return Judged::default() };
    let document = node_of(&arena, tree.root.id, document.root());
    walked(&arena, schema, &tree, document)
}

fn walked<'a>(arena: &'a Bump, schema: &'a Pack, tree: &'a Tree<'a>, document: Node<'a>) -> Judged {
    let template = Template::of(arena, tree.root);
    let (options, types, places) = (Options::default(), Types::default(), Places::default());
    let budget = Budget::new(arena, Limits::default());
    let walk = Walk::new(arena, tree, &template, (&options, &types, &places), &budget);
    let cx = Context::of_json_schema(&TABLE, schema.root());
    let mut found = Violations::new();
    walk.check(&cx, schema.root(), document, &mut found);
    let failures = of_right_types(found.into_list()).iter().map(|violation| failure(schema, violation)).collect();
    Judged { failures, reached: budget.reached().collect() }
}

/// The violations without those of values that are of a wrong type, but for that.
fn of_right_types(violations: Vec<Violation<'_>>) -> Vec<Violation<'_>> {
    let place = |violation: &Violation<'_>| {
        (violation.schema.map(|schema| schema.id()), violation.trail.to_string(), violation.trail.len())
    };
    let is_of_type = |violation: &&Violation<'_>| violation.keyword == keyword::TYPE;
    let wrong: std::collections::HashSet<_> = violations.iter().filter(is_of_type).map(place).collect();
    violations
        .into_iter()
        .filter(|violation| {
            violation.keyword == keyword::TYPE || wrong.is_empty() || !wrong.contains(&place(violation))
        })
        .map(|violation| Violation { children: of_right_types(violation.children), ..violation })
        .collect()
}

fn failure(schema: &Pack, violation: &Violation<'_>) -> Failure {
    let word = keyword::ALL.get(usize::try_from(violation.keyword).unwrap_or(usize::MAX)).copied().unwrap_or("");
    Failure {
        keyword: word,
        location: location::of(schema.root(), violation),
        path: path(violation.trail),
        message: words::of(violation),
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
