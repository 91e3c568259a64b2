//! `config --show`: the settings that apply, with their origins.

use super::text::{self, Line};
use crate::project::{NAME, Project};
use cfn_warden_arguments::settings::Key;
use cfn_warden_report::counted;

/// Returns the settings of a project file and the defaults of the others, as a project file.
pub fn of(project: Option<&Project>, keys: &[Key]) -> String {
    let set = |key: &Key| {
        let project = project?;
        let known = project
            .settings
            .iter()
            .find(|known| known.setting.key == key.name)?;
        Some((known.setting.values.clone(), known.origins.clone()))
    };
    let line = |key| {
        let (values, origins) =
            set(key).unwrap_or_else(|| (key.defaults.clone(), vec!["default".to_owned()]));
        Line {
            key,
            values,
            origins,
        }
    };
    let is_shown = |key: &&Key| set(key).is_some() || !key.defaults.is_empty();
    let lines: Vec<Line<'_>> = keys.iter().filter(is_shown).map(line).collect();
    let from = match project {
        Some(project) => {
            let extended: Vec<String> = project
                .extended
                .iter()
                .map(|name| format!(", which extends {name}"))
                .collect();
            format!(
                "# settings of {}{}; options of the command line replace them\n",
                project.path.display(),
                extended.concat()
            )
        }
        None => format!("# no {NAME} here or above; these are the defaults\n"),
    };
    let waivers = project
        .map(|project| project.waivers.len())
        .filter(|count| *count > 0);
    let waivers = waivers
        .map(|count| format!("\n# and {}\n", counted(count, "waiver")))
        .unwrap_or_default();
    format!("{from}{}{waivers}", text::of(&lines))
}
