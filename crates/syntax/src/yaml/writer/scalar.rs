//! Chooses the style of a YAML scalar.

/// The styles of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Plain if the text would be read as a string, otherwise quoted.
    Any,
    /// Without quotes if the text allows it.
    Plain,
    /// `'text'`
    Single,
    /// `"text"`
    Double,
    /// A block scalar after `|`.
    Literal,
}

/// Returns the requested style, or the nearest style that the text allows.
pub(super) fn choose(text: &str, style: Style, is_key: bool, last: char) -> Style {
    let allowed = analyse(text, last);
    let mut style = if is_key && allowed.multiline {
        Style::Double
    } else {
        style
    };
    if matches!(style, Style::Any | Style::Plain) && (!allowed.plain || (text.is_empty() && is_key))
    {
        style = Style::Single;
    }
    if style == Style::Single && !allowed.single {
        style = Style::Double;
    }
    if style == Style::Literal && (!allowed.block || is_key) {
        style = Style::Double;
    }
    style
}

struct Allowed {
    multiline: bool,
    plain: bool,
    single: bool,
    block: bool,
}

fn analyse(text: &str, last: char) -> Allowed {
    if text.is_empty() {
        return Allowed {
            multiline: false,
            plain: true,
            single: true,
            block: false,
        };
    }
    let mut allowed = Allowed {
        multiline: false,
        plain: true,
        single: true,
        block: true,
    };
    let mut indicators = text.starts_with("---") || text.starts_with("...");
    let mut special = false;
    let (mut after_space, mut after_break, mut after_blank) = (false, false, true);
    let mut characters = text.chars().peekable();
    let mut first = true;
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        let before_blank = next.is_none_or(is_blank);
        indicators |= match character {
            ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
            | '`' => first,
            '#' => first || after_blank,
            ':' => before_blank,
            '?' | '-' => first && before_blank,
            _ => false,
        };
        special |= !is_printable(character, last);
        if character == ' ' {
            allowed.plain &= !first && next.is_some();
            allowed.block &= next.is_some();
            if after_break {
                allowed.plain = false;
                allowed.single = false;
            }
        } else if is_break(character) {
            allowed.multiline = true;
            special |= after_space;
        }
        after_space = character == ' ';
        after_break = is_break(character);
        after_blank = is_blank(character);
        first = false;
    }
    if special {
        allowed = Allowed {
            multiline: allowed.multiline,
            plain: false,
            single: false,
            block: false,
        };
    }
    allowed.plain &= !indicators && !allowed.multiline;
    allowed
}

/// The line breaks of YAML 1.1.
pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn is_blank(character: char) -> bool {
    character == ' ' || character == '\t' || is_break(character)
}

/// Whether the emitter writes the character without escaping it.
fn is_printable(character: char, last: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
        && character != '\u{feff}'
        && character <= last
}

/// Returns the escape sequence of a character between double quotes, if it needs one.
pub(super) fn escape(character: char, last: char) -> Option<String> {
    if is_printable(character, last)
        && !is_break(character)
        && character != '"'
        && character != '\\'
    {
        return None;
    }
    let code = u32::from(character);
    Some(match character {
        '\0' => "\\0".to_owned(),
        '\u{7}' => "\\a".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\t' => "\\t".to_owned(),
        '\n' => "\\n".to_owned(),
        '\u{b}' => "\\v".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        '\r' => "\\r".to_owned(),
        '\u{1b}' => "\\e".to_owned(),
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\u{85}' => "\\N".to_owned(),
        '\u{a0}' => "\\_".to_owned(),
        '\u{2028}' => "\\L".to_owned(),
        '\u{2029}' => "\\P".to_owned(),
        _ if code <= 0xff => format!("\\x{code:02X}"),
        _ if code <= 0xffff => format!("\\u{code:04X}"),
        _ => format!("\\U{code:08X}"),
    })
}
