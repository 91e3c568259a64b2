//! A self-contained HTML page: the verdict, tables by rule, file and resource, and the findings with their source lines.

use std::io::{self, Write as _};

use crate::html::{assets, data, escape, head, notes, summary};
use crate::{EscapingWriter, Format, Notation, deduplicate};
use cfn_warden_engine::Run;

/// The HTML format.
pub static FORMAT: Format = Format {
    name: "html",
    docs: "One page with filters and marked sources",
    notation: Notation::Page,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let groups = deduplicate::of(&run.findings);
    let (class, verdict) = head::verdict(run);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<header>\n<h1 class=\"{class}\">{verdict}</h1>\n<p class=\"reason\">{}</p>\n{}{}</header>\n\
         <main>\n{}{}<section id=\"findings\">\n<h2>Findings</h2>\n<form id=\"filters\" role=\"search\" aria-label=\"Findings\" hidden></form>\n\
         <div id=\"list\">\n{}</div>\n</section>\n</main>\n<script type=\"application/json\" id=\"data\">",
        head::title(run),
        assets::style(),
        head::reason(run, &groups),
        head::origin(&run.origin),
        head::counts(run, &groups),
        notes::all(run),
        summary::tables(&groups),
        summary::first(&deduplicate::by_place(deduplicate::of(&run.findings))),
    )?;
    out.write_all(escape::script_json(&data::of(run, &groups)).as_bytes())?;
    write!(
        out,
        "</script>\n<script>\n{}</script>\n</body>\n</html>\n",
        assets::script()
    )
}
