//! The `cfn-warden` command line.

use std::io::{BufWriter, Write, stderr, stdin};
use std::process::ExitCode;

use cfn_warden::cli;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let mut out = BufWriter::with_capacity(1 << 14, cli::terminal::stdout());
    let exit = cli::run_painted(
        std::env::args_os(),
        cli::terminal::paint(),
        &mut cli::Io {
            stdin: &mut cli::terminal::prompting_stdin(&stdin()),
            out: &mut out,
            err: &mut stderr(),
            lint_rules: cfn_warden_rules::bundled(),
            answer: Some(cfn_warden::request::answer),
        },
    );
    let _ = out.flush();
    exit.into()
}
