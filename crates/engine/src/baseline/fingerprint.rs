//! Fingerprints of the findings of a document.

use std::collections::HashMap;
use std::rc::Rc;

use super::canonical::{canonical, key_text};
use super::effect;
use super::shorten::shortened;
use cfn_warden_secrets::{Mask, Secrets};
use cfn_warden_syntax::finding::{Aspect, Engine, Finding, Fingerprint};
use cfn_warden_syntax::{Node, Path, Step, Tree, Value};
use cfn_warden_template::document::is_plan;

/// The longest value in a fingerprint, in characters.
const LONGEST: usize = 120;
/// The longest item of a list in a path.
const LONGEST_ITEM: usize = 48;

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
            .map(|former| fingerprints.path_and_value(former));
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

    fn path_and_value(&mut self, finding: &Finding) -> (String, String) {
        match finding.engine {
            Engine::Guard if !finding.children.is_empty() => {
                self.of_alternatives(&finding.children)
            }
            _ => self.of_value(finding),
        }
    }

    /// Returns the path and the words of a finding whose children all fail. Their order is that of the document.
    fn of_alternatives(&mut self, children: &[Finding]) -> (String, String) {
        let mut all: Vec<(String, String)> =
            children.iter().map(|child| self.of_value(child)).collect();
        all.sort();
        let first = all
            .first()
            .map(|(path, _)| path.clone())
            .unwrap_or_default();
        let words = |(path, value): (String, String)| {
            if path == first {
                value
            } else {
                format!("{path}: {value}")
            }
        };
        let words: Vec<String> = all.into_iter().map(words).collect();
        let words = shortened(&words.join("; or "), LONGEST);
        (first, words)
    }

    fn of_value(&mut self, finding: &Finding) -> (String, String) {
        let (path, value) = finding
            .path
            .as_ref()
            .map_or((String::new(), None), |path| self.find(path));
        (path, self.about(finding, value))
    }

    /// Returns what a finding is about: the missing key, the value, or the message if there is no value.
    fn about(&mut self, finding: &Finding, value: Option<Node<'a>>) -> String {
        let about = match (&finding.aspect, value) {
            (Aspect::Missing(key), _) => self.text(&format!("`{key}` is missing")),
            (_, None) => return self.text(&finding.message),
            (Aspect::Use(at), Some(value)) => {
                let (at, _) = self.find(at);
                format!("{} at {at}", self.spelling(value).value)
            }
            (_, Some(value)) => self.spelling(value).value.clone(),
        };
        if finding.engine == Engine::Lint {
            return about;
        }
        let message = self.text(&finding.message);
        // A message shows collections with their keys in the order of the document.
        let is_repeated =
            message == about || value.is_some_and(is_collection) && message.contains(['{', '[']);
        if is_repeated {
            about
        } else {
            format!("{about}: {message}")
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
    fn text(&self, text: &str) -> String {
        // Before blanks change, which secrets may have.
        let mut text = text.to_owned();
        self.mask.iter().for_each(|mask| mask.text(&mut text));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        shortened(&text, LONGEST)
    }
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
