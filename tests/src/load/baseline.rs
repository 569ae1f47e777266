//! What the machine can do at all: a bare echo, a raw loop and the disk, with the sizes of this game.

mod echo;
mod fan_out;
mod rounds;

use serde::Serialize;

use super::args::LoadArgs;
use super::disk::sync_latency;
use super::latency::Percentiles;
use super::program::Program;
use super::report::Report;
use super::target::journal_place;
pub(super) use echo::serve_echo;
pub(super) use fan_out::serve_fan_out;
use rounds::{Echo, FanOut, Rounds};

/// A move as it is sent.
const MOVE: &str = r#"{"type":"move","turn":113,"dir":"left"}"#;
/// A board as its mover is told it.
const OWN_BOARD: &str = concat!(
    r#"{"type":"board","seat":0,"turn":114,"rows":[[0,2,4,8],[16,4,2,2],[64,32,8,4],[256,128,64,16]],"#,
    r#""score":3264,"status":"playing","moved":{"dir":"left","gained":4,"#,
    r#""spawn":{"row":3,"col":1,"value":2}},"at_ms":8455}"#
);
/// A board as the opponent is told it: as long, and told apart by its seat.
const OTHER_BOARD: &str = concat!(
    r#"{"type":"board","seat":1,"turn":114,"rows":[[0,2,4,8],[16,4,2,2],[64,32,8,4],[256,128,64,16]],"#,
    r#""score":3264,"status":"playing","moved":{"dir":"left","gained":4,"#,
    r#""spawn":{"row":3,"col":1,"value":2}},"at_ms":8455}"#
);

/// What bare programs do on the same CPUs, and what the disk does.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Baseline {
    /// Messages a second of a bare axum echo, answered to the sender alone; one thread.
    pub(super) echo_per_second: Option<f64>,
    /// Moves a second of the server by that.
    pub(super) moves_by_echo: Option<f64>,
    /// Messages a second of the same where each is answered to the sender and to one other.
    pub(super) pair_echo_per_second: Option<f64>,
    /// Moves a second of the server by that.
    pub(super) moves_by_pair_echo: Option<f64>,
    /// Messages a second that a loop of `write` sends to as many sockets as look at the match.
    pub(super) raw_loop_per_second: Option<f64>,
    /// Boards a second of the server by that.
    pub(super) boards_by_raw_loop: Option<f64>,
    /// What the disk takes to sync 512 bytes more in a file.
    pub(super) disk_sync: Option<Percentiles>,
}

/// Measures what belongs to the load of this report.
pub(super) fn measure(args: &LoadArgs, report: &Report) -> anyhow::Result<Baseline> {
    let disk_sync = sync_latency(&journal_place(args))?;
    let none = Baseline {
        echo_per_second: None,
        moves_by_echo: None,
        pair_echo_per_second: None,
        moves_by_pair_echo: None,
        raw_loop_per_second: None,
        boards_by_raw_loop: None,
        disk_sync,
    };
    if args.lockstep {
        let sockets = args.spectators + 2 * args.matches;
        let raw_loop = fan_out(args, sockets)?;
        return Ok(Baseline {
            raw_loop_per_second: Some(raw_loop),
            boards_by_raw_loop: Some(report.boards_per_second / raw_loop),
            ..none
        });
    }
    let echo = echo(args, "/echo")?;
    let pair_echo = self::echo(args, "/pair")?;
    Ok(Baseline {
        echo_per_second: Some(echo),
        moves_by_echo: Some(report.moves_per_second / echo),
        pair_echo_per_second: Some(pair_echo),
        moves_by_pair_echo: Some(report.moves_per_second / pair_echo),
        ..none
    })
}

/// Messages a second that are answered, where every player sends the next when its answer came.
fn echo(args: &LoadArgs, path: &str) -> anyhow::Result<f64> {
    let program = Program::baseline("echo", args.machine.server_cpu)?;
    let rounds = Rounds::new(Echo::connect(program.address, 2 * args.matches, path)?);
    rounds?.per_second(args.machine.warm_up, args.machine.seconds)
}

/// Messages a second that arrive, where one is sent to all sockets when all have the one before.
fn fan_out(args: &LoadArgs, sockets: usize) -> anyhow::Result<f64> {
    let program = Program::baseline("fan-out", args.machine.server_cpu)?;
    let rounds = Rounds::new(FanOut::connect(program.address, sockets)?);
    rounds?.per_second(args.machine.warm_up, args.machine.seconds)
}
