//! Unicode properties: `\p{..}`, `\d`, `\w`, `\s`, `[[:alpha:]]`.

use cfn_warden_syntax::unicode::{self, CATEGORIES};

/// A class of characters defined by Unicode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    /// Characters of the general categories in a mask over [`CATEGORIES`].
    Categories(u32),
    /// `\w`.
    Word,
    /// `\s`.
    Space,
    /// Horizontal space: spaces and tab.
    Blank,
    /// Visible characters.
    Graph,
    /// Visible characters and spaces.
    Print,
    /// Letters, and characters used like letters.
    Alphabetic,
    /// Letters and decimal digits.
    Alphanumeric,
    /// Letters and ASCII digits.
    PosixAlphanumeric,
    /// Upper-case letters and symbols.
    Uppercase,
    /// Lower-case letters and symbols.
    Lowercase,
    /// Decimal digits of any script, and hexadecimal letters.
    HexDigit,
    /// ASCII hexadecimal digits.
    AsciiHexDigit,
    /// ASCII decimal digits.
    AsciiDigit,
    /// Punctuation and symbols.
    PosixPunctuation,
    /// ASCII characters.
    Ascii,
    /// Every character.
    Any,
}

/// The result of looking up a property name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lookup {
    /// A class, or with `false` its complement.
    Found(Property, bool),
    /// Possibly known to `regex`, but not supported here.
    Unsupported,
    /// Unknown to `regex`.
    Unknown,
}

const CN: u32 = 1 << 0;
const CC: u32 = 1 << 1;
const CS: u32 = 1 << 3;
const LU: u32 = 1 << 5;
const LL: u32 = 1 << 6;
const LT: u32 = 1 << 7;
const LETTERS: u32 = 0x1f << 5;
const MARKS: u32 = 0x7 << 10;
pub(super) const DIGITS: u32 = 1 << 13;
const NL: u32 = 1 << 14;
const PC: u32 = 1 << 16;
const PD: u32 = 1 << 17;
const PS: u32 = 1 << 18;
const PE: u32 = 1 << 19;
const PO: u32 = 1 << 22;
const PUNCTUATION: u32 = 0x7f << 16;
const SM: u32 = 1 << 23;
const SC: u32 = 1 << 24;
const SK: u32 = 1 << 25;
const SYMBOLS: u32 = 0xf << 23;
const ZS: u32 = 1 << 27;

/// The ASCII characters of each general category; categories without ASCII characters are omitted.
const ASCII: &[(u32, u128)] = &[
    (CC, 0xffff_ffff | 1 << 0x7f),
    (ZS, 1 << 0x20),
    (LU, 0x3ff_ffff << 0x41),
    (LL, 0x3ff_ffff << 0x61),
    (DIGITS, 0x3ff << 0x30),
    (PC, 1 << 0x5f),
    (PD, 1 << 0x2d),
    (PS, 1 << 0x28 | 1 << 0x5b | 1 << 0x7b),
    (PE, 1 << 0x29 | 1 << 0x5d | 1 << 0x7d),
    (SC, 1 << 0x24),
    (SM, 1 << 0x2b | 7 << 0x3c | 1 << 0x7c | 1 << 0x7e),
    (SK, 1 << 0x5e | 1 << 0x60),
    (PO, ASCII_OTHER_PUNCTUATION),
];

/// `!"#%&'*,./:;?@\`.
const ASCII_OTHER_PUNCTUATION: u128 =
    7 << 0x21 | 7 << 0x25 | 1 << 0x2a | 1 << 0x2c | 3 << 0x2e | 3 << 0x3a | 3 << 0x3f | 1 << 0x5c;

impl Property {
    /// Returns whether a code point belongs to the class.
    pub(super) fn contains(self, code: u32) -> bool {
        let category = || 1 << unicode::category(code);
        match self {
            Property::Categories(mask) => category() & mask != 0,
            Property::Word => unicode::is_word(code),
            Property::Space => unicode::is_space(code),
            Property::Blank => code == 0x9 || category() & ZS != 0,
            Property::Graph => !unicode::is_space(code) && category() & (CC | CS | CN) == 0,
            Property::Print => Property::Graph.contains(code) || category() & ZS != 0,
            Property::Alphabetic => match category() {
                letter if letter & (LETTERS | NL) != 0 => true,
                other if other & (MARKS | SYMBOLS) != 0 => {
                    char::from_u32(code).is_some_and(char::is_alphabetic)
                }
                _ => false,
            },
            Property::Alphanumeric => {
                category() & DIGITS != 0 || Property::Alphabetic.contains(code)
            }
            Property::PosixAlphanumeric => {
                Property::AsciiDigit.contains(code) || Property::Alphabetic.contains(code)
            }
            Property::Uppercase => char::from_u32(code).is_some_and(char::is_uppercase),
            Property::Lowercase => char::from_u32(code).is_some_and(char::is_lowercase),
            Property::HexDigit => {
                category() & DIGITS != 0
                    || matches!(code, 0x41..=0x46 | 0x61..=0x66 | 0xff21..=0xff26 | 0xff41..=0xff46)
            }
            Property::AsciiHexDigit => matches!(code, 0x30..=0x39 | 0x41..=0x46 | 0x61..=0x66),
            Property::AsciiDigit => matches!(code, 0x30..=0x39),
            Property::PosixPunctuation => {
                category() & (PUNCTUATION | SYMBOLS) != 0 && !Property::Alphabetic.contains(code)
            }
            Property::Ascii => code < 0x80,
            Property::Any => true,
        }
    }

    /// Returns the ASCII characters of the class as a bit mask.
    pub(super) fn ascii(self) -> u128 {
        let of = |mask: u32| {
            ASCII
                .iter()
                .filter(|(bit, _)| bit & mask != 0)
                .fold(0, |all, (_, bits)| all | bits)
        };
        match self {
            Property::Categories(mask) => of(mask),
            Property::Word => of(LU | LL | DIGITS | PC),
            Property::Space => 0x1f << 9 | 1 << 0x20,
            Property::Blank => 1 << 9 | 1 << 0x20,
            Property::Graph => of(!(CC | ZS)),
            Property::Print => of(!CC),
            Property::Alphabetic => of(LETTERS),
            Property::Alphanumeric | Property::PosixAlphanumeric => of(LETTERS | DIGITS),
            Property::Uppercase => of(LU),
            Property::Lowercase => of(LL),
            Property::HexDigit | Property::AsciiHexDigit => {
                of(DIGITS) | 0x3f << 0x41 | 0x3f << 0x61
            }
            Property::AsciiDigit => of(DIGITS),
            Property::PosixPunctuation => of(PUNCTUATION | SYMBOLS),
            Property::Ascii | Property::Any => !0,
        }
    }

    /// Returns the class to use outside brackets when case is ignored: a property of one case then includes all cases.
    pub(super) fn ignoring_case(self) -> Property {
        match self {
            Property::Categories(LU | LL | LT) => Property::Categories(LU | LL | LT),
            other => other,
        }
    }
}

/// Looks up a property name, alone (`L`, `Letter`, `Alpha`) or after `gc=`; `posix` for `[[:name:]]`.
pub(super) fn lookup(key: Option<&str>, name: &str, posix: bool) -> Lookup {
    let name = standard(name);
    let key = key.map(standard);
    match key.as_deref() {
        None => {}
        Some("GC" | "GENERALCATEGORY") => {
            return general_category(&name).unwrap_or(Lookup::Unsupported);
        }
        Some(key)
            if NAMES
                .lines()
                .any(|line| line.strip_prefix("property ") == Some(key)) =>
        {
            return Lookup::Unsupported;
        }
        Some(_) => return Lookup::Unknown,
    }
    if posix {
        let property = match name.as_str() {
            "ALNUM" => Some(Property::PosixAlphanumeric),
            "DIGIT" => Some(Property::AsciiDigit),
            "PUNCT" => Some(Property::PosixPunctuation),
            "XDIGIT" => Some(Property::AsciiHexDigit),
            _ => None,
        };
        if let Some(property) = property {
            return Lookup::Found(property, true);
        }
    }
    if let Some(found) = general_category(&name) {
        return found;
    }
    let block = || binary(name.strip_prefix("IN")?).filter(|property| *property == Property::Ascii);
    let found = binary(&name)
        .or_else(|| {
            binary(name.strip_prefix("IS")?).filter(|property| *property != Property::Ascii)
        })
        .or_else(block);
    match found {
        Some(property) => Lookup::Found(property, true),
        None if is_known(&name) => Lookup::Unsupported,
        None => Lookup::Unknown,
    }
}

/// Normalizes a name for comparison: upper case, without spaces, hyphens and underscores.
fn standard(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_uppercase)
        .collect()
}

fn general_category(name: &str) -> Option<Lookup> {
    let short = match name {
        "UNASSIGNED" => "CN",
        "CONTROL" | "CNTRL" => "CC",
        "FORMAT" => "CF",
        "SURROGATE" => "CS",
        "PRIVATEUSE" => "CO",
        "UPPERCASELETTER" => "LU",
        "LOWERCASELETTER" => "LL",
        "TITLECASELETTER" => "LT",
        "MODIFIERLETTER" => "LM",
        "OTHERLETTER" => "LO",
        "NONSPACINGMARK" => "MN",
        "SPACINGMARK" => "MC",
        "ENCLOSINGMARK" => "ME",
        "DECIMALNUMBER" | "DIGIT" => "ND",
        "LETTERNUMBER" => "NL",
        "OTHERNUMBER" => "NO",
        "CONNECTORPUNCTUATION" => "PC",
        "DASHPUNCTUATION" => "PD",
        "OPENPUNCTUATION" => "PS",
        "CLOSEPUNCTUATION" => "PE",
        "INITIALPUNCTUATION" => "PI",
        "FINALPUNCTUATION" => "PF",
        "OTHERPUNCTUATION" => "PO",
        "MATHSYMBOL" => "SM",
        "CURRENCYSYMBOL" => "SC",
        "MODIFIERSYMBOL" => "SK",
        "OTHERSYMBOL" => "SO",
        "SPACESEPARATOR" => "ZS",
        "LINESEPARATOR" => "ZL",
        "PARAGRAPHSEPARATOR" => "ZP",
        "OTHER" | "C&" => "C",
        "LETTER" | "L&" => "L",
        "MARK" | "COMBININGMARK" | "M&" => "M",
        "NUMBER" | "N&" => "N",
        "PUNCTUATION" | "PUNCT" | "P&" => "P",
        "SYMBOL" | "S&" => "S",
        "SEPARATOR" | "Z&" => "Z",
        other => other,
    };
    match short {
        "ASSIGNED" => return Some(Lookup::Found(Property::Categories(CN), false)),
        "CASEDLETTER" | "LC" => {
            return Some(Lookup::Found(Property::Categories(LU | LL | LT), true));
        }
        _ => {}
    }
    let matches = |category: &str| match short.len() {
        1 => category.starts_with(short),
        _ => category.eq_ignore_ascii_case(short),
    };
    let mask = (0..)
        .zip(CATEGORIES)
        .filter(|(_, category)| matches(category))
        .fold(0, |mask, (bit, _)| mask | 1 << bit);
    (mask != 0).then_some(Lookup::Found(Property::Categories(mask), true))
}

fn binary(name: &str) -> Option<Property> {
    Some(match name {
        "ALPHABETIC" | "ALPHA" => Property::Alphabetic,
        "ALPHANUMERIC" | "ALNUM" => Property::Alphanumeric,
        "ANY" => Property::Any,
        "BASICLATIN" | "ASCII" => Property::Ascii,
        "ASCIIHEXDIGIT" | "AHEX" | "POSIXXDIGIT" => Property::AsciiHexDigit,
        "BLANK" => Property::Blank,
        "GRAPH" => Property::Graph,
        "LOWERCASE" | "LOWER" => Property::Lowercase,
        "POSIXALNUM" => Property::PosixAlphanumeric,
        "POSIXDIGIT" => Property::AsciiDigit,
        "POSIXPUNCT" => Property::PosixPunctuation,
        "PRINT" => Property::Print,
        "UPPERCASE" | "UPPER" => Property::Uppercase,
        "WHITESPACE" | "WSPACE" | "SPACE" => Property::Space,
        "WORD" => Property::Word,
        "XDIGIT" => Property::HexDigit,
        _ => return None,
    })
}

/// Names that `regex` knows in addition to general categories, grouped by kind; generated by `scripts/unicode.py`.
static NAMES: &str = include_str!("properties.txt");

/// Returns whether `regex` knows the name of a property, script or block, with or without its prefix.
fn is_known(name: &str) -> bool {
    let known = |kind: &str, name: Option<&str>| {
        let mut names = NAMES.lines().filter_map(|line| line.strip_prefix(kind));
        name.is_some_and(|name| names.any(|known| known == name))
    };
    let (is, within) = (name.strip_prefix("IS"), name.strip_prefix("IN"));
    ["property ", "script ", "block "]
        .into_iter()
        .any(|kind| known(kind, Some(name)))
        || known("property ", is)
        || known("script ", is)
        || known("block ", within)
}
