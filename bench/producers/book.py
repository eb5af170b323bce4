"""The long English book of the corpus, written from a grammar by a seeded draw.

``python3 -m bench.producers.book`` writes ``labelled_corpus/texts/en-book.txt``. The grammar is in
the files ``book_*.toml`` beside this module: ``book_world.toml`` has lists of names,
``book_matter.toml`` the notation, the parts and the fixed texts, each other one a kind of entry.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_OUT = _HERE.parents[1] / "labelled_corpus" / "texts" / "en-book.txt"
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_TERM = re.compile(r"([-+*/])(\w+)(?:~(\d+))?")
_FIELD = re.compile(r"\{(\*?\w+)(?:~(\d+))?((?:[-+*/]\w+(?:~\d+)?)*)(?:>(\w+))?(?::([wodl,]))?\}")
_TAGS = re.compile(r"(?:<!?\w+>\s*)*")
_HEADER = re.compile(r"(\w+)(?:\*(\d)-(\d))?(\?)?:\s?(.*)")
_ARTICLE = re.compile(r"\b([Aa])n? (?=[‘(]?([\w£]+))")
_AN = re.compile(r"(?i)(?!one\b|use|uni[^mn]|e[uw])[aeiou]|(8\d*|1[18])\b|h(our|eir|on[eo][su])")
_FIRST = re.compile(r"\w+: (\d*)")
#: Words in the longest paragraph; how often a text is drawn again if it has been used; and the
#: shares of the sentences and of the units that may be left out and are.
_LONGEST, _TRIES, _SILENT, _OMITTED = 138, 200, 0.2, 0.35


@dataclass
class Block:
    """A unit of a topic: its kind, how many of it, and its sentences with their alternatives."""

    kind: str
    count: tuple[int, int] = (1, 1)
    optional: bool = False
    slots: list[tuple[bool, list[str]]] = field(default_factory=lambda: [(False, [])])


@dataclass
class Topic:
    """What may be said in an entry about one subject."""

    key: str
    flags: str
    section: str
    limit: int
    blocks: list[Block] = field(default_factory=list)


def read_script(script: str) -> list[Topic]:
    """Parse a script into its topics."""
    topics: list[Topic] = []
    section = ""
    for line in filter(None, map(str.strip, script.splitlines())):
        if line.startswith("== "):
            section = line[3:]
        elif line.startswith("## "):
            key, _, flags = line[3:].partition(" ")
            limit = re.search(r"max=(\d+)", flags)
            topics.append(Topic(key, flags, section, int(limit[1]) if limit else 10**6))
        elif line.startswith("set "):
            topics[-1].blocks.append(Block("set", slots=[(False, [line[4:]])]))
        elif line.startswith("- "):
            topics[-1].blocks[-1].slots[-1][1].append(line[2:])
        elif line in ("+", "+?"):
            topics[-1].blocks[-1].slots.append((line == "+?", []))
        elif found := _HEADER.fullmatch(line):
            kind, least, most, optional, text = found.groups()
            topics[-1].blocks.append(Block(kind, (int(least or 1), int(most or 1)), bool(optional)))
            topics[-1].blocks[-1].slots[0][1].extend([text] if text else [])
        else:
            raise ValueError(f"book: no line of a script: {line[:60]!r}")
    return topics


class Writer:
    """Draws texts from a grammar, the least used first; no sentence comes twice."""

    def __init__(self, vocab: dict[str, Any], seed: int) -> None:
        self.random = random.Random(seed)
        self.vocab = {k: v.split() if isinstance(v, str) else list(v) for k, v in vocab.items()}
        self.decks: dict[str, list[str]] = {}
        self.used: Counter[str] = Counter()
        self.said: set[str] = set()
        self.facts: dict[str, str] = {}

    def formatted(self, number: int, form: str) -> str:
        """Write a number in one of the formats of the notation."""
        if form == "l":
            parts = zip("£sd", (number // 240, number // 12 % 20, number % 12), strict=True)
            return " ".join(f"£{n}" if unit == "£" else f"{n}{unit}." for unit, n in parts if n)
        if number < len(self.vocab.get(form, "")):
            return self.vocab[form][number]
        return f"{number:,}" if form == "," else str(number)

    def allows(self, text: str) -> bool:
        """Whether the tags before a text fit the entry."""
        tags = self.facts["tags"].split()
        head = text.removesuffix(_TAGS.sub("", text, count=1))
        return all((name in tags) != bool(no) for no, name in re.findall(r"<(!?)(\w+)>", head))

    def pick(self, options: list[str], scope: str = "") -> str:
        """Choose among the alternatives used least so far."""
        fit = [option for option in options if self.allows(option)]
        least = min(self.used[scope + option] for option in fit)
        option = self.random.choice([o for o in fit if self.used[scope + o] == least])
        self.used[scope + option] += 1
        return _TAGS.sub("", option, count=1)

    def expand(self, text: str) -> str:
        """Make the choices of a text and fill in its fields."""
        while found := _CHOICE.search(text):
            chosen = self.pick(found[1].split("|"), f"[{found[1]}]")
            text = text[: found.start()] + chosen + text[found.end() :]
        text = re.sub(" {2,}", " ", _FIELD.sub(self._field, text)).strip()
        text = re.sub(r"([.?!])(’?)\.(?!\w)", r"\1\2", text)
        return _ARTICLE.sub(lambda m: m[1] + ("n " if _AN.match(m[2]) else " "), text)

    def _field(self, found: re.Match[str]) -> str:
        name, most, terms, store, form = found.groups()
        value = self._atom(name, most)
        for sign, other, top in _TERM.findall(terms):
            a, b = int(value), int(self._atom(other, top))
            value = str({"+": a + b, "-": a - b, "*": a * b, "/": a // max(b, 1)}[sign])
        if store:
            self.facts[store] = value
        return self.formatted(int(value), form) if form else value

    def _atom(self, name: str, most: str | None) -> str:
        if name.startswith("*"):
            if not self.decks.get(name):
                cards = self.vocab[name[1:]]
                self.decks[name] = self.random.sample(cards, len(cards))
            return self.decks[name].pop()
        if name.isdigit():
            return str(self.random.randint(int(name), int(most))) if most else name
        return self.facts.get(name) or _capital(self.facts[name[0].lower() + name[1:]])

    def fresh(self, options: list[str], kind: str) -> str:
        """Draw one of the texts, again and again until it is one that has not been used."""
        for _ in range(_TRIES):
            text = self.expand(self.pick(options))
            text = text if kind in ("deflist", "li", "tr") else _capital(text)
            if text not in self.said:
                self.said.add(text)
                return text
        raise ValueError(f"book: every form of a text has been used: {options[0]!r}")

    def unit(self, block: Block) -> Iterator[str]:
        """Write one unit of a topic, or several where it is verse."""
        if block.kind == "v":
            lead, _, verse = self.fresh(block.slots[0][1], "p").rpartition(" => ")
            yield from [f"p: {lead}"] if lead else []
            yield from (f"v: {_capital(line.strip())}".strip() for line in verse.split("/"))
            return
        parts: list[str] = []
        for optional, options in block.slots:
            if not (optional and self.random.random() < _SILENT):
                part = self.fresh(options, block.kind)
                long = len(" ".join([*parts, part]).split()) > _LONGEST
                parts += [] if optional and long else [part]
        yield f"{block.kind}: {' '.join(parts)}"

    def topic(self, topic: Topic) -> Iterator[str]:
        """Write the units of a topic; those that begin with a year or a day are put in order."""
        for block in topic.blocks:
            if block.kind == "set":
                self.define(block.slots[0][1])
            elif not (block.optional and self.random.random() < _OMITTED):
                if block.count[1] > 1:  # no alternative twice in a list
                    self.used.update({o: -self.used[o] for o in block.slots[0][1]})
                drawn = [list(self.unit(block)) for _ in range(self.random.randint(*block.count))]
                drawn.sort(key=lambda lines: int("0" + _FIRST.findall(lines[0])[0]))
                yield from (line for lines in drawn for line in lines)

    def define(self, lines: list[str]) -> None:
        """Make facts of ``name = text`` lines."""
        for line in filter(self.allows, lines):
            name, _, text = _TAGS.sub("", line, count=1).partition(" = ")
            self.facts[name] = self.expand(text)

    def entry(self, script: list[Topic], own: list[Topic], take: int) -> Iterator[str]:
        """Write an entry: the topics every entry has, and of the others those used least."""
        uses = {t.key: self.used[f"## {t.key}"] for t in script}
        fit = [t for t in script if self.allows(re.sub("^[^<]*", "", t.flags))]
        always = [t for t in fit if "!" in t.flags.split()]
        free = [t for t in fit if t not in always and uses[t.key] < t.limit]
        free.sort(key=lambda t: (uses[t.key], self.random.random()))
        chosen, section = always + free[: take - len(always)], ""
        for topic in (t for t in fit if t in chosen):
            self.used[f"## {topic.key}"] += 1
            if topic.section != section:
                section = topic.section
                yield f"h2: {self.fresh([section], 'h2')}"
            for part in own if topic.key == "own" else [topic]:
                yield from self.topic(part)


def _capital(text: str) -> str:
    """Write the first letter as a capital, also after an opening quotation mark."""
    return re.sub(r"^[‘(]?\w", lambda m: m[0].upper(), text)


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / f"book_{name}.toml").read_text(encoding="utf-8"))


def write_part(writer: Writer, kind: str, parishes: dict[str, dict[str, str]]) -> Iterator[str]:
    """Write the entries of one kind; those of parishes leave their facts for the others."""
    data = _load(kind)
    script = read_script(data["script"])
    for row in data["entry"]:
        facts = dict(parishes.get(row.get("at", ""), {"tags": ""}))
        for place, name in enumerate(row.get("along", [])):
            facts |= {f"{key}{place}": text for key, text in parishes[name].items()}
        tags = f"{facts['tags']} {row.get('tags', '')}"
        writer.facts = facts | {key: str(value) for key, value in row.items()} | {"tags": tags}
        writer.define(data["facts"].splitlines())
        yield f"h1: {writer.expand(row['name'])}"
        yield from writer.entry(script, read_script(row.get("own", "")), data["take"])
        if kind == "parish":
            parishes[row["name"]] = writer.facts


def compose() -> str:
    """Write the whole book as a corpus text."""
    matter = _load("matter")
    writer = Writer(_load("world")["vocab"], matter["seed"])
    parishes: dict[str, dict[str, str]] = {}
    body = matter["preface"].splitlines()
    for part in matter["part"]:
        body += ["break:", f"h1: {part['title']}", f"p: {part['intro']}"]
        body += write_part(writer, part["kind"], parishes)
    body += matter["back"].splitlines()
    words = accumulate((len(line.split()) for line in body), initial=1000)
    heads = [(line[4:], n) for line, n in zip(body, words, strict=False) if line[:4] == "h1: "]
    contents = [f"toc: {title} | {n // matter['page']}" for title, n in heads]
    head = [f"{key}: {matter[key]}" for key in ("lang", "title", "head", "genre")]
    return "\n".join([*head, "", *matter["front"].splitlines(), *contents, *body]) + "\n"


if __name__ == "__main__":
    _OUT.write_text(compose(), encoding="utf-8")
