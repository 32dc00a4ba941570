"""Manipulation rummy: rules, exact search, referee and games."""
