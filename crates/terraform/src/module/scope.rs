//! Name resolution in a module.

use cfn_warden_syntax::{Operand, Text, text};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::declarations::{Declarations, ResourceMode};
use super::expanded::{ExpandedCall, ExpandedResource, Lazy, ResourceKey};
use super::inputs::Inputs;
use super::progress::{self, Item, Outcome};
use super::run_state::{ModuleContext, RootDefaults, RunState};
use super::{References, Settings, references};
use crate::diagnostic::{Diagnostic, Errors, fail_reference};
use crate::eval::{Evaluator, Frame, NameResolver, Texts, budget_error};
use crate::syntax::ast::{Name, Step};
use crate::syntax::parse_expression;
use crate::value::Value;

type Locals = HashMap<Rc<str>, Lazy<Result<Value, Errors>>>;

/// The scope in which a module's expressions are evaluated.
#[derive(Debug)]
pub struct Scope<'s> {
    /// The state shared by all modules of the run.
    pub run_state: &'s RunState<'s>,
    /// The module's declarations.
    pub declared: &'s Declarations,
    /// The module instance.
    pub context: ModuleContext,
    /// The values of the input variables.
    pub variables: BTreeMap<Rc<str>, Result<Value, Errors>>,
    pub(super) resources: RefCell<BTreeMap<ResourceKey, Lazy<ExpandedResource>>>,
    pub(super) calls: RefCell<BTreeMap<Rc<str>, Lazy<ExpandedCall>>>,
    locals: RefCell<Locals>,
    /// The local values that are being evaluated, outermost first.
    stack: RefCell<Vec<Rc<str>>>,
}

impl<'s> Scope<'s> {
    /// Returns the scope of a module instance with the given variable values.
    pub fn new(
        run_state: &'s RunState<'s>,
        declared: &'s Declarations,
        context: ModuleContext,
        inputs: &Inputs,
    ) -> Scope<'s> {
        let variables = declared
            .variables
            .iter()
            .map(|(name, variable)| {
                let inputs = inputs.get(name).map(|(value, range)| (value, *range));
                let is_open =
                    context.path.is_empty() && run_state.root_defaults == RootDefaults::Unknown;
                let value =
                    match inputs {
                        None if is_open => Ok(variable.unknown()),
                        Some((input, range)) => variable
                            .value(name, Some((input, range)))
                            .and_then(|value| {
                                let range = range.unwrap_or(variable.block.range);
                                run_state
                                    .budget
                                    .spend(value.bytes_of_conversion(input))
                                    .map_err(budget_error(range))?;
                                Ok(value)
                            }),
                        None => variable.value(name, None),
                    };
                (Rc::clone(name), value)
            })
            .collect();
        Scope {
            run_state,
            declared,
            context,
            variables,
            resources: RefCell::default(),
            calls: RefCell::default(),
            locals: RefCell::default(),
            stack: RefCell::default(),
        }
    }

    /// Returns an evaluator for expressions of the module.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator {
            names: self,
            host: self.run_state.settings.host,
            budget: &self.run_state.budget,
            texts: self.run_state.texts,
        }
    }

    /// Returns the value of a local value, which is evaluated once.
    pub fn local(&self, evaluator: &Evaluator<'_>, name: &Name) -> Result<Value, Errors> {
        let found = self.locals.borrow().get(&name.text).cloned();
        match found {
            Some(Lazy::Done(result)) => return result,
            Some(Lazy::InProgress(at, value)) => {
                let provisional = self.run_state.progress.provisional(at, value);
                let circular = || {
                    fail_reference(
                        "circular reference found",
                        self.cycle(&name.text),
                        name.range,
                    )
                };
                return provisional.map_or_else(circular, Ok);
            }
            None => {}
        }
        let Some(attribute) = self.declared.locals.get(&name.text) else {
            let detail =
                references::undeclared("A local value", &name.text, self.declared.locals.keys());
            return fail_reference("Reference to undeclared local value", detail, name.range);
        };
        let progress = &self.run_state.progress;
        let started = progress.start(Item::Node);
        self.locals.borrow_mut().insert(
            Rc::clone(&name.text),
            Lazy::InProgress(started.at, progress::unknown()),
        );
        self.stack.borrow_mut().push(Rc::clone(&name.text));
        // Loop variables around the reference are not visible in the local value.
        let inner = Evaluator {
            names: self,
            ..*evaluator
        };
        let result = inner.eval(&attribute.expr, &Frame::EMPTY);
        self.stack.borrow_mut().pop();
        let is_provisional =
            progress.saw_provisional() && result.as_ref().map_or(true, progress::is_provisional);
        let result = match progress.end(&started, is_provisional) {
            Outcome::Final => result,
            Outcome::Provisional => {
                self.locals.borrow_mut().remove(&name.text);
                return result;
            }
            Outcome::Cycle => fail_reference(
                "circular reference found",
                self.cycle(&name.text),
                name.range,
            ),
        };
        self.locals
            .borrow_mut()
            .insert(Rc::clone(&name.text), Lazy::Done(result.clone()));
        result
    }

    /// Formats a cycle: `local.a -> local.b -> local.a`.
    fn cycle(&self, name: &str) -> Text {
        let stack = self.stack.borrow();
        let start = stack.iter().position(|other| &**other == name).unwrap_or(0);
        let names = stack
            .get(start..)
            .unwrap_or(&[])
            .iter()
            .map(|name| &**name)
            .chain([name]);
        Text::join(
            names.map(|name| text!("local.{}", Operand::Name(name))),
            " -> ",
        )
    }

    fn variable(&self, name: &Name) -> Result<Value, Errors> {
        match self.variables.get(&name.text) {
            Some(value) => value.clone(),
            None => {
                let names = self.declared.variables.keys();
                let detail = references::undeclared("An input variable", &name.text, names.clone());
                let hint = if references::similar(&name.text, names).is_some() {
                    Text::default()
                } else {
                    text!(
                        " This variable can be declared with a variable \"{}\" {} block.",
                        Operand::Name(&name.text),
                        "{}"
                    )
                };
                fail_reference(
                    "Reference to undeclared input variable",
                    text!("{}{}", detail, hint),
                    name.range,
                )
            }
        }
    }

    fn path(&self, name: &Name) -> Result<Value, Errors> {
        Ok(Value::from(match &*name.text {
            "module" => self.context.folder.as_str(),
            "root" => ".",
            "cwd" => self.run_state.settings.host.working_folder.as_str(),
            other => {
                let near = references::similar(other, ["cwd", "module", "root"].iter());
                let near = near.map_or_else(Text::default, |near| {
                    text!(" Did you mean \"{}\"?", Operand::Name(near))
                });
                let detail = text!(
                    "The \"path\" object does not have an attribute named \"{}\".{}",
                    Operand::Name(other),
                    near
                );
                return fail_reference("Invalid \"path\" attribute", detail, name.range);
            }
        }))
    }

    fn terraform(&self, name: &Name) -> Result<Value, Errors> {
        match &*name.text {
            "workspace" => Ok(Value::from(self.run_state.settings.workspace.as_str())),
            "applying" => Ok(false.into()),
            "env" => {
                let detail = "The terraform.env attribute was deprecated in v0.10 and removed in v0.12. The \"state environment\" concept was renamed to \"workspace\" in v0.12, and so the workspace name can now be accessed using the terraform.workspace attribute.";
                fail_reference("Invalid \"terraform\" attribute", detail, name.range)
            }
            other => {
                let detail = text!(
                    "The \"terraform\" object does not have an attribute named \"{}\". The only supported attributes are terraform.workspace, the name of the currently-selected workspace, and terraform.applying, a boolean which is true only during apply.",
                    Operand::Name(other)
                );
                fail_reference("Invalid \"terraform\" attribute", detail, name.range)
            }
        }
    }
}

impl NameResolver for Scope<'_> {
    fn resolve(
        &self,
        evaluator: &Evaluator<'_>,
        name: &Name,
        steps: &[Step],
    ) -> Result<(Value, usize), Errors> {
        let one = |of: &dyn Fn(&Name) -> Result<Value, Errors>| match steps.first() {
            Some(Step::Attribute(step)) => Ok((of(step)?, 1)),
            _ => {
                let detail = text!(
                    "The \"{}\" object cannot be accessed directly. Instead, access one of its attributes.",
                    Operand::Name(&name.text)
                );
                fail_reference("Invalid reference", detail, name.range)
            }
        };
        match &*name.text {
            "var" => one(&|step| self.variable(step)),
            "local" => one(&|step| self.local(evaluator, step)),
            "path" => one(&|step| self.path(step)),
            "terraform" => one(&|step| self.terraform(step)),
            "count" | "each" | "self"
                if self.run_state.settings.references == References::Unknown =>
            {
                Ok((Value::dynamic(), steps.len()))
            }
            "count" | "each" | "self" => unavailable(name),
            "data" => self.named(ResourceMode::Data, name, steps, 0),
            "ephemeral" => self.named(ResourceMode::Ephemeral, name, steps, 0),
            "resource" => self.named(ResourceMode::Managed, name, steps, 0),
            "module" => self.module_named(name, steps),
            _ if steps.is_empty() => {
                let detail = "A reference to a resource type must be followed by at least one attribute access, specifying the resource name.";
                fail_reference("Invalid reference", detail, name.range)
            }
            _ => self.named(ResourceMode::Managed, name, steps, 1),
        }
    }
}

/// Returns the error for an object that only some blocks have. Blocks with `count` or `for_each` bind theirs, and those that have
/// `self` are not evaluated.
fn unavailable(name: &Name) -> Result<(Value, usize), Errors> {
    let (summary, detail) = match &*name.text {
        "count" => (
            "Reference to \"count\" in non-counted context",
            "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" blocks, and only when the \"count\" argument is set.",
        ),
        "each" => (
            "Reference to \"each\" in context without for_each",
            "The \"each\" object can be used only in \"module\" or \"resource\" blocks, and only when the \"for_each\" argument is set.",
        ),
        _ => (
            "Invalid \"self\" reference",
            "The \"self\" object is not available in this context. This object can be used only in resource provisioner, connection, and postcondition blocks.",
        ),
    };
    fail_reference(summary, detail, name.range)
}

/// Evaluates an expression in the root module. Returns errors with their locations.
pub fn evaluate_expression(
    settings: &Settings<'_>,
    expression: &str,
) -> Result<Value, Vec<String>> {
    let texts = Texts::default();
    let run_state = RunState::new(settings, &texts);
    let result = (|| {
        let expr = texts.read("<expression>", expression, parse_expression)?;
        let (declared, inputs) = run_state.root_parts()?;
        let context = ModuleContext {
            folder: ".".to_owned(),
            ..ModuleContext::default()
        };
        let scope = Scope::new(&run_state, &declared, context, &inputs);
        scope.evaluator().eval(&expr, &Frame::EMPTY)
    })();
    result.map_err(|errors: Errors| {
        texts.with(|sources| {
            errors
                .iter()
                .map(|error: &Diagnostic| error.located(sources).escaped())
                .collect()
        })
    })
}
