//! The tree of all recorded events that `--verbose` prints on the console, one line for each event.

use super::message::{push_result, results};
use super::model::RenderContext;
use super::verbose::Records;
use crate::eval::result::QueryResult;
use crate::outcome::{Check, Context, Event, Record, Status};
use crate::text;

impl Records<'_, '_> {
    /// Formats the tree.
    pub fn tree(&self) -> String {
        let mut out = String::new();
        self.branch("", true, &mut out);
        out
    }

    fn branch(&self, prefix: &str, last: bool, out: &mut String) {
        let Some(event) = self.events.first() else {
            return;
        };
        out.push_str(prefix);
        out.push_str(if last { "`- " } else { "|- " });
        out.push_str(&self.line(event));
        out.push('\n');
        let below = format!("{prefix}{}", if last { "   " } else { "|  " });
        let children = self.children();
        let count = children.len();
        for (child, at) in children.iter().zip(1..) {
            child.branch(&below, at == count, out);
        }
    }

    fn line(&self, event: &Event<'_>) -> String {
        let context = text::context(self.outcome.program, event.context);
        format!("{}[Context={context}]", self.record(event))
    }

    fn record(&self, event: &Event<'_>) -> String {
        let named = |status: &Status| status.as_str();
        match &event.record {
            Record::Open => String::new(),
            Record::File(status) => format!("File({}, Status={})", self.name, named(status)),
            Record::Rule(status, _) => {
                let name = match event.context {
                    Context::Rule(rule) => &rule.name,
                    _ => "",
                };
                format!("Rule({name}, Status={})", named(status))
            }
            Record::RuleCondition(status) => format!("Rule/When(Status={})", named(status)),
            Record::Type(status, _) => {
                let name = match event.context {
                    Context::Type(block) => &block.type_name,
                    _ => "",
                };
                format!("Type({name}, Status={})", named(status))
            }
            Record::TypeCondition(status) => format!("TypeBlock/When Status={})", named(status)),
            Record::Resource(status) => format!("TypeBlock/Block Status={})", named(status)),
            Record::Filter(status) => format!("Filter/ConjunctionsBlock(Status={})", named(status)),
            Record::When(status, _) => format!("WhenConditionalBlock(Status = {})", named(status)),
            Record::WhenCondition(status) => format!("WhenCondition(Status = {})", named(status)),
            Record::Any(status, _) => format!("Disjunction(Status = {})", named(status)),
            Record::Block(status, ..) => {
                format!("GuardValueBlockCheck(Status = {})", named(status))
            }
            Record::Comparison(status, ..) => {
                format!("GuardClauseBlock(Status = {})", named(status))
            }
            Record::Check(check) => self.value(event, check),
        }
    }

    fn value(&self, event: &Event<'_>, check: &Check<'_>) -> String {
        let source = RenderContext {
            program: self.outcome.program,
            doc: self.outcome.doc,
        };
        let one = |result: &QueryResult<'_>| {
            let mut shown = String::new();
            push_result(source, result, &mut shown);
            shown
        };
        match check {
            Check::Success => "GuardClauseValueCheck(Status=PASS)".to_owned(),
            Check::NothingFound(message) => {
                format!(
                    "GuardClause(Status=FAIL, Empty, {})",
                    message.unwrap_or_default()
                )
            }
            Check::Dependent { reference, .. } => {
                format!(
                    "GuardClauseDependentRule(Rule={}, Status=FAIL)",
                    reference.rule
                )
            }
            Check::BlockValue(missing) => {
                let query = match event.context {
                    Context::BlockValue(block) => text::query(&block.query.parts),
                    _ => String::new(),
                };
                format!(
                    "GuardBlockValueMissing(Status=FAIL, Reason=Query {query} did not resolve to correct value, reason {}, {})",
                    text::why(source.doc, missing),
                    source.doc.path(missing.at.origin)
                )
            }
            Check::Unary {
                operator: (operator, negated),
                from,
                ..
            } => format!(
                "GuardClauseUnaryCheck(Status=FAIL, Comparison={} {}, Value-At={})",
                not(*negated),
                text::unary_name(*operator),
                one(from)
            ),
            Check::Binary {
                operator: (operator, negated),
                from,
                to,
                ..
            } => format!(
                "GuardClauseBinaryCheck(Status=FAIL, Comparison={} {}, from={}, to={})",
                not(*negated),
                text::binary_name(*operator),
                one(from),
                to.as_ref().map(one).unwrap_or_default()
            ),
            Check::In {
                operator: (operator, negated),
                from,
                to,
                ..
            } => format!(
                "GuardClauseInBinaryCheck(Status=FAIL, Comparison={} {}, from={}, to={})",
                not(*negated),
                text::binary_name(*operator),
                one(from),
                results(source, to, usize::MAX)
            ),
        }
    }
}

fn not(negated: bool) -> &'static str {
    if negated { "not" } else { "" }
}
