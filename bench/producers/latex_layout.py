"""The preamble of a LaTeX document: class, page, type sizes, paragraphs, headings, macros."""

from __future__ import annotations

from . import layout
from .source import Doc, Style

#: Multiples of the text size for LaTeX's size commands.
_SIZES = {
    "normalsize": 1.0,
    "small": 0.9,
    "footnotesize": 0.8,
    "scriptsize": 0.7,
    "tiny": 0.5,
    "large": 1.2,
    "Large": 1.44,
    "LARGE": 1.73,
    "huge": 2.07,
    "Huge": 2.49,
}
_HEADINGS = {"section": "h1", "subsection": "h2", "subsubsection": "h3"}

#: What the body is written in.
MACROS = r"""
\setlength\leftmargini{2.2em}\setlength\leftmarginii{2em}\setlength\leftmargin\leftmargini
\setlength\labelsep{.5em}
\def\@listI{\leftmargin\leftmargini\parsep\z@\topsep\ListSkip\itemsep\ItemSkip}
\let\@listi\@listI
\def\@listii{\leftmargin\leftmarginii\labelwidth\leftmarginii\advance\labelwidth-\labelsep
  \parsep\z@\topsep\z@\itemsep\ItemSkip}
\newcommand\address[1]{{\ttfamily #1}}
\newcommand\addressbreak{\penalty100\hskip\z@ plus.1em\relax}
\newcommand\codeline[1]{\par\noindent\hangindent2em\relax #1\par}
\newenvironment{codeblock}{\par\medskip\begingroup\parskip\z@\rightskip\z@ plus 1fil
  \hyphenpenalty10000 \exhyphenpenalty10000 \CodeSize\ttfamily\CodeScript}{\par\endgroup\medskip}
\newcommand\tablerow[2]{\par\nointerlineskip\noindent\begin{tabular}{#1}#2\end{tabular}\par}
\newenvironment{rows}{\par\smallskip\begingroup\parskip\z@\parindent\z@\parfillskip\z@
  \hbadness10000 \TableSize}{\par\endgroup\smallskip}
\newenvironment{lines}{\par\medskip\begingroup\parindent\z@\parskip\z@\Ragged}{\par\endgroup
  \medskip}
\newcommand\speech[2]{\par\begingroup\SpeechShape\textbf{#1} #2\par\endgroup}
\newcommand\figurebox{\par\medskip{\centering\fbox{\rule{\z@}{64bp}\hspace{.6\linewidth}}\par}
  \nobreak}
\newcommand\captiontext[2]{\par\vskip\CaptionSkip\begingroup\CaptionSize\parindent\z@
  \sbox\@tempboxa{#1}\ifdim\wd\@tempboxa<.97\linewidth\CaptionAlign\fi#1#2\par\endgroup
  \vskip\CaptionSkip}
\newcommand\sideblock[1]{\par\begingroup\footnotesize\Ragged\advance\leftskip2em
  \advance\rightskip2em #1\par\endgroup}
\newcommand\sidenote[1]{\marginpar{\footnotesize\hyphenpenalty200\Ragged #1}}
\newenvironment{hanging}[1]{\list{}{\settowidth\labelwidth{#1}\leftmargin\labelwidth
  \advance\leftmargin\labelsep\topsep\EntrySkip\partopsep\z@\itemsep\EntrySkip\parsep\z@
  \def\makelabel##1{##1\hfil}}}{\endlist}
\newenvironment{outdented}{\list{}{\leftmargin1.5em\itemindent-1.5em\topsep\z@\partopsep\z@
  \itemsep\EntrySkip\parsep\z@}}{\endlist}
\newenvironment{contents}{\par\smallskip}{\par\smallskip}
\newcommand\tocline[2]{\@dottedtocline{1}{\z@}{\z@}{#1}{#2}}
\newcommand\stanza{\par\vskip.7\baselineskip\ignorespaces}
\providecommand\LettrineTextFont{}\renewcommand\LettrineTextFont{}
"""


def document_class(style: Style, name: str) -> str:
    """Give the line that loads the document class."""
    options = "twocolumn" if two_column(style) else "onecolumn"
    return rf"\documentclass[11pt,{options}]{{{name}}}"


def two_column(style: Style) -> bool:
    """Whether LaTeX's own two-column mode is used, not the package multicol."""
    return style.columns == 2 and style.extra.get("columns", "twocolumn") == "twocolumn"


def packages(doc: Doc, style: Style) -> str:
    """Load the packages that every engine needs."""
    names = ["array", "booktabs", "fancyhdr", "ragged2e", "amssymb"]
    names += ["lettrine"] if style.drop_cap else []
    names += ["multicol"] if style.columns > 1 else []
    loaded = "\n".join(rf"\usepackage{{{name}}}" for name in names)
    lineno = r"\usepackage[switch]{lineno}" if two_column(style) else r"\usepackage{lineno}"
    return "\n".join([loaded, lineno if style.line_numbers else "", _page(doc, style)])


def _page(doc: Doc, style: Style) -> str:
    box = layout.box(doc, style)
    wide, high = style.page
    if style.vertical:
        return "\n".join(
            [
                rf"\setlength\paperwidth{{{wide}bp}}\setlength\paperheight{{{high}bp}}",
                r"\pagewidth\paperwidth\pageheight\paperheight",
                rf"\setlength\textwidth{{{style.measure}bp}}",
                rf"\setlength\textheight{{{wide - box.left - box.right}bp}}",
                rf"\setlength\topmargin{{{box.top}bp}}\addtolength\topmargin{{-1in}}",
                r"\addtolength\topmargin{-\headheight}\addtolength\topmargin{-\headsep}",
                rf"\setlength\oddsidemargin{{{box.left}bp}}\addtolength\oddsidemargin{{-1in}}",
            ]
        )
    side = f"marginparwidth={box.side}bp,marginparsep=12bp," if box.side else ""
    return (
        rf"\usepackage[paperwidth={wide}bp,paperheight={high}bp,{side}headheight=15bp,"
        rf"headsep=14bp,footskip=26bp,left={box.left}bp,textwidth={box.width}bp,"
        rf"top={box.top}bp,bottom={box.bottom}bp]{{geometry}}"
    )


def macros(style: Style, code_size: float) -> str:
    """Define type sizes, spacing, headings, running heads and the body's macros."""
    parts = [r"\makeatletter", _sizes(style), _spacing(style), MACROS, _shapes(style, code_size)]
    parts += [_section(style, name, kind) for name, kind in _HEADINGS.items()]
    return "\n".join([*parts, _chapter(style), _begin(style), r"\makeatother", _heads(style)])


def _sizes(style: Style) -> str:
    return "\n".join(
        rf"\renewcommand\{name}{{\@setfontsize\{name}{{{style.size * times:.2f}bp}}"
        rf"{{{style.size * times * style.leading:.2f}bp}}}}"
        for name, times in _SIZES.items()
    )


def _spacing(style: Style) -> str:
    line = style.size * style.leading
    gap = style.gap * line if style.paragraph in {"gap", "both"} else 0.0
    item = float(style.extra.get("list_gap", 0.15)) * line
    lengths = {"ListSkip": 0.0 if gap else 0.45 * line, "ItemSkip": max(0.0, item - gap)}
    lengths |= {"CaptionSkip": 0.4 * line, "EntrySkip": 0.0 if gap else 0.25 * line}
    indent = style.indent * style.size if style.paragraph in {"indent", "both"} else 0.0
    stretch = 1.5 if style.hyphenate else 3.0
    return "\n".join(
        [rf"\newlength\{name}\setlength\{name}{{{value:.2f}bp}}" for name, value in lengths.items()]
        + [
            rf"\newcommand\ParagraphShape{{\setlength\parindent{{{indent:.2f}bp}}}}",
            rf"\setlength\parskip{{{gap:.2f}bp}}\setlength\columnsep{{{style.gutter}bp}}",
            rf"\tolerance1200 \emergencystretch{stretch}em \raggedbottom",
            r"\clubpenalty2000 \widowpenalty2000",
        ]
    )


def _shapes(style: Style, code_size: float) -> str:
    hang = style.extra.get("say", "hang") == "hang"
    sides = ("RaggedRight", "RaggedLeft") if style.hyphenate else ("raggedright", "raggedleft")
    caption = r"\centering" if style.extra.get("caption_align") != "left" else r"\relax"
    table = _fixed(style.size * layout.table_size(style), style.leading)
    code = _fixed(code_size, 1.22)
    shape = r"\noindent\hangindent1.5em\hangafter1 " if hang else r"\indent"
    lines = [
        rf"\newcommand\CodeSize{{{code}}}\newcommand\TableSize{{{table}}}",
        rf"\newcommand\CaptionSize{{\small}}\newcommand\CaptionAlign{{{caption}}}",
        rf"\newcommand\SpeechShape{{{shape}}}",
        rf"\providecommand\RaggedEnd{{\{sides[0]}}}\providecommand\RaggedStart{{\{sides[1]}}}",
        r"\newcommand\Ragged{\RaggedEnd\parindent\z@}",
        r"\providecommand\headingfont{}\providecommand\CodeScript{}",
        r"\providecommand\Folio{\thepage}",
    ]
    return "\n".join(
        [*lines, r"\renewcommand\familydefault{\sfdefault}"] if _sans(style) else lines
    )


def _fixed(size: float, leading: float) -> str:
    return rf"\fontsize{{{size:.2f}bp}}{{{size * leading:.2f}bp}}\selectfont"


def _sans(style: Style) -> bool:
    return bool(style.extra.get("sans"))


def _heading_type(style: Style, kind: str) -> str:
    size = layout.heading(style, kind)
    weight = r"\mdseries" if style.extra.get("heading_weight") == "normal" else r"\bfseries"
    align = r"\centering" if style.extra.get("heading_align") == "center" else ""
    ragged = align or (r"\RaggedEnd" if style.columns > 1 or style.align == "left" else "")
    leading = size * min(style.leading, 1.25)
    return (
        rf"\normalfont\headingfont{weight}\fontsize{{{size:.2f}bp}}{{{leading:.2f}bp}}"
        rf"\selectfont{ragged}"
    )


def _section(style: Style, name: str, kind: str) -> str:
    level = {"h1": 1, "h2": 2, "h3": 3}[kind]
    before, after = {1: (1.4, 0.8), 2: (1.1, 0.5), 3: (0.9, 0.3)}[level]
    line = style.size * style.leading
    return (
        rf"\renewcommand\{name}{{\@startsection{{{name}}}{{{level}}}{{\z@}}"
        rf"{{-{before * line:.2f}bp}}{{{after * line:.2f}bp}}{{{_heading_type(style, kind)}}}}}"
    )


def _chapter(style: Style) -> str:
    """Title over all columns, and chapters that start a page."""
    look = _heading_type(style, "h1")
    return (
        rf"\newcommand\spantitle[1]{{{{{look} #1\par}}\vskip1.5\baselineskip}}"
        "\n"
        r"\newcommand\chaptertitle[1]{\clearpage\vspace*{4\baselineskip}\section*{#1}"
        r"\vskip2\baselineskip\@afterheading}"
    )


def _begin(style: Style) -> str:
    hyphens = "" if style.hyphenate else r"\hyphenpenalty10000 "
    ragged = r"\RaggedEnd" if style.align == "left" else ""
    numbers = r"\linenumbers" if style.line_numbers else ""
    step = int(style.extra.get("line_step", 1))
    numbers += rf"\modulolinenumbers[{step}]" if style.line_numbers and step > 1 else ""
    return (
        r"\AtBeginDocument{\def\@afterindentfalse{\let\if@afterindent\iffalse}"
        r"\let\@afterindenttrue\@afterindentfalse"
        rf"{hyphens}{ragged}\ParagraphShape{numbers}}}"
    )


def _heads(style: Style) -> str:
    page = r"{\small\Folio}"
    slots = {"center": rf"\fancyfoot[C]{page}", "top": rf"\fancyhead[R]{page}"}
    slots["outer"] = (
        rf"\fancyfoot[R]{{\ifodd\value{{page}}{page}\fi}}"
        rf"\fancyfoot[L]{{\ifodd\value{{page}}\else{page}\fi}}"
    )
    rule = "0.4pt" if style.extra.get("head_rule") else "0pt"
    first = slots["center"] if style.page_numbers else ""
    return "\n".join(
        [
            rf"\fancypagestyle{{first}}{{\fancyhf{{}}{first}}}",
            rf"\fancyhf{{}}\renewcommand\headrulewidth{{{rule}}}\pagestyle{{fancy}}",
            slots[style.extra.get("folio", "center")] if style.page_numbers else "",
            r"\fancyhead[L]{\small\itshape\RunningHead}" if style.running_head else "",
        ]
    )
