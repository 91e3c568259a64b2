//! Format strings with verbs such as `%s` and `%d`.

use super::{go, graphemes, json};
use crate::budget::Budget;
use crate::functions::CallError;
use crate::number::Number;
use crate::value::convert::convert;
use crate::value::{Kind, Marks, Refinement, Type, Value};
use cfn_warden_syntax::{Operand, ToText, text};

/// The maximum width and precision of a field.
const WIDTH: usize = 100_000;

/// A format verb, such as `%-5.2f`.
#[derive(Debug, Default)]
struct Verb<'f> {
    raw: &'f str,
    at: usize,
    letter: char,
    argument: Option<usize>,
    width: Option<usize>,
    precision: Option<usize>,
    zero: bool,
    sharp: bool,
    minus: bool,
    plus: bool,
    space: bool,
}

/// Formats the arguments. If an argument is unknown, the result is unknown with the text before it as its known prefix.
pub fn format(format: &str, arguments: &[Value], budget: &Budget<'_>) -> Result<Value, CallError> {
    let mut output = String::new();
    let mut marks = Marks::NONE;
    let mut next = 0usize;
    let mut highest = 0usize;
    let mut at = 0usize;
    let mut unknown = false;
    while let Some(rest) = format.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(start) = rest.find('%') else {
            push(&mut output, rest, unknown);
            break;
        };
        push(&mut output, rest.get(..start).unwrap_or(""), unknown);
        at = at.saturating_add(start);
        if format.get(at..).is_some_and(|rest| rest.starts_with("%%")) {
            push(&mut output, "%", unknown);
            at = at.saturating_add(2);
            continue;
        }
        let verb = parse(format, at)?;
        at = at.saturating_add(verb.raw.len());
        let number = verb.argument.unwrap_or(next.saturating_add(1));
        next = number;
        highest = highest.max(number);
        let Some(argument) = number
            .checked_sub(1)
            .and_then(|number| arguments.get(number))
        else {
            return Err(CallError::call(text!(
                "not enough arguments for {} at {}: need index {} but have {} total",
                Operand::Value(&go::quoted(verb.raw)),
                verb.at,
                Operand::Value(&number.to_string()),
                arguments.len()
            )));
        };
        let (argument, more) = argument.clone().unmarked_deep();
        marks = marks.and(more);
        if !argument.is_wholly_known() {
            unknown = true;
            continue;
        }
        let field = verb.render(&argument, budget)?;
        budget.bytes(field.len())?;
        push(&mut output, &field, unknown);
    }
    if highest < arguments.len() {
        let message = if highest == 0 {
            "too many arguments; no verbs in format string".into()
        } else {
            text!("too many arguments; only {} used by format string", highest)
        };
        return Err(CallError::Argument(highest.saturating_add(1), message));
    }
    budget.bytes(output.len())?;
    if unknown {
        let prefix = (!output.is_empty()).then(|| output.as_str().into());
        return Ok(Value::from(Kind::Unknown(
            Type::String,
            Refinement {
                not_null: true,
                prefix,
                ..Refinement::default()
            },
        ))
        .marked(marks));
    }
    Ok(Value::from(output).marked(marks))
}

fn push(output: &mut String, text: &str, unknown: bool) {
    if !unknown {
        output.push_str(text);
    }
}

/// Parses the verb at an offset.
fn parse(format: &str, at: usize) -> Result<Verb<'_>, CallError> {
    let rest = format.get(at..).unwrap_or("");
    let mut verb = Verb {
        at,
        ..Verb::default()
    };
    let mut letters = rest.char_indices().skip(1).peekable();
    let mut digits = String::new();
    let mut precise = false;
    while let Some((offset, c)) = letters.next() {
        let position = at.saturating_add(offset);
        match c {
            '0' if digits.is_empty() && !precise => verb.zero = true,
            '#' => verb.sharp = true,
            '-' => verb.minus = true,
            '+' => verb.plus = true,
            ' ' => verb.space = true,
            '.' if !precise => {
                verb.width = width(&digits)?;
                digits.clear();
                precise = true;
            }
            '0'..='9' => digits.push(c),
            '[' => {
                let inside: String = letters
                    .by_ref()
                    .map(|(_, c)| c)
                    .take_while(|c| *c != ']')
                    .collect();
                let number = inside
                    .parse::<usize>()
                    .ok()
                    .filter(|number| *number > 0 && !inside.starts_with('0'));
                let Some(number) = number else {
                    let first = inside.chars().next().unwrap_or(']');
                    let position = position.saturating_add(1);
                    return Err(CallError::call(text!(
                        "unrecognized format character '{}' at offset {}",
                        Operand::Value(&first.to_string()),
                        position
                    )));
                };
                verb.argument = Some(number);
            }
            c if c.is_ascii_alphabetic() => {
                if precise {
                    verb.precision = Some(width(&digits)?.unwrap_or(0));
                } else {
                    verb.width = width(&digits)?;
                }
                verb.letter = c;
                verb.raw = rest.get(..offset.saturating_add(1)).unwrap_or(rest);
                return Ok(verb);
            }
            other => {
                return Err(CallError::call(text!(
                    "unrecognized format character '{}' at offset {}",
                    Operand::Value(&other.to_string()),
                    position
                )));
            }
        }
    }
    Err(CallError::call(text!(
        "invalid format string starting at offset {}",
        at.saturating_add(1)
    )))
}

fn width(digits: &str) -> Result<Option<usize>, CallError> {
    if digits.is_empty() {
        return Ok(None);
    }
    match digits.parse::<usize>() {
        Ok(width) if width <= WIDTH => Ok(Some(width)),
        _ => Err(CallError::call(text!(
            "the field width exceeds the limit of {}",
            WIDTH
        ))),
    }
}

impl Verb<'_> {
    fn unsupported_value(&self, why: impl ToText) -> CallError {
        CallError::call(text!(
            "unsupported value for {} at {}: {}",
            Operand::Value(&go::quoted(self.raw)),
            self.at,
            why
        ))
    }

    fn render(&self, value: &Value, budget: &Budget<'_>) -> Result<String, CallError> {
        let as_type = |ty: Type| {
            let converted = convert(value, &ty).map_err(|why| self.unsupported_value(&why))?;
            if converted.is_null() {
                Err(self.unsupported_value("must not be null"))
            } else {
                Ok(converted)
            }
        };
        match self.letter {
            'v' => Ok(self.padded_text(&self.any(value, budget)?)),
            't' => {
                let value = as_type(Type::Bool)?;
                // The width does not apply.
                Ok((if value.bool() == Some(true) {
                    "true"
                } else {
                    "false"
                })
                .to_owned())
            }
            'b' | 'd' | 'o' | 'x' | 'X' => {
                let value = as_type(Type::Number)?;
                let number = value
                    .number()
                    .ok_or_else(|| self.unsupported_value("number required"))?;
                self.integer(number)
            }
            'e' | 'E' | 'f' | 'g' | 'G' => {
                let value = as_type(Type::Number)?;
                let number = value
                    .number()
                    .ok_or_else(|| self.unsupported_value("number required"))?;
                Ok(self.decimal(number))
            }
            's' => {
                let value = as_type(Type::String)?;
                Ok(self.padded_text(self.cut(value.str().unwrap_or(""))))
            }
            'q' => {
                let value = as_type(Type::String)?;
                let mut quoted = String::new();
                json::quote(self.cut(value.str().unwrap_or("")), &mut quoted);
                Ok(self.padded_text(&quoted))
            }
            other => Err(CallError::call(text!(
                "unsupported format verb '{}' in {} at offset {}",
                Operand::Value(&other.to_string()),
                Operand::Value(&go::quoted(self.raw)),
                self.at
            ))),
        }
    }

    /// `%v`: strings and numbers as they are, other values as JSON.
    fn any(&self, value: &Value, budget: &Budget<'_>) -> Result<String, CallError> {
        if value.is_null() {
            return Ok("null".to_owned());
        }
        Ok(match value.kind() {
            Kind::String(text) if !self.sharp => text.to_string(),
            Kind::Number(number) if !self.sharp => {
                let sign = if number.is_negative() { "-" } else { "" };
                format!("{sign}{}", go::shortest(number).trim_start_matches('-'))
            }
            _ => json::encode(value, budget)?,
        })
    }

    fn cut<'t>(&self, text: &'t str) -> &'t str {
        // A precision of zero selects the whole text, as in Terraform.
        let Some(precision) = self.precision.filter(|precision| *precision > 0) else {
            return text;
        };
        let end = graphemes::clusters(text)
            .take(precision)
            .map(str::len)
            .sum();
        text.get(..end).unwrap_or(text)
    }

    fn padded_text(&self, text: &str) -> String {
        let missing = self
            .width
            .unwrap_or(0)
            .saturating_sub(graphemes::count(text));
        match (self.minus, self.zero) {
            (true, _) => format!("{text}{}", " ".repeat(missing)),
            (false, true) => format!("{}{text}", "0".repeat(missing)),
            (false, false) => format!("{}{text}", " ".repeat(missing)),
        }
    }

    fn integer(&self, number: &Number) -> Result<String, CallError> {
        let whole = number
            .whole()
            .ok_or_else(|| self.unsupported_value("an integer is required"))?;
        let magnitude = whole.magnitude();
        let (prefix, digits) = match self.letter {
            'b' => (
                if self.sharp { "0b" } else { "" },
                magnitude.to_str_radix(2),
            ),
            'o' => (if self.sharp { "0" } else { "" }, magnitude.to_str_radix(8)),
            'x' => (
                if self.sharp { "0x" } else { "" },
                magnitude.to_str_radix(16),
            ),
            'X' => (
                if self.sharp { "0X" } else { "" },
                magnitude.to_str_radix(16).to_uppercase(),
            ),
            _ => ("", magnitude.to_str_radix(10)),
        };
        let least = self.precision.unwrap_or(0);
        let digits = format!("{digits:0>least$}");
        Ok(self.padded_number(number, prefix, &digits, self.precision.is_none()))
    }

    fn decimal(&self, number: &Number) -> String {
        let text = match (self.letter, self.precision) {
            ('f', precision) => go::fixed(number, precision.unwrap_or(6)),
            ('e' | 'E', precision) => go::scientific(number, Some(precision.unwrap_or(6))),
            (_, None) => go::shortest(number),
            (_, Some(precision)) => go::general(number, precision.max(1)),
        };
        let text = text.trim_start_matches(['-', '+']);
        let text = if self.letter.is_ascii_uppercase() {
            text.to_uppercase()
        } else {
            text.to_owned()
        };
        self.padded_number(number, "", &text, true)
    }

    fn padded_number(&self, number: &Number, prefix: &str, digits: &str, zeros: bool) -> String {
        let sign = match (number.is_negative(), self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        };
        let length = sign
            .len()
            .saturating_add(prefix.len())
            .saturating_add(digits.chars().count());
        let missing = self.width.unwrap_or(0).saturating_sub(length);
        if self.minus {
            format!("{sign}{prefix}{digits}{}", " ".repeat(missing))
        } else if self.zero && zeros {
            format!("{sign}{prefix}{}{digits}", "0".repeat(missing))
        } else {
            format!("{}{sign}{prefix}{digits}", " ".repeat(missing))
        }
    }
}
