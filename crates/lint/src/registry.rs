//! The rules that a linter runs, as a value, and the lookup tables compiled from them.

use std::sync::LazyLock;

use super::attaching::run_attached_checks;
use super::owner::TEMPLATE;
use super::rule::{Check, DocumentCheck, Rule, TemplateCheck};
use cfn_warden_schema::place::Places;
use cfn_warden_schema::{self as schema, Attached, AttachedCheck, RuleChecks, Table, keyword};
use cfn_warden_syntax::finding::RuleId;

/// The rules that a linter runs. The default has none, and linting is then incomplete.
#[derive(Clone, Copy)]
pub struct RuleSet(&'static LazyLock<Registry>);

/// Rules, and the lookup tables compiled from them.
#[derive(Debug)]
pub struct Registry {
    /// All rules, sorted by ID.
    rules: Vec<&'static Rule>,
    /// Checks of rules that the evaluation or other rules run. Rules find them in the evaluation, so that their files do
    /// not import each other.
    pub checks: RuleChecks,
    /// Indices of attached checks by path.
    pub places: Places,
    /// Keyword implementations at the root of a template.
    pub table: Table,
    /// Checks of the template as a whole, in the order of rule IDs.
    pub of_template: Vec<(RuleId, TemplateCheck)>,
    /// The same for templates with the SAM transform.
    pub of_serverless: Vec<(RuleId, TemplateCheck)>,
    /// Checks of the document before transforms, in the order of rule IDs.
    pub of_document: Vec<DocumentCheck>,
}

static NO_RULES: LazyLock<Registry> = LazyLock::new(|| Registry::of([]));

impl RuleSet {
    /// Creates a rule set. It is compiled when the first template is linted.
    pub const fn new(registry: &'static LazyLock<Registry>) -> RuleSet {
        RuleSet(registry)
    }

    /// Returns the rules and their tables.
    pub fn registry(self) -> &'static Registry {
        self.0
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet(&NO_RULES)
    }
}

/// Sets are equal if they are the same set: comparing their rules would compile them.
impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl std::fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if *self == RuleSet::default() {
            "RuleSet(none)"
        } else {
            "RuleSet"
        })
    }
}

impl Registry {
    /// Compiles the lookup tables of rules.
    pub fn of(rules: impl IntoIterator<Item = &'static Rule>) -> Registry {
        let mut rules: Vec<&'static Rule> = rules.into_iter().collect();
        rules.sort_by_cached_key(|rule| place_of(rule.id));
        let mut registry = Registry {
            checks: RuleChecks::default(),
            places: Places::default(),
            table: Table::empty(),
            of_template: Vec::new(),
            of_serverless: Vec::new(),
            of_document: Vec::new(),
            rules: Vec::new(),
        };
        let mut numbers = Vec::new();
        for (rule, check) in rules
            .iter()
            .flat_map(|rule| rule.checks.iter().map(|check| (rule.id, check)))
        {
            registry.add(rule, check, &mut numbers);
        }
        registry.places = Places::of(numbers);
        let own = [(keyword::CFN_LINT, run_attached_checks as schema::Check)];
        registry.table = Table::standard()
            .with(own)
            .with(registry.checks.of_owner(&TEMPLATE.owner));
        Registry { rules, ..registry }
    }

    /// Adds a check; an attached one is added to `numbers`, once for each of its paths.
    fn add(&mut self, rule: RuleId, check: &'static Check, numbers: &mut Vec<(&'static str, u16)>) {
        let (paths, check): (&'static [&'static str], _) = match check {
            Check::Keyword(symbol, check) => {
                self.checks
                    .keywords
                    .entry((rule, *symbol))
                    .or_insert(*check);
                return;
            }
            Check::Format(format) => {
                self.checks.formats.insert(format.name, (rule, *format));
                return;
            }
            Check::Template(check) => return self.of_template.push((rule, *check)),
            Check::Serverless(check) => return self.of_serverless.push((rule, *check)),
            Check::Document(check) => return self.of_document.push(*check),
            Check::Reference(paths, check) if paths.contains(&"*") => {
                return self.checks.references.push((rule, *check));
            }
            Check::Reference(paths, check) => (paths, AttachedCheck::Reference(*check)),
            Check::Value(paths, check) => (paths, AttachedCheck::Value(*check)),
            Check::Schema(spec) => (&spec.paths, AttachedCheck::Data(spec)),
        };
        let Ok(number) = u16::try_from(self.checks.attached.len()) else {
            return;
        };
        self.checks.attached.push(Attached { rule, check });
        numbers.extend(paths.iter().map(|path| (*path, number)));
    }

    /// Returns whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns all rules, sorted by ID.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.rules.iter().copied()
    }

    /// Returns the rule with an ID.
    pub fn find(&self, id: RuleId) -> Option<&'static Rule> {
        let index = self.rules.binary_search_by_key(&id, |rule| rule.id).ok()?;
        self.rules.get(index).copied()
    }
}

/// Returns what IDs are sorted by: their first letters as one number, which is faster to compare.
fn place_of(id: RuleId) -> (u64, RuleId) {
    let mut first = [0; 8];
    first
        .iter_mut()
        .zip(id.as_str().bytes())
        .for_each(|(to, from)| *to = from);
    (u64::from_be_bytes(first), id)
}
