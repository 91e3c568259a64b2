//! Knowledge bases in files, their date, and their age.

use super::Knowledge;
use crate::file::{self, FileError};
use crate::pack::{Json, PackError};

/// Documents without which templates would not be checked.
const REQUIRED: [&str; 3] = [
    "other/template/configuration",
    "other/resources/configuration",
    "constants/helpers",
];
/// The number of days after which a knowledge base is outdated: AWS adds types and properties every week.
const FRESH_DAYS: i64 = 180;

impl Knowledge {
    /// Creates a knowledge base from the content of a file that [`Knowledge::to_file`] or `make schemas` wrote.
    ///
    /// # Errors
    /// What is wrong with the file. It is untrusted input: checksum, sizes, depth and content are verified.
    pub fn from_file(bytes: &[u8]) -> Result<Knowledge, FileError> {
        let knowledge = Knowledge::of(file::read(bytes)?).map_err(FileError::Pack)?;
        match REQUIRED.iter().find(|name| {
            knowledge
                .document(name)
                .is_none_or(|one| one.as_object().is_none())
        }) {
            Some(&"other/template/configuration") => {
                Err(missing("`other/template/configuration` is missing"))
            }
            Some(&"other/resources/configuration") => {
                Err(missing("`other/resources/configuration` is missing"))
            }
            Some(_) => Err(missing("`constants/helpers` is missing")),
            None if knowledge.types().next().is_none() => Err(missing("it has no resource types")),
            None => Ok(knowledge),
        }
    }

    /// Returns the content of a file with the data; added and removed types are not in it. `None` for data without source and
    /// date.
    pub fn to_file(&self) -> Option<Vec<u8>> {
        file::write(self.about()?.pack())
    }

    /// Returns what the schemas were made from: `cfn-lint 1.58.0`.
    pub fn source(&self) -> Option<&str> {
        self.about()?.get("source").and_then(Json::as_str)
    }

    /// Returns the day of the schemas: `2026-10-20`.
    pub fn date(&self) -> Option<&str> {
        let date = self.about()?.get("schema date").and_then(Json::as_str)?;
        date.get(..10).filter(|day| days(day).is_some())
    }

    /// Returns the day of the schemas if they are outdated: older than 180 days. `now` is in seconds since 1970.
    pub fn outdated(&self, now: i64) -> Option<&str> {
        let date = self.date()?;
        let age = now.div_euclid(86_400).saturating_sub(days(date)?);
        (age > FRESH_DAYS).then_some(date)
    }
}

fn missing(what: &'static str) -> FileError {
    FileError::Pack(PackError::NotAPack(what))
}

/// Returns the number of days from 1970-01-01 to a day; `None` if it is not a day.
/// <https://howardhinnant.github.io/date_algorithms.html#days_from_civil>
fn days(day: &str) -> Option<i64> {
    let mut parts = day.split('-');
    let mut next = |digits: usize, most: i64| -> Option<i64> {
        let part = parts.next().filter(|part| {
            part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
        })?;
        part.parse()
            .ok()
            .filter(|number| (1..=most).contains(number))
    };
    let (year, month, day) = (next(4, 9999)?, next(2, 12)?, next(2, 31)?);
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        for (day, count) in [
            ("1970-01-01", 0),
            ("1972-02-29", 789),
            ("2000-03-01", 11_017),
            ("2026-10-20", 20_746),
        ] {
            assert_eq!(days(day), Some(count), "{day}");
        }
        for wrong in [
            "",
            "2026",
            "2026-13-01",
            "2026-00-01",
            "26-01-01",
            "2026-1-1",
            "+026-01-01",
            "2026-01-é",
        ] {
            assert_eq!(days(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_base_is_outdated_after_180_days() {
        let knowledge = Knowledge::from_json(
            r#"{"about": {"source": "a", "schema date": "2026-10-20T22:11:15Z"}, "types": {}, "documents": {}}"#,
        );
        let knowledge = knowledge.unwrap();
        let day = |count: i64| knowledge.outdated((20_746 + count) * 86_400);
        assert_eq!(
            (knowledge.date(), day(180), day(181)),
            (Some("2026-10-20"), None, Some("2026-10-20"))
        );
        assert_eq!(
            (day(-30_000), knowledge.outdated(i64::MAX)),
            (None, Some("2026-10-20"))
        );
        assert_eq!(Knowledge::default().outdated(i64::MAX), None);
    }
}
