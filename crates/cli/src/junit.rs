//! JUnit XML as cfn-guard writes it.

use cfn_warden_report::xml::Xml;

/// The content of one JUnit `testsuites` element.
pub struct Report<'r> {
    /// The report's name.
    pub name: &'r str,
    /// The test suites.
    pub suites: Vec<Suite>,
    /// Duration in milliseconds.
    pub time: u128,
}

/// The tests of one file.
pub struct Suite {
    /// The file's name.
    pub name: String,
    /// The test cases.
    pub cases: Vec<Case>,
    /// Duration in milliseconds.
    pub time: u128,
}

/// A test case.
pub struct Case {
    /// The ID attribute, if any.
    pub id: Option<String>,
    /// The test's name.
    pub name: String,
    /// Duration in milliseconds.
    pub time: u128,
    /// The outcome.
    pub status: CaseStatus,
}

/// The outcome of a test.
pub enum CaseStatus {
    /// The test passed.
    Pass,
    /// The test was skipped, with the reasons.
    Skip(Vec<String>),
    /// The test failed: failure message and details.
    Fail(Option<String>, Vec<String>),
    /// The test could not be run.
    Error(String),
}

impl Suite {
    fn failures(&self) -> usize {
        self.cases
            .iter()
            .filter(|case| matches!(case.status, CaseStatus::Fail(..)))
            .count()
    }

    fn errors(&self) -> usize {
        self.cases
            .iter()
            .filter(|case| matches!(case.status, CaseStatus::Error(_)))
            .count()
    }
}

impl Report<'_> {
    /// Returns the number of failed tests.
    pub fn failures(&self) -> usize {
        self.suites.iter().map(Suite::failures).sum()
    }

    /// Returns the number of tests that could not be run.
    pub fn errors(&self) -> usize {
        self.suites.iter().map(Suite::errors).sum()
    }

    /// Renders the XML.
    pub fn render(&self) -> String {
        let mut xml = Xml::new(r#"<?xml version="1.0" encoding="UTF-8"?>"#, "    ", |c| {
            (c == '\'').then_some("&apos;")
        });
        let tests: usize = self.suites.iter().map(|suite| suite.cases.len()).sum();
        let attributes = [
            ("name", self.name.to_owned()),
            ("tests", tests.to_string()),
            ("failures", self.failures().to_string()),
            ("errors", self.errors().to_string()),
            ("time", self.time.to_string()),
        ];
        xml.open("testsuites", &attributes);
        for suite in &self.suites {
            let attributes = [
                ("name", suite.name.clone()),
                ("errors", suite.errors().to_string()),
                ("failures", suite.failures().to_string()),
                ("time", suite.time.to_string()),
            ];
            xml.open("testsuite", &attributes);
            suite
                .cases
                .iter()
                .for_each(|case| render_case(case, &mut xml));
            xml.close("testsuite");
        }
        xml.close("testsuites");
        xml.finish() + "\n"
    }
}

fn render_case(case: &Case, xml: &mut Xml) {
    let mut attributes: Vec<_> = case.id.iter().map(|id| ("id", id.clone())).collect();
    attributes.extend([("name", case.name.clone()), ("time", case.time.to_string())]);
    let status = |word: &str| ("status", word.to_owned());
    match &case.status {
        CaseStatus::Pass => attributes.push(status("pass")),
        CaseStatus::Skip(_) => attributes.push(status("skip")),
        CaseStatus::Error(_) => attributes.push(status("error")),
        CaseStatus::Fail(..) => {}
    }
    let (name, attribute, text) = match &case.status {
        CaseStatus::Skip(reasons) if !reasons.is_empty() => ("skipped", None, reasons.join("\n")),
        CaseStatus::Pass | CaseStatus::Skip(_) => return xml.empty("testcase", &attributes),
        CaseStatus::Error(error) => ("error", None, error.clone()),
        CaseStatus::Fail(name, messages) => (
            "failure",
            name.clone().map(|name| ("message", name)),
            messages.concat(),
        ),
    };
    let inner: Vec<_> = attribute.into_iter().collect();
    xml.open("testcase", &attributes);
    if matches!(&case.status, CaseStatus::Fail(_, messages) if messages.is_empty()) {
        xml.empty(name, &inner);
    } else {
        xml.text(name, &inner, &text);
    }
    xml.close("testcase");
}
