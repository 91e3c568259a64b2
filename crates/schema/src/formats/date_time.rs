//! A date and time, similar to RFC 3339's `date-time`; the day does not have to exist in the month.

use super::{date, time};
use crate::format::Format;

/// The `date-time` format.
pub static FORMAT: Format = Format {
    name: "date-time",
    check: |text| is_date_time(text).into(),
};

fn is_date_time(text: &str) -> bool {
    let parts = text.split_once('T');
    parts.is_some_and(|(date, time)| date::full_date(date).is_some() && time::is_full_time(time))
}
