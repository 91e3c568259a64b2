use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::diagnostic::Errors;
use crate::eval::constant_value;
use crate::syntax::parse_body;
use crate::value::{Type, Value};
use cfn_warden_syntax::{Known, Operand, Text, text};

/// `provider::terraform::decode_tfvars(src)`: decodes a `.tfvars` file to an object.
pub static FUNCTION: Function = Function {
    name: "provider::terraform::decode_tfvars",
    parameters: &[Parameter::new("src", ParamType::String)],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let texts = call.evaluator.texts;
    let failed = |what: Text, errors: &Errors| {
        let first = errors.first().map_or_else(Text::default, |error| {
            texts.with(|sources| error.located(sources))
        });
        CallError::Call(text!("{}: {}", what, first))
    };
    let body = texts.read("<decode_tfvars argument>", call.str(0)?, parse_body);
    let body = body.map_err(|errors| failed("invalid tfvars syntax".into(), &errors))?;
    if let Some(block) = body.blocks.first() {
        let location = texts.with(|sources| sources.location(block.range));
        return Err(CallError::call(text!(
            "invalid tfvars content: {}: Unexpected \"{}\" block; Blocks are not allowed here.",
            Known(&location),
            Operand::Name(&block.kind)
        )));
    }
    let mut variables = std::collections::BTreeMap::new();
    for attribute in &body.attributes {
        let value = constant_value(&attribute.expr).map_err(|errors| {
            failed(
                text!(
                    "invalid expression for variable \"{}\"",
                    Operand::Name(&attribute.name)
                ),
                &errors,
            )
        })?;
        call.budget.values(1)?;
        variables.insert(attribute.name.clone(), value);
    }
    Ok(Value::object(variables))
}
