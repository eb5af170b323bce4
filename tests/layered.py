"""PDFs with what lies over, under and around their text: areas, pictures, forms, layers, fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bench.rawpdf import RawPdf, literal, references


def line(text: str, y: float = 700, x: float = 72, size: float = 11) -> str:
    """Content that shows one line."""
    return f"BT /F {size} Tf {x} {y} Td {literal(text).decode('cp1252')} Tj ET\n"


def box(y: float, colour: str = "1 g", x: float = 60, width: float = 500, high: float = 16) -> str:
    """Content that paints an area."""
    return f"q {colour} {x} {y} {width} {high} re f Q\n"


def picture(x: float, y: float, width: float, high: float) -> str:
    """Content that shows the picture /I."""
    return f"q {width} 0 0 {high} {x} {y} cm /I Do Q\n"


@dataclass
class Layered:
    """One page in Helvetica, with the picture /I and the graphics states /Clear and /Solid.

    Parameters
    ----------
    content
        In it, ``/OC /NAME BDC`` begins the text of a layer, and ``/NAME Do`` shows a form.
    layers
        Optional layers by name: what their dictionary holds besides.
    off
        Names of those that are off.
    config, catalog, page
        What the layers' configuration, the catalog and the page hold besides.
    forms
        Contents of forms by name, with what their dictionary holds besides.
    annotations
        Dictionaries of annotations; in them, @F is the font and @first the first of them.
    """

    content: str
    layers: Mapping[str, str] = field(default_factory=dict)
    off: Sequence[str] = ()
    config: str = ""
    catalog: str = ""
    page: str = ""
    forms: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    annotations: Sequence[str] = ()

    def build(self) -> bytes:
        """The file."""
        raw = RawPdf()
        root, tree, used = raw.add(), raw.add(), raw.add()
        layers = {
            name: raw.add(f"<< /Type /OCG /Name ({name}) {more} >>".encode())
            for name, more in self.layers.items()
        }
        head = f"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources {used} 0 R "
        objects = {"I": _picture(raw)}
        for name, (content, more) in self.forms.items():
            for layer, number in layers.items():
                more = more.replace(f"@{layer}", f"{number} 0 R")
            objects[name] = raw.stream(content.encode("cp1252"), (head + more + " ").encode())
        font = raw.font()
        raw.put(used, (
            f"<< /Font << /F {font} 0 R >> /XObject << {_names(objects)} >> "
            f"/Properties << {_names(layers)} >> "
            "/ExtGState << /Clear << /ca 0 >> /Solid << /ca 1 >> >> >>"
        ).encode())  # fmt: skip
        numbers: list[int] = []
        for one in self.annotations:
            numbers.append(raw.add())
            text = one.replace("@F", f"{font} 0 R").replace("@first", f"{numbers[0]} 0 R")
            raw.put(numbers[-1], text.encode("cp1252"))
        notes = references(numbers)
        content_at = raw.stream(self.content.encode("cp1252"))
        kid = raw.add((
            f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 612 792] /Resources {used} 0 R "
            f"/Contents {content_at} 0 R /Annots {notes.decode()} {self.page} >>"
        ).encode())  # fmt: skip
        raw.put(tree, b"<< /Type /Pages /Count 1 /Kids %b >>" % references([kid]))
        catalog = f"/Type /Catalog /Pages {tree} 0 R {self.catalog}"
        catalog = catalog.replace("@notes", notes.decode()).replace("@F", f"{font} 0 R")
        if layers:
            every = references(list(layers.values())).decode()
            off = references([layers[name] for name in self.off]).decode()
            catalog += f" /OCProperties << /OCGs {every} /D << /OFF {off} {self.config} >> >>"
            catalog = catalog.replace("@all", every)
        raw.put(root, f"<< {catalog} >>".encode())
        return raw.build(root)


def _names(numbers: Mapping[str, int]) -> str:
    return " ".join(f"/{name} {number} 0 R" for name, number in numbers.items())


def _picture(raw: RawPdf) -> int:
    entries = b"/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray "
    return raw.stream(b"\xc0\xf0", entries + b"/BitsPerComponent 8 ")
