use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};
use cfn_warden_syntax::text;

/// `sort(list)`: sorts strings by code point.
pub static FUNCTION: Function = Function {
    name: "sort",
    parameters: &[Parameter::new("list", ParamType::Strings).unknown()],
    rest: None,
    returns: Returns::Fixed(ParamType::Strings),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0)?;
    if !list.is_wholly_known() {
        let (least, most) = list.length_range();
        return Ok(Value::collection_between(
            call.result.clone(),
            least,
            most,
            true,
        ));
    }
    let items = call.items(0)?;
    if let Some(at) = items.iter().position(Value::is_null) {
        let message = text!(
            "given list element {} is null; a null string cannot be sorted",
            at
        );
        return Err(CallError::Call(message));
    }
    let mut texts: Vec<Value> = items.to_vec();
    texts.sort_by(|a, b| a.str().cmp(&b.str()));
    Ok(Value::list(Type::String, texts))
}
