//! Constant expressions: no references and no function calls.

use super::{Evaluator, Frame, NameResolver, Texts};
use crate::budget::Budget;
use crate::diagnostic::{Errors, fail};
use crate::host::{Host, NoFiles};
use crate::syntax::ast::{Expr, Name, Step};
use crate::value::Value;

/// Rejects every reference.
struct NoNames;

impl NameResolver for NoNames {
    fn resolve(
        &self,
        _: &Evaluator<'_>,
        name: &Name,
        _: &[Step],
    ) -> Result<(Value, usize), Errors> {
        fail(
            "Variables not allowed",
            "Variables may not be used here.",
            name.range,
        )
    }

    fn has_functions(&self) -> bool {
        false
    }
}

/// Evaluates an expression that contains no references and no function calls.
pub fn constant_value(expr: &Expr) -> Result<Value, Errors> {
    let host = Host::from_files(&NoFiles);
    let (budget, texts) = (Budget::default(), Texts::default());
    Evaluator {
        names: &NoNames,
        host: &host,
        budget: &budget,
        texts: &texts,
    }
    .eval(expr, &Frame::EMPTY)
}
