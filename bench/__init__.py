"""Measures rejoin: the labelled corpus, scores, other tools, fitting."""
