//! The load tool: matches played against a server, every board checked, and what they cost.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    versus2048_tests::load::main()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    use std::io::Write as _;
    let _ = writeln!(
        std::io::stderr(),
        "load: this tool waits with epoll and reads /proc; run it on Linux"
    );
    ExitCode::FAILURE
}
