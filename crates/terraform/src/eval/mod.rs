//! Evaluation of expressions.

mod access;
mod call;
mod conditional;
mod constant;
mod loops;
mod operators;
mod splat;
mod template;

use cfn_warden_syntax::text;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::budget::{Budget, BudgetExceeded, VALUE_DEPTH};
use super::diagnostic::{Diagnostic, Errors, fail, gather};
use super::host::Host;
use super::source::{Range, Sources};
use super::syntax::ast::{Expr, ExprKind, Key, Name, Step};
use super::value::convert::convert;
use super::value::{Marks, Type, Value};

pub use access::{attribute, index};
pub use constant::constant_value;

/// Resolves references.
pub trait NameResolver {
    /// Returns the value of a reference and the number of steps it consumed.
    fn resolve(
        &self,
        evaluator: &Evaluator<'_>,
        name: &Name,
        steps: &[Step],
    ) -> Result<(Value, usize), Errors>;

    /// Returns whether functions may be called.
    fn has_functions(&self) -> bool {
        true
    }
}

/// Evaluates expressions.
pub struct Evaluator<'e> {
    /// Resolves references.
    pub names: &'e dyn NameResolver,
    /// Files, time and randomness.
    pub host: &'e Host<'e>,
    /// The remaining budget.
    pub budget: &'e Budget<'e>,
    /// The source files read so far.
    pub texts: &'e Texts,
}

/// The source files and templates read so far.
#[derive(Debug, Default)]
pub struct Texts {
    sources: RefCell<Sources>,
    inside: Cell<bool>,
    missing_files: RefCell<BTreeMap<String, Range>>,
}

impl Texts {
    /// Adds a source and parses it.
    pub fn read<T>(&self, name: &str, text: &str, parse: impl FnOnce(&Sources, u32) -> T) -> T {
        let file = self.sources.borrow_mut().add(name, text);
        parse(&self.sources.borrow(), file)
    }

    /// Notes a file that does not exist, and where its hash is needed first.
    pub fn note_missing_file(&self, path: String, range: Range) {
        self.missing_files.borrow_mut().entry(path).or_insert(range);
    }

    /// Returns the files that do not exist, and where their hashes are needed first.
    pub fn missing_files(&self) -> Vec<(String, Range)> {
        self.missing_files
            .borrow()
            .iter()
            .map(|(path, range)| (path.clone(), *range))
            .collect()
    }

    /// Calls `look` with all sources.
    pub fn with<T>(&self, look: impl FnOnce(&Sources) -> T) -> T {
        look(&self.sources.borrow())
    }

    /// Runs `act` inside a template function.
    pub fn nested<T>(&self, act: impl FnOnce() -> T) -> T {
        let before = self.inside.replace(true);
        let result = act();
        self.inside.set(before);
        result
    }

    /// Returns whether evaluation is inside a template function. Template functions must not be nested.
    pub fn is_inside(&self) -> bool {
        self.inside.get()
    }
}

impl std::fmt::Debug for Evaluator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator")
            .field("host", self.host)
            .field("budget", self.budget)
            .finish_non_exhaustive()
    }
}

/// The variables bound by enclosing loops, innermost first.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'f> {
    binding: Option<(&'f str, &'f Value)>,
    parent: Option<&'f Frame<'f>>,
}

/// The name that binds a splat's current item. It is not a valid identifier, so configurations cannot refer to it.
const ITEM: &str = "*";

impl<'f> Frame<'f> {
    /// A frame without variables.
    pub const EMPTY: Frame<'static> = Frame {
        binding: None,
        parent: None,
    };

    /// Returns a frame with one more variable.
    pub fn with(&'f self, name: &'f str, value: &'f Value) -> Frame<'f> {
        Frame {
            binding: Some((name, value)),
            parent: Some(self),
        }
    }

    /// Returns the value bound to a name.
    pub fn get(&self, name: &str) -> Option<&'f Value> {
        let mut frame = Some(self);
        while let Some(one) = frame {
            match one.binding {
                Some((bound, value)) if bound == name => return Some(value),
                _ => frame = one.parent,
            }
        }
        None
    }
}

/// Converts [`BudgetExceeded`] to an error at a source range.
pub fn budget_error(range: Range) -> impl FnOnce(BudgetExceeded) -> Errors {
    move |exceeded| {
        vec![Diagnostic::error(
            "Configuration too large",
            text!("{}.", exceeded.text()),
            range,
        )]
    }
}

impl Evaluator<'_> {
    /// Formats a source range: `main.tf:1,2-3`.
    pub fn location(&self, range: Option<Range>) -> String {
        range.map_or_else(String::new, |range| {
            self.texts.with(|sources| sources.location(range))
        })
    }

    /// Evaluates an expression. Returns at least one error on failure.
    pub fn eval(&self, expr: &Expr, frame: &Frame<'_>) -> Result<Value, Errors> {
        self.budget.values(1).map_err(budget_error(expr.range))?;
        let value = self
            .budget
            .deeper(|| self.eval_kind(expr, frame))
            .map_err(budget_error(expr.range))??;
        self.budget
            .check_size(value.size())
            .map_err(budget_error(expr.range))?;
        if value.depth() > VALUE_DEPTH {
            return fail(
                "Value too deep",
                text!(
                    "This value has more than {} levels of nesting.",
                    VALUE_DEPTH
                ),
                expr.range,
            );
        }
        Ok(value)
    }

    fn eval_kind(&self, expr: &Expr, frame: &Frame<'_>) -> Result<Value, Errors> {
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Template(parts) => self.template(parts, expr.range, frame),
            ExprKind::Wrapped(inner) | ExprKind::Parentheses(inner) => self.eval(inner, frame),
            ExprKind::Traversal(name, steps) => self.traversal(name, steps, frame),
            ExprKind::Relative(from, steps) => self.steps(self.eval(from, frame)?, steps),
            ExprKind::Index(from, key) => {
                let (from, key) = both(self.eval(from, frame), self.eval(key, frame))?;
                index(&from, &key, expr.range)
            }
            ExprKind::Splat(source, each) => self.splat(source, each, frame),
            ExprKind::Item => Ok(frame.get(ITEM).cloned().unwrap_or_else(Value::dynamic)),
            ExprKind::Call(call) => self.call(call, expr.range, frame),
            ExprKind::Tuple(items) => {
                let items: Result<Vec<Value>, Errors> =
                    all(items.iter().map(|item| self.eval(item, frame)));
                Ok(Value::tuple(items?))
            }
            ExprKind::Object(items) => {
                self.budget
                    .map(items.len())
                    .map_err(budget_error(expr.range))?;
                self.object(items, frame)
            }
            ExprKind::For(each) => self.for_each(each, frame),
            ExprKind::Conditional(parts) => self.conditional(parts, expr.range, frame),
            ExprKind::Binary(operator, sides) => self.binary(*operator, sides, expr.range, frame),
            ExprKind::Not(operand) => self.not(operand, expr.range, frame),
            ExprKind::Minus(operand) => self.minus(operand, expr.range, frame),
        }
    }

    fn traversal(&self, name: &Name, steps: &[Step], frame: &Frame<'_>) -> Result<Value, Errors> {
        if let Some(value) = frame.get(&name.text) {
            return self.steps(value.clone(), steps);
        }
        let (value, used) = self.names.resolve(self, name, steps)?;
        self.steps(value, steps.get(used..).unwrap_or(&[]))
    }

    fn steps(&self, mut value: Value, steps: &[Step]) -> Result<Value, Errors> {
        for step in steps {
            value = match step {
                Step::Attribute(name) => attribute(&value, &name.text, name.range)?,
                Step::Index(key, range) => index(&value, key, *range)?,
            };
        }
        Ok(value)
    }

    fn object(&self, items: &[(Key, Expr)], frame: &Frame<'_>) -> Result<Value, Errors> {
        let mut elements: BTreeMap<Rc<str>, Value> = BTreeMap::new();
        let mut marks = Marks::NONE;
        let mut known = true;
        let mut errors = Errors::new();
        for (key, expr) in items {
            let (key, value) = match both(self.key(key, frame), self.eval(expr, frame)) {
                Ok(pair) => pair,
                Err(more) => {
                    gather(&mut errors, more);
                    continue;
                }
            };
            let (key, more) = key.unmarked();
            marks = marks.and(more);
            match key.str() {
                Some(key) => {
                    elements.insert(key.into(), value);
                }
                None => known = false,
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let value = if known {
            Value::object(elements)
        } else {
            Value::dynamic()
        };
        Ok(value.marked(marks))
    }

    /// Evaluates the key of an object element to a string, which may be unknown.
    fn key(&self, key: &Key, frame: &Frame<'_>) -> Result<Value, Errors> {
        let expr = match key {
            Key::Word(name) => return Ok(Value::from(&*name.text)),
            Key::Expr(expr) => expr,
        };
        let value = self.eval(expr, frame)?;
        if matches!(&expr.kind, ExprKind::Traversal(_, steps) if !steps.is_empty()) {
            let detail = "If this expression is intended to be a reference, wrap it in parentheses. If it's instead intended as a literal name containing periods, wrap it in quotes to create a string literal.";
            return fail("Ambiguous attribute key", detail, expr.range);
        }
        if value.is_null() {
            return fail(
                "Null value as key",
                "Can't use a null value as a key.",
                expr.range,
            );
        }
        convert(&value, &Type::String).map_err(|message| {
            vec![Diagnostic::error(
                "Incorrect key type",
                text!("Can't use this value as a key: {}.", message),
                expr.range,
            )]
        })
    }
}

/// Returns both values, or the errors of both.
pub(super) fn both<A, B>(a: Result<A, Errors>, b: Result<B, Errors>) -> Result<(A, B), Errors> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(mut errors), Err(more)) => {
            gather(&mut errors, more);
            Err(errors)
        }
        (Err(errors), _) | (_, Err(errors)) => Err(errors),
    }
}

/// Returns all values, or the errors of all that failed.
pub(super) fn all(
    values: impl Iterator<Item = Result<Value, Errors>>,
) -> Result<Vec<Value>, Errors> {
    let mut found = Vec::new();
    let mut errors = Errors::new();
    for value in values {
        match value {
            Ok(value) => found.push(value),
            Err(more) => gather(&mut errors, more),
        }
    }
    if errors.is_empty() {
        Ok(found)
    } else {
        Err(errors)
    }
}
