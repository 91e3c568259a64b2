//! Rules that only evaluate a schema.

use std::borrow::Cow;

use super::corrections;
use super::message::{self, MessageTemplate};
use cfn_warden_schema::mode::{AbsentProperties, AttachedRules, DynamicReferences};
use cfn_warden_schema::violation::best_match;
use cfn_warden_schema::{
    Assertion, Circumstance, Context, DataCheck, Evaluation, Json, Keyword, Owner, Violation,
    ViolationKind, Violations, keyword, keywords,
};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Known, Node, Value, text};
use cfn_warden_template::{Functions, Quirk, Regions};

/// A schema that the values at CloudFormation paths must match.
#[derive(Debug, Clone)]
pub struct SchemaRule {
    /// CloudFormation paths.
    pub paths: Cow<'static, [&'static str]>,
    /// Name of the schema in `schemas/`: `extensions/aws_s3_bucket/ownershipcontrols`.
    pub document: &'static str,
    /// How values are prepared for the schema.
    pub view: View,
    /// Which violations are reported.
    pub report: Report,
}

/// Preparation of a value for a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Property whose string value is converted to lower case. If set, only objects are checked.
    pub lower: Option<&'static str>,
    /// How intrinsic functions are handled.
    pub functions: FunctionView,
    /// Result of an `if` schema on absent properties.
    pub absent: AbsentProperties,
}

/// Handling of intrinsic functions in the value of a schema rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionView {
    /// A function is a present but unknown value.
    Unknown,
    /// A function is the object in the source.
    Written,
    /// A function is resolved to its possible values.
    Resolved,
}

/// Selection of the violations that a schema rule reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// The most relevant violation ([`best_match`]).
    Best(MessageTemplate),
    /// The most relevant violation in each region, with the region in the message. The document has one schema per
    /// region.
    BestPerRegion,
    /// Every violation.
    All(MessageTemplate),
}

impl View {
    /// The unchanged value with unknown functions.
    pub const PLAIN: View = View {
        lower: None,
        functions: FunctionView::Unknown,
        absent: AbsentProperties::Holds,
    };
}

/// Evaluates a rule's schema on a value.
impl DataCheck for SchemaRule {
    fn check<'a>(
        &'static self,
        rule: RuleId,
        evaluation: &Evaluation<'a>,
        assertion: &Assertion<'a, '_>,
        out: &mut Violations<'a>,
    ) {
        let Some(document) = corrections::document(evaluation, self.document) else {
            return;
        };
        let Some(instance) = prepare_instance(evaluation, self.view, assertion.instance) else {
            return;
        };
        let functions = if self.view.functions == FunctionView::Written {
            Functions::NONE
        } else {
            assertion.cx.functions
        };
        let follows_cfn_lint = evaluation.options.compat.has(Quirk::AbsentChoices);
        let absent = if follows_cfn_lint {
            AbsentProperties::Holds
        } else {
            self.view.absent
        };
        let cx = Context {
            functions,
            absent,
            ..*assertion.cx
        };
        let assertion = &Assertion {
            cx: &cx,
            instance,
            ..*assertion
        };
        match &self.report {
            Report::Best(message) => {
                let mut found = run(evaluation, assertion, self.view.functions, document);
                found.retain_since(0, |one| {
                    !corrections::is_accepted(evaluation, self.document, instance, one)
                });
                out.extend(best(rule, found, |violation| {
                    message.render(evaluation, assertion, violation)
                }));
            }
            Report::All(message) => {
                let mut found = run(evaluation, assertion, self.view.functions, document);
                found.retain_since(0, |one| {
                    !corrections::is_accepted(evaluation, self.document, instance, one)
                });
                out.extend(all(rule, found, |violation| {
                    message.render(evaluation, assertion, violation)
                }));
            }
            Report::BestPerRegion => {
                for region in cx.regions.iter() {
                    let Some(schema) = document.get(region.name()) else {
                        continue;
                    };
                    let cx = Context {
                        base: schema,
                        regions: Regions::only(region),
                        ..cx
                    };
                    let mut found = Violations::new();
                    evaluation.check(&cx, schema, instance, &mut found);
                    let message = |violation: &Violation<'a>| {
                        let sentence = text!(
                            "{} in '{}'",
                            message::render_text(&violation.kind),
                            Known(region.name())
                        );
                        ViolationKind::Circumstanced {
                            violated: evaluation.arena.keep(violation.kind),
                            circumstance: Circumstance::Region(region.name()),
                            sentence: message::keep_sentence(evaluation.arena, &sentence),
                        }
                    };
                    out.extend(best(rule, found, message));
                }
            }
        }
    }
}

/// Returns the value to check; `None` if the rule only checks objects and this is not one.
fn prepare_instance<'a>(
    evaluation: &Evaluation<'a>,
    view: View,
    instance: Node<'a>,
) -> Option<Node<'a>> {
    let Some(name) = view.lower else {
        return Some(instance);
    };
    let entries = instance.as_map()?;
    let lower = |entry: &Entry<'a>| match entry.value.value {
        Value::Str(text) if entry.key.as_str() == Some(name) => {
            let text = evaluation.arena.alloc_str(&python::lower(text));
            Entry {
                value: Node {
                    value: Value::Str(text),
                    ..entry.value
                },
                ..*entry
            }
        }
        _ => *entry,
    };
    Some(Node {
        value: Value::Map(evaluation.arena.keep_all(entries.iter().map(lower))),
        ..instance
    })
}

/// Evaluates a schema by name in the way of cfn-lint's `CfnLintJsonSchema` rules.
pub fn evaluate<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    document: &str,
) -> Violations<'a> {
    evaluation
        .knowledge
        .document(document)
        .map(|schema| run(evaluation, assertion, FunctionView::Unknown, schema))
        .unwrap_or_default()
}

/// Evaluates a schema on a value. Attached rules do not run.
fn run<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    functions: FunctionView,
    schema: Json<'a>,
) -> Violations<'a> {
    let mut found = Violations::new();
    let cx = match functions {
        FunctionView::Resolved => Context {
            base: schema,
            attached_rules: AttachedRules::Skip,
            dynamic_references: dynamic_references(evaluation),
            ..*assertion.cx
        },
        FunctionView::Unknown | FunctionView::Written => context(evaluation, assertion.cx, schema),
    };
    evaluation.check(&cx, schema, assertion.instance, &mut found);
    found
}

/// Returns the context in which cfn-lint's `CfnLintJsonSchema` rules evaluate a schema.
pub fn context<'a>(evaluation: &Evaluation<'a>, cx: &Context<'a>, schema: Json<'a>) -> Context<'a> {
    const TYPE: Keyword = Keyword {
        symbol: keyword::TYPE,
        check: keywords::type_check,
    };
    Context {
        table: evaluation.table(cx.table, &[(TYPE.symbol, TYPE.check)]),
        base: schema,
        purpose: cx.purpose.of_branch(),
        attached_rules: AttachedRules::Skip,
        dynamic_references: dynamic_references(evaluation),
        ..*cx
    }
}

fn dynamic_references(evaluation: &Evaluation<'_>) -> DynamicReferences {
    let follows_cfn_lint = evaluation.options.compat.has(Quirk::DynamicReferences);
    if follows_cfn_lint {
        DynamicReferences::Ignore
    } else {
        DynamicReferences::Unknown
    }
}

fn known_violations<'a>(found: Violations<'a>) -> impl Iterator<Item = Violation<'a>> {
    found
        .into_list()
        .into_iter()
        .filter(|violation| !violation.unknown)
}

/// Returns all violations, and assigns those without a rule to `rule`.
pub fn all<'a>(
    rule: RuleId,
    mut found: Violations<'a>,
    message: impl Fn(&Violation<'a>) -> ViolationKind<'a>,
) -> Violations<'a> {
    found.attribute(
        0,
        &Owner {
            rule,
            by_keyword: &[],
        },
    );
    let mut out = Violations::new();
    for violation in known_violations(found) {
        let kind = if violation.rule == Some(rule) {
            message(&violation)
        } else {
            violation.kind
        };
        out.push(Violation { kind, ..violation });
    }
    out
}

/// Returns the most relevant violation, assigned to `rule`.
pub fn best<'a>(
    rule: RuleId,
    found: Violations<'a>,
    message: impl Fn(&Violation<'a>) -> ViolationKind<'a>,
) -> Violations<'a> {
    let mut out = Violations::new();
    if let Some(best) = best_match(known_violations(found).collect()) {
        let kind = message(&best);
        out.push(Violation {
            kind,
            children: Vec::new(),
            rule: Some(rule),
            ..best
        });
    }
    out
}
