"""Fonts from Debian packages: families, their files, and which suit which language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

#: Where Debian puts fonts.
ROOT = Path("/usr/share/fonts")

#: Family | Debian package | kind | file, with {} for the style | names of the styles regular,
#: bold, italic, bold italic ("_" for no name, fewer if the family lacks them) | remarks: number
#: of the face in a collection, "bare" if the family has no Latin letters.
_TABLE = """
Liberation Serif | fonts-liberation2 | serif | truetype/liberation2/LiberationSerif-{}.ttf | =
Liberation Sans | fonts-liberation2 | sans | truetype/liberation2/LiberationSans-{}.ttf | =
Liberation Mono | fonts-liberation2 | mono | truetype/liberation2/LiberationMono-{}.ttf | =
DejaVu Serif | fonts-dejavu-core | serif | truetype/dejavu/DejaVuSerif{}.ttf | _ -Bold
DejaVu Sans | fonts-dejavu-core | sans | truetype/dejavu/DejaVuSans{}.ttf | _ -Bold
DejaVu Sans Mono | fonts-dejavu-core | mono | truetype/dejavu/DejaVuSansMono{}.ttf | _ -Bold
Noto Serif | fonts-noto-core | serif | truetype/noto/NotoSerif-{}.ttf | =
Noto Sans | fonts-noto-core | sans | truetype/noto/NotoSans-{}.ttf | =
Carlito | fonts-crosextra-carlito | sans | truetype/crosextra/Carlito-{}.ttf | =
Caladea | fonts-crosextra-caladea | serif | truetype/crosextra/Caladea-{}.ttf | =
Gentium | fonts-sil-gentium | serif | truetype/gentium/Gentium-{}.ttf | R R I
Linux Libertine O | fonts-linuxlibertine | serif | opentype/linux-libertine/LinLibertine_{}.otf | R RB RI RBI
Linux Biolinum O | fonts-linuxlibertine | sans | opentype/linux-libertine/LinBiolinum_{}.otf | R RB RI
EB Garamond 12 | fonts-ebgaramond | serif | opentype/ebgaramond/EBGaramond12-{}.otf | Regular Regular Italic
Amiri | fonts-hosny-amiri | serif | opentype/fonts-hosny-amiri/Amiri-{}.ttf | Regular Bold
Scheherazade | fonts-sil-scheherazade | serif | truetype/scheherazade/Scheherazade-{}.ttf | Regular Bold
Noto Naskh Arabic | fonts-noto-core | serif | truetype/noto/NotoNaskhArabic-{}.ttf | Regular Bold | bare
Noto Kufi Arabic | fonts-noto-core | sans | truetype/noto/NotoKufiArabic-{}.ttf | Regular Bold | bare
Noto Sans Arabic | fonts-noto-core | sans | truetype/noto/NotoSansArabic-{}.ttf | Regular Bold | bare
Noto Serif Hebrew | fonts-noto-core | serif | truetype/noto/NotoSerifHebrew-{}.ttf | Regular Bold | bare
Noto Sans Hebrew | fonts-noto-core | sans | truetype/noto/NotoSansHebrew-{}.ttf | Regular Bold | bare
Frank Ruehl CLM | culmus | serif | truetype/culmus/FrankRuehlCLM-{}.ttf | Medium Bold
David CLM | culmus | serif | truetype/culmus/DavidCLM-{}.otf | Medium Bold
Miriam CLM | culmus | sans | truetype/culmus/MiriamCLM-{}.ttf | Book Bold | bare
Noto Serif Devanagari | fonts-noto-core | serif | truetype/noto/NotoSerifDevanagari-{}.ttf | Regular Bold | bare
Noto Sans Devanagari | fonts-noto-core | sans | truetype/noto/NotoSansDevanagari-{}.ttf | Regular Bold | bare
Lohit Devanagari | fonts-lohit-deva | sans | truetype/lohit-devanagari/Lohit-Devanagari{}.ttf | _
Noto Serif Thai | fonts-noto-core | serif | truetype/noto/NotoSerifThai-{}.ttf | Regular Bold | bare
Noto Sans Thai | fonts-noto-core | sans | truetype/noto/NotoSansThai-{}.ttf | Regular Bold | bare
Norasi | fonts-tlwg-norasi-ttf | serif | truetype/tlwg/Norasi{}.ttf | _ -Bold
Kinnari | fonts-tlwg-kinnari-ttf | serif | truetype/tlwg/Kinnari{}.ttf | _ -Bold
Garuda | fonts-tlwg-garuda-ttf | sans | truetype/tlwg/Garuda{}.ttf | _ -Bold
Loma | fonts-tlwg-loma-ttf | sans | truetype/tlwg/Loma{}.ttf | _ -Bold
Laksaman | fonts-tlwg-laksaman-ttf | sans | truetype/tlwg/Laksaman{}.ttf | _ -Bold
Noto Serif CJK JP | fonts-noto-cjk | serif | opentype/noto/NotoSerifCJK-{}.ttc | Regular Bold | 0
Noto Sans CJK JP | fonts-noto-cjk | sans | opentype/noto/NotoSansCJK-{}.ttc | Regular Bold | 0
Noto Serif CJK KR | fonts-noto-cjk | serif | opentype/noto/NotoSerifCJK-{}.ttc | Regular Bold | 1
Noto Sans CJK KR | fonts-noto-cjk | sans | opentype/noto/NotoSansCJK-{}.ttc | Regular Bold | 1
Noto Serif CJK SC | fonts-noto-cjk | serif | opentype/noto/NotoSerifCJK-{}.ttc | Regular Bold | 2
Noto Sans CJK SC | fonts-noto-cjk | sans | opentype/noto/NotoSansCJK-{}.ttc | Regular Bold | 2
Noto Serif CJK TC | fonts-noto-cjk | serif | opentype/noto/NotoSerifCJK-{}.ttc | Regular Bold | 3
Noto Sans CJK TC | fonts-noto-cjk | sans | opentype/noto/NotoSansCJK-{}.ttc | Regular Bold | 3
IPAexMincho | fonts-ipaexfont-mincho | serif | opentype/ipaexfont-mincho/ipaexm{}.ttf | _
IPAexGothic | fonts-ipaexfont-gothic | sans | opentype/ipaexfont-gothic/ipaexg{}.ttf | _
IPAMincho | fonts-ipafont-mincho | serif | opentype/ipafont-mincho/ipam{}.ttf | _
IPAGothic | fonts-ipafont-gothic | sans | opentype/ipafont-gothic/ipag{}.ttf | _
AR PL UMing CN | fonts-arphic-uming | serif | truetype/arphic/uming{}.ttc | _ | 0
AR PL UMing TW | fonts-arphic-uming | serif | truetype/arphic/uming{}.ttc | _ | 2
WenQuanYi Micro Hei | fonts-wqy-microhei | sans | truetype/wqy/wqy-microhei{}.ttc | _ | 0
WenQuanYi Zen Hei | fonts-wqy-zenhei | sans | truetype/wqy/wqy-zenhei{}.ttc | _ | 0
NanumMyeongjo | fonts-nanum | serif | truetype/nanum/NanumMyeongjo{}.ttf | _ Bold
NanumGothic | fonts-nanum | sans | truetype/nanum/NanumGothic{}.ttf | _ Bold
"""  # noqa: E501

_LATIN = {
    "serif": "Liberation Serif, DejaVu Serif, Noto Serif, Linux Libertine O, EB Garamond 12",
    "sans": "Liberation Sans, DejaVu Sans, Noto Sans, Carlito, Linux Biolinum O",
}
_ARABIC = {
    "serif": "Amiri, Noto Naskh Arabic, Scheherazade",
    "sans": "Noto Kufi Arabic, Noto Sans Arabic, DejaVu Sans",
}
_HAN = {
    "zh": {
        "serif": "Noto Serif CJK SC, AR PL UMing CN",
        "sans": "Noto Sans CJK SC, WenQuanYi Micro Hei, WenQuanYi Zen Hei",
    },
    "zh-Hant": {
        "serif": "Noto Serif CJK TC, AR PL UMing TW",
        "sans": "Noto Sans CJK TC, WenQuanYi Zen Hei",
    },
    "ja": {
        "serif": "Noto Serif CJK JP, IPAexMincho, IPAMincho",
        "sans": "Noto Sans CJK JP, IPAexGothic, IPAGothic",
    },
    "ko": {"serif": "Noto Serif CJK KR, NanumMyeongjo", "sans": "Noto Sans CJK KR, NanumGothic"},
}
#: Language -> kind -> families, first the one whose text all producers' PDFs give back. Other
#: languages have the Latin ones, with Greek and Cyrillic letters too (Caladea: Latin alone).
_LANGUAGES = {
    "ar": _ARABIC,
    "fa": _ARABIC,
    "he": {
        "serif": "Noto Serif Hebrew, Frank Ruehl CLM, David CLM",
        "sans": "Noto Sans Hebrew, Miriam CLM, DejaVu Sans",
    },
    "hi": {"serif": "Noto Serif Devanagari", "sans": "Noto Sans Devanagari, Lohit Devanagari"},
    "th": {
        "serif": "Kinnari, Norasi, Noto Serif Thai",
        "sans": "Garuda, Loma, Laksaman, Noto Sans Thai",
    },
    **_HAN,
}


@dataclass(frozen=True)
class Font:
    """A font family of one Debian package."""

    family: str
    package: str
    #: "serif", "sans" or "mono".
    kind: str
    #: Files: regular, bold, italic, bold italic, or the first few of these.
    files: tuple[Path, ...]
    #: Number of the face in a font collection (.ttc).
    index: int = 0
    #: Whether it has Latin letters and figures.
    latin: bool = True

    @property
    def truetype(self) -> bool:
        """Whether the outlines are TrueType ones (ReportLab takes no others)."""
        return self.files[0].suffix != ".otf" and "CJK" not in self.files[0].name

    def file(self, *, bold: bool = False, italic: bool = False) -> Path:
        """Give the file of a style, or of the nearest one that the family has."""
        wanted = [3, 1] if bold and italic else [1] if bold else [2] if italic else []
        return self.files[next((n for n in wanted if n < len(self.files)), 0)]


def _font(row: str) -> Font:
    family, package, kind, file, styles, *remarks = row.split(" | ")
    names = "Regular Bold Italic BoldItalic" if styles == "=" else styles
    files = tuple(ROOT / file.format(name.strip("_")) for name in names.split())
    remark = remarks[0] if remarks else "0"
    bare = remark == "bare"
    return Font(family, package, kind, files, 0 if bare else int(remark), latin=not bare)


#: Family name -> font.
FONTS = {font.family: font for font in map(_font, _TABLE.strip().splitlines())}


def families(lang: str, kind: str = "serif") -> list[Font]:
    """Give the fonts that suit a language, the usual one first.

    Parameters
    ----------
    lang
        Language tag such as "de", "zh-Hans" or "zh-Hant".
    kind
        "serif" or "sans".
    """
    table = _LANGUAGES.get(lang) or _LANGUAGES.get(lang.partition("-")[0], _LATIN)
    return [FONTS[name] for name in table[kind].split(", ")]


def truetype(lang: str, kind: str = "serif") -> Font:
    """Give the first font with TrueType outlines that suits a language."""
    return next(font for font in families(lang, kind) if font.truetype and font.latin)


def stack(family: str) -> list[str]:
    """Give a family with the one that fills in Latin letters and figures if it has none."""
    font = FONTS.get(family)
    if font is None or font.latin:
        return [family]
    return [family, "Noto Sans" if font.kind == "sans" else "Noto Serif"]
