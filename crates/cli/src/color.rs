//! The option `--color`.

use cfn_warden_arguments::color::{Color, ColorOption};
use cfn_warden_report::Paint;

/// Returns whether to use colors; `detected` is what the terminal and the environment say.
pub fn paint(option: ColorOption, detected: Paint) -> Paint {
    match option.color {
        Color::Auto => detected,
        Color::Always => Paint::Ansi,
        Color::Never => Paint::Plain,
    }
}
