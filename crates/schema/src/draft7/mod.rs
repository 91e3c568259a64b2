//! Standard JSON Schema draft 7 validation of JSON documents: no intrinsic functions, and strings do not count as
//! numbers.
//!
//! The evaluation is the same as for templates; `keywords` contains the keywords whose semantics differ from
//! cfn-lint's.

mod keywords;
mod location;

use std::sync::LazyLock;

use bumpalo::Bump;

use super::context::Context;
use super::evaluation::Inputs;
use super::knowledge::Knowledge;
use super::options::Options;
use super::path::InstancePath;
use super::place::Places;
use super::table::{RuleChecks, Table};
use super::{
    Budget, Evaluation, Limit, Limits, Pack, Step, Violation, Violations, keyword, node_of,
};
use cfn_warden_syntax::{self as syntax, Node, Path, Tree};
use cfn_warden_template::Template;

/// A violation with its location in the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedViolation<M> {
    /// The keyword; empty for the schema `false`.
    pub keyword: &'static str,
    /// The keyword's location in the schema, as a JSON pointer.
    pub location: String,
    /// The path of the invalid value.
    pub path: Path,
    /// The message, in the words of the caller.
    pub message: M,
    /// The violations of each branch of an `anyOf`.
    pub causes: Vec<LocatedViolation<M>>,
}

/// The result of a validation.
#[derive(Debug)]
pub struct Validation<M> {
    /// The violations, in the order in which they were found.
    pub violations: Vec<LocatedViolation<M>>,
    /// Limits that were reached, if the document was not fully checked.
    pub reached: Vec<Limit>,
}

static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::standard().with(keywords::CHECKS.iter().copied()));

/// Validates a JSON document against a schema. A value of the wrong type only reports its type. `message` returns the
/// message of a violation.
pub fn validate<M>(
    schema: &Pack,
    document: &Pack,
    message: impl Fn(&Violation<'_>) -> M,
) -> Validation<M> {
    let arena = Bump::new();
    // The evaluation requires a template: use an empty one and substitute the document.
    let Some(tree) = syntax::parse(&arena, "{}", "").tree else {
        return Validation {
            violations: Vec::new(),
            reached: Vec::new(),
        };
    };
    let document = node_of(&arena, tree.root.id, document.root());
    evaluate(&arena, schema, &tree, document, &message)
}

fn evaluate<'a, M>(
    arena: &'a Bump,
    schema: &'a Pack,
    tree: &'a Tree<'a>,
    document: Node<'a>,
    message: &dyn Fn(&Violation<'_>) -> M,
) -> Validation<M> {
    let template = Template::of(arena, tree.root);
    let (options, knowledge) = (Options::default(), Knowledge::default());
    let (places, rules) = (Places::default(), RuleChecks::default());
    let budget = Budget::new(arena, Limits::default());
    let evaluation = Evaluation::new(Inputs {
        arena,
        tree,
        template: &template,
        options: &options,
        knowledge: &knowledge,
        places: &places,
        rules: &rules,
        budget: &budget,
    });
    let cx = Context::of_json_schema(&TABLE, schema.root());
    let mut found = Violations::new();
    evaluation.check(&cx, schema.root(), document, &mut found);
    let violations = without_type_consequences(found.into_list());
    let violations = violations
        .iter()
        .map(|violation| located(schema, violation, message))
        .collect();
    Validation {
        violations,
        reached: budget.reached().collect(),
    }
}

/// Removes the other violations of values that have the wrong type.
fn without_type_consequences(violations: Vec<Violation<'_>>) -> Vec<Violation<'_>> {
    let place = |violation: &Violation<'_>| {
        (
            violation.schema.map(|schema| schema.id()),
            violation.instance_path.to_string(),
            violation.instance_path.len(),
        )
    };
    let is_of_type = |violation: &&Violation<'_>| violation.keyword == keyword::TYPE;
    let of_wrong_type: std::collections::HashSet<_> =
        violations.iter().filter(is_of_type).map(place).collect();
    violations
        .into_iter()
        .filter(|violation| {
            violation.keyword == keyword::TYPE
                || of_wrong_type.is_empty()
                || !of_wrong_type.contains(&place(violation))
        })
        .map(|violation| Violation {
            children: without_type_consequences(violation.children),
            ..violation
        })
        .collect()
}

fn located<M>(
    schema: &Pack,
    violation: &Violation<'_>,
    message: &dyn Fn(&Violation<'_>) -> M,
) -> LocatedViolation<M> {
    let word = keyword::ALL
        .get(usize::try_from(violation.keyword).unwrap_or(usize::MAX))
        .copied()
        .unwrap_or("");
    LocatedViolation {
        keyword: word,
        location: location::of(schema.root(), violation),
        path: path(violation.instance_path),
        message: message(violation),
        causes: violation
            .children
            .iter()
            .map(|child| located(schema, child, message))
            .collect(),
    }
}

fn path(instance_path: InstancePath<'_>) -> Path {
    let step = |step: Step<'_>| match step {
        Step::Index(index) => syntax::Step::Index(index),
        other => syntax::Step::Key(other.text().unwrap_or_default().to_owned()),
    };
    Path(instance_path.steps().into_iter().map(step).collect())
}
