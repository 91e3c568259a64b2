//! Controls whose verdicts differ between two versions of a pack.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use bumpalo::Bump;
use serde_json::{Value, json};

use crate::check::input;
use crate::files::{self, File};
use crate::packs::{custom, selection};
use crate::parallel;
use cfn_warden_arguments::rules::upgrade_check::Format;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{self as engine, Cache, Request, Session};
use cfn_warden_policies::PACKS;
use cfn_warden_report::{counted, shown_name};
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_template::document::logical_id;

/// A version of a pack.
struct Version {
    /// `acme 1.2.0`
    name: String,
    controls: Vec<Arc<Control>>,
}

/// The result of a comparison.
pub struct Comparison {
    from: Version,
    to: Version,
    differences: Vec<Difference>,
    /// What could not be checked.
    pub errors: Vec<String>,
}

struct Difference {
    place: Place,
    from: Verdict,
    to: Verdict,
}

/// A control, a document and a resource in it.
type Place = (String, String, Option<String>);

/// What a version of a pack says of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    NoFinding,
    Undecided,
    Fails,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::NoFinding => "no finding",
            Verdict::Undecided => "not decided",
            Verdict::Fails => "fails",
        }
    }
}

impl Comparison {
    /// Returns whether no verdict differs.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Compares two versions of a pack on documents.
///
/// # Errors
/// For a name that is neither a pack nor a control, and for a pack with mistakes.
pub fn compare(
    from: &str,
    to: &str,
    key: Option<&str>,
    data: &[File],
) -> Result<Comparison, Error> {
    let (from, to) = (version(from, key)?, version(to, key)?);
    let mut errors = BTreeSet::new();
    let before = verdicts(&from, data, &mut errors);
    let after = verdicts(&to, data, &mut errors);
    let of = |all: &BTreeMap<Place, Verdict>, place: &Place| {
        all.get(place).copied().unwrap_or(Verdict::NoFinding)
    };
    let places: BTreeSet<&Place> = before.keys().chain(after.keys()).collect();
    let difference = |place: &Place| Difference {
        place: place.clone(),
        from: of(&before, place),
        to: of(&after, place),
    };
    let differences = places
        .into_iter()
        .map(difference)
        .filter(|one| one.from != one.to)
        .collect();
    Ok(Comparison {
        from,
        to,
        differences,
        errors: errors.into_iter().collect(),
    })
}

fn version(name: &str, key: Option<&str>) -> Result<Version, Error> {
    if selection::is_path(name) {
        let pack = custom::read(Path::new(name), key)?;
        return Ok(Version {
            name: format!("{} {}", pack.name, pack.version),
            controls: pack.controls,
        });
    }
    let controls = selection::selected(&[name.to_owned()], key)?;
    let bundled = PACKS
        .iter()
        .find(|pack| pack.name.eq_ignore_ascii_case(name));
    let name = bundled.map_or(name.to_owned(), |pack| {
        format!("{} {}", pack.name, pack.version)
    });
    Ok(Version { name, controls })
}

fn verdicts(
    version: &Version,
    data: &[File],
    errors: &mut BTreeSet<String>,
) -> BTreeMap<Place, Verdict> {
    let request = Request {
        documents: data.iter().map(input).collect(),
        controls: &version.controls,
        ..Request::for_rules(engine::bundled_knowledge(), files::now())
    };
    let (arena, cache) = (Bump::new(), Cache::default());
    let session = Session::open(&request, &cache, &arena);
    let run = session.finish(parallel::check(&session, |_, _| {}), None);
    errors.extend(
        run.incomplete
            .iter()
            .map(|issue| format!("{}: {}", shown_name(&issue.file), issue.message)),
    );
    let mut verdicts: BTreeMap<Place, Verdict> = BTreeMap::new();
    for finding in &run.findings {
        let resource = finding
            .path
            .as_ref()
            .and_then(logical_id)
            .map(str::to_owned);
        let place = (finding.rule.id.to_string(), finding.file.clone(), resource);
        let verdict = verdicts.entry(place).or_insert(Verdict::NoFinding);
        *verdict = (*verdict).max(verdict_of(finding));
    }
    verdicts
}

fn verdict_of(finding: &Finding) -> Verdict {
    let is_unknown = finding
        .deployments
        .as_ref()
        .is_some_and(|note| !note.unknowns.is_empty());
    if is_unknown || finding.severity == Severity::Informational {
        Verdict::Undecided
    } else {
        Verdict::Fails
    }
}

/// Renders a comparison.
pub fn render(comparison: &Comparison, format: Format) -> String {
    match format {
        Format::Text => text(comparison),
        Format::Json => json(comparison),
    }
}

fn text(comparison: &Comparison) -> String {
    let mut out = String::new();
    for Difference {
        place: (control, file, resource),
        from,
        to,
    } in &comparison.differences
    {
        let at = resource
            .as_ref()
            .map(|id| format!(", resource {id}"))
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "{control} on {}{at}: {}, then {}",
            shown_name(file),
            from.name(),
            to.name()
        );
    }
    for (one, other) in [
        (&comparison.from, &comparison.to),
        (&comparison.to, &comparison.from),
    ] {
        let only = only_in(one, other);
        if !only.is_empty() {
            let _ = writeln!(out, "only in {}: {}", one.name, only.join(", "));
        }
    }
    let count = match comparison.differences.len() {
        0 => "no verdict differs".to_owned(),
        1 => "1 verdict differs".to_owned(),
        many => format!("{many} verdicts differ"),
    };
    let controls = counted(comparison.to.controls.len(), "control");
    let _ = writeln!(
        out,
        "{controls} compared: {count} between {} and {}",
        comparison.from.name, comparison.to.name
    );
    out
}

fn json(comparison: &Comparison) -> String {
    let difference = |Difference {
                          place: (control, file, resource),
                          from,
                          to,
                      }: &Difference|
     -> Value {
        json!({"control": control, "data": file, "resource": resource, "from": from.name(), "to": to.name()})
    };
    let object = json!({
        "from": comparison.from.name,
        "to": comparison.to.name,
        "controls_compared": comparison.to.controls.len(),
        "removed": only_in(&comparison.from, &comparison.to),
        "added": only_in(&comparison.to, &comparison.from),
        "differences": comparison.differences.iter().map(difference).collect::<Vec<_>>(),
    });
    format!("{object:#}\n")
}

/// Returns the IDs of the controls that another version does not have.
fn only_in<'v>(version: &'v Version, other: &Version) -> Vec<&'v str> {
    let known: BTreeSet<&str> = other.controls.iter().map(|control| &*control.id).collect();
    version
        .controls
        .iter()
        .map(|control| &*control.id)
        .filter(|id| !known.contains(id))
        .collect()
}
