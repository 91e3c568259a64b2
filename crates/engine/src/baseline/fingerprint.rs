//! Fingerprints of the findings of a document.

use std::collections::HashMap;
use std::rc::Rc;

use super::canonical::{canonical, key_text};
use super::effect;
use super::failing_list::list_of;
use super::shorten::{shortened, shortened_text};
use cfn_warden_secrets::{Mask, Secrets};
use cfn_warden_syntax::finding::{Aspect, Engine, Finding, Fingerprint};
use cfn_warden_syntax::{Known, Node, Operand, Path, Segment, Step, Text, Tree, Value, text};
use cfn_warden_template::document::is_plan;

/// The longest value in a fingerprint, in characters.
const LONGEST: usize = 120;
/// The longest item of a list in a path.
const LONGEST_ITEM: usize = 48;

/// What the fingerprint of a list has as its value if the list fails as a whole.
const NO_ITEM: &str = "no item is as required";

/// The document that findings are about.
pub(crate) struct DocumentTrees<'s, 'a> {
    /// The name of the document.
    pub name: &'s str,
    /// The tree as written, then its other views.
    pub trees: &'s [&'s Tree<'a>],
    /// The secrets, which fingerprints do not contain.
    pub secrets: &'s Secrets,
}

/// Adds fingerprints to the findings of a document.
pub(crate) fn add(findings: &mut [Finding], document: &DocumentTrees<'_, '_>) {
    if findings.is_empty() {
        return;
    }
    let mut fingerprints = Fingerprints {
        document,
        mask: (!document.secrets.is_empty()).then(|| document.secrets.mask()),
        is_plan: document.trees.first().is_some_and(|tree| is_plan(tree)),
        spellings: HashMap::new(),
    };
    for finding in findings {
        let former = finding
            .extent
            .as_ref()
            .and_then(|extent| extent.former.as_deref())
            .or_else(|| list_of(finding, document.trees).map(|_| &*finding))
            .map(|former| fingerprints.of_reasons(former));
        let fingerprint = Fingerprint {
            former,
            ..fingerprints.of(finding)
        };
        finding.fingerprint = Some(Box::new(fingerprint));
    }
}

struct Fingerprints<'s, 'a> {
    document: &'s DocumentTrees<'s, 'a>,
    /// `None` if there are no secrets.
    mask: Option<Mask<'s>>,
    is_plan: bool,
    /// The spellings of collections, by their address: many findings are about the same values.
    spellings: HashMap<usize, Rc<Spelling>>,
}

/// A value in one spelling, without secrets.
struct Spelling {
    value: String,
    item: String,
}

impl<'a> Fingerprints<'_, 'a> {
    fn of(&mut self, finding: &Finding) -> Fingerprint {
        let document = self.document.name.to_owned();
        let (path, value) = self.path_and_value(finding);
        Fingerprint {
            document,
            path,
            value,
            effect: effect::of(finding, self.document.trees),
            former: None,
        }
    }

    fn path_and_value(&mut self, finding: &Finding) -> (String, Text) {
        match list_of(finding, self.document.trees) {
            // What the items are does not matter: none of them is as required.
            Some(list) => (self.find(list).0, Text::own(NO_ITEM)),
            None => self.of_reasons(finding),
        }
    }

    fn of_reasons(&mut self, finding: &Finding) -> (String, Text) {
        match finding.engine {
            Engine::Guard if !finding.children.is_empty() => {
                self.of_alternatives(&finding.children)
            }
            _ => self.of_value(finding),
        }
    }

    /// Returns the path and the words of a finding whose children all fail. Their order is that of the document.
    fn of_alternatives(&mut self, children: &[Finding]) -> (String, Text) {
        let mut all: Vec<(String, Text)> =
            children.iter().map(|child| self.of_value(child)).collect();
        all.sort_by(|one, other| (&one.0, one.1.as_str()).cmp(&(&other.0, other.1.as_str())));
        let first = all
            .first()
            .map(|(path, _)| path.clone())
            .unwrap_or_default();
        let words = |(path, value): (String, Text)| {
            if path == first {
                value
            } else {
                text!("{}: {}", Operand::Name(&path), value)
            }
        };
        let words = Text::join(all.into_iter().map(words), "; or ");
        (first, shortened_text(&words, LONGEST))
    }

    fn of_value(&mut self, finding: &Finding) -> (String, Text) {
        let (path, value) = finding
            .path
            .as_ref()
            .map_or((String::new(), None), |path| self.find(path));
        (path, self.about(finding, value))
    }

    /// Returns what a finding is about: the missing key, the value, or the message if there is no value.
    fn about(&mut self, finding: &Finding, value: Option<Node<'a>>) -> Text {
        let about = match (&finding.aspect, value) {
            (Aspect::Missing(key), _) => self.text(&text!("`{}` is missing", Known(key))),
            (_, None) => return self.text(&finding.message),
            (Aspect::Use(at), Some(value)) => {
                let (at, _) = self.find(at);
                let value = self.spelling(value).value.clone();
                text!("{} at {}", Operand::Value(&value), Operand::Name(&at))
            }
            (_, Some(value)) => Text::operand(self.spelling(value).value.clone()),
        };
        if finding.engine == Engine::Lint {
            return about;
        }
        let message = self.text(&finding.message);
        // A message shows collections with their keys in the order of the document.
        let is_repeated = message.as_str() == about.as_str()
            || value.is_some_and(is_collection) && message.contains(['{', '[']);
        if is_repeated {
            about
        } else {
            text!("{}: {}", about, message)
        }
    }

    /// Returns a path in the words of a fingerprint, and the value at the path.
    fn find(&mut self, path: &Path) -> (String, Option<Node<'a>>) {
        let mut written = None;
        for tree in self.document.trees {
            let (steps, value) = self.walk(tree.root, path);
            // Any change of the document would change the value of the root.
            if let Some(value) = value.filter(|_| !path.0.is_empty()) {
                return (steps, Some(value));
            }
            written.get_or_insert(steps);
        }
        (written.unwrap_or_else(|| path.to_string()), None)
    }

    fn walk(&mut self, root: Node<'a>, path: &Path) -> (String, Option<Node<'a>>) {
        let mut steps = String::new();
        let mut at = Some(root);
        let mut key = "";
        for step in &path.0 {
            let (text, next) = match step {
                Step::Key(name) => (name.clone(), at.and_then(|node| member(node, name))),
                Step::Index(index) => {
                    let next = at
                        .and_then(|node| node.as_list()?.get(usize::try_from(*index).ok()?))
                        .copied();
                    // The arguments of a function are not the items of a list.
                    let item = next.filter(|_| !key.starts_with("Fn::"));
                    (
                        item.map_or_else(|| index.to_string(), |item| self.item(item)),
                        next,
                    )
                }
            };
            if !steps.is_empty() {
                steps.push('/');
            }
            steps.push_str(&text);
            key = if let Step::Key(name) = step { name } else { "" };
            at = next;
        }
        (steps, at)
    }

    /// Returns the step to an item of a list: its value, or the address of a resource in a Terraform plan.
    fn item(&mut self, item: Node<'a>) -> String {
        let address = item
            .get("address")
            .and_then(|address| address.as_str())
            .filter(|_| self.is_plan);
        match address {
            Some(address) => format!("[{address}]"),
            None => format!("[{}]", self.spelling(item).item),
        }
    }

    fn spelling(&mut self, value: Node<'a>) -> Rc<Spelling> {
        let address = match value.value {
            Value::List(items) if !items.is_empty() => items.as_ptr().addr(),
            Value::Map(entries) if !entries.is_empty() => entries.as_ptr().addr(),
            _ => return self.spell(value),
        };
        if let Some(known) = self.spellings.get(&address) {
            return known.clone();
        }
        let spelling = self.spell(value);
        self.spellings.insert(address, spelling.clone());
        spelling
    }

    fn spell(&self, value: Node<'a>) -> Rc<Spelling> {
        let mut text = canonical(value);
        self.mask.iter().for_each(|mask| mask.text(&mut text));
        Rc::new(Spelling {
            value: shortened(&text, LONGEST),
            item: shortened(&text, LONGEST_ITEM),
        })
    }

    /// Returns a text in one line, without secrets.
    fn text(&self, text: &Text) -> Text {
        let mut text = text.clone();
        // Before blanks change, which secrets may have.
        if let Some(mask) = &self.mask {
            text.edit_operands(&mut |operand| mask.text(operand));
        }
        shortened_text(&in_one_line(&text), LONGEST)
    }
}

/// Returns a text with one blank for each white space, and none at the ends.
fn in_one_line(text: &Text) -> Text {
    let mut line = Text::default();
    let mut is_after_blank = false;
    for segment in text.segments() {
        let (Segment::Own(words) | Segment::Operand(words, _)) = segment;
        let mut part = String::new();
        for c in words.chars() {
            if c.is_whitespace() {
                is_after_blank = true;
                continue;
            }
            if std::mem::take(&mut is_after_blank) && !(line.is_empty() && part.is_empty()) {
                part.push(' ');
            }
            part.push(c);
        }
        line.push(match segment {
            Segment::Own(_) => Segment::Own(&part),
            Segment::Operand(_, kind) => Segment::Operand(&part, kind),
        });
    }
    line
}

fn member<'a>(node: Node<'a>, name: &str) -> Option<Node<'a>> {
    let by_text = || {
        Some(
            node.as_map()?
                .iter()
                .find(|entry| key_text(entry.key) == name)?
                .value,
        )
    };
    node.get(name).or_else(by_text)
}

fn is_collection(value: Node<'_>) -> bool {
    matches!(value.value, Value::List(_) | Value::Map(_))
}
