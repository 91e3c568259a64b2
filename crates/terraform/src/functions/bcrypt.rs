use base64::Engine as _;
use cfn_warden_syntax::text;

use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `bcrypt(str, cost)`: returns a bcrypt hash with a random salt.
pub static FUNCTION: Function = Function {
    name: "bcrypt",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: Some(Parameter::new("cost", ParamType::Number)),
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

/// The highest cost that is computed; each increment doubles the time. Above it, the result is unknown.
const COST: i64 = 10;

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let cost = if call.arguments.len() > 1 {
        call.int(1)?
    } else {
        10
    };
    if call.arguments.len() > 2 {
        return Err(CallError::call("bcrypt() takes no more than two arguments"));
    }
    let Some(rng) = &call.host.rng else {
        return Ok(call.unknown());
    };
    if cost > 31 {
        let message = text!(
            "error occured generating password crypto/bcrypt: cost {} is outside allowed range (4,31)",
            cost
        );
        return Err(CallError::call(message));
    }
    if cost > COST {
        return Ok(call.unknown());
    }
    // Charges for the computing time.
    call.budget.bytes(4_000_000)?;
    let cost = if cost < 4 {
        10
    } else {
        u32::try_from(cost).unwrap_or(10)
    };
    call.text(hash(call.str(0)?, cost, rng.bytes()))
}

/// The hash in the format `$2a$COST$SALT+HASH`, of at most 72 bytes of the password and its terminator.
fn hash(password: &str, cost: u32, salt: [u8; 16]) -> String {
    let mut key = password.as_bytes().to_vec();
    key.push(0);
    key.truncate(72);
    let hash = bcrypt::bcrypt(cost, salt, &key);
    let hash = hash.get(..23).unwrap_or_default();
    format!(
        "$2a${cost:02}${}{}",
        bcrypt::BASE_64.encode(salt),
        bcrypt::BASE_64.encode(hash)
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn hashes_are_those_of_the_openwall_test_vectors() {
        // https://github.com/openwall/crypt_blowfish: `$2a$05$CCCCCCCCCCCCCCCCCCCCC.` is the salt of sixteen times 0x10, 0x41, ...
        let salt: [u8; 16] = base64::Engine::decode(&bcrypt::BASE_64, "CCCCCCCCCCCCCCCCCCCCC.")
            .unwrap()
            .try_into()
            .unwrap();
        assert_eq!(
            super::hash("U*U", 5, salt),
            "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
        );
    }
}
