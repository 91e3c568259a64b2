//! Never reported, as in cfn-lint: it is the ID for `pattern` in the schema of the section, which does not use the
//! keyword. An invalid name is an additional property, which E2001 reports.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E2003", &["parameters", "name"]);
