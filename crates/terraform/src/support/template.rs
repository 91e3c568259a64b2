//! Rendering for `templatefile` and `templatestring`.

use cfn_warden_syntax::{Known, Operand, Text, text};
use std::cell::RefCell;

use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::{Evaluator, Frame, NameResolver};
use crate::functions::CallError;
use crate::support::{go, hcl_text};
use crate::syntax::ast::{Name, Step};
use crate::syntax::parse_template;
use crate::value::{Type, Value};

/// Resolves names to template variables.
struct TemplateVariables<'g> {
    vars: &'g Value,
    missing: RefCell<Option<Name>>,
}

impl NameResolver for TemplateVariables<'_> {
    fn resolve(
        &self,
        _: &Evaluator<'_>,
        name: &Name,
        _: &[Step],
    ) -> Result<(Value, usize), Errors> {
        if let Some(found) = self.vars.elements().and_then(|vars| vars.get(&name.text)) {
            return Ok((found.clone().marked(self.vars.marks()), 0));
        }
        self.missing
            .borrow_mut()
            .get_or_insert_with(|| name.clone());
        let detail = text!(
            "vars map does not contain key \"{}\".",
            Operand::Name(&name.text)
        );
        Err(vec![Diagnostic::error(
            "Missing template variable",
            detail,
            name.range,
        )])
    }
}

/// Renders a template with the given variables.
pub fn render(
    evaluator: &Evaluator<'_>,
    name: &str,
    text: &str,
    vars: &Value,
) -> Result<Value, CallError> {
    let ty = vars.ty();
    if !matches!(ty, Type::Map(_) | Type::Object(_) | Type::Dynamic) || vars.is_null() {
        return Err(CallError::argument(1, "invalid vars value: must be a map"));
    }
    if vars.elements().is_none() {
        return Ok(Value::dynamic().marked(vars.marks()));
    }
    let expr = evaluator.texts.read(name, text, parse_template);
    let expr = expr.map_err(|errors| CallError::Call(first_of(evaluator, &errors)))?;
    let names = vars.elements().into_iter().flat_map(|vars| vars.keys());
    if let Some(name) = names
        .into_iter()
        .find(|name| !hcl_text::is_identifier(name))
    {
        let message = text!(
            "invalid template variable name {}: must start with a letter, followed by zero or more letters, digits, and underscores",
            Operand::Name(&go::quoted(name))
        );
        return Err(CallError::Argument(1, message));
    }
    let variables = TemplateVariables {
        vars,
        missing: RefCell::new(None),
    };
    let inner = Evaluator {
        names: &variables,
        ..*evaluator
    };
    let value = evaluator.texts.nested(|| inner.eval(&expr, &Frame::EMPTY));
    if let Some(missing) = variables.missing.take() {
        let location = evaluator.location(Some(missing.range));
        let message = text!(
            "vars map does not contain key \"{}\", referenced at {}",
            Operand::Name(&missing.text),
            Known(&location)
        );
        return Err(CallError::Argument(1, message));
    }
    value.map_err(|errors| CallError::Call(first_of(evaluator, &errors)))
}

/// Formats the first error with its location, and the number of other errors.
fn first_of(evaluator: &Evaluator<'_>, errors: &[Diagnostic]) -> Text {
    let located = |error: &Diagnostic| evaluator.texts.with(|sources| error.located(sources));
    let first = errors.first().map_or_else(Text::default, located);
    match errors.len() {
        0 | 1 => first,
        many => text!(
            "{}, and {} other diagnostic(s)",
            first,
            many.saturating_sub(1)
        ),
    }
}
