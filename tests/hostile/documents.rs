//! Malicious documents.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

/// A document and its expected outcome.
pub struct Document {
    pub name: &'static str,
    pub content: Vec<u8>,
    pub outcome: Outcome,
}

/// The outcome of linting a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The document cannot be parsed.
    Unreadable,
    /// The document was not fully checked.
    NotChecked,
    /// That its loops cannot be expanded, so that rules see it as it is written.
    NotExpanded,
    /// What is wrong with it, or that nothing is.
    Checked,
    /// What a template lacks. For rules there is nothing in it.
    Empty,
}

use Outcome::{Checked, Empty, NotChecked, NotExpanded, Unreadable};

pub fn all() -> &'static [Document] {
    static ALL: LazyLock<Vec<Document>> = LazyLock::new(made);
    &ALL
}

fn made() -> Vec<Document> {
    [
        aliases(),
        nesting(),
        sizes(),
        texts(),
        numbers(),
        circles(),
        combinations(),
        transforms(),
    ]
    .concat_documents()
}

trait Concat {
    fn concat_documents(self) -> Vec<Document>;
}

impl<const N: usize> Concat for [Vec<Document>; N] {
    fn concat_documents(self) -> Vec<Document> {
        self.into_iter().flatten().collect()
    }
}

fn document(name: &'static str, outcome: Outcome, content: impl Into<Vec<u8>>) -> Document {
    Document {
        name,
        content: content.into(),
        outcome,
    }
}

/// A template with one topic that has these properties.
fn topic(properties: &Value) -> String {
    json!({"Resources": {"Own": {"Type": "AWS::SNS::Topic", "Properties": properties}}}).to_string()
}

fn numbered(count: usize, name: &str, value: impl Fn(usize) -> Value) -> Value {
    (0..count)
        .map(|n| (format!("{name}{n}"), value(n)))
        .collect::<Map<_, _>>()
        .into()
}

fn aliases() -> Vec<Document> {
    let levels = |first: &str, next: &dyn Fn(usize) -> String| {
        (1..60).fold(format!("l0: &l0 {first}\n"), |text, level| {
            text + &format!("l{level}: &l{level} {}\n", next(level - 1))
        })
    };
    let laughs = levels("[x, x]", &|below| {
        format!("[{}]", [format!("*l{below}").as_str(); 10].join(", "))
    });
    let merges = levels("{k: v}", &|below| format!("{{<<: [*l{below}, *l{below}]}}"));
    let many = format!(
        "a: &a [{}]\nb:\n{}",
        "x, ".repeat(500),
        "- *a\n".repeat(600)
    );
    vec![
        document("billion laughs", Unreadable, laughs),
        document("billion merges", Unreadable, merges),
        document("many aliases of a large list", Unreadable, many),
        document("an alias of itself", Unreadable, "Resources: &a {Own: *a}"),
    ]
}

fn nesting() -> Vec<Document> {
    const DEEP: usize = 100_000;
    let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(DEEP), close.repeat(DEEP));
    let functions = |wrap: &dyn Fn(Value) -> Value, deep| {
        topic(&json!({"TopicName": (0..deep).fold(json!("v"), |inner, _| wrap(inner))}))
    };
    vec![
        document("deep lists, JSON", Unreadable, nested("[", "]")),
        document("deep maps, JSON", Unreadable, nested("{\"a\":", "}")),
        document("deep lists, never closed", Unreadable, "[".repeat(DEEP)),
        document(
            "deep maps, never closed",
            Unreadable,
            "{\"a\":".repeat(DEEP),
        ),
        document("deep lists, YAML", Unreadable, "- ".repeat(DEEP)),
        document("deep maps, YAML", Unreadable, nested("{a: ", "}")),
        document("deep short tags", Unreadable, nested("!Sub [", "]")),
        document("deep complex keys", Unreadable, "? ".repeat(DEEP)),
        document(
            "deep Fn::Join",
            NotChecked,
            functions(&|inner| json!({"Fn::Join": ["", [inner]]}), 60),
        ),
        document(
            "deep Fn::If",
            Checked,
            functions(&|inner| json!({"Fn::If": ["No", inner, "x"]}), 90),
        ),
        document(
            "deep Fn::Sub",
            NotChecked,
            functions(&|inner| json!({"Fn::Sub": ["${A}", {"A": inner}]}), 60),
        ),
    ]
}

fn sizes() -> Vec<Document> {
    let key = "k".repeat(1 << 20);
    let list = |between: &str| vec!["0"; 100_000].join(between);
    let resource = "{\"Type\": \"AWS::SNS::Topic\"}";
    // A few more than are listed.
    let unknown = numbered(21_000, "Unknown", |_| json!(1));
    let subs = json!({"TopicName": {"Fn::Sub": "${".repeat(200_000)}, "DisplayName": {"Fn::Sub": "${a}".repeat(20_000)}});
    vec![
        document(
            "a key of 1 MB, JSON",
            Unreadable,
            format!("{{\"Resources\": {{\"{key}\": {resource}}}}}"),
        ),
        document(
            "a key of 1 MB, YAML",
            NotChecked,
            format!("Resources:\n  ? {key}\n  : {resource}\n"),
        ),
        document(
            "a plain key of 1 MB, YAML",
            Unreadable,
            format!("Resources:\n  {key}: {resource}\n"),
        ),
        document(
            "100,000 elements, JSON",
            NotChecked,
            topic(&json!({"Tags": "LIST"})).replace("\"LIST\"", &format!("[{}]", list(","))),
        ),
        document(
            "100,000 elements, YAML",
            Checked,
            format!("Metadata: [{}]\nResources: {{T: {resource}}}\n", list(", "))
                .replace("Metadata: ", "Metadata: {L: ")
                .replace("]\nRes", "]}\nRes"),
        ),
        document("21,000 unknown properties", NotChecked, topic(&unknown)),
        document("200,000 openings of variables", NotChecked, topic(&subs)),
        document(
            "dynamic references without end",
            Checked,
            topic(&json!({"TopicName": "{{resolve:ssm:".repeat(100_000)})),
        ),
        document("a text of blanks", Empty, " ".repeat(4 << 20)),
        document("a text of hashes", Empty, "#\n".repeat(1 << 20)),
    ]
}

fn texts() -> Vec<Document> {
    let escaped = |escape: &str| topic(&json!({"TopicName": "TEXT"})).replace("TEXT", escape);
    vec![
        document("bytes of NUL", Unreadable, b"Resources:\0\0\0".to_vec()),
        document("an escaped NUL", Checked, escaped("a\\u0000b")),
        document("a NUL in a key", Checked, topic(&json!({"a\0b": 1}))),
        document("a lone surrogate, high", Unreadable, escaped("\\ud800")),
        document(
            "a lone surrogate, low",
            Unreadable,
            escaped("\\udc00\\ud800"),
        ),
        document(
            "a lone surrogate, YAML",
            Unreadable,
            "Resources: {T: \"\\ud800\"}",
        ),
        document(
            "no UTF-8",
            Unreadable,
            b"Resources: {\xff\xfe\xc0\x80}".to_vec(),
        ),
        document(
            "half a character",
            Unreadable,
            b"Resources: \xf0\x9f\x98".to_vec(),
        ),
        document("half of UTF-16", Unreadable, b"\xff\xfeR\0e\0s".to_vec()),
        document(
            "marks of byte order",
            Checked,
            "\u{feff}\u{feff}Resources: {}",
        ),
        document(
            "signs that join and turn",
            Checked,
            topic(&json!({"TopicName": "\u{202e}\u{200d}e\u{301}".repeat(1_000)})),
        ),
    ]
}

fn numbers() -> Vec<Document> {
    let delay = |number: &str| {
        format!(
            "{{\"Resources\": {{\"Q\": {{\"Type\": \"AWS::SQS::Queue\", \"Properties\": {{\"DelaySeconds\": {number}}}}}}}}}"
        )
    };
    let nines = |count: usize| "9".repeat(count);
    vec![
        document("a float without bound", Checked, delay("1e999999999")),
        document("a float next to nothing", Checked, delay("-1e-999999999")),
        document("an integer of 4,300 digits", Checked, delay(&nines(4_300))),
        document(
            "an integer of a million digits",
            Unreadable,
            delay(&nines(1_000_000)),
        ),
        document(
            "a fraction of a million digits",
            Checked,
            delay(&format!("1.{}", nines(1_000_000))),
        ),
        document(
            "an exponent of a million digits",
            Checked,
            delay(&format!("1e{}", nines(1_000_000))),
        ),
        document(
            "base 60 without end",
            Unreadable,
            format!("Resources: {}1", "1:".repeat(300_000)),
        ),
        document(
            "base 16 without end",
            Unreadable,
            format!("Resources: 0x{}", "f".repeat(1_000_000)),
        ),
        document(
            "no number",
            Checked,
            "Resources: {Q: {Type: 'AWS::SQS::Queue', Properties: {DelaySeconds: .nan}}}",
        ),
    ]
}

fn circles() -> Vec<Document> {
    const MANY: usize = 1_000;
    let ring = numbered(
        MANY,
        "R",
        |n| json!({"Type": "AWS::SNS::Topic", "DependsOn": format!("R{}", (n + 1) % MANY)}),
    );
    let all: Vec<_> = (0..100).map(|n| json!({"Ref": format!("R{n}")})).collect();
    let dense = numbered(
        100,
        "R",
        |_| json!({"Type": "AWS::SNS::Topic", "Properties": {"TopicName": {"Fn::Join": ["", all]}}}),
    );
    let conditions = numbered(
        MANY,
        "C",
        |n| json!({"Condition": format!("C{}", (n + 1) % MANY)}),
    );
    let itself =
        json!({"Only": {"Fn::And": [{"Condition": "Only"}, {"Fn::Not": [{"Condition": "Only"}]}]}});
    let conditional = json!({"T": {"Type": "AWS::SNS::Topic", "Condition": "Only"}});
    vec![
        document(
            "a ring of dependencies",
            Checked,
            json!({"Resources": ring}).to_string(),
        ),
        document(
            "everything refers to everything",
            Checked,
            json!({"Resources": dense}).to_string(),
        ),
        document(
            "a ring of conditions",
            Checked,
            json!({"Conditions": conditions, "Resources": conditional}).to_string(),
        ),
        document(
            "a condition of itself",
            Checked,
            json!({"Conditions": itself, "Resources": conditional}).to_string(),
        ),
    ]
}

fn combinations() -> Vec<Document> {
    let parameters = |count| {
        numbered(
            count,
            "P",
            |_| json!({"Type": "String", "AllowedValues": ["a", "b", "c", "d", "e"]}),
        )
    };
    let conditions = |count| {
        numbered(
            count,
            "C",
            |n| json!({"Fn::Equals": [{"Ref": format!("P{n}")}, "a"]}),
        )
    };
    let joined = |count: usize| {
        let parts: Vec<_> = (0..count)
            .map(|n| json!({"Ref": format!("P{n}")}))
            .collect();
        let bucket = json!({"Type": "AWS::S3::Bucket", "Properties": {"BucketName": {"Fn::Join": ["-", parts]}}});
        json!({"Parameters": parameters(count), "Resources": {"B": bucket}})
    };
    let nothing = json!({"Ref": "AWS::NoValue"});
    let tags: Vec<_> = (0..100)
        .map(|n| json!({"Fn::If": [format!("C{n}"), {"Key": "k", "Value": "v"}, nothing]}))
        .collect();
    let conditional = json!({
        "Parameters": parameters(100), "Conditions": conditions(100),
        "Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"Tags": tags}}}
    });
    let endless = json!({
        "Parameters": {"P": {
            "Type": "String", "AllowedPattern": "(?:a|b|ab)*(?:(?:a|b)*a)*(.)\\1c", "Default": "a".repeat(60) + "!"
        }},
        "Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": {"Ref": "P"}}}}
    });
    let repeated = json!({
        "Parameters": {"P": {"Type": "String", "AllowedPattern": "((a{1000}){1000}){1000}", "Default": "a"}},
        "Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": {"Ref": "P"}}}}
    });
    vec![
        document("a name of 5^12 values", NotChecked, joined(12).to_string()),
        document(
            "100 conditions on one list",
            NotChecked,
            conditional.to_string(),
        ),
        document(
            "a pattern that goes back without end",
            NotChecked,
            endless.to_string(),
        ),
        document(
            "a pattern that repeats without end",
            Checked,
            repeated.to_string(),
        ),
    ]
}

fn transforms() -> Vec<Document> {
    let items: Vec<_> = (0..100).map(|n| format!("I{n}")).collect();
    let looped = (0..5).fold(
        json!({"T${V0}${V1}${V2}${V3}${V4}": {"Type": "AWS::SNS::Topic"}}),
        |body, level| json!({format!("Fn::ForEach::L{level}"): [format!("V{level}"), items, body]}),
    );
    let looped = json!({"Transform": "AWS::LanguageExtensions", "Resources": looped});
    let globals = json!({
        "Transform": "AWS::Serverless-2016-10-31",
        "Globals": {"Function": {"Environment": {"Variables": numbered(1_000, "V", |n| json!(n))}}},
        "Resources": numbered(50, "F", |_| json!({"Type": "AWS::Serverless::Function", "Properties": {}}))
    });
    vec![
        document(
            "loops that make 10^10 resources",
            NotExpanded,
            looped.to_string(),
        ),
        document(
            "globals in each of 50 functions",
            Checked,
            globals.to_string(),
        ),
    ]
}
