//! What modules come to.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Settings;
use super::body::{EvaluatedBlock, EvaluatedBody};
use super::declared::{Declared, Mode};
use super::walk::Walk;
use crate::diagnostic::Errors;
use crate::eval::Texts;
use crate::source::Range;
use crate::value::Value;

/// Which of a block's instances.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstanceKey {
    /// Of `count`.
    Index(usize),
    /// Of `for_each`.
    Name(Rc<str>),
    /// It stands for all, of which nobody knows how many there are.
    Unknown,
}

impl InstanceKey {
    /// As it stands in an address.
    pub fn text(&self) -> String {
        match self {
            InstanceKey::Index(at) => format!("[{at}]"),
            InstanceKey::Name(name) => format!("[{}]", crate::support::go::quoted(name)),
            InstanceKey::Unknown => "[*]".to_owned(),
        }
    }
}

/// An instance of a resource.
#[derive(Debug, Clone)]
pub struct Resource {
    /// What it does.
    pub mode: Mode,
    /// Its type.
    pub kind: Rc<str>,
    /// Its name.
    pub name: Rc<str>,
    /// Which of its instances.
    pub key: Option<InstanceKey>,
    /// It is not known which instances there are, of the resource or of a module around it.
    pub deferred: bool,
    /// What is written for the provider; empty of what is deferred, but for a plan.
    pub body: EvaluatedBody,
    /// Its block.
    pub range: Range,
}

/// An instance of a module.
#[derive(Debug, Default)]
pub struct Evaluated {
    /// `module.a["b"]`; the root's is empty.
    pub address: String,
    /// Its folder, seen from the root module.
    pub folder: String,
    /// The names of the calls that lead to it, with the instances of each.
    pub path: Vec<(Rc<str>, Option<InstanceKey>)>,
    /// The calls that lead to it, the root's first.
    pub callers: Vec<Range>,
    /// What its files declare.
    pub declared: Rc<Declared>,
    /// Its variables.
    pub variables: BTreeMap<Rc<str>, Value>,
    /// Its local values.
    pub locals: BTreeMap<Rc<str>, Value>,
    /// Its outputs.
    pub outputs: BTreeMap<Rc<str>, Value>,
    /// Its provider configurations.
    pub providers: Vec<EvaluatedBlock>,
    /// Its resources.
    pub resources: Vec<Resource>,
    /// The modules that it calls.
    pub modules: Vec<Evaluated>,
    /// The calls of modules that were not looked into, and from where these would be got.
    pub outside: Vec<(Rc<str>, String)>,
}

/// What evaluation has come to.
#[derive(Debug)]
pub struct Run {
    /// The root module; none where it cannot be loaded.
    pub root: Option<Evaluated>,
    /// What is wrong, in the order in which it was found, each once.
    pub errors: Errors,
    /// The texts that the places of the errors are in.
    pub texts: Texts,
}

impl Run {
    /// What is wrong, each with its place.
    pub fn located(&self) -> Vec<String> {
        self.texts.with(|sources| self.errors.iter().map(|error| error.located(sources)).collect())
    }
}

/// The modules of a folder, evaluated. What has no value is unknown, and an error says why.
pub fn evaluate(settings: &Settings<'_>) -> Run {
    let texts = Texts::default();
    let walk = Walk::new(settings, &texts);
    let root = walk.root();
    let errors = walk.errors();
    Run { root, errors, texts }
}
