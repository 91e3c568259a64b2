//! ID for templates that were not fully checked because a [`Limit`](cfn_warden_schema::Limit) was reached. Reported by
//! [`lint`](cfn_warden_lint::lint()).

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E0002", &["base", "rule"]);
