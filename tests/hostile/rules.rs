//! Guard rules that mean harm, each with a document of its own.

use serde_json::{Value, json};

/// Rules, the data that they see, and what they come to.
pub struct Rules {
    pub name: &'static str,
    pub content: Vec<u8>,
    pub data: String,
    pub verdict: Verdict,
}

/// What rules come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// They are not rules.
    Refused,
    Pass,
    Fail,
    Skip,
}

use Verdict::{Fail, Pass, Refused};

pub fn all() -> Vec<Rules> {
    [nesting(), circles(), expressions(), sizes(), texts()]
        .into_iter()
        .flatten()
        .collect()
}

fn rules(name: &'static str, verdict: Verdict, content: impl Into<Vec<u8>>, data: &Value) -> Rules {
    Rules {
        name,
        content: content.into(),
        data: data.to_string(),
        verdict,
    }
}

fn nesting() -> Vec<Rules> {
    const DEEP: usize = 100_000;
    let deep = |open: &str, close: &str| {
        format!("rule r {{ {}{} }}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let data = json!({"a": 1});
    vec![
        rules("deep blocks", Refused, deep("a { ", "a exists }"), &data),
        rules(
            "blocks that never close",
            Refused,
            "rule r { ".repeat(DEEP),
            &data,
        ),
        rules("deep filters", Refused, deep("a[ ", "] exists"), &data),
        rules(
            "deep lists",
            Refused,
            format!(
                "let l = {}{}\nrule r {{ %l exists }}",
                "[".repeat(DEEP),
                "]".repeat(DEEP)
            ),
            &data,
        ),
        rules(
            "deep maps",
            Refused,
            format!(
                "let l = {}1{}\nrule r {{ %l exists }}",
                "{a: ".repeat(DEEP),
                "}".repeat(DEEP)
            ),
            &data,
        ),
        rules(
            "deep calls",
            Refused,
            format!(
                "let l = {}a{}\nrule r {{ %l exists }}",
                "to_upper(".repeat(DEEP),
                ")".repeat(DEEP)
            ),
            &data,
        ),
        rules(
            "deep conditions",
            Refused,
            deep("when a exists { ", "}"),
            &data,
        ),
        rules(
            "a long way",
            Fail,
            format!("rule r {{ a{} exists }}", ".a".repeat(DEEP)),
            &data,
        ),
    ]
}

fn circles() -> Vec<Rules> {
    let data = json!({"a": 1});
    let chain: String = (0..2_000)
        .map(|n| format!("rule r{n} {{\n  r{}\n}}\n", n + 1))
        .collect();
    vec![
        rules("a rule of itself", Fail, "rule a {\n  a\n}", &data),
        rules(
            "rules of each other",
            Fail,
            "rule a {\n  b\n}\nrule b {\n  c\n}\nrule c {\n  a\n}",
            &data,
        ),
        rules(
            "a rule that calls itself",
            Refused,
            "rule a(x) { a(%x) }\nrule r { a('v') }",
            &data,
        ),
        rules(
            "variables of each other",
            Refused,
            "let a = %b\nlet b = %a\nrule r { %a exists }",
            &data,
        ),
        rules(
            "a chain of 2,000 rules",
            Refused,
            chain + "rule r2000 { a exists }",
            &data,
        ),
    ]
}

fn expressions() -> Vec<Rules> {
    let data = json!({"s": "a".repeat(60) + "b"});
    let is = |expression: &str| format!("rule r {{ s == /{expression}/ }}");
    vec![
        rules("goes back without end", Fail, is(r"^(a|a)*\1$"), &data),
        rules("nested repetitions", Fail, is("^(a+)+$"), &data),
        rules(
            "repetitions that look ahead",
            Fail,
            is("^(?=(a+)+c)(a+)+$"),
            &data,
        ),
        rules(
            "repeats without end",
            Refused,
            is("((a{1000}){1000}){1000}"),
            &data,
        ),
        rules(
            "deep groups",
            Refused,
            is(&format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000))),
            &data,
        ),
    ]
}

fn sizes() -> Vec<Rules> {
    let data = json!({"a": {"b": 1}});
    let long = "k".repeat(1 << 20);
    let wide: Value = json!({"l": vec![json!({"m": vec![1; 30]}); 30]});
    let clauses = "a exists\n".repeat(50_000);
    let names: String = (0..20_000)
        .map(|n| format!("rule r{n} {{ a exists }}\n"))
        .collect();
    let list: Vec<_> = (0..100_000).map(|n| n.to_string()).collect();
    vec![
        rules(
            "a name of 1 MB",
            Pass,
            format!("rule {long} {{ a exists }}"),
            &data,
        ),
        rules(
            "a key of 1 MB",
            Fail,
            format!("rule r {{ {long} exists }}"),
            &data,
        ),
        rules(
            "a text of 1 MB",
            Fail,
            format!("rule r {{ a.b == '{long}' }}"),
            &data,
        ),
        rules(
            "50,000 clauses",
            Pass,
            format!("rule r {{ {clauses} }}"),
            &data,
        ),
        rules("20,000 rules", Pass, names, &data),
        rules(
            "a list of 100,000",
            Pass,
            format!("rule r {{ a.b in [{}] }}", list.join(", ")),
            &data,
        ),
        rules(
            "everything below everything",
            Pass,
            "rule r { l[*].m[*] == 1 some l[*].m[*] >= 1 l.*.m.* exists }",
            &wide,
        ),
        rules(
            "everything with everything",
            Fail,
            "let all = l[*].m[*]\nrule r { %all == 2 l[*].m[*] != %all }",
            &wide,
        ),
    ]
}

fn texts() -> Vec<Rules> {
    let data = json!({"a": 1});
    vec![
        rules(
            "bytes of NUL",
            Refused,
            b"rule r { a\0 exists }".to_vec(),
            &data,
        ),
        rules(
            "no UTF-8",
            Refused,
            b"rule r { a == '\xff\xc0' }".to_vec(),
            &data,
        ),
        rules(
            "an integer without bound",
            Refused,
            format!("rule r {{ a == {} }}", "9".repeat(100_000)),
            &data,
        ),
        rules(
            "a float without bound",
            Fail,
            format!("rule r {{ a == 1e{} }}", "9".repeat(10)),
            &data,
        ),
        rules(
            "a text that never closes",
            Refused,
            format!("rule r {{ a == '{} }}", "\\'".repeat(100_000)),
            &data,
        ),
        rules("blanks", Refused, " \n".repeat(1 << 20), &data),
    ]
}
