//! Which plays are there, and which is best.
