//! Checks the definitions of Step Functions state machines.

use std::borrow::Cow;

use serde_json::{Value as Tree, json};

use cfn_warden_lint::Rule;
use cfn_warden_lint::corrections;
use cfn_warden_lint::message::render;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{node_of_text, pack};
use cfn_warden_schema::violation::{NO_KEYWORD, is_named_function};
use cfn_warden_schema::{
    Assertion, Context, Evaluation, InstancePath, Json, JsonKind, Message, Operand, Owner, Pack,
    Step, Violation, Violations, keyword, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::function_of;
use cfn_warden_template::{Functions, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3601"),
    tags: &["resources", "statemachine"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::StepFunctions::StateMachine/Properties"],
        check,
    )]),
};

const SCHEMA: &str = "other/step_functions/statemachine";

/// Returns the schema for state machines in JSONata.
fn jsonata(schema: Option<Json<'_>>) -> Pack {
    let schema = schema.map(|schema| schema.to_string()).unwrap_or_default();
    let Ok(mut schema) = serde_json::from_str::<Tree>(&schema) else {
        return pack("{}");
    };
    let mut set = |pointer: &str, key: &str, value: Tree| {
        let object = schema
            .pointer_mut(&format!("/definitions/{pointer}"))
            .and_then(Tree::as_object_mut);
        if let Some(object) = object {
            object.insert(key.to_owned(), value);
        }
    };
    let paths = json!({"QueryLanguage": {"const": "JSONata"}, "InputPath": false, "OutputPath": false,
        "Parameters": false, "ResultPath": false, "ResultSelector": false});
    set("common", "allOf", json!([{ "properties": paths }]));
    let choice = json!({"properties": {"Comment": {"type": "string"}, "Condition": {"type": "string"},
        "Next": {"pattern": "^.{1,128}$", "type": "string"}, "Assign": {"type": "object"},
        "Output": {"type": ["string", "object"]}}, "additionalProperties": false, "required": ["Condition", "Next"],
        "type": "object"});
    set(
        "choice",
        "allOf",
        json!([{"properties": {"Choices": {"items": choice}}}]),
    );
    set(
        "wait/properties",
        "Seconds",
        json!({"maximum": 99_999_999, "minimum": 0, "type": ["number", "string"]}),
    );
    set("map/properties", "ItemsPath", json!(false));
    set("map/properties", "MaxConcurrencyPath", json!(false));
    for state in ["choice", "fail", "map", "parallel", "pass", "task", "wait"] {
        set(
            &format!("{state}/properties"),
            "Arguments",
            json!({"type": ["string", "object"]}),
        );
    }
    pack(&schema.to_string())
}

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let substitutions = assertion
        .instance
        .get("DefinitionSubstitutions")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    let substitutions: Vec<&str> = substitutions
        .iter()
        .filter_map(|entry| entry.key.as_str())
        .collect();
    for name in ["Definition", "DefinitionString"] {
        if name == "DefinitionString" && evaluation.template.is_serverless() {
            continue;
        }
        let Some(entry) = assertion.instance.entry(name) else {
            continue;
        };
        if function_of(entry.value).is_some() || entry.value.is_false() {
            continue;
        }
        let below = Context {
            instance_path: assertion
                .cx
                .instance_path
                .step(evaluation.arena, Step::Key(entry.key)),
            ..*assertion.cx
        };
        let (cx, definition, is_text) = match entry.value.as_str() {
            Some(written) => match node_of_text(evaluation.arena, entry.value.id, written) {
                Some(definition) => (
                    Context {
                        functions: Functions::NONE,
                        ..below
                    },
                    definition,
                    true,
                ),
                None => return,
            },
            None => (below, entry.value, false),
        };
        let machine = Machine {
            cx: &cx,
            is_text,
            substitutions: &substitutions,
            assertion,
        };
        for (language, within) in evaluation.values(assertion.cx, definition, &["QueryLanguage"]) {
            let schema = match language.map(|language| language.value) {
                None | Some(Value::Null | Value::Str("JSONPath")) => {
                    corrections::document(evaluation, SCHEMA)
                }
                Some(Value::Str("JSONata")) => {
                    let follows_cfn_lint = evaluation.options.compat.has(Quirk::TaskPartitions);
                    let name = if follows_cfn_lint {
                        SCHEMA
                    } else {
                        "corrected state machine in JSONata"
                    };
                    let schema = corrections::document(evaluation, SCHEMA);
                    Some(evaluation.knowledge.derived(name, |_| jsonata(schema)))
                }
                Some(_) => None,
            };
            if let Some(schema) = schema {
                let cx = Context {
                    conditions: within.conditions,
                    ..cx
                };
                machine.check(evaluation, &cx, schema, definition, out);
            }
        }
    }
}

struct Machine<'m, 'a, 's> {
    cx: &'m Context<'a>,
    /// Whether the definition is a JSON string, so that messages contain the path in it.
    is_text: bool,
    substitutions: &'m [&'a str],
    assertion: &'m Assertion<'a, 's>,
}

impl<'a> Machine<'_, 'a, '_> {
    fn check(
        &self,
        evaluation: &Evaluation<'a>,
        cx: &Context<'a>,
        schema: Json<'a>,
        definition: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        let mut found = Violations::new();
        evaluation.check(
            &Context {
                base: schema,
                ..*cx
            },
            schema,
            definition,
            &mut found,
        );
        for mut violation in found.into_list() {
            if violation
                .instance
                .as_str()
                .is_some_and(|value| self.is_substituted(value))
            {
                continue;
            }
            if self.is_text {
                self.append_path(evaluation, &mut violation);
            }
            let is_refused = violation.keyword == NO_KEYWORD
                || violation
                    .schema
                    .is_some_and(|schema| matches!(schema.kind(), JsonKind::Bool(_)));
            if is_refused {
                let last = violation
                    .instance_path
                    .last()
                    .and_then(|step| step.text())
                    .unwrap_or_default();
                const MESSAGE: &str = "Additional properties are not allowed ({} was unexpected)";
                violation.kind = message!(MESSAGE, [Operand::Text(last)]).into();
            }
            if !is_named_function(violation.keyword) && violation.keyword != keyword::CFN_LINT {
                violation.rule = Some(RULE.id);
            }
            violation.attribute(&Owner {
                rule: RULE.id,
                by_keyword: &[],
            });
            out.push(violation);
        }
        self.check_start(evaluation, definition, self.cx.instance_path, out);
    }

    /// Returns whether a string is a variable in `DefinitionSubstitutions`: `${Name}`.
    fn is_substituted(&self, value: &str) -> bool {
        let name = value.replace("${", "").replace('}', "");
        self.substitutions.contains(&name.trim())
    }

    fn append_path(&self, evaluation: &Evaluation<'a>, violation: &mut Violation<'a>) {
        let inside = self.inside(violation.instance_path);
        if inside.len() > 1 {
            let message = format!(
                "{} at {}",
                render(&violation.kind),
                python::repr_str(&inside.join("/"))
            );
            violation.kind = Message::text(evaluation.arena.alloc_str(&message)).into();
        }
    }

    /// Returns the steps of a path below the definition.
    fn inside(&self, instance_path: InstancePath<'a>) -> Vec<String> {
        let steps = instance_path
            .steps()
            .into_iter()
            .skip(self.cx.instance_path.len() as usize);
        let text = |step| match step {
            Step::Index(index) => index.to_string(),
            Step::Name(name) => name.to_owned(),
            Step::Key(key) => python::str(key),
        };
        steps.map(text).collect()
    }

    /// Checks that `StartAt` names a state, also in nested state machines.
    fn check_start(
        &self,
        evaluation: &Evaluation<'a>,
        machine: Node<'a>,
        instance_path: InstancePath<'a>,
        out: &mut Violations<'a>,
    ) {
        let Some(_depth) = evaluation.deeper() else {
            return;
        };
        let (Some(start), Some(states)) = (machine.entry("StartAt"), machine.get("States")) else {
            return;
        };
        let (Some(first), Some(entries)) = (start.value.as_str(), states.as_map()) else {
            return;
        };
        if states.entry(first).is_none() {
            let path: String = self
                .inside(instance_path)
                .iter()
                .map(|step| format!("/{step}"))
                .collect();
            let path = Operand::Plain(evaluation.arena.alloc_str(&path));
            let message = message!(
                "Missing 'Next' target '{}' at {}/StartAt",
                [Operand::Plain(first), path]
            );
            let instance_path = instance_path.names(evaluation.arena, ["StartAt"]);
            out.push(Violation {
                instance_path,
                rule: Some(RULE.id),
                ..self.assertion.violation(message)
            });
        }
        for state in entries {
            let instance_path = instance_path
                .names(evaluation.arena, ["States"])
                .step(evaluation.arena, Step::Key(state.key));
            let nested = |name: &'static str| {
                state
                    .value
                    .get(name)
                    .map(|node| (instance_path.names(evaluation.arena, [name]), node))
            };
            match state.value.get("Type").and_then(|kind| kind.as_str()) {
                Some("Parallel") => {
                    let Some((instance_path, branches)) = nested("Branches") else {
                        continue;
                    };
                    for (index, branch) in (0..).zip(branches.as_list().unwrap_or_default()) {
                        self.check_start(
                            evaluation,
                            *branch,
                            instance_path.step(evaluation.arena, Step::Index(index)),
                            out,
                        );
                    }
                }
                Some("Map") => {
                    for (instance_path, part) in
                        ["ItemProcessor", "Iterator"].into_iter().filter_map(nested)
                    {
                        self.check_start(evaluation, part, instance_path, out);
                    }
                }
                _ => {}
            }
        }
    }
}
