use super::*;

/// How many bytes the future is that a function makes.
fn size_of_future<F: Future>(_: fn(WebSocket, Peer, &Site) -> F) -> usize {
    size_of::<F>()
}

#[test]
fn a_connection_is_small() {
    const AT_MOST: usize = 1_280;
    let size = size_of_future(serving);
    assert!(size <= AT_MOST, "{size} bytes");
}
