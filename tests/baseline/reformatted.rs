//! Entries match the findings of reformatted and moved templates. `BASELINE_REFORMATTED=1000` tries more.

use std::collections::BTreeSet;
use std::fmt::Write;

use cfn_warden::engine::Cache;
use cfn_warden::engine::baseline::{apply, updated};

use super::documents::formatted;
use super::{Existing, checked, count, entries_of, templates};
use crate::secrets::generate::Random;

#[test]
fn entries_match_reformatted_and_moved_templates() {
    let (templates, cache) = (templates(), Cache::default());
    let (mut entries, mut lost, mut runs, mut lines) = (0, 0, 0, String::new());
    let wanted = count("BASELINE_REFORMATTED", 150);
    let mut random = Random(7);
    while runs < wanted {
        let template = &templates[random.below(templates.len())];
        let before = checked(&[(&template.name, &template.text)], &cache);
        let known = entries_of(&before);
        if known.is_empty() {
            continue;
        }
        runs += 1;
        let text = formatted(&template.value, &mut random);
        let moved = format!("elsewhere/{runs}.yaml");
        // In its place, the file exists; if it was moved, its old name does not.
        let name = if random.below(2) == 0 {
            &template.name
        } else {
            &moved
        };
        let mut run = checked(&[(name, &text)], &cache);
        let is_in = Existing(BTreeSet::from([name.as_str()]));
        apply(&mut run, "baseline.json", known.clone(), &is_in);
        let done = run.baseline.as_ref().unwrap();
        assert_eq!(done.known.len() + done.stale.len(), known.len());
        entries += known.len();
        lost += done.stale.len();
        for entry in &done.stale {
            writeln!(
                lines,
                "{}: {} {}: {}",
                template.name, entry.rule, entry.path, entry.value
            )
            .unwrap();
        }
        // The next baseline has only what was found.
        let next = updated(&run, &known, &is_in);
        assert!(next.iter().all(|entry| entry.file == *name));
    }
    println!("{lost} of {entries} entries are lost in {runs} templates\n{lines}");
    assert!(entries > wanted, "{entries}");
    assert!(
        lost * 100 <= entries,
        "{lost} of {entries} entries are lost:\n{lines}"
    );
}
