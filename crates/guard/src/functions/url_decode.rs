use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::Value;

/// `url_decode(query)`: decodes escapes such as `%20`; results that are not UTF-8 are dropped.
pub static FUNCTION: Function = Function {
    name: "url_decode",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    input.each_string(|text| Ok(decode(text)))
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match (first, tail.split_first_chunk::<2>()) {
            (b'%', Some(([high, low], tail)))
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                bytes.push(digit(*high) << 4 | digit(*low));
                rest = tail;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

fn digit(byte: u8) -> u8 {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn only_complete_escapes_are_decoded() {
        for (text, expected) in [
            ("a%20b+c", Some("a b+c")),
            ("%", Some("%")),
            ("%2", Some("%2")),
            ("%zz%41", Some("%zzA")),
            ("%ff", None),
        ] {
            assert_eq!(decode(text).as_deref(), expected, "{text}");
        }
    }
}
