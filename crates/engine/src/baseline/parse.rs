//! Parses baselines.

use bumpalo::Bump;

use super::acceptance::{Acceptance, AcceptedEntry};
use super::entry::{Entry, digest};
use crate::error::Mistake;
use crate::waivers::is_date;
use cfn_warden_syntax::finding::Engine;
use cfn_warden_syntax::names;
use cfn_warden_syntax::{self as syntax, Node, NodeId, Tree, Value};

/// The version of the format.
pub(super) const VERSION: i64 = 1;

const KEYS: [&str; 3] = ["version", "findings", "not_checked"];
const ACCEPTED_KEYS: [&str; 5] = ["file", "message", "reason", "owner", "until"];
const ENTRY_KEYS: [&str; 6] = ["file", "engine", "rule", "path", "value", "digest"];
const ENGINES: [Engine; 3] = [Engine::Lint, Engine::Guard, Engine::Terraform];

/// What a baseline lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// The known findings.
    pub findings: Vec<Entry>,
    /// What was not checked and is accepted.
    pub not_checked: Vec<AcceptedEntry>,
}

/// Parses a baseline.
///
/// # Errors
/// All mistakes, by position.
pub fn parse(text: &str) -> Result<Contents, Vec<Mistake>> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, "");
    let Some(tree) = parsed.tree.filter(|_| parsed.errors.is_empty()) else {
        let error = |error: &syntax::SyntaxError| Mistake {
            at: error.span.start,
            message: format!("not JSON: {}", error.message.trim_end()),
        };
        return Err(parsed.errors.iter().take(1).map(error).collect());
    };
    let mut reader = Reader {
        tree: &tree,
        errors: Vec::new(),
    };
    let findings = reader.root();
    let not_checked = reader.not_checked();
    let mut errors = reader.errors;
    if errors.is_empty() {
        return Ok(Contents {
            findings,
            not_checked,
        });
    }
    errors.sort_by_key(|error| (error.at.line, error.at.column));
    Err(errors)
}

struct Reader<'t, 'a> {
    tree: &'t Tree<'a>,
    errors: Vec<Mistake>,
}

impl Reader<'_, '_> {
    fn root(&mut self) -> Vec<Entry> {
        let root = self.tree.root;
        if root.as_map().is_none() {
            self.error(
                root.id,
                "not a baseline; expected {\"version\": 1, \"findings\": [...]}".to_owned(),
            );
            return Vec::new();
        }
        match root
            .get("version")
            .map(|version| (version.id, version.value))
        {
            Some((_, Value::Int(VERSION))) => {}
            Some((id, Value::Int(other))) => {
                self.error(
                    id,
                    format!(
                        "version {other} of baselines is not supported; expected version {VERSION}"
                    ),
                );
                // What the keys of another version mean is not known.
                return Vec::new();
            }
            Some((id, _)) => self.error(id, format!("invalid version; expected {VERSION}")),
            None => self.error(root.id, format!("missing `version`; expected {VERSION}")),
        }
        self.reject_unknown(root, &KEYS);
        let Some(findings) = root.get("findings") else {
            self.error(
                root.id,
                "missing `findings`; expected a list of entries".to_owned(),
            );
            return Vec::new();
        };
        let Some(items) = findings.as_list() else {
            self.error(
                findings.id,
                "`findings` is not a list of entries".to_owned(),
            );
            return Vec::new();
        };
        items.iter().filter_map(|item| self.entry(*item)).collect()
    }

    fn not_checked(&mut self) -> Vec<AcceptedEntry> {
        let Some(list) = self.tree.root.get("not_checked") else {
            return Vec::new();
        };
        let Some(items) = list.as_list() else {
            self.error(list.id, "`not_checked` is not a list of entries".to_owned());
            return Vec::new();
        };
        items
            .iter()
            .filter_map(|item| self.accepted(*item))
            .collect()
    }

    fn accepted(&mut self, item: Node<'_>) -> Option<AcceptedEntry> {
        self.expect_map(item, &ACCEPTED_KEYS)?;
        let [file, message, reason, until] =
            ["file", "message", "reason", "until"].map(|key| self.text(item, key));
        let owner = match item.get("owner") {
            Some(_) => Some(self.text(item, "owner")?),
            None => None,
        };
        let (file, message, reason, until) = (file?, message?, reason?, until?);
        if reason.trim().is_empty() || !is_date(&until) {
            self.error(
                item.id,
                "expected a reason, and a date such as 2027-01-31 as `until`".to_owned(),
            );
            return None;
        }
        Some(AcceptedEntry {
            file,
            message,
            acceptance: Acceptance {
                reason,
                owner,
                until,
            },
        })
    }

    fn entry(&mut self, item: Node<'_>) -> Option<Entry> {
        self.expect_map(item, &ENTRY_KEYS)?;
        let [file, engine, rule, path, value, written] = ENTRY_KEYS.map(|key| self.text(item, key));
        let engine = self.engine(item, &engine?)?;
        let (file, rule, path, value, written) = (file?, rule?, path?, value?, written?);
        let expected = digest(engine, &rule, &path, &value);
        if written != expected {
            let at = item.get("digest").map_or(item.id, |node| node.id);
            self.error(
                at,
                format!("the digest is not that of the entry; expected {expected}"),
            );
            return None;
        }
        Some(Entry {
            file,
            path,
            rule,
            engine,
            value,
            digest: expected,
        })
    }

    /// Reports an entry that is not a map, and unknown keys; `None` for the former.
    fn expect_map(&mut self, item: Node<'_>, keys: &[&str]) -> Option<()> {
        if item.as_map().is_none() {
            self.error(
                item.id,
                format!("expected an entry with {}", keys.join(", ")),
            );
            return None;
        }
        self.reject_unknown(item, keys);
        Some(())
    }

    fn engine(&mut self, item: Node<'_>, name: &str) -> Option<Engine> {
        let engine = ENGINES.into_iter().find(|engine| engine.name() == name);
        if engine.is_none() {
            let names = ENGINES.map(Engine::name).join(", ");
            let at = item.get("engine").map_or(item.id, |node| node.id);
            self.error(
                at,
                format!("unknown engine `{name}`; expected one of {names}"),
            );
        }
        engine
    }

    fn text(&mut self, item: Node<'_>, key: &str) -> Option<String> {
        let Some(value) = item.get(key) else {
            self.error(item.id, format!("missing `{key}`; expected a string"));
            return None;
        };
        let text = value.as_str();
        if text.is_none() {
            self.error(
                value.id,
                format!("invalid value of `{key}`; expected a string"),
            );
        }
        text.map(str::to_owned)
    }

    fn reject_unknown(&mut self, map: Node<'_>, known: &[&str]) {
        for entry in map.as_map().unwrap_or_default() {
            let key = entry.key.as_str().unwrap_or_default();
            if known.contains(&key) {
                continue;
            }
            self.error(
                entry.key.id,
                format!("unknown key `{key}`; {}", names::one_of(key, known)),
            );
        }
    }

    fn error(&mut self, at: NodeId, message: String) {
        self.errors.push(Mistake {
            at: self.tree.span(at).start,
            message,
        });
    }
}
