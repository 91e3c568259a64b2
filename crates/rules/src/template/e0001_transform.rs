//! ID for failed transforms, after which nothing else is checked. Reported by [`lint`](cfn_warden_lint::lint()).

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E0001", &["base", "transform"]);
