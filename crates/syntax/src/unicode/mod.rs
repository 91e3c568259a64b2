//! Character properties, as in the Python version that cfn-lint runs on.
//!
//! `categories.bin` is written by `scripts/unicode.py`, which documents its layout.

pub mod case;

static RUNS: &[u8] = include_bytes!("categories.bin");

const WORD: u8 = 0x20;
const PRINTABLE: u8 = 0x40;
const DECIMAL: u8 = 0x80;

/// The general categories in the order of the table; a set of categories is a bit mask.
pub const CATEGORIES: [&str; 30] = [
    "Cn", "Cc", "Cf", "Cs", "Co", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No",
    "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp",
];

/// Returns the general category of a code point as an index into [`CATEGORIES`].
pub fn category(code: u32) -> u8 {
    flags(code) & 0x1f
}

/// Whether `\w` matches a code point: a letter, mark, decimal digit, connector or joiner.
pub fn is_word(code: u32) -> bool {
    if code < 0x80 {
        return matches!(code, 0x30..=0x39 | 0x41..=0x5a | 0x5f | 0x61..=0x7a);
    }
    flags(code) & WORD != 0
}

/// Whether `\s` matches a code point: the White_Space property.
pub fn is_space(code: u32) -> bool {
    matches!(code, 0x9..=0xd | 0x20 | 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000)
}

/// Whether `str.strip`, `int` and `float` treat a character as whitespace: `\s` and the ASCII separators.
pub fn is_strip_space(character: char) -> bool {
    matches!(character, '\u{1c}'..='\u{1f}') || is_space(character.into())
}

/// Whether `repr` prints a character unescaped.
pub fn is_printable(character: char) -> bool {
    let code = u32::from(character);
    if code < 0x7f {
        return code >= 0x20;
    }
    flags(code) & PRINTABLE != 0
}

/// Returns the value of a decimal digit of any script, as `int` and `float` read it.
pub fn decimal(character: char) -> Option<u8> {
    let code = u32::from(character);
    if code < 0x80 {
        return character
            .to_digit(10)
            .and_then(|digit| u8::try_from(digit).ok());
    }
    let (first, flags) = run(code);
    // The digits of a script are consecutive and start with zero, so every run starts with a zero.
    if flags & DECIMAL == 0 {
        None
    } else {
        u8::try_from((code - first) % 10).ok()
    }
}

fn flags(code: u32) -> u8 {
    run(code).1
}

/// Returns the run that contains a code point: its first code point and its flags.
fn run(code: u32) -> (u32, u8) {
    let (runs, _) = RUNS.as_chunks::<4>();
    let after = runs.partition_point(|run| u32::from_le_bytes(*run) >> 8 <= code);
    let entry = after
        .checked_sub(1)
        .and_then(|index| runs.get(index))
        .map_or(0, |run| u32::from_le_bytes(*run));
    (entry >> 8, entry.to_le_bytes()[0])
}
