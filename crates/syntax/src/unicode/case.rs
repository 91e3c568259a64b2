//! Letters that differ only in case, as Python's `regex` module matches them with IGNORECASE.

/// Letters with case variants that upper- and lowercase mapping does not find.
const ORBITS: &[&[u32]] = &[
    &[0x4b, 0x6b, 0x212a],
    &[0x53, 0x73, 0x17f],
    &[0xb5, 0x39c, 0x3bc],
    &[0xc5, 0xe5, 0x212b],
    &[0xdf, 0x1e9e, 0x1df95],
    &[0x1c4, 0x1c5, 0x1c6],
    &[0x1c7, 0x1c8, 0x1c9],
    &[0x1ca, 0x1cb, 0x1cc],
    &[0x1f1, 0x1f2, 0x1f3],
    &[0x345, 0x399, 0x3b9, 0x1fbe],
    &[0x392, 0x3b2, 0x3d0],
    &[0x395, 0x3b5, 0x3f5],
    &[0x398, 0x3b8, 0x3d1, 0x3f4],
    &[0x39a, 0x3ba, 0x3f0],
    &[0x3a0, 0x3c0, 0x3d6],
    &[0x3a1, 0x3c1, 0x3f1],
    &[0x3a3, 0x3c2, 0x3c3],
    &[0x3a6, 0x3c6, 0x3d5],
    &[0x3a9, 0x3c9, 0x2126],
    &[0x412, 0x432, 0x1c80],
    &[0x414, 0x434, 0x1c81],
    &[0x41e, 0x43e, 0x1c82],
    &[0x421, 0x441, 0x1c83],
    &[0x422, 0x442, 0x1c84, 0x1c85],
    &[0x42a, 0x44a, 0x1c86],
    &[0x462, 0x463, 0x1c87],
    &[0x1c88, 0xa64a, 0xa64b],
    &[0x1e60, 0x1e61, 0x1e9b],
];

/// Returns the other case variants of a letter: up to three, padded with zeros.
pub fn others(code: u32) -> [u32; 3] {
    match code {
        // The Turkish dotted and dotless i are both case variants of `i` and `I`.
        0x49 => return [0x69, 0x131, 0],
        0x69 => return [0x49, 0x130, 0],
        0x130 => return [0x69, 0, 0],
        0x131 => return [0x49, 0, 0],
        _ => {}
    }
    let mut found = [0; 3];
    let mut add = |other: u32| {
        if other != code
            && !found.contains(&other)
            && let Some(slot) = found.iter_mut().find(|slot| **slot == 0)
        {
            *slot = other;
        }
    };
    if let Some(orbit) = ORBITS.iter().find(|orbit| orbit.contains(&code)) {
        orbit.iter().for_each(|other| add(*other));
    } else if let Some(character) = char::from_u32(code) {
        add(single(character.to_lowercase()).unwrap_or(code));
        add(single(character.to_uppercase()).unwrap_or(code));
    }
    found
}

/// Whether two code points are equal except for case.
pub fn same(one: u32, two: u32) -> bool {
    one == two || (one != 0 && others(two).contains(&one))
}

fn single(mut mapping: impl Iterator<Item = char>) -> Option<u32> {
    let first = mapping.next()?;
    mapping.next().is_none().then_some(first.into())
}
