"""Attacks, by what they are made of."""
