"""Tests of rejoin and of its bench."""
