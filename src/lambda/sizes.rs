//! How much the function takes, by its memory: what would be more than it has is refused in words before it is read.

use super::config::FunctionIdentity;
use super::request::Text;
use crate::engine;
use cfn_warden_guard as guard;
use cfn_warden_schema as schema;

/// MB that the program itself takes, what it keeps between invocations, and what the allocator keeps.
const BASE: usize = 48;
/// MB that are taken for granted outside of Lambda: as much as every limit below is made for.
const ELSEWHERE: usize = 4096;
const MB: usize = 1 << 20;

/// What a function of some memory takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    memory_mb: usize,
}

/// What documents take while they are checked, as measured (docs/limits.md): bytes for each byte of theirs, and for each
/// character that may begin a value.
#[derive(Debug, Clone, Copy)]
struct Price {
    byte: usize,
    value: usize,
}

/// The hundredths of the memory that are for documents and for rules: the rest is for what is derived from them.
const DOCUMENTS: usize = 40;
const RULES: usize = 20;

/// The texts of all documents are there at a time, the trees of one.
const TEXT: usize = 2;
const DOCUMENT: Price = Price { byte: 6, value: 225 };
/// A Hook's template is read for the linter and for the rules at a time, and written as what the rules see.
const HOOK: Price = Price { byte: 12, value: 310 };

impl Sizes {
    /// Those of a function.
    pub fn of(function: &FunctionIdentity) -> Sizes {
        let memory_mb = function.memory_mb.map_or(ELSEWHERE, |mb| usize::try_from(mb).unwrap_or(usize::MAX));
        Sizes { memory_mb }
    }

    /// So many hundredths of the bytes that work may take.
    fn share(self, hundredths: usize) -> usize {
        self.memory_mb.saturating_sub(BASE).saturating_mul(MB / 100).saturating_mul(hundredths)
    }

    /// The most bytes that are fetched of one thing.
    pub fn object(self) -> usize {
        (16 * MB).min(self.share(4))
    }

    /// The most bytes of documents in a request.
    pub fn documents(self) -> usize {
        (32 * MB).min(self.share(8))
    }

    /// What compiled rules may take, and rules that are kept between invocations.
    pub fn rules(self) -> usize {
        self.share(20)
    }

    /// The most bytes of rules texts that are kept between invocations.
    pub fn kept_rules(self) -> usize {
        (32 * MB).min(self.share(5))
    }

    /// Whether rules can be compiled in this memory.
    ///
    /// # Errors
    /// That they cannot, and what memory they take.
    pub fn check_rules<'t>(self, rules: impl IntoIterator<Item = &'t str>) -> Result<(), TooLarge> {
        let bytes = rules.into_iter().map(engine::compiled_size).fold(0, usize::saturating_add);
        self.check(bytes, RULES)
    }

    /// The MB that take the largest that is ever taken.
    pub fn enough_mb() -> u32 {
        u32::try_from(BASE + 16 * 100 / 4 + 5).unwrap_or(u32::MAX)
    }

    /// What evaluating rules may take.
    pub fn guard(self) -> guard::Limits {
        let most = guard::Limits::for_request();
        guard::Limits {
            memory: most.memory.min(self.share(10)),
            all_memory: most.all_memory.min(self.share(20)),
            findings: most.findings.min(self.share(4)),
            report: most.report.min(self.share(4)),
            ..most
        }
    }

    /// What linting may take.
    pub fn lint(self) -> schema::Limits {
        let most = schema::Limits::default();
        schema::Limits { memory: most.memory.min(self.share(10)), text: most.text.min(self.share(4)), ..most }
    }

    /// Whether documents can be checked in this memory.
    ///
    /// # Errors
    /// That they cannot, and what memory they take.
    pub fn check_documents(self, documents: &[Text]) -> Result<(), TooLarge> {
        let texts = documents.iter().map(|text| text.content.len()).fold(0, usize::saturating_add);
        let largest = documents.iter().map(|text| DOCUMENT.of(&text.content)).max().unwrap_or_default();
        self.check(texts.saturating_mul(TEXT).saturating_add(largest), DOCUMENTS)
    }

    /// Whether a Hook's templates, or properties, can be checked in this memory.
    ///
    /// # Errors
    /// That they cannot, and what memory they take.
    pub fn check_hook<'t>(self, texts: impl IntoIterator<Item = &'t str>) -> Result<(), TooLarge> {
        self.check(texts.into_iter().map(|text| HOOK.of(text)).fold(0, usize::saturating_add), DOCUMENTS)
    }

    fn check(self, bytes: usize, hundredths: usize) -> Result<(), TooLarge> {
        if bytes <= self.share(hundredths) {
            return Ok(());
        }
        let needed_mb = (bytes / MB).saturating_add(1).saturating_mul(100) / hundredths.max(1) + BASE + 2;
        Err(TooLarge { memory_mb: self.memory_mb, needed_mb })
    }
}

impl Price {
    /// The bytes that a text takes at most.
    fn of(self, text: &str) -> usize {
        let begins = |byte: &&u8| matches!(byte, b',' | b':' | b'[' | b'{' | b'\n' | b'-' | b'?');
        let values = text.as_bytes().iter().filter(begins).count();
        text.len().saturating_mul(self.byte).saturating_add(values.saturating_mul(self.value))
    }
}

/// Documents take more memory than the function has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    memory_mb: usize,
    needed_mb: usize,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TooLarge { memory_mb, needed_mb } = self;
        write!(f, "checking it may take more than the {memory_mb} MB of memory that this function has; ")?;
        match needed_mb {
            // https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
            0..=10_240 => write!(f, "give it {needed_mb} MB (MemorySize), or split what is checked"),
            _ => f.write_str("split what is checked"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(memory_mb: u32) -> Sizes {
        Sizes::of(&FunctionIdentity { memory_mb: Some(memory_mb), ..FunctionIdentity::default() })
    }

    #[test]
    fn the_memory_that_is_named_is_enough_and_less_is_not() {
        let dense = format!("[{}1]", "1,".repeat(2 << 20));
        let text = |content: String| [Text { name: String::new(), content }];
        let error = sizes(512).check_documents(&text(dense.clone())).unwrap_err();
        let needed = u32::try_from(error.needed_mb).unwrap();
        assert!(error.to_string().contains("512 MB") && error.to_string().contains(&needed.to_string()), "{error}");
        assert_eq!(sizes(needed).check_documents(&text(dense.clone())), Ok(()));
        assert!(sizes(needed - 100).check_documents(&text(dense.clone())).is_err());
        let error = sizes(512).check_hook([dense.as_str()]).unwrap_err();
        assert_eq!(sizes(u32::try_from(error.needed_mb).unwrap()).check_hook([dense.as_str()]), Ok(()));
        let rules = "a.b==1\n".repeat(200_000);
        let error = sizes(512).check_rules([rules.as_str()]).unwrap_err();
        assert_eq!(sizes(u32::try_from(error.needed_mb).unwrap()).check_rules([rules.as_str()]), Ok(()));
        assert_eq!(sizes(Sizes::enough_mb()).object(), 16 << 20);
        assert!(sizes(Sizes::enough_mb() - 10).object() < 16 << 20);
    }

    #[test]
    fn what_cloudformation_takes_fits_into_the_default_memory() {
        // 1 MB each: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
        let resource = r#""Queue":{"Type":"AWS::SQS::Queue","Properties":{"QueueName":"a-name","DelaySeconds":5}},"#;
        let template = format!("{{{}}}", resource.repeat((1 << 20) / resource.len()));
        assert_eq!(sizes(512).check_hook([template.as_str(), template.as_str()]), Ok(()));
        assert_eq!(sizes(512).check_documents(&[Text { name: String::new(), content: template }]), Ok(()));
    }

    #[test]
    fn shares_are_no_more_than_the_memory() {
        for memory_mb in [128, 256, 512, 1024, 10_240] {
            let (sizes, memory) = (sizes(memory_mb), memory_mb as usize * MB);
            let (guard, lint) = (sizes.guard(), sizes.lint());
            let derived = guard.memory + guard.all_memory + guard.findings + guard.report + lint.memory + lint.text;
            assert!(BASE * MB + sizes.share(DOCUMENTS) + derived < memory, "{memory_mb}");
        }
    }
}
