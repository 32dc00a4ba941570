"""The fastest public means for the same job, asked the same positions as ours on one core in one run.

``make bench-peers`` runs ``python -m peers`` in an environment of its own, prints the tables and keeps them
in ``docs/peers.md`` and ``benches/results/peers.json``. Each peer is a module behind `peers.protocol.Peer`,
and imports its package only when it is made, so that nothing here needs them otherwise.
"""
