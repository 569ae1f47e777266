"""Scenarios, by what is broken."""
