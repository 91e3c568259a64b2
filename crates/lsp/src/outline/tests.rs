//! What the reader understands of whole, broken and unfinished texts.

use super::*;

/// Writes an outline: `{a: 1, b: [!Ref x, {c: }]}`.
fn shown(outline: &Outline<'_>, id: NodeId) -> String {
    let node = outline.node(id);
    let tag = outline
        .tag(id)
        .map(|tag| format!("!{tag} "))
        .unwrap_or_default();
    let all = |open: &str, close: &str| {
        let children = outline.children(id).map(|child| match outline.key(child) {
            Some(key) => format!("{key}: {}", shown(outline, child)),
            None => shown(outline, child),
        });
        format!("{open}{}{close}", children.collect::<Vec<_>>().join(", "))
    };
    let value = match &node.value {
        Value::Empty => "~".to_owned(),
        Value::Scalar(token) => outline.text_of(token).to_owned(),
        Value::Map => all("{", "}"),
        Value::List => all("[", "]"),
    };
    tag + &value
}

fn outlined(text: &str) -> String {
    shown(&read(text), Outline::ROOT)
}

#[test]
fn blocks_are_read_by_indentation() {
    let text = "\
# comment
---
A: 1 # one
B:
  - x
  - k: v
    l: [1, 2]
  -
    m: n
C:
- !Ref x
- !GetAtt a.b
\"D e\": 'it''s'
Fn::Sub: |
  a: b
   c

  d
E: \"a
  b\"
F: plain
  goes on
";
    let expected = "{A: 1, B: [x, {k: v, l: [1, 2]}, {m: n}], C: [!Ref x, !GetAtt a.b], D e: it''s, Fn::Sub:   a: b\n   c\n\n  d, E: a\n  b, F: plain\n  goes on}";
    assert_eq!(outlined(text), expected);
    assert_eq!(
        outlined(&text.replace('\n', "\r\n")),
        expected.replace('\n', "\r\n")
    );
}

#[test]
fn brackets_are_read_as_json_and_in_lines() {
    let json = r#"{"A": {"B": [1, "x, y", {"C": null}], "D": "e\"f"}, "G": []}"#;
    assert_eq!(
        outlined(json),
        r#"{A: {B: [1, x, y, {C: null}], D: e\"f}, G: []}"#
    );
    assert_eq!(
        outlined("a: {b: [c, {d: e}], f: !Ref g}\nh: i\n"),
        "{a: {b: [c, {d: e}], f: !Ref g}, h: i}"
    );
    assert_eq!(outlined("a: [b,\n  c]\nd: e\n"), "{a: [b, c], d: e}");
    assert_eq!(
        outlined("a: !Sub ['${x}', {x: 1}]\n"),
        "{a: !Sub [${x}, {x: 1}]}"
    );
}

#[test]
fn what_is_broken_costs_its_place_only() {
    assert_eq!(
        outlined("a:\n  b: 1\n  typing\n  c: 2\nd: 3\n"),
        "{a: {b: 1, c: 2}, d: 3}"
    );
    assert_eq!(outlined("a: [1, {b: 2\nc: 3\n"), "{a: [1, {b: 2}], c: 3}");
    assert_eq!(outlined("a: \"open\nb: 1\n"), "{a: open, b: 1}");
    assert_eq!(
        outlined("{\"a\": \"open\n\"b\": 1, \"c\" 2, \"d\": {]}}"),
        "{a: open, b: 1, c: ~, 2: ~, d: {}}"
    );
    assert_eq!(outlined("a: 1\n   b: 2\n  - c\nd: 3"), "{a: 1, b: 2, d: 3}");
    assert_eq!(outlined("only text"), "only text");
    assert_eq!(outlined(""), "~");
}

#[test]
fn spans_hold_what_is_below_them() {
    let text = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {TopicName: !Ref Name}\nOutputs: {}\n";
    let outline = read(text);
    for (id, node) in outline.all().skip(1) {
        let parent = outline.node(outline.parent(id).unwrap());
        assert!(
            parent.span.start <= node.span.start && node.span.end <= parent.span.end,
            "{node:?} {parent:?}"
        );
    }
    let at = |needle: &str| outline.path(outline.innermost(text.find(needle).unwrap()));
    assert_eq!(at("Topic:"), [Step::Key("Resources"), Step::Key("Topic")]);
    assert_eq!(at("SNS").last(), Some(&Step::Key("Type")));
    assert_eq!(at("Name}").last(), Some(&Step::Key("TopicName")));
    assert_eq!(
        outline.at(&at("Ref")),
        Some(outline.innermost(text.find("Ref").unwrap()))
    );
}

/// Returns the path of the cursor, what can be typed there, and what is typed already; `|` marks the cursor.
fn cursor(text: &str) -> (String, Slot, String) {
    let offset = text.find('|').unwrap();
    let text = text.replacen('|', "", 1);
    let (outline, cursor) = read_until(&text, offset);
    let Cursor { node, slot, word } = cursor.unwrap_or_else(|| panic!("no cursor in {text:?}"));
    let steps = outline.path(node).into_iter().map(|step| match step {
        Step::Key(key) => key.to_owned(),
        Step::Index(index) => index.to_string(),
    });
    let tag = outline
        .tag(node)
        .map(|tag| format!("!{tag}"))
        .unwrap_or_default();
    (
        steps.collect::<Vec<_>>().join("/") + &tag,
        slot,
        outline.text_of(&word).to_owned(),
    )
}

fn at(path: &str, slot: Slot, word: &str) -> (String, Slot, String) {
    (path.to_owned(), slot, word.to_owned())
}

#[test]
fn the_cursor_is_in_the_block_of_its_column() {
    let before = "R:\n  T:\n    Type: x\n    P:\n      a: 1\n";
    let with = |end: &str| cursor(&[before, end].concat());
    assert_eq!(with("      |"), at("R/T/P", Slot::Key, ""));
    assert_eq!(with("      na|"), at("R/T/P", Slot::Key, "na"));
    assert_eq!(with("    De|\n  U:\n"), at("R/T", Slot::Key, "De"));
    assert_eq!(with("  |"), at("R", Slot::Key, ""));
    assert_eq!(with("|"), at("", Slot::Key, ""));
    assert_eq!(
        with("      b:\n        |"),
        at("R/T/P/b", Slot::KeyOrValue, "")
    );
    assert_eq!(
        with("      b:\n        c|"),
        at("R/T/P/b", Slot::KeyOrValue, "c")
    );
    assert_eq!(with("      b: |"), at("R/T/P/b", Slot::Value, ""));
    assert_eq!(with("      b: tr|"), at("R/T/P/b", Slot::Value, "tr"));
    assert_eq!(with("      b: !Re|"), at("R/T/P/b", Slot::Value, "!Re"));
    assert_eq!(
        with("      b: !Ref Na|"),
        at("R/T/P/b!Ref", Slot::Value, "Na")
    );
    assert_eq!(with("      b: !Ref |"), at("R/T/P/b!Ref", Slot::Value, ""));
    assert_eq!(
        with("      b: !Sub \"x${A|\"\n"),
        at("R/T/P/b!Sub", Slot::Value, "x${A")
    );
    assert_eq!(
        with("      b:\n        - k: v\n          |"),
        at("R/T/P/b/0", Slot::Key, "")
    );
    assert_eq!(
        with("      b:\n        - k: v\n        - |"),
        at("R/T/P/b/1", Slot::KeyOrValue, "")
    );
    assert_eq!(
        with("      b:\n      - k|"),
        at("R/T/P/b/0", Slot::KeyOrValue, "k")
    );
    assert_eq!(
        with("      b:\n      - k: v\n      |"),
        at("R/T/P", Slot::Key, "")
    );
    assert_eq!(
        with("      b: >\n        text\n        more|"),
        at("R/T/P/b", Slot::Value, "        text\n        more")
    );
}

#[test]
fn the_cursor_is_in_its_brackets() {
    assert_eq!(cursor("a: [x, |"), at("a/1", Slot::Value, ""));
    assert_eq!(cursor("a: !If [Is|, b]"), at("a/0", Slot::Value, "Is"));
    assert_eq!(cursor("{\"R\": {\"T\": {|"), at("R/T", Slot::Key, ""));
    assert_eq!(cursor("{\"R\": {\"T\": {\"Ty|"), at("R/T", Slot::Key, "Ty"));
    assert_eq!(
        cursor("{\"R\": {\"T\": {\"Type\": \"AWS::|\"}}}"),
        at("R/T/Type", Slot::Value, "AWS::")
    );
    assert_eq!(cursor("{\"R\": {\"a\": 1, |"), at("R", Slot::Key, ""));
    assert_eq!(cursor("{\"R\": |"), at("R", Slot::Value, ""));
    assert_eq!(
        cursor("{\"R\": [{\"a\": {}}, {\"b\": \"|"),
        at("R/1/b", Slot::Value, "")
    );
}

#[test]
fn there_is_no_cursor_in_a_comment() {
    assert_eq!(read_until("a: 1\n# dis", 9).1, None);
}

#[test]
fn every_start_of_every_text_is_read() {
    let texts = [
        "a:\n  - !Sub [\"x\", {b: c}]\n  - |\n    t\n- {\n'é: [",
        "{\"a\": [1, {\"b\": \"\\\"\u{1F600}\"}], 'c: !x {]}}\r\n\tk:",
        "\u{feff}%YAML\n---\n? a\n: b\n...\n!!x &y *z\n-\n - -\n",
    ];
    for text in texts {
        for offset in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let (outline, cursor) = read_until(text, offset);
            let end = cursor.map_or(0, |cursor| cursor.word.range.end);
            assert!(
                end <= offset && outline.all().all(|(_, node)| node.span.end <= offset),
                "{offset} of {text:?}"
            );
        }
    }
}
