use super::{Call, Failure, Function, Implementation, ParamType, Parameter, Returns};
use crate::diagnostic::Errors;
use crate::eval::fixed;
use crate::syntax::parse_body;
use crate::value::{Type, Value};

/// `provider::terraform::decode_tfvars(src)`: decodes a `.tfvars` file to an object.
pub static FUNCTION: Function = Function {
    name: "provider::terraform::decode_tfvars",
    parameters: &[Parameter::new("src", ParamType::String)],
    rest: None,
    returns: Returns::Some(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, Failure> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let texts = call.evaluator.texts;
    let failed = |what: &str, errors: &Errors| {
        let first = errors.first().map_or_else(String::new, |error| texts.with(|sources| error.located(sources)));
        Failure::Call(format!("{what}: {first}"))
    };
    let body = texts.read("<decode_tfvars argument>", call.str(0)?, parse_body);
    let body = body.map_err(|errors| failed("invalid tfvars syntax", &errors))?;
    if let Some(block) = body.blocks.first() {
        let place = texts.with(|sources| sources.place(block.range));
        return Err(Failure::call(format!(
            "invalid tfvars content: {place}: Unexpected \"{}\" block; Blocks are not allowed here.",
            block.kind
        )));
    }
    let mut made = std::collections::BTreeMap::new();
    for attribute in &body.attributes {
        let value = fixed(&attribute.expr)
            .map_err(|errors| failed(&format!("invalid expression for variable \"{}\"", attribute.name), &errors))?;
        call.budget.values(1)?;
        made.insert(attribute.name.clone(), value);
    }
    Ok(Value::object(made))
}
