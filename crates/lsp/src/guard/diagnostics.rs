//! What is wrong with a rules text: errors of the parser, and what `rules check` finds.

use crate::host::{Checked, Problem, Reported};
use cfn_warden_authoring::check;
use cfn_warden_guard::Language;
use cfn_warden_guard::syntax::parse_as;
use cfn_warden_schema::Knowledge;

/// Checks a rules text.
pub fn of(knowledge: &Knowledge, language: Language, name: &str, text: &str) -> Checked {
    match parse_as(language, name, text) {
        Ok(rules) => {
            let findings = check(&rules, text, knowledge);
            let findings = findings
                .into_iter()
                .map(|finding| Reported {
                    finding,
                    also: Vec::new(),
                    paths: Vec::new(),
                })
                .collect();
            Checked {
                findings,
                problems: Vec::new(),
            }
        }
        Err(errors) => {
            let problem = |error: cfn_warden_guard::ParseError| Problem {
                message: error.sentence(),
                at: Some(error.position),
            };
            Checked {
                findings: Vec::new(),
                problems: errors.into_iter().map(problem).collect(),
            }
        }
    }
}
