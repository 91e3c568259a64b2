//! All recorded events as JSON, for `--print-json` and the verbose response of cfn-guard-lambda.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Value as Json, json};

use super::model::Operator;
use super::value::{MissingJson, ResultJson};
use crate::eval::result::QueryResult;
use crate::outcome::{Check, Event, Note, Outcome, Record, Status};
use crate::text;

/// The recorded events of an outcome in full detail.
pub struct Records<'r, 'e> {
    pub(super) outcome: &'r Outcome<'e>,
    /// The name of the data file, which the record of the rules file has.
    pub(super) name: &'r str,
    /// An event and its parts.
    pub(super) events: &'r [Event<'e>],
}

impl<'r, 'e> Records<'r, 'e> {
    /// Returns the records of the whole rules file.
    pub fn new(outcome: &'r Outcome<'e>, name: &'r str) -> Records<'r, 'e> {
        Records {
            outcome,
            name,
            events: &outcome.events,
        }
    }

    pub(super) fn children(&self) -> Vec<Records<'r, 'e>> {
        let mut found = Vec::new();
        let Some((first, mut rest)) = self.events.split_first() else {
            return found;
        };
        // `Event::end` is an index into the outcome's events; the start of this slice follows from its end and length.
        let mut at = (first.end as usize).saturating_sub(rest.len());
        while let Some(event) = rest.first() {
            let size = (event.end as usize).saturating_sub(at).max(1);
            let (whole, tail) = rest.split_at_checked(size).unwrap_or((rest, &[]));
            found.push(Records {
                events: whole,
                ..*self
            });
            rest = tail;
            at = at.saturating_add(size);
        }
        found
    }
}

impl Serialize for Records<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("EventRecord", 3)?;
        let Some(event) = self.events.first() else {
            return record.end();
        };
        record.serialize_field(
            "context",
            &text::context(self.outcome.program, event.context),
        )?;
        record.serialize_field("container", &self.container(event))?;
        record.serialize_field("children", &self.children())?;
        record.end()
    }
}

impl Records<'_, '_> {
    fn container(&self, event: &Event<'_>) -> Json {
        use crate::outcome::Context;
        let doc = self.outcome.doc;
        let block = |status: Status, some: bool, note: Note<'_>| json!({"at_least_one_matches": some, "status": status, "message": text::note(doc, note)});
        let named = |name: &str, status: Status, message: Option<&str>| json!({"name": name, "status": status, "message": message});
        match event.record {
            Record::Open => Json::Null,
            Record::File(status) => json!({"FileCheck": named(self.name, status, None)}),
            Record::Rule(status, message) => {
                let name = match event.context {
                    Context::Rule(rule) => &rule.name,
                    _ => "",
                };
                json!({"RuleCheck": named(name, status, message)})
            }
            Record::RuleCondition(status) => json!({"RuleCondition": status}),
            Record::Type(status, note) => {
                let name = match event.context {
                    Context::Type(block) => &block.type_name,
                    _ => "",
                };
                json!({"TypeCheck": {"type_name": name, "block": block(status, false, note)}})
            }
            Record::TypeCondition(status) => json!({"TypeCondition": status}),
            Record::Resource(status) => json!({"TypeBlock": status}),
            Record::Filter(status) => json!({"Filter": status}),
            Record::When(status, note) => json!({"WhenCheck": block(status, false, note)}),
            Record::WhenCondition(status) => json!({"WhenCondition": status}),
            Record::Any(status, note) => json!({"Disjunction": block(status, true, note)}),
            Record::Block(status, some, note) => {
                json!({"BlockGuardCheck": block(status, some, note)})
            }
            Record::Comparison(status, some, note) => {
                json!({"GuardClauseBlockCheck": block(status, some, note)})
            }
            Record::Check(check) => json!({"ClauseValueCheck": self.check(event, *check)}),
        }
    }

    fn check(&self, event: &Event<'_>, check: Check<'_>) -> Json {
        let doc = self.outcome.doc;
        let result = |result: &QueryResult<'_>| {
            serde_json::to_value(ResultJson(doc, result)).unwrap_or_default()
        };
        match check {
            Check::Success => json!("Success"),
            Check::Binary {
                message,
                operator: (operator, negated),
                from,
                to,
                why,
            } => json!({"Comparison": {
                "comparison": Operator::Binary(operator, negated),
                "from": result(&from),
                "to": to.as_ref().map(result),
                "message": why.map(|why| text::incomparable(doc, why)),
                "custom_message": message,
                "status": Status::Fail,
            }}),
            Check::In {
                message,
                operator: (operator, negated),
                from,
                to,
            } => json!({"InComparison": {
                "comparison": Operator::Binary(operator, negated),
                "from": result(&from),
                "to": to.iter().map(result).collect::<Vec<_>>(),
                "message": null,
                "custom_message": message,
                "status": Status::Fail,
            }}),
            Check::Unary {
                message,
                operator: (operator, negated),
                from,
                why,
            } => json!({"Unary": {
                "value": {
                    "from": result(&from),
                    "message": why,
                    "custom_message": message,
                    "status": Status::Fail,
                },
                "comparison": Operator::Unary(operator, negated),
            }}),
            Check::NothingFound(message) => json!({"NoValueForEmptyCheck": message}),
            Check::Dependent {
                reference,
                message,
                why,
            } => json!({"DependentRule": {
                "rule": reference.rule,
                "message": why,
                "custom_message": message,
                "status": Status::Fail,
            }}),
            Check::BlockValue(missing) => {
                let query = match event.context {
                    crate::outcome::Context::BlockValue(block) => text::query(&block.query.parts),
                    _ => String::new(),
                };
                let reason = text::why(doc, &missing);
                let missing = serde_json::to_value(MissingJson(doc, &missing)).unwrap_or_default();
                json!({"MissingBlockValue": {
                    "from": {"UnResolved": missing},
                    "message": format!("Query {query} did not resolve to correct value, reason {reason}"),
                    "custom_message": null,
                    "status": Status::Fail,
                }})
            }
        }
    }
}
