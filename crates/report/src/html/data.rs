//! The findings and sources as data of the HTML page.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::record::{self, Places, Record};
use crate::deduplicate::FindingGroup;
use crate::source_line::Lines;
use crate::words::shown_name;
use cfn_warden_engine::{Document, Run};

/// Of sources with more lines, only those around findings are in the page.
const MOST_LINES: usize = 5_000;
/// Number of lines before and after a finding's line.
const ROUND: usize = 2;
/// Sources with longer lines are not in the page as a whole.
const LONGEST: usize = 20_000;

/// The data of the page.
#[derive(Debug, Serialize)]
pub struct Data<'r> {
    rules: Vec<RuleRecord<'r>>,
    files: Vec<FileRecord<'r>>,
    findings: Vec<Record<'r>>,
}

#[derive(Debug, Serialize)]
struct RuleRecord<'r> {
    id: &'r str,
    title: &'r str,
    /// The link to the documentation; empty if there is none.
    url: &'r str,
}

#[derive(Debug, Serialize)]
struct FileRecord<'r> {
    name: &'r str,
    /// All lines, unless the source is too long.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<&'r str>,
    /// Otherwise, lines around findings by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parts: BTreeMap<usize, &'r str>,
}

/// Returns the data of a run, with the findings by file in the order of the documents.
pub fn of<'r>(run: &'r Run<'_>, groups: &[FindingGroup<'r>]) -> Data<'r> {
    let texts: HashMap<&str, &Document<'_>> = run
        .sources
        .iter()
        .chain(&run.documents)
        .map(|document| (document.name, document))
        .collect();
    let mut by_file: Vec<(&str, Vec<&FindingGroup<'_>>)> = Vec::new();
    let mut files: HashMap<&str, usize> = HashMap::new();
    for name in run.documents.iter().map(|document| document.name) {
        files
            .entry(name)
            .or_insert_with(|| pushed(&mut by_file, (name, Vec::new())));
    }
    for group in groups {
        let name = group.finding.file.as_str();
        let file = *files
            .entry(name)
            .or_insert_with(|| pushed(&mut by_file, (name, Vec::new())));
        by_file
            .get_mut(file)
            .into_iter()
            .for_each(|(_, own)| own.push(group));
    }
    by_file.retain(|(_, own)| !own.is_empty());
    let mut data = Data {
        rules: Vec::new(),
        files: Vec::new(),
        findings: Vec::new(),
    };
    let mut rules: HashMap<(&str, &str), usize> = HashMap::new();
    let mut ids: HashMap<String, usize> = HashMap::new();
    for (name, own) in by_file {
        let document = texts.get(name).copied();
        let text = document.map(|document| &*document.text).unwrap_or_default();
        let file = pushed(
            &mut data.files,
            FileRecord {
                name: shown_name(name),
                ..source(text, &own)
            },
        );
        for group in own {
            let url = Some(group.finding.documentation())
                .filter(|url| url.starts_with("https://"))
                .unwrap_or_default();
            let rule = RuleRecord {
                id: &group.finding.rule.id,
                title: &group.finding.rule.title,
                url,
            };
            let rule = *rules
                .entry((rule.id, url))
                .or_insert_with(|| pushed(&mut data.rules, rule));
            let mut record = record::of(group, Places { rule, file }, document, &run.documents);
            let repeated = ids.entry(record.id.clone()).or_default();
            *repeated = repeated.saturating_add(1);
            if *repeated > 1 {
                record.id = format!("{}-{repeated}", record.id);
            }
            data.findings.push(record);
        }
    }
    data
}

/// Adds a value to a list and returns its place.
fn pushed<T>(list: &mut Vec<T>, value: T) -> usize {
    list.push(value);
    list.len().saturating_sub(1)
}

fn source<'r>(text: &'r str, own: &[&FindingGroup<'_>]) -> FileRecord<'r> {
    let lines = Lines::of(text);
    let all: Vec<&str> = lines.all().iter().map(|line| line.text()).collect();
    let nothing = FileRecord {
        name: "",
        lines: Vec::new(),
        parts: BTreeMap::new(),
    };
    if text.is_empty() {
        return nothing;
    }
    if all.len() <= MOST_LINES && all.iter().all(|line| line.len() <= LONGEST) {
        return FileRecord {
            lines: all,
            ..nothing
        };
    }
    let mut parts = BTreeMap::new();
    for group in own {
        let at = usize::try_from(group.finding.span.start.line).unwrap_or_default();
        let first = at.saturating_sub(ROUND).max(1);
        let near = (first..=at.saturating_add(ROUND)).zip(all.iter().skip(first.saturating_sub(1)));
        parts.extend(
            near.filter(|(_, line)| line.len() <= LONGEST)
                .map(|(number, line)| (number, *line)),
        );
    }
    FileRecord { parts, ..nothing }
}
