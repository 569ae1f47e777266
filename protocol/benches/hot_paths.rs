//! How long the paths take that each move runs through: `cargo bench -p versus2048-protocol`.

mod work;

use divan::Bencher;
use divan::counter::ItemsCount;
use work::{Inputs, OPERATIONS, Work};

fn main() {
    divan::main();
}

/// One pass; `item/s` are its operations.
#[divan::bench(args = Work::ALL)]
fn pass(bencher: Bencher<'_, '_>, work: Work) {
    let inputs = Inputs::new();
    bencher
        .counter(ItemsCount::new(OPERATIONS))
        .bench_local(|| inputs.pass(work));
}
