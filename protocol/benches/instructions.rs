//! Makes one pass of the work named by the argument, once, for `benches/count-instructions`.

mod work;

use std::hint::black_box;

use work::{Inputs, Work};

fn main() {
    let named = |work: &Work| std::env::args().any(|argument| argument == work.to_string());
    let inputs = Inputs::new();
    for work in Work::ALL.into_iter().filter(named) {
        black_box(inputs.pass(work));
    }
}
