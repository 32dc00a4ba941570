"""The game in a terminal: it shows, reads and tells; what is legal is decided by the deal alone."""
