//! The terminal client of 2048 Versus.
