//! What schema rules say of what they find.

use std::borrow::Cow;

use cfn_warden_schema::{Fault, Site, Step, Violation, Walk};
use cfn_warden_syntax::python;

/// What a rule says of a violation, by the keyword that is violated. In the words, `{message}` stands for the violation's
/// own, `{value}` for the value that it is about, `{limit}` for the one that it is compared with, `{first}` and `{last}`
/// for the first and the last step of the way to it from the value that the rule is about; `{instance}` for that value,
/// `{property:X}` for a property of it (`{plain:X}`: as a text), `{present:X,Y}` for those of its keys that are named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// Keywords ([`NO_KEYWORD`](cfn_warden_schema::violation::NO_KEYWORD) for the schema `false`) and what is said of them.
    pub of: Cow<'static, [(u32, &'static str)]>,
    /// What is said of all others.
    pub otherwise: &'static str,
}

impl Words {
    /// The violation's own.
    pub const OWN: Words = Words::of_all("{message}");

    /// The same of every violation.
    pub const fn of_all(words: &'static str) -> Words {
        Words { of: Cow::Borrowed(&[]), otherwise: words }
    }

    /// What is said of a violation of the value at a site.
    pub fn tell<'a>(&self, walk: &Walk<'a>, site: &Site<'a, '_>, violation: &Violation<'a>) -> Fault<'a> {
        let named = self.of.iter().find(|(keyword, _)| *keyword == violation.keyword);
        let words = named.map_or(self.otherwise, |(_, words)| *words);
        if words == "{message}" {
            return violation.fault;
        }
        if !words.contains('{') {
            return Fault::plain(words);
        }
        let mut written = String::new();
        let mut rest = words;
        while let Some((before, after)) = rest.split_once('{') {
            written.push_str(before);
            let (name, tail) = after.split_once('}').unwrap_or((after, ""));
            written.push_str(&value(site, violation, name));
            rest = tail;
        }
        written.push_str(rest);
        Fault::plain(walk.arena.alloc_str(&written))
    }
}

/// What a name in braces stands for.
fn value<'a>(site: &Site<'a, '_>, violation: &Violation<'a>, name: &str) -> String {
    let of = |name| site.instance.get(name);
    match name.split_once(':') {
        Some(("property", name)) => of(name).map_or_else(|| "None".to_owned(), python::repr),
        Some(("plain", name)) => of(name).map_or_else(|| "None".to_owned(), python::str),
        Some((_, names)) => present(site, names),
        None => match name {
            "value" => python::repr(violation.instance),
            "limit" => violation.fault.operand(1).to_string(),
            "instance" => python::repr(site.instance),
            "first" => step(violation, site.cx.trail.len()),
            "last" => step(violation, violation.trail.len().saturating_sub(1)),
            _ => violation.fault.to_string(),
        },
    }
}

/// The keys of a site's value that are among some names, as a list.
fn present(site: &Site<'_, '_>, names: &str) -> String {
    let keys = site.instance.as_map().unwrap_or_default().iter().filter_map(|entry| entry.key.as_str());
    let present = keys.filter(|key| names.split(',').any(|name| name == *key)).map(python::repr_str);
    format!("[{}]", present.collect::<Vec<_>>().join(", "))
}

/// A step of the way to a violation, counted from the root.
fn step(violation: &Violation<'_>, place: u32) -> String {
    match violation.trail.nth(place) {
        Some(Step::Key(key)) => python::repr(key),
        Some(Step::Name(name)) => python::repr_str(name),
        Some(Step::Index(index)) => index.to_string(),
        None => String::new(),
    }
}
