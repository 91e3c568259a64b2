//! The uses of functions and of `Condition`, found in one walk.
//!
//! They correspond to cfn-lint's `Template.search_deep_keys`: keys at any position, also next to other keys, in source
//! order.

use crate::delimiter_scanner::DelimiterScanner;
use crate::function::is_like_function;
use cfn_warden_syntax::{Entry, Node, Value, split_pair};

/// A use of a function or `Condition`, and its context.
#[derive(Debug, Clone, Copy)]
pub struct Use<'a> {
    /// The map that contains the key.
    pub holder: Node<'a>,
    /// The key and its value.
    pub entry: &'a Entry<'a>,
    /// The section: the first step of the path.
    pub section: Option<&'a str>,
    /// The entry of the section: the second step of the path.
    pub member: Option<&'a str>,
}

/// The uses of functions that rules need, each in source order.
#[derive(Debug, Default)]
pub struct Uses<'a> {
    /// `Ref`.
    pub refs: Vec<Use<'a>>,
    /// `Fn::GetAtt`.
    pub get_atts: Vec<Use<'a>>,
    /// `Fn::Sub`.
    pub subs: Vec<Use<'a>>,
    /// `Fn::If`.
    pub ifs: Vec<Use<'a>>,
    /// `Fn::FindInMap`.
    pub find_in_maps: Vec<Use<'a>>,
    /// `Fn::ForEach::Name`.
    pub for_eaches: Vec<Use<'a>>,
    /// `Condition`.
    pub conditions: Vec<Use<'a>>,
    /// All other keys that start with `Fn::`, also those of unknown functions.
    pub others: Vec<Use<'a>>,
}

impl<'a> Uses<'a> {
    /// Collects the uses in a document.
    pub fn of(root: Node<'a>) -> Uses<'a> {
        let mut uses = Uses::default();
        uses.walk(root, Way::Root);
        uses
    }

    fn walk(&mut self, node: Node<'a>, way: Way<'a>) {
        match node.value {
            Value::Map(entries) => {
                for entry in entries {
                    let key = entry.key.as_str();
                    let way = way.down(key);
                    if let Some(list) = key.and_then(|key| self.list(key)) {
                        list.push(Use {
                            holder: node,
                            entry,
                            section: way.section(),
                            member: way.member(),
                        });
                    }
                    self.walk(entry.value, way);
                }
            }
            Value::List(items) => items
                .iter()
                .for_each(|item| self.walk(*item, way.down(None))),
            _ => {}
        }
    }

    fn list(&mut self, key: &str) -> Option<&mut Vec<Use<'a>>> {
        if !is_like_function(key) {
            return None;
        }
        Some(match key {
            "Ref" => &mut self.refs,
            "Fn::GetAtt" => &mut self.get_atts,
            "Fn::Sub" => &mut self.subs,
            "Fn::If" => &mut self.ifs,
            "Fn::FindInMap" => &mut self.find_in_maps,
            "Condition" => &mut self.conditions,
            _ if is_for_each(key) => &mut self.for_eaches,
            _ if key.starts_with("Fn::") => &mut self.others,
            _ => return None,
        })
    }
}

/// Whether a key is a loop of the language extensions: `Fn::ForEach::Name`.
pub fn is_for_each(key: &str) -> bool {
    key.strip_prefix("Fn::ForEach::").is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// The first steps of the path of a value; `None` for an index.
#[derive(Clone, Copy)]
enum Way<'a> {
    Root,
    Section(Option<&'a str>),
    Below(Option<&'a str>, Option<&'a str>),
}

impl<'a> Way<'a> {
    fn down(self, key: Option<&'a str>) -> Way<'a> {
        match self {
            Way::Root => Way::Section(key),
            Way::Section(section) => Way::Below(section, key),
            Way::Below(..) => self,
        }
    }

    fn section(self) -> Option<&'a str> {
        match self {
            Way::Root => None,
            Way::Section(section) | Way::Below(section, _) => section,
        }
    }

    fn member(self) -> Option<&'a str> {
        match self {
            Way::Root | Way::Section(_) => None,
            Way::Below(_, member) => member,
        }
    }
}

/// Returns the names in the text of an `Fn::Sub` for the rules about unused names: `${Name}`, trimmed, not `${!Name}`.
pub fn sub_names(text: &str) -> impl Iterator<Item = &str> {
    braced(text)
        .filter(|name| !name.starts_with('!') && !name.is_empty())
        .map(str::trim)
}

/// Returns the names in the text of an `Fn::Sub` for the graph: letters, digits and dots only.
pub fn sub_targets(text: &str) -> impl Iterator<Item = &str> {
    let plain = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
    };
    let mut open = split_pair(text, *b"${").map(|(_, rest)| rest);
    let variable = move || {
        let rest = open?;
        let next = split_pair(rest, *b"${");
        open = next.map(|(_, rest)| rest);
        Some(next.map_or(rest, |(part, _)| part))
    };
    std::iter::from_fn(variable)
        .filter_map(|part| part.split_once('}').map(|(name, _)| name))
        .filter(move |name| plain(name))
}

/// Returns the texts between `${` and the next `}` on one line, leftmost first.
fn braced(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = DelimiterScanner::of(text, b"}\n");
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = split_pair(text.get(at..)?, *b"${")?;
            let open = text.len().saturating_sub(after.len());
            at = open;
            // The first character may be anything but `!`, even a brace.
            let first = after.chars().next()?;
            if first == '!' {
                continue;
            }
            let end = ends.from(open.saturating_add(first.len_utf8()))?;
            if ends.is(end, b'}') {
                at = end.saturating_add(1);
                return text.get(open..end);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_sub_are_those_that_cfn_lint_reads() {
        // Recorded from `regex.findall` with cfn-lint's two expressions.
        let text = "${A} ${ B.C } ${!D} ${AWS::Region} ${} ${E-${F}";
        assert_eq!(
            sub_names(text).collect::<Vec<_>>(),
            ["A", "B.C", "AWS::Region", "} ${E-${F"]
        );
        assert_eq!(sub_targets(text).collect::<Vec<_>>(), ["A", "", "F"]);
    }
}
