//! Checks of open documents: the text of the editor, with the files around it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::settings::{self, Settings};
use crate::baseline::{self, Baseline};
use crate::files::{self, File};
use crate::{language, severity};
use cfn_warden_arguments::Choices;
use cfn_warden_arguments::lsp::Args;
use cfn_warden_engine::{
    self as engine, Cache, Incomplete, IncompleteKind, Input, Request, SourceTexts,
};
use cfn_warden_lint::RuleSet;
use cfn_warden_lsp::guard;
use cfn_warden_lsp::host::{Checked, Document, DocumentKind, Host, Problem, Reported};
use cfn_warden_lsp::outline;
use cfn_warden_lsp::template::is_template;
use cfn_warden_report::deduplicate::{self, FindingGroup};
use cfn_warden_report::pages::{self, Kind};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::fix::Safety;

/// The number of paths that a diagnostic lists.
const PATHS: usize = 10;

/// What checks need, and keep from one to the next.
pub struct Checker<'c> {
    config: Config,
    choices: &'c Choices,
    lint_rules: RuleSet,
    knowledge: Knowledge,
    cache: Cache,
    /// By project file. Settings that cannot be read are not kept.
    settings: Mutex<HashMap<Option<PathBuf>, Arc<Settings>>>,
    begin: std::time::SystemTime,
    folder: OnceLock<PathBuf>,
}

/// Which project file applies.
enum Config {
    /// The nearest one above a document.
    Nearest,
    /// This one, or none.
    Fixed(Option<PathBuf>),
}

impl<'c> Checker<'c> {
    pub fn new(args: &Args, choices: &'c Choices, lint_rules: RuleSet) -> Checker<'c> {
        let config = match (&args.config, args.no_config) {
            (None, false) => Config::Nearest,
            (config, _) => Config::Fixed(config.clone()),
        };
        Checker {
            config,
            choices,
            lint_rules,
            knowledge: engine::bundled_knowledge(),
            cache: Cache::default(),
            settings: Mutex::default(),
            begin: files::clock(),
            folder: OnceLock::new(),
        }
    }

    /// Returns the settings for a document, which are read again when a file of them changes.
    fn settings(&self, path: Option<&Path>) -> Result<Arc<Settings>, String> {
        let config = match &self.config {
            Config::Nearest => match (path, self.folder.get()) {
                (Some(path), _) => path.parent().and_then(settings::nearest),
                (None, Some(folder)) => settings::nearest(folder),
                (None, None) => None,
            },
            Config::Fixed(config) => config.clone(),
        };
        let config = config.map(|path| from_here(&path));
        let mut known = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(settings) = known
            .get(&config)
            .filter(|settings| !settings.is_outdated())
        {
            return Ok(Arc::clone(settings));
        }
        let settings = Arc::new(Settings::read(config.as_deref(), self.choices)?);
        known.insert(config, Arc::clone(&settings));
        Ok(settings)
    }

    fn check_template(&self, document: &Document<'_>, cancel: Cancel<'_>) -> Checked {
        let name = document
            .path
            .map(|path| from_here(Path::new(path)).to_string_lossy().into_owned());
        let file = File {
            name: name.unwrap_or_default(),
            content: document.text.as_bytes().to_vec(),
        };
        let settings = match self.settings(document.path.map(Path::new)) {
            Ok(settings) => settings,
            Err(message) => return problem(message),
        };
        let nested = files::nested_in([&file]);
        let sources = settings.sources(&nested, self.lint_rules, &self.knowledge);
        let documents = [file];
        let request = self.request(sources.request(&documents), cancel);
        let mut baseline = match baseline::read(&settings.args) {
            Ok(baseline) => baseline,
            Err(error) => return problem(error.to_string()),
        };
        let known = baseline.as_mut().map(Baseline::as_known);
        let run = engine::check_with_known(&request, &self.cache, known);
        if let Err(error) = severity::reject_unknown(&run) {
            return problem(error.to_string());
        }
        // Editors open any YAML and JSON: what is neither a template nor meant to be one is not for this server.
        let is_of_interest =
            || !run.findings.is_empty() || is_template(&outline::read(document.text));
        let is_shown = |issue: &&Incomplete| issue.kind != IncompleteKind::NothingToCheck;
        let problems: Vec<Problem> = run.incomplete.iter().filter(is_shown).map(shown).collect();
        if !problems.is_empty() && !is_of_interest() {
            return Checked::default();
        }
        let groups = deduplicate::by_place(deduplicate::of(&run.findings)).into_iter();
        let reported = groups.map(|group| Reported {
            also: group.listed().cloned().collect(),
            finding: group.shown().into_owned(),
            paths: paths(&group),
        });
        Checked {
            findings: reported.collect(),
            problems,
        }
    }

    /// Adds what is the same for all requests of the server.
    fn request<'r>(&'r self, request: Request<'r>, cancel: Cancel<'r>) -> Request<'r> {
        Request {
            cancel,
            texts: SourceTexts::Omitted,
            ..request
        }
    }
}

/// Returns the paths of the findings that are shown as one, and the number of others in words.
fn paths(group: &FindingGroup<'_>) -> Vec<String> {
    if group.same_place.is_empty() {
        return Vec::new();
    }
    let (paths, more) = group.paths(PATHS);
    paths.into_iter().chain(more).collect()
}

impl Host for Checker<'_> {
    fn begin(&self, folder: Option<&str>) {
        let Some(folder) = folder.map(PathBuf::from) else {
            return;
        };
        // Documents have the names that `check` in the folder gives them: waivers and baselines name files.
        let _ = std::env::set_current_dir(&folder);
        let _ = self.folder.set(folder);
    }

    fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    fn rules(&self) -> RuleSet {
        self.lint_rules
    }

    fn check(&self, document: &Document<'_>, cancel: Cancel<'_>) -> Checked {
        match document.kind {
            DocumentKind::Template => self.check_template(document, cancel),
            DocumentKind::Rules => match self.settings(document.path.map(Path::new)) {
                Ok(settings) => {
                    let language = language::language(&settings.args.language);
                    guard::diagnostics::of(
                        &self.knowledge,
                        language,
                        document.path.unwrap_or_default(),
                        document.text,
                    )
                }
                Err(message) => problem(message),
            },
        }
    }

    fn fix(&self, document: &Document<'_>) -> Option<String> {
        if document.kind != DocumentKind::Template {
            return None;
        }
        let settings = self.settings(document.path.map(Path::new)).ok()?;
        let name = document
            .path
            .map(|path| from_here(Path::new(path)).to_string_lossy().into_owned());
        let file = File {
            name: name.unwrap_or_default(),
            content: document.text.as_bytes().to_vec(),
        };
        let nested = files::nested_in([&file]);
        let sources = settings.sources(&nested, self.lint_rules, &self.knowledge);
        let request = self.request(sources.request(&[]), Cancel::default());
        let input = Input {
            name: &file.name,
            content: &file.content,
        };
        engine::fix(&request, input, Safety::Safe, &self.cache).map(|fixed| fixed.text)
    }

    fn page_of_function(&self, name: &str) -> Option<&'static str> {
        pages::of(Kind::Function, name)
    }

    fn elapsed(&self) -> Duration {
        files::clock()
            .duration_since(self.begin)
            .unwrap_or_default()
    }
}

/// Returns a path as the command line in the working directory writes it.
fn from_here(path: &Path) -> PathBuf {
    let here = files::absolute(Path::new(""));
    let absolute = files::absolute(path);
    absolute
        .strip_prefix(&here)
        .map(Path::to_owned)
        .unwrap_or(absolute)
}

fn problem(message: String) -> Checked {
    Checked {
        problems: vec![Problem { message, at: None }],
        ..Checked::default()
    }
}

fn shown(issue: &Incomplete) -> Problem {
    // The position of a problem with a rules file is one in that file.
    let at = issue.at.filter(|_| issue.kind == IncompleteKind::Document);
    let message = match issue.kind {
        IncompleteKind::Rules => format!("{}: {}", issue.file, issue.message),
        _ => issue.message.to_string(),
    };
    Problem { message, at }
}
