//! The match server of 2048 Versus.
