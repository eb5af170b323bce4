"""One adapter a tool: what it makes of a PDF, as text.

An adapter has the name of its ``PACKAGE`` (or ``version()``, which fails where the tool is not
installed) and ``text(pdf)``, the text with a newline (or more) where the tool sees a break. It
imports its tool inside functions and nothing of the bench besides `bench.peer_tools`, so that it
can run under any interpreter.
"""
