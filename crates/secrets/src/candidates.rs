//! The texts that functions may return, as far as parameters and mappings are known.

use std::cell::Cell;
use std::collections::BTreeMap;

use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::parameter_values::Literal;

/// Maximum number of texts of a function.
const MOST: usize = 16;
/// Maximum length of a text in bytes.
const LONGEST: usize = 4096;
/// Maximum nesting of functions.
const DEPTH: u32 = 12;
/// Maximum number of values that are visited for a document: functions can multiply them at each level.
const STEPS: u32 = 100_000;

/// A part of the text of `Fn::Sub`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SubPart<'t> {
    Text(&'t str),
    /// `${Name}`
    Variable(&'t str),
}

/// Splits the text of `Fn::Sub`. `${!Name}` is the text `${Name}`.
pub(super) fn sub_parts(text: &str) -> Vec<SubPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, tail)) = after.split_once('}') else {
            break;
        };
        match name.strip_prefix('!') {
            Some(name) => parts.extend([before, "${", name, "}"].map(SubPart::Text)),
            None => parts.extend([SubPart::Text(before), SubPart::Variable(name.trim())]),
        }
        rest = tail;
    }
    parts.push(SubPart::Text(rest));
    parts
}

/// The parameters and mappings that functions use.
pub(super) struct Candidates<'c> {
    root: Node<'c>,
    sets: &'c [ParameterSet],
    /// The number of values that may still be visited.
    steps: Cell<u32>,
}

impl<'c> Candidates<'c> {
    /// Returns the candidates of a document with these values for its parameters.
    pub fn of(root: Node<'c>, sets: &'c [ParameterSet]) -> Candidates<'c> {
        Candidates {
            root,
            sets,
            steps: Cell::new(STEPS),
        }
    }

    /// Counts a visited value. Returns whether it may be visited.
    fn spend(&self) -> bool {
        let left = self.steps.get().checked_sub(1);
        self.steps.set(left.unwrap_or_default());
        left.is_some()
    }

    /// Returns texts that a value may have when the template is deployed.
    pub fn texts(&self, node: Node<'_>) -> Vec<String> {
        let mut texts = self.texts_of(node, DEPTH);
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    fn texts_of(&self, node: Node<'_>, depth: u32) -> Vec<String> {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.spend()) else {
            return Vec::new();
        };
        match node.value {
            Value::Str(text) | Value::Date(text) | Value::BigInt(text) => {
                within_limit(text.to_owned())
            }
            Value::Int(number) => vec![number.to_string()],
            Value::Float(number) => vec![number.to_string()],
            Value::Bool(flag) => vec![flag.to_string()],
            Value::Map([Entry { key, value }]) => {
                self.function(key.as_str().unwrap_or_default(), *value, depth)
            }
            Value::Null | Value::List(_) | Value::Map(_) => Vec::new(),
        }
    }

    fn function(&self, name: &str, argument: Node<'_>, depth: u32) -> Vec<String> {
        let list = argument.as_list().unwrap_or_default();
        match name {
            "Ref" => argument
                .as_str()
                .map(|name| self.parameter(name))
                .unwrap_or_default(),
            "Fn::Sub" => self.substituted(argument, depth),
            "Fn::Join" => {
                let [between, parts] = list else {
                    return Vec::new();
                };
                let between = between.as_str().unwrap_or_default();
                let joined = self.lists(*parts, depth).into_iter();
                limited(joined.map(|parts| parts.join(between)))
            }
            "Fn::Select" => {
                let [index, items] = list else {
                    return Vec::new();
                };
                let indices = self.texts_of(*index, depth);
                let lists = self.lists(*items, depth);
                let selected = indices.iter().flat_map(|index| {
                    let index: Option<usize> = index.trim().parse().ok();
                    lists
                        .iter()
                        .filter_map(move |items| items.get(index?).cloned())
                });
                limited(selected)
            }
            "Fn::FindInMap" => {
                let found = self.found(list).into_iter();
                limited(found.flat_map(|value| self.texts_of(value, depth)))
            }
            "Fn::If" => {
                let branches = list.iter().skip(1);
                limited(branches.flat_map(|branch| self.texts_of(*branch, depth)))
            }
            _ => Vec::new(),
        }
    }

    /// Returns the values of a parameter: those that are given, its default, and its allowed values.
    fn parameter(&self, name: &str) -> Vec<String> {
        let given = self.sets.iter().flat_map(|set| &set.values);
        let given = given
            .filter(|value| value.name == name)
            .flat_map(|value| literal(&value.value));
        let declaration = self.declaration(name);
        let member = |key: &str| declaration.and_then(|node| node.get(key));
        let allowed = member("AllowedValues")
            .and_then(|node| node.as_list())
            .unwrap_or_default();
        let declared = member("Default").into_iter().chain(allowed.iter().copied());
        let declared = declared.flat_map(|node| self.texts_of(node, 1));
        let pseudo = match name {
            "AWS::Region" => &["us-east-1"],
            "AWS::Partition" => &["aws"],
            "AWS::URLSuffix" => &["amazonaws.com"],
            _ => [].as_slice(),
        };
        let pseudo = pseudo.iter().map(|text| (*text).to_owned());
        limited(given.chain(declared).chain(pseudo))
    }

    fn declaration(&self, name: &str) -> Option<Node<'_>> {
        self.root.get("Parameters")?.get(name)
    }

    fn substituted(&self, argument: Node<'_>, depth: u32) -> Vec<String> {
        let list = argument.as_list().unwrap_or_default();
        let Some(text) = list.first().copied().unwrap_or(argument).as_str() else {
            return Vec::new();
        };
        let variables = list.get(1).copied();
        // A text may use a variable many times.
        let mut known: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut texts = vec![String::new()];
        for part in sub_parts(text) {
            let options = match part {
                SubPart::Text(text) => vec![text.to_owned()],
                SubPart::Variable(name) => {
                    let of_variable = || match variables.and_then(|map| map.get(name)) {
                        Some(value) => self.texts_of(value, depth),
                        None => self.parameter(name),
                    };
                    known.entry(name).or_insert_with(of_variable).clone()
                }
            };
            texts = product(&texts, &options, |before, text| format!("{before}{text}"));
            texts.retain(|text| text.len() <= LONGEST);
        }
        texts
    }

    /// Returns the lists of texts that a value may be.
    fn lists(&self, node: Node<'_>, depth: u32) -> Vec<Vec<String>> {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.spend()) else {
            return Vec::new();
        };
        let list = |node: Node<'_>| self.lists(node, depth);
        match node.value {
            Value::List(items) => {
                let (mut lists, mut length) = (vec![Vec::new()], 0_usize);
                for item in items {
                    let options = self.texts_of(*item, depth);
                    lists = product(&lists, &options, |before, text| {
                        let mut list = before.clone();
                        list.push(text.clone());
                        list
                    });
                    // Copies of long lists take much memory.
                    length = length.saturating_add(options.iter().map(String::len).sum());
                    if length > LONGEST {
                        return Vec::new();
                    }
                }
                lists
            }
            Value::Map([Entry { key, value }]) => {
                let arguments = value.as_list().unwrap_or_default();
                match (key.as_str().unwrap_or_default(), arguments) {
                    ("Fn::Split", [between, text]) => {
                        let between = between.as_str().filter(|text| !text.is_empty());
                        let texts = self.texts_of(*text, depth);
                        let split =
                            |text: String| Some(text.split(between?).map(str::to_owned).collect());
                        texts.into_iter().filter_map(split).collect()
                    }
                    ("Fn::If", [_, branches @ ..]) => branches
                        .iter()
                        .flat_map(|branch| list(*branch))
                        .take(MOST)
                        .collect(),
                    ("Fn::FindInMap", _) => self
                        .found(arguments)
                        .into_iter()
                        .flat_map(list)
                        .take(MOST)
                        .collect(),
                    ("Ref", _) => {
                        let texts = value.as_str().map(|name| self.parameter(name));
                        let split = |text: String| {
                            text.split(',').map(|part| part.trim().to_owned()).collect()
                        };
                        texts.unwrap_or_default().into_iter().map(split).collect()
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Returns the values that `Fn::FindInMap` may find. Keys that are not literal may be any.
    fn found<'n>(&'n self, arguments: &[Node<'n>]) -> Vec<Node<'n>> {
        let [map, top, second, options @ ..] = arguments else {
            return Vec::new();
        };
        let mappings = self.root.get("Mappings").into_iter();
        let levels = [map, top, second].into_iter();
        let found = levels.fold(mappings.collect::<Vec<Node<'n>>>(), |nodes, key| {
            let below = nodes.into_iter().flat_map(|node| match key.as_str() {
                Some(key) => node.get(key).into_iter().collect::<Vec<_>>(),
                None => {
                    let entries = node.as_map().unwrap_or_default().iter();
                    entries.map(|entry| entry.value).collect()
                }
            });
            below.take(MOST).collect()
        });
        let default = options
            .first()
            .and_then(|options| options.get("DefaultValue"));
        found.into_iter().chain(default).collect()
    }

    /// Visits the values that a flagged `Fn::FindInMap` may find.
    pub fn each_found(&self, arguments: &[Node<'_>], visit: &mut dyn FnMut(Node<'_>)) {
        for node in self.found(arguments) {
            visit(node);
        }
    }
}

/// Returns the texts of a given value.
fn literal(value: &Literal) -> Vec<String> {
    match value {
        Literal::Text(text) | Literal::BigInt(text) | Literal::Date(text) => {
            within_limit(text.clone())
        }
        Literal::Int(number) => vec![number.to_string()],
        Literal::Float(number) => vec![number.to_string()],
        Literal::List(items) => {
            let items: Vec<String> = items.iter().flat_map(literal).collect();
            within_limit(items.join(","))
        }
        Literal::Null | Literal::Bool(_) | Literal::Map(_) => Vec::new(),
    }
}

fn product<T>(before: &[T], options: &[String], join: impl Fn(&T, &String) -> T) -> Vec<T> {
    let pairs = before
        .iter()
        .flat_map(|before| options.iter().map(move |text| (before, text)));
    pairs
        .take(MOST)
        .map(|(before, text)| join(before, text))
        .collect()
}

fn limited(texts: impl Iterator<Item = String>) -> Vec<String> {
    texts
        .filter(|text| text.len() <= LONGEST)
        .take(MOST)
        .collect()
}

fn within_limit(text: String) -> Vec<String> {
    limited(std::iter::once(text))
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::*;
    use cfn_warden_syntax as syntax;

    fn texts(value: &str) -> Vec<String> {
        let text = format!(
            "Parameters: {{P: {{Type: String, Default: one, AllowedValues: [one, two]}}}}\n\
             Mappings: {{M: {{a: {{b: found}}, c: {{b: other}}}}}}\nX: {value}\n"
        );
        let arena = Bump::new();
        let tree = syntax::parse(&arena, &text, "").tree.unwrap();
        let candidates = Candidates::of(tree.root, &[]);
        candidates.texts(tree.root.get("X").unwrap())
    }

    #[test]
    fn functions_are_evaluated_with_known_values() {
        assert_eq!(texts("!Sub '${P}-x'"), ["one-x", "two-x"]);
        assert_eq!(
            texts("!Sub ['${v}${!w}', {v: !Ref P}]"),
            ["one${w}", "two${w}"]
        );
        assert_eq!(texts("!Join ['', [a, !Join ['-', [b, c]]]]"), ["ab-c"]);
        assert_eq!(texts("!Select [1, !Split [',', 'a,b']]"), ["b"]);
        assert_eq!(texts("!If [C, yes, 'no']"), ["no", "true"]);
        assert_eq!(texts("!FindInMap [M, a, b]"), ["found"]);
        assert_eq!(
            texts("!FindInMap [M, !Ref P, b, {DefaultValue: d}]"),
            ["d", "found", "other"]
        );
        assert!(texts("!GetAtt A.B").is_empty());
        assert!(texts("!Sub '${A.B}-x'").is_empty());
    }

    #[test]
    fn nested_functions_have_an_end() {
        let nested = (0..11).fold("!Ref P".to_owned(), |value, _| {
            format!("!Sub ['{}', {{x: {value}}}]", "${x}".repeat(8))
        });
        texts(&nested);
        let rows: String = (0..16)
            .map(|n| format!("k{n}: !FindInMap [M, a, !Ref P], "))
            .collect();
        let text = format!("Mappings: {{M: {{a: {{{rows}}}}}}}\n");
        let arena = Bump::new();
        let tree = syntax::parse(&arena, &text, "").tree.unwrap();
        let value = tree.root.get("Mappings").unwrap().get("M").unwrap();
        let value = value.get("a").unwrap().get("k0").unwrap();
        assert!(Candidates::of(tree.root, &[]).texts(value).is_empty());
    }

    #[test]
    fn the_number_of_texts_and_their_length_are_limited() {
        let many = format!("!Join ['', [{}]]", vec!["!Ref P"; 40].join(", "));
        assert!(texts(&many).len() <= MOST);
        let long = format!("!Join ['', [{}]]", vec!["x".repeat(200); 40].join(", "));
        assert!(texts(&long).is_empty());
    }
}
