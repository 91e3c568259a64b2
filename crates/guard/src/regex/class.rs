//! Classes of characters whose meaning is certain: `\d`, `\s`, `\w`, their complements, and simple ones in brackets.

/// Returns the ASCII characters of a class as the bits of a number. `None` if it contains anything but single characters,
/// ranges of letters or digits, and `\d`, `\s` and `\w`.
pub(super) fn characters(class: &str, any_case: bool) -> Option<u128> {
    if let Some(name) = class.strip_prefix('\\') {
        return named(name);
    }
    let inside = class.strip_prefix('[')?.strip_suffix(']')?;
    let unsigned = inside.strip_prefix('^').unwrap_or(inside);
    // A hyphen at the start or at the end is literal.
    let mut rest = unsigned.strip_prefix('-').unwrap_or(unsigned);
    let mut all = if rest.len() < unsigned.len() {
        bit(b'-')
    } else {
        0
    };
    while let Some(first) = rest.chars().next() {
        let (item, taken, ranged) = item(first, rest)?;
        all |= item;
        rest = rest.get(taken..).unwrap_or_default();
        let Some(tail) = rest.strip_prefix('-') else {
            continue;
        };
        let Some(last) = tail.chars().next() else {
            all |= bit(b'-');
            break;
        };
        all |= range(first, last).filter(|_| ranged)?;
        rest = tail.get(last.len_utf8()..).unwrap_or_default();
    }
    if any_case {
        let upper = (b'A'..=b'Z').fold(0, |set, byte| set | bit(byte));
        all |= (all & upper) << 32 | (all >> 32) & upper;
    }
    let all = if unsigned.len() < inside.len() {
        !all
    } else {
        all
    };
    (!unsigned.is_empty()).then_some(all)
}

/// Returns the characters of a class member, its length, and whether it can start a range.
fn item(first: char, rest: &str) -> Option<(u128, usize, bool)> {
    if first == '\\' {
        let escaped = u8::try_from(rest.chars().nth(1)?).ok()?;
        let letter = named(rest.get(1..2)?);
        let literal = b"\\.+*?()|[]{}^$#&-~/"
            .contains(&escaped)
            .then(|| bit(escaped));
        return Some((letter.or(literal)?, 2, false));
    }
    let plain = first.is_ascii_alphanumeric() || " !\"#%',/:;<=>@_`.+*?()|{}$".contains(first);
    plain.then_some((
        bit(u8::try_from(first).ok()?),
        1,
        first.is_ascii_alphanumeric(),
    ))
}

/// Returns the characters of a range of digits, or of letters of one case.
fn range(first: char, last: char) -> Option<u128> {
    let (first, last) = (u8::try_from(first).ok()?, u8::try_from(last).ok()?);
    let same = [
        u8::is_ascii_digit,
        u8::is_ascii_lowercase,
        u8::is_ascii_uppercase,
    ]
    .iter()
    .any(|kind| kind(&first) && kind(&last));
    (same && first <= last).then(|| (first..=last).fold(0, |set, byte| set | bit(byte)))
}

/// Returns the characters that a letter after a backslash names.
fn named(letter: &str) -> Option<u128> {
    let is_member: fn(u8) -> bool = match letter {
        "d" | "D" => |byte| byte.is_ascii_digit(),
        "s" | "S" => |byte| matches!(byte, b'\t'..=b'\r' | b' '),
        "w" | "W" => |byte| byte.is_ascii_alphanumeric() || byte == b'_',
        _ => return None,
    };
    let members = (0..128)
        .filter(|byte| is_member(*byte))
        .fold(0, |set, byte| set | bit(byte));
    Some(if letter.starts_with(char::is_uppercase) {
        !members
    } else {
        members
    })
}

/// Returns the set of one ASCII character.
pub(super) fn bit(byte: u8) -> u128 {
    1_u128.checked_shl(u32::from(byte)).unwrap_or_default()
}
