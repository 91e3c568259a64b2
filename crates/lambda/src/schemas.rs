//! The schemas in force: a knowledge file of the settings, or the bundled one, and additional schemas.

use super::function::Function;
use super::gather::texts_of;
use super::knowledge::{KNOWLEDGE, SCHEMAS};
use cfn_warden_engine::{Incomplete, IncompleteKind};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::Text;

/// The schemas in force.
#[derive(Debug, Clone, Default)]
pub struct Schemas {
    /// The schemas: the newest, the last good ones, or those of the function.
    pub knowledge: Knowledge,
    /// What cannot be read and is not replaced by a good one: checks with these schemas are incomplete.
    pub incomplete: Vec<Incomplete>,
    /// Why the newest knowledge file is not used.
    pub problem: Option<String>,
}

impl Schemas {
    /// Returns the schemas to use now.
    pub fn of(function: &Function) -> Schemas {
        let config = &function.config;
        let mut schemas = Schemas {
            knowledge: function.knowledge.clone(),
            ..Schemas::default()
        };
        if let Some(place) = config.knowledge.uris().first() {
            let key = config.knowledge_public_key.as_deref();
            match function
                .schemas
                .newest(&place.uri, key, function.fetch.as_ref())
            {
                Ok(knowledge) => schemas.knowledge = knowledge,
                Err(problem) => {
                    match function.schemas.good() {
                        Some(good) => schemas.knowledge = good,
                        None => schemas
                            .incomplete
                            .push(incomplete(KNOWLEDGE, problem.clone())),
                    }
                    schemas.problem = Some(problem);
                }
            }
        }
        let texts = texts_of(
            &config.schemas,
            &function.additional_schemas,
            function,
            &mut schemas.incomplete,
        );
        if texts.iter().any(|texts| !texts.is_empty()) {
            let (knowledge, wrong) = function.schemas.with(&schemas.knowledge, texts);
            schemas.knowledge = knowledge;
            schemas.incomplete.extend(
                wrong
                    .into_iter()
                    .map(|message| incomplete(SCHEMAS, message)),
            );
        }
        schemas
    }
}

/// Returns the entry for schemas that cannot be used.
fn incomplete(setting: &str, message: String) -> Incomplete {
    Incomplete {
        kind: IncompleteKind::Fetch,
        message: Text::known(message),
        file: setting.to_owned(),
        at: None,
    }
}
