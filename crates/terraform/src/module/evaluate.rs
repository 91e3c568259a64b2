//! Evaluation of a module and the modules it calls.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::body::{evaluate_body, printed};
use super::declarations::Declarations;
use super::evaluated::{EvaluatedBlock, EvaluatedModule, Run};
use super::expand::unknown_key;
use super::inputs::Inputs;
use super::run_state::{ModuleContext, RunState};
use super::scope::Scope;
use super::settings::{References, Settings};
use super::variable::flag;
use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::{Evaluator, Frame, Texts, budget_error};
use crate::source::Range;
use crate::syntax::ast::{Block, Expr, Name};
use crate::value::{Marks, Value};

/// Evaluates the module in the host's folder and the modules it calls. A value whose evaluation fails is unknown, and
/// the error is reported.
pub fn evaluate(settings: &Settings<'_>) -> Run {
    let texts = Texts::default();
    let run_state = RunState::new(settings, &texts);
    let root = run_state.root();
    let errors = run_state.errors();
    let is_exceeded = run_state.budget.is_exceeded();
    let (errors, errors_of_defaults) = match root {
        // What exceeds a limit is not evaluated twice.
        Some(_) if settings.references == References::Planned && !is_exceeded => {
            by_cause(errors, settings, &texts)
        }
        _ => (errors, Errors::new()),
    };
    Run {
        root,
        errors,
        errors_of_defaults,
        texts,
    }
}

/// Separates errors that are there for every value of the root module's variables from those that their defaults cause. Modules
/// are often written for callers that set some of the variables.
fn by_cause(errors: Errors, settings: &Settings<'_>, texts: &Texts) -> (Errors, Errors) {
    if errors.is_empty() {
        return (errors, Errors::new());
    }
    let open_texts = Texts::default();
    let open = RunState::new(settings, &open_texts).with_unknown_defaults();
    let _ = open.root();
    let place = |error: &Diagnostic, texts: &Texts| {
        let at = texts.with(|sources| error.range.map(|range| sources.location(range)));
        (at, error.summary.clone())
    };
    let always: BTreeSet<_> = open
        .errors()
        .iter()
        .map(|error| place(error, &open_texts))
        .collect();
    errors
        .into_iter()
        .partition(|error| always.contains(&place(error, texts)))
}

impl RunState<'_> {
    /// Evaluates the root module; `None` if it cannot be loaded.
    pub fn root(&self) -> Option<EvaluatedModule> {
        let context = ModuleContext {
            folder: ".".to_owned(),
            ..ModuleContext::default()
        };
        match self.root_parts() {
            Ok((declared, inputs)) => Some(self.module(&declared, context, &inputs)),
            Err(errors) => {
                self.report(&context, None, errors);
                None
            }
        }
    }

    /// Evaluates a module instance.
    pub fn module(
        &self,
        declared: &Rc<Declarations>,
        context: ModuleContext,
        inputs: &Inputs,
    ) -> EvaluatedModule {
        let scope = Scope::new(self, declared, context, inputs);
        let evaluator = scope.evaluator();
        let context = &scope.context;
        let report = |expr: Option<&Expr>, errors: Errors| self.report(context, expr, errors);
        let or_unknown = |value: Result<Value, Errors>, expr: Option<&Expr>| {
            value.unwrap_or_else(|errors| {
                report(expr, errors);
                Value::dynamic()
            })
        };
        // A plan has the variables and outputs of the root module; `terraform show` prints all, and local values.
        let shows_all = self.settings.references == References::Unknown;
        let shows_inputs = shows_all || context.path.is_empty();
        let charged = |value: Result<Value, Errors>, range: Range, is_shown: bool| {
            let value = value?;
            if is_shown {
                self.budget
                    .print(value.size(), || value.text_bytes())
                    .map_err(budget_error(range))?;
            }
            Ok(value)
        };
        let mut evaluated = EvaluatedModule {
            address: context.address.clone(),
            folder: context.folder.clone(),
            path: context.path.clone(),
            callers: context.callers.clone(),
            declared: Rc::clone(declared),
            inputs: if context.path.is_empty() {
                inputs.clone()
            } else {
                Inputs::new()
            },
            ..EvaluatedModule::default()
        };
        report(None, declared.unread.clone());
        report(None, declared.unsupported.clone());
        for (name, value) in &scope.variables {
            let range = declared
                .variables
                .get(name)
                .map_or_else(Range::default, |variable| variable.block.range);
            let value = charged(value.clone(), range, shows_inputs);
            evaluated
                .variables
                .insert(Rc::clone(name), or_unknown(value, None));
        }
        for (name, attribute) in &declared.locals {
            let word = Name {
                text: Rc::clone(name),
                range: attribute.name_range,
            };
            let value = charged(
                scope.local(&evaluator, &word),
                attribute.name_range,
                shows_all,
            );
            let value = or_unknown(value, Some(&attribute.expr));
            evaluated.locals.insert(Rc::clone(name), value);
        }
        for block in declared
            .others
            .iter()
            .filter(|block| &*block.kind == "provider")
        {
            // OpenTofu has providers with `for_each`.
            let (word, key) = unknown_key(&block.body);
            let each = Frame::EMPTY.with(word, &key);
            let frame = if block.body.attribute("for_each").is_some() {
                &each
            } else {
                &Frame::EMPTY
            };
            let body = evaluate_body(
                &evaluator,
                (&block.body, block.range),
                frame,
                |_| false,
                &report,
            );
            let body = printed(&evaluator, body, block.range, &report);
            let labels = block
                .labels
                .iter()
                .map(|label| Rc::clone(&label.text))
                .collect();
            evaluated.providers.push(EvaluatedBlock {
                kind: Rc::clone(&block.kind),
                labels,
                body,
                range: block.range,
            });
        }
        for (key, block) in &declared.resources {
            scope.resource(key, block.range).unwrap_or_else(|errors| {
                report(None, errors);
                Value::dynamic()
            });
            evaluated.resources.extend(scope.take_resources(key));
        }
        for (name, block) in &declared.outputs {
            let value = charged(output(&evaluator, block), block.range, shows_inputs);
            let expr = block
                .body
                .attribute("value")
                .map(|attribute| &*attribute.expr);
            evaluated
                .outputs
                .insert(Rc::clone(name), or_unknown(value, expr));
        }
        for name in declared.calls.keys() {
            scope.call(name);
            let (modules, not_read) = scope.take_modules(name);
            evaluated.modules.extend(modules);
            evaluated
                .modules_not_read
                .extend(not_read.map(|source| (Rc::clone(name), source)));
        }
        evaluated
    }
}

fn output(evaluator: &Evaluator<'_>, block: &Block) -> Result<Value, Errors> {
    let Some(attribute) = block.body.attribute("value") else {
        let detail = "The argument \"value\" is required, but no definition was found.";
        return Err(vec![Diagnostic::error(
            "Missing required argument",
            detail,
            block.range,
        )]);
    };
    let value = evaluator.eval(&attribute.expr, &Frame::EMPTY)?;
    let mark = |name: &str, mark: Marks| match block.body.attribute(name) {
        Some(attribute) => flag(&attribute.expr).map(|set| if set { mark } else { Marks::NONE }),
        None => Ok(Marks::NONE),
    };
    Ok(value
        .marked(mark("sensitive", Marks::SENSITIVE)?)
        .marked(mark("ephemeral", Marks::EPHEMERAL)?))
}
