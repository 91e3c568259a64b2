//! Every place where a function or a `Condition` is used, found in one walk.
//!
//! The reference asks `Template.search_deep_keys` for a key: wherever it stands, also beside other keys, in source order.

use crate::delimiter_scanner::DelimiterScanner;
use cfn_warden_syntax::{Entry, Node, Value};

/// A key that was looked for, and what stands around it.
#[derive(Debug, Clone, Copy)]
pub struct Use<'a> {
    /// The map that has the key.
    pub holder: Node<'a>,
    /// The key and its value.
    pub entry: Entry<'a>,
    /// The section it stands in: the first step of its path.
    pub section: Option<&'a str>,
    /// The entry of the section: the second step.
    pub member: Option<&'a str>,
}

/// The uses of the functions that rules ask after, each in source order.
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
}

impl<'a> Uses<'a> {
    /// All uses in a document.
    pub fn of(root: Node<'a>) -> Uses<'a> {
        let mut uses = Uses::default();
        uses.walk(root, &mut Way::default());
        uses
    }

    fn walk(&mut self, node: Node<'a>, way: &mut Way<'a>) {
        match node.value {
            Value::Map(entries) => {
                for entry in entries {
                    let key = entry.key.as_str();
                    way.down(key);
                    if let Some(list) = key.and_then(|key| self.list(key)) {
                        list.push(Use { holder: node, entry: *entry, section: way.first, member: way.second });
                    }
                    self.walk(entry.value, way);
                    way.up();
                }
            }
            Value::List(items) => {
                for item in items {
                    way.down(None);
                    self.walk(*item, way);
                    way.up();
                }
            }
            _ => {}
        }
    }

    fn list(&mut self, key: &str) -> Option<&mut Vec<Use<'a>>> {
        Some(match key {
            "Ref" => &mut self.refs,
            "Fn::GetAtt" => &mut self.get_atts,
            "Fn::Sub" => &mut self.subs,
            "Fn::If" => &mut self.ifs,
            "Fn::FindInMap" => &mut self.find_in_maps,
            "Condition" => &mut self.conditions,
            _ if is_for_each(key) => &mut self.for_eaches,
            _ => return None,
        })
    }
}

/// Whether a key is a loop of the language extensions: `Fn::ForEach::Name`.
pub fn is_for_each(key: &str) -> bool {
    key.strip_prefix("Fn::ForEach::")
        .is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

#[derive(Default)]
struct Way<'a> {
    depth: u32,
    first: Option<&'a str>,
    second: Option<&'a str>,
}

impl<'a> Way<'a> {
    fn down(&mut self, key: Option<&'a str>) {
        match self.depth {
            0 => self.first = key,
            1 => self.second = key,
            _ => {}
        }
        self.depth = self.depth.saturating_add(1);
    }

    fn up(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 1 {
            self.second = None;
        }
    }
}

/// The names in the text of an `Fn::Sub` as the rules about unused names see them: `${Name}`, trimmed, not `${!Name}`.
pub fn sub_names(text: &str) -> impl Iterator<Item = &str> {
    braced(text).filter(|name| !name.starts_with('!') && !name.is_empty()).map(str::trim)
}

/// The names in the text of an `Fn::Sub` as the graph sees them: letters, digits and dots only.
pub fn sub_targets(text: &str) -> impl Iterator<Item = &str> {
    let plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    text.split("${")
        .skip(1)
        .filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
        .filter(move |name| plain(name))
}

/// What stands between `${` and the next `}`, leftmost first, on one line.
fn braced(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = DelimiterScanner::of(text, &['}', '\n']);
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = text.get(at..)?.split_once("${")?;
            let open = text.len().saturating_sub(after.len());
            at = open;
            // One character, whatever it is but `!`, belongs to the name even where it is a brace.
            let first = after.chars().next()?;
            if first == '!' {
                continue;
            }
            let end = ends.from(open.saturating_add(first.len_utf8()))?;
            if ends.is(end, '}') {
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
    fn names_of_a_sub_are_read_as_the_reference_reads_them() {
        // Read off `regex.findall` with the reference's two expressions.
        let text = "${A} ${ B.C } ${!D} ${AWS::Region} ${} ${E-${F}";
        assert_eq!(sub_names(text).collect::<Vec<_>>(), ["A", "B.C", "AWS::Region", "} ${E-${F"]);
        assert_eq!(sub_targets(text).collect::<Vec<_>>(), ["A", "", "F"]);
    }
}
