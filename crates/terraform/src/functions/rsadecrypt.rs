use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::go;
use crate::support::rsa;
use crate::value::Value;
use cfn_warden_syntax::{Operand, text};

/// `rsadecrypt(ciphertext, privatekey)`: decrypts an RSA ciphertext, PKCS #1 version 1.5.
pub static FUNCTION: Function = Function {
    name: "rsadecrypt",
    parameters: &[
        Parameter::new("ciphertext", ParamType::String),
        Parameter::new("privatekey", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.str(0)?;
    let bytes = codec::from_base64(text).ok_or_else(|| {
        let message = text!(
            "failed to decode input {}: cipher text must be base64-encoded",
            Operand::Value(&go::quoted(text))
        );
        CallError::Argument(0, message)
    })?;
    call.budget.bytes(1_000_000)?;
    let key = rsa::key(call.str(1)?).map_err(|message| CallError::Argument(1, message))?;
    let plain = key
        .decrypt(&bytes)
        .ok_or_else(|| CallError::call("failed to decrypt: crypto/rsa: decryption error"))?;
    call.text(String::from_utf8_lossy(&plain))
}
