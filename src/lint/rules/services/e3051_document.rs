//! `Content` of an SSM document.

use std::borrow::Cow;

use crate::lint::Rule;
use crate::lint::rule::Check;
use crate::schema::{Context, Fault, Owner, Site, Violations, Walk, store};

/// E3051
pub static RULE: Rule = Rule {
    id: "E3051",
    title: "SSM documents are well formed",
    description: "The content of an SSM document has another form than such documents have",
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html",
    tags: &["properties", "ssm", "document"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/AWS::SSM::Document/Properties/Content"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_str().is_some() {
        // The reference cannot read a document that is written as a text, whatever it says.
        let words = "Document is not valid ('Template could not be parsed: a string or stream input is required')";
        return site.fail(out, Fault::plain(words));
    }
    let Some(schema) = store::document("other/ssm/document") else { return };
    let cx = Context { base: schema, strict_types: true, ..*site.cx };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.stamp(mark, &Owner { rule: RULE.id, names: &[] });
}
