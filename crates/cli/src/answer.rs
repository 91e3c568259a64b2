//! `answer`: a check in JSON, and its report.

use super::{Exit, Io, files};
use cfn_warden_engine::error::Error;

/// Prints the report, whatever its verdict. A request that is not valid is an error.
pub fn run(io: &mut Io<'_>) -> Exit {
    match answer(io) {
        Ok(()) => Exit::OK,
        Err(reason) => {
            io.eprint(reason);
            Exit::ERROR
        }
    }
}

fn answer(io: &mut Io<'_>) -> Result<(), String> {
    let text = |error: Error| error.to_string();
    let request = files::read_stdin(io).map_err(text)?;
    let answer = io.answer.ok_or("this program does not answer requests")?;
    let report = answer(&request.content)?;
    io.print(|out| out.write_all(report.as_bytes()))
        .map_err(text)
}
