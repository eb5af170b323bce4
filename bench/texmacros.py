"""What the macros and environments of TeX mean for where a paragraph ends."""

from __future__ import annotations

import re

#: Macros that stand for characters. Accents fold away, so a letter under one stays as it is.
CHARS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ",
    "OE": "Œ", "aa": "å", "AA": "Å", "i": "i", "j": "j", "TeX": "TeX", "LaTeX": "LaTeX",
    "LaTeXe": "LaTeX2ε", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "XeLaTeX": "XeLaTeX",
    "LuaTeX": "LuaTeX", "LuaLaTeX": "LuaLaTeX", "pdfTeX": "pdfTeX", "pdfLaTeX": "pdfLaTeX",
    "ConTeXt": "ConTeXt", "MF": "METAFONT", "METAFONT": "METAFONT", "MP": "METAPOST",
    "dots": "...", "ldots": "...", "textellipsis": "...", "copyright": "©", "textcopyright": "©",
    "S": "§", "P": "¶", "pounds": "£", "textbackslash": "\\", "textasciitilde": "~",
    "textasciicircum": "^", "textbar": "|", "textless": "<", "textgreater": ">",
    "textunderscore": "_", "slash": "/", "euro": "€", "texteuro": "€", "textregistered": "®",
    "texttrademark": "TM", "quad": " ", "qquad": " ", "space": " ", "textdegree": "°",
    "backslash": "\\", "lbrace": "{", "rbrace": "}", "SS": "SS", "dh": "ð", "th": "þ",
    ",": " ", "&": "&", "%": "%", "#": "#", "_": "_", "{": "{", "}": "}", "$": "$",
}  # fmt: skip
#: Headings that stand by themselves, with the name of their kind.
HEADINGS = {
    "part": "h1", "chapter": "h1", "section": "h2", "subsection": "h3", "subsubsection": "h4",
    "addchap": "h1", "addsec": "h2", "title": "h1", "subtitle": "h2", "frametitle": "h2",
    "framesubtitle": "h3", "minisec": "h4", "subject": "h3",
}  # fmt: skip
#: Headings that many classes set on the first line of the text.
RUN_IN = frozenset("paragraph subparagraph".split())
#: Macros whose argument is set elsewhere, with the name of its kind.
ASIDE = {"footnote": "fn", "footnotetext": "fn", "thanks": "fn", "marginpar": "aside",
         "sidenote": "fn", "marginnote": "aside", "endnote": "fn", "caption": "caption",
         "captionof": "caption", "author": "author", "date": "date", "address": "author",
         "institute": "author", "affiliation": "author", "chead": "aside"}  # fmt: skip
#: Macros that start an item.
LISTS = frozenset("item bibitem itm".split())
#: Macros and environments that end a paragraph; for environments, how many arguments they take.
BREAKS: dict[str, int] = dict.fromkeys(
    "par newpage clearpage cleardoublepage pagebreak bigskip medskip smallskip maketitle "
    "tableofcontents listoffigures listoftables appendix printindex printbibliography "
    "itemize enumerate description compactitem compactenum compactdesc inparaenum "
    "trivlist flushleft flushright center quote quotation verse abstract titlepage figure table "
    "wrapfigure SCfigure sidewaystable sidewaysfigure floatingfigure frame document keywords "
    "centerline leftline rightline hrule hline vfill frontmatter mainmatter backmatter "
    "parskip letter opening closing signature columns column block alertblock exampleblock "
    "acknowledgements acknowledgments theorem lemma proof definition corollary proposition "
    "remark example exercise questions parts solution".split(),
    0,
) | {"list": 2, "minipage": 1, "multicols": 1, "thebibliography": 1, "adjustwidth": 2,
     "block": 1, "column": 1, "wrapfigure": 2, "addmargin": 1, "letter": 1}  # fmt: skip
#: Environments that leave a paragraph whole, and how many arguments they take.
FLOWING: dict[str, int] = dict.fromkeys(
    "small footnotesize scriptsize tiny large Large normalsize sloppypar english german french "
    "em bf it sf tt sloppy document onehalfspace "
    "doublespace singlespace bfseries itshape sffamily ttfamily".split(),
    0,
) | {"CJK": 2, "otherlanguage": 1, "spacing": 1, "hyphenrules": 1}
#: Environments of cells, and how many arguments they take.
TABLES = {"tabular": 1, "tabularx": 2, "tabulary": 2, "longtable": 1, "supertabular": 1,
          "array": 1, "tabbing": 0, "xltabular": 2, "tabu": 1, "ltabulary": 1}  # fmt: skip
#: Environments of formulas.
MATH = frozenset(
    "equation align eqnarray displaymath gather multline alignat flalign math dmath subequations "
    "tikzpicture pspicture picture comment filecontents forest asy dgroup prooftree "
    "axis scope lilypond abc".split()
)
#: Environments of verbatim text.
VERBATIM = frozenset(
    "verbatim Verbatim lstlisting alltt verbatim* macrocode macrocode* LTXexample minted code "
    "BVerbatim LVerbatim example* sourcecode Sinput Soutput Scode Schunk CodeInput CodeOutput "
    "CodeChunk Code shell xmpcode semiverbatim".split()
)
#: Macros that print nothing of their arguments, and how many these are.
SKIPPED = {
    **dict.fromkeys(
        "label ref pageref cite citep citet citealp citeauthor citeyear parencite textcite nocite "
        "index vspace hspace includegraphics input include bibliography bibliographystyle "
        "usepackage RequirePackage pagestyle thispagestyle pagenumbering eqref autoref "
        "cref Cref nameref vref vskip hypersetup graphicspath setlist phantom vphantom hphantom "
        "DescribeMacro DescribeEnv DisableCrossrefs ProvidesFile ProvidesPackage documentclass "
        "documentstyle selectlanguage inputencoding stepcounter refstepcounter "
        "hyphenation newcounter newlength newsavebox usebox glsadd color "
        "SweaveOpts VignetteIndexEntry markright geometry lstset lstinputlisting "
        "bookmarksetup DoNotIndex CheckSum CharacterTable hfuzz printglossary "
        "usetheme usecolortheme PrintChanges PrintIndex tikzset pgfplotsset theoremstyle".split(),
        1,
    ),
    "setlength": 2, "addtolength": 2, "setcounter": 2, "addtocounter": 2, "rule": 2,
    "addcontentsline": 3, "addtocontents": 2, "newcommand": 2, "renewcommand": 2,
    "providecommand": 2, "DeclareMathOperator": 2, "newenvironment": 3, "renewenvironment": 3,
    "newtheorem": 2, "def": 2, "gdef": 2, "edef": 2, "let": 2, "DeclareRobustCommand": 2,
    "raisebox": 1, "href": 1, "textcolor": 1, "multicolumn": 2, "multirow": 2,
    "fontsize": 2, "markboth": 2, "definecolor": 3, "changes": 3, "colorbox": 1, "scalebox": 1,
    "resizebox": 2, "pdfbookmark": 2, "foreignlanguage": 1, "settowidth": 2, "cline": 1,
    "cmidrule": 1, "hyperlink": 1, "hypertarget": 1, "rotatebox": 1, "newcolumntype": 2,
    "makebox": 0, "framebox": 0,
}  # fmt: skip
#: Macros that leave a paragraph whole and print their arguments.
INLINE = frozenset(
    "textbf textit textsl texttt textsf textsc textrm textmd textup textnormal emph underline "
    "mbox fbox hbox url nolinkurl path uppercase lowercase MakeUppercase MakeLowercase text "
    "enquote textquotedbl textsuperscript textsubscript ensuremath uline sout href "
    "texorpdfstring code file pkg cs cmd env opt marg oarg meta proglang program cls sty "
    "package class option acro ac gls Gls acs acl acf textgreek textlatin foreignlanguage "
    "c v u b d H k r t".split()
)
#: Macros that print nothing and leave a paragraph whole.
SILENT = frozenset(
    "bf it tt sf sc rm em sl bfseries itshape ttfamily sffamily scshape rmfamily slshape upshape "
    "mdseries normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge "
    "Huge noindent centering raggedright raggedleft sloppy fussy protect relax null hfill hfil "
    "nobreak allowbreak nolinebreak newtoks makeatletter makeatother xspace leavevmode "
    "ignorespaces unskip kern thinspace strut selectfont indent egroup bgroup begingroup endgroup "
    "left right hss hskip textstyle displaystyle frenchspacing nonfrenchspacing newblock "
    "unpenalty penalty footnotemark expandafter toprule midrule bottomrule ifx else fi".split()
)
#: Macros in a definition that make its name end a paragraph.
_ENDING = re.compile(
    r"\\(?:par|item|section|subsection|begin|vspace|bigskip|medskip|smallskip|hrule|\\|noindent|"
    r"newpage|chapter|paragraph|vskip|newline|hbox|line|parbox|obeylines)(?![A-Za-z])"
)
_DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?\s*\{?\s*\\([A-Za-z@]+)\s*\}?"
    r"|\\(?:g|e|x)?def\s*\\([A-Za-z@]+)"
)


def block_macros(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Names of the macros that a source defines: those that may end a paragraph, and the rest."""
    block: set[str] = set()
    inline: set[str] = set()
    for found in _DEFINED.finditer(text):
        name = found[1] or found[2]
        body = text[found.end() : found.end() + 600]
        end = re.search(r"\n\s*\n|\n\\(?:re)?newcommand|\n\\def|\n\\begin\{document", body)
        body = body[: end.start()] if end else body
        (block if _ENDING.search(body) else inline).add(name)
    return frozenset(block), frozenset(inline - block)
