//! ID for `pattern` below `Outputs`: a name in `Ref` or `Fn::Sub` that does not start with the name of a resource that
//! SAM expands. As in cfn-lint, an invalid output name is an additional property, which E6001 reports.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E6004", &["outputs"]);
