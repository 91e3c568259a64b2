//! Character classes.

use super::escape::escape;
use super::invalid::{Invalid, before, invalid};

/// All characters, as the inside of a class.
const ALL: &str = "\\x00-\\x{10FFFF}";

/// Translates a class in brackets and returns the remaining text.
pub fn class<'t>(text: &'t str, output: &mut String) -> Result<&'t str, Invalid> {
    let mut rest = text.get(1..).unwrap_or("");
    output.push('[');
    if let Some(negated) = rest.strip_prefix('^') {
        output.push('^');
        rest = negated;
    }
    let mut first = true;
    // A closing bracket at the start is literal.
    while first || !rest.starts_with(']') {
        first = false;
        if let Some((name, after)) = posix(rest)? {
            output.push_str(name);
            rest = after;
        } else if let Some((class, after)) = unicode(rest)? {
            output.push_str(&class);
            rest = after;
        } else if let Some((class, after)) = perl(rest) {
            output.push_str(class);
            rest = after;
        } else {
            rest = range(rest, text, output)?;
        }
    }
    output.push(']');
    Ok(rest.get(1..).unwrap_or(""))
}

/// Translates a character or a range of characters, and returns the remaining text.
fn range<'t>(text: &'t str, class: &str, output: &mut String) -> Result<&'t str, Invalid> {
    let (from, mut rest) = class_character(text, class)?;
    let mut to = from;
    if let Some(after) = rest
        .strip_prefix('-')
        .filter(|after| !after.is_empty() && !after.starts_with(']'))
    {
        (to, rest) = class_character(after, class)?;
        if to < from {
            return invalid("invalid character class range", before(text, rest));
        }
    }
    // No string has surrogates, and the `regex` crate does not accept them.
    let surrogates = 0xd800..=0xdfff;
    let from = if surrogates.contains(&from) {
        0xe000
    } else {
        from
    };
    let to = if surrogates.contains(&to) { 0xd7ff } else { to };
    if from > to {
        output.push_str(&format!("[^{ALL}]"));
    } else {
        output.push_str(&format!("\\x{{{from:X}}}-\\x{{{to:X}}}"));
    }
    Ok(rest)
}

fn class_character<'t>(text: &'t str, class: &str) -> Result<(u32, &'t str), Invalid> {
    let Some(c) = text.chars().next() else {
        return invalid("missing closing ]", class);
    };
    if c == '\\' {
        escape(text)
    } else {
        Ok((c.into(), text.get(c.len_utf8()..).unwrap_or("")))
    }
}

/// Returns a POSIX class such as `[:alpha:]` at the start of the text.
fn posix(text: &str) -> Result<Option<(&str, &str)>, Invalid> {
    const NAMES: [&str; 14] = [
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
        "space", "upper", "word", "xdigit",
    ];
    let Some((name, rest)) = text
        .strip_prefix("[:")
        .and_then(|inside| inside.split_once(":]"))
    else {
        return Ok(None);
    };
    if !NAMES.contains(&name.strip_prefix('^').unwrap_or(name)) {
        return invalid("invalid character class range", before(text, rest));
    }
    Ok(Some((before(text, rest), rest)))
}

/// Returns the inside of a Perl class such as `\d`, which has ASCII characters only.
pub fn perl(text: &str) -> Option<(&'static str, &str)> {
    let class = match text.get(..2)? {
        "\\d" => "0-9",
        "\\w" => "0-9A-Za-z_",
        "\\s" => "\\t\\n\\f\\r ",
        "\\D" => "\\x00-/:-\\x{10FFFF}",
        "\\W" => "\\x00-/:-@\\[-\\^`\\{-\\x{10FFFF}",
        "\\S" => "\\x00-\\x08\\x0B\\x0E-\\x1F!-\\x{10FFFF}",
        _ => return None,
    };
    Some((class, text.get(2..).unwrap_or("")))
}

/// Translates a class of Unicode, `\pL` or `\p{Greek}`, at the start of the text. Names are case-sensitive.
pub fn unicode(text: &str) -> Result<Option<(String, &str)>, Invalid> {
    let Some(after) = text
        .strip_prefix("\\p")
        .or_else(|| text.strip_prefix("\\P"))
    else {
        return Ok(None);
    };
    let Some(c) = after.chars().next() else {
        return Ok(None);
    };
    let (name, rest) = match after.strip_prefix('{') {
        Some(inside) => match inside.split_once('}') {
            Some(parts) => parts,
            None => return invalid("invalid character class range", text),
        },
        None => after.split_at_checked(c.len_utf8()).unwrap_or((after, "")),
    };
    let bare = name.strip_prefix('^').unwrap_or(name);
    let negated = text.starts_with("\\P") != (bare.len() < name.len());
    let inside = match bare {
        "Any" => ALL.to_owned(),
        "Cs" => format!("[^{ALL}]"),
        // Without unassigned characters.
        "C" => "\\p{Cc}\\p{Cf}\\p{Co}".to_owned(),
        _ if CATEGORIES.contains(&bare) => format!("\\p{{{bare}}}"),
        _ if SCRIPTS
            .split_ascii_whitespace()
            .any(|script| script == bare) =>
        {
            format!("\\p{{Script={bare}}}")
        }
        _ => return invalid("invalid character class range", before(text, rest)),
    };
    Ok(Some((
        format!("[{}{inside}]", if negated { "^" } else { "" }),
        rest,
    )))
}

const CATEGORIES: [&str; 34] = [
    "Cc", "Cf", "Co", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl",
    "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl",
    "Zp", "Zs",
];

/// The scripts of Unicode 15.0, as in Go 1.23.
const SCRIPTS: &str = "
    Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo
    Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common
    Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs
    Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul
    Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi
    Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki
    Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean
    Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi
    Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong
    Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian
    Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi
    Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese
    Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan
    Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
";
