//! `for` expressions: `[for ...]` and `{for ...}`.

use cfn_warden_syntax::{Known, Operand, text};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

use super::{Evaluator, Frame, budget_error};
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::syntax::ast::{Expr, For};
use crate::value::convert::convert;
use crate::value::{Marks, Type, Value};

/// The elements of a map after which another node of it is charged.
const MAP_STEP: usize = 6;

impl Evaluator<'_> {
    /// Evaluates a `for` expression.
    pub(super) fn for_each(&self, each: &For, frame: &Frame<'_>) -> Result<Value, Errors> {
        let (source, mut marks) = self.eval(&each.source, frame)?.unmarked();
        let pairs = self.pairs(&source, &each.source)?;
        if pairs.as_ref().is_none_or(Vec::is_empty)
            && source.ty() != Type::Dynamic
            && let Some(condition) = &each.condition
        {
            // A condition that fails for any value is an error even if there are no items.
            let any = Value::dynamic();
            let with_key = each
                .key_name
                .as_ref()
                .map_or(*frame, |name| frame.with(&name.text, &any));
            self.holds(
                condition,
                &with_key.with(&each.value_name.text, &any),
                &mut marks,
            )?;
        }
        let Some(pairs) = pairs else {
            return Ok(Value::dynamic().marked(marks));
        };
        let mut items: Vec<Value> = Vec::new();
        let mut elements: BTreeMap<Rc<str>, Value> = BTreeMap::new();
        let mut groups: BTreeMap<Rc<str>, Vec<Value>> = BTreeMap::new();
        let mut known = true;
        // The size of the map up to which it is charged.
        let mut charged = 0usize;
        for (key, value) in &pairs {
            let with_key = match &each.key_name {
                Some(name) => frame.with(&name.text, key),
                None => *frame,
            };
            let inner = with_key.with(&each.value_name.text, value);
            if let Some(condition) = &each.condition {
                match self.holds(condition, &inner, &mut marks)? {
                    Some(true) => {}
                    Some(false) => continue,
                    None => {
                        known = false;
                        continue;
                    }
                }
            }
            let Some((key, grouped)) = &each.key else {
                items.push(self.eval(&each.value, &inner)?);
                continue;
            };
            let size = elements.len().saturating_add(groups.len());
            if size >= charged {
                self.budget.map(1).map_err(budget_error(key.range))?;
                charged = size.saturating_add(MAP_STEP);
            }
            let name = self.element_key(key, &inner, &mut marks)?;
            let result = self.eval(&each.value, &inner)?;
            let Some(name) = name else {
                known = false;
                continue;
            };
            if *grouped {
                groups.entry(name).or_default().push(result);
                continue;
            }
            match elements.entry(name) {
                Entry::Vacant(entry) => {
                    entry.insert(result);
                }
                Entry::Occupied(entry) => {
                    let detail = text!(
                        "Two different items produced the key \"{}\" in this 'for' expression. If duplicates are expected, use the ellipsis (...) after the value expression to enable grouping by key.",
                        Operand::Value(entry.key())
                    );
                    return fail("Duplicate object key", detail, key.range);
                }
            }
        }
        let value = match &each.key {
            _ if !known => Value::dynamic(),
            None => Value::tuple(items),
            Some((_, true)) => Value::object(
                groups
                    .into_iter()
                    .map(|(name, items)| (name, Value::tuple(items)))
                    .collect(),
            ),
            Some((_, false)) => Value::object(elements),
        };
        Ok(value.marked(marks))
    }

    /// Returns the key-value pairs to iterate over; `None` if they are unknown.
    pub(super) fn pairs(
        &self,
        source: &Value,
        expr: &Expr,
    ) -> Result<Option<Vec<(Value, Value)>>, Errors> {
        if source.is_null() {
            let detail = "A null value cannot be used as the collection in a 'for' expression.";
            return fail("Iteration over null value", detail, expr.range);
        }
        let ty = source.ty();
        if ty == Type::Dynamic {
            return Ok(None);
        }
        if ty.is_primitive() {
            let detail = text!(
                "A value of type {} cannot be used as the collection in a 'for' expression.",
                Known(&ty.name())
            );
            return fail("Iteration over non-iterable value", detail, expr.range);
        }
        self.budget
            .visit(source.size())
            .map_err(budget_error(expr.range))?;
        // A pair has two values; an index is made for it.
        let count = match source.is_known() {
            true => source.length_range().1,
            false => 0,
        };
        self.budget
            .values(count.saturating_mul(2))
            .map_err(budget_error(expr.range))?;
        Ok(source.pairs())
    }

    /// Evaluates the `if` clause; `None` if it is unknown.
    fn holds(
        &self,
        condition: &Expr,
        frame: &Frame<'_>,
        marks: &mut Marks,
    ) -> Result<Option<bool>, Errors> {
        let value = self.eval(condition, frame)?;
        if value.is_null() {
            return fail(
                "Condition is null",
                "The value of the 'if' clause must not be null.",
                condition.range,
            );
        }
        let value = convert(&value, &Type::Bool).map_err(|message| {
            let detail = text!("The 'if' clause value is invalid: {}.", message);
            vec![Diagnostic::error(
                "Invalid 'for' condition",
                detail,
                condition.range,
            )]
        })?;
        *marks = marks.and(value.marks_deep());
        Ok(value.bool())
    }

    /// Evaluates the key; `None` if it is unknown.
    fn element_key(
        &self,
        key: &Expr,
        frame: &Frame<'_>,
        marks: &mut Marks,
    ) -> Result<Option<Rc<str>>, Errors> {
        let value = self.eval(key, frame)?;
        if value.is_null() {
            let detail = "Key expression in 'for' expression must not produce a null value.";
            return fail("Invalid object key", detail, key.range);
        }
        *marks = marks.and(value.marks());
        let value = convert(&value, &Type::String).map_err(|message| {
            let detail = text!(
                "The key expression produced an invalid result: {}.",
                message
            );
            vec![Diagnostic::error("Invalid object key", detail, key.range)]
        })?;
        Ok(value.str().map(Rc::from))
    }
}
