//! `packs show`: the Guard files of controls.

use super::selection::selected;
use crate::Io;
use cfn_warden_arguments::packs::Show;
use cfn_warden_engine::error::Error;

/// Prints the Guard files of controls.
///
/// # Errors
/// For an unknown name, and if the text cannot be printed.
pub fn run(args: &Show, key: Option<&str>, io: &mut Io<'_>) -> Result<(), Error> {
    let controls = selected(&args.names, key)?;
    let texts: Vec<&str> = controls.iter().map(|control| &**control.rules).collect();
    io.print(|out| out.write_all(texts.join("\n").as_bytes()))
}
