//! What is told instead of what rests on a commit that has failed.

use versus2048_protocol::wire::ClosedReason;

use crate::table::telling::{Asker, IfLost, Telling};

/// What becomes of a telling that rests on a commit that has failed.
pub(super) enum AfterLoss {
    /// It is true all the same.
    Tell(Telling),
    /// What was asked for holds; the state tells how.
    Show(Asker),
    /// It was not done.
    Refuse(Asker),
    /// The snapshot that follows says it all, or it has not happened.
    Nothing,
}

/// What becomes of a telling.
pub(super) fn after_loss(telling: Telling) -> AfterLoss {
    match telling {
        Telling::Arrived { .. } | Telling::Gone(_) | Telling::Closed(ClosedReason::Shutdown) => {
            AfterLoss::Tell(telling)
        }
        Telling::Left(farewell) if farewell.seated.is_none() => {
            AfterLoss::Tell(Telling::Left(farewell))
        }
        Telling::Left(farewell) => AfterLoss::Refuse(farewell.asker),
        Telling::One { message, asker } if asker.if_lost == IfLost::Same => {
            AfterLoss::Tell(Telling::One { message, asker })
        }
        Telling::View { asker, .. }
        | Telling::One { asker, .. }
        | Telling::All {
            asker: Some(asker), ..
        }
        | Telling::Board {
            asker: Some(asker), ..
        }
        | Telling::Snapshot {
            asker: Some(asker), ..
        } => match asker.if_lost {
            IfLost::Snapshot => AfterLoss::Show(asker),
            IfLost::Same | IfLost::Rejected { .. } | IfLost::Unavailable => {
                AfterLoss::Refuse(asker)
            }
        },
        Telling::All { asker: None, .. }
        | Telling::Board { asker: None, .. }
        | Telling::Snapshot { asker: None, .. }
        | Telling::Closed(_)
        | Telling::MayLeave { .. }
        | Telling::Deed(_) => AfterLoss::Nothing,
    }
}
