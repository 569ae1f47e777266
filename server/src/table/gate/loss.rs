//! What is told instead of what rests on a commit that has failed.

use versus2048_protocol::wire::{ClosedReason, Snapshot};

use crate::table::telling::{Asker, IfLost, Telling};

/// What becomes of a telling whose events are lost: it is true all the same, its asker is told how
/// things are now or that it was not done, or nothing is told of it.
pub(super) fn after_loss(telling: Telling, now: &Snapshot) -> Option<Telling> {
    match telling {
        Telling::Arrived { .. } | Telling::Gone(_) | Telling::Closed(ClosedReason::Shutdown) => {
            Some(telling)
        }
        Telling::Left(farewell) if farewell.seated.is_none() => Some(Telling::Left(farewell)),
        Telling::Left(farewell) => Some(refused(farewell.asker)),
        Telling::One { message, asker } if asker.if_lost == IfLost::Same => {
            Some(Telling::One { message, asker })
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
        } => Some(match asker.if_lost {
            IfLost::Snapshot => {
                let snapshot = Box::new(now.clone());
                Telling::View { snapshot, asker }
            }
            IfLost::Same | IfLost::Rejected { .. } | IfLost::Unavailable => refused(asker),
        }),
        Telling::All { asker: None, .. }
        | Telling::Board { asker: None, .. }
        | Telling::Snapshot { asker: None, .. }
        | Telling::Closed(_)
        | Telling::MayLeave { .. }
        | Telling::Deed(_) => None,
    }
}

fn refused(asker: Asker) -> Telling {
    let message = asker.unavailable();
    Telling::One { message, asker }
}
