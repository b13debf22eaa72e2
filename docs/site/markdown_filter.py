#!/usr/bin/env python3
"""markdown_filter.py FILE: the page for Doxygen, on standard output (Doxygen's INPUT_FILTER).

The pages are written for readers of plain Markdown. Doxygen 1.9 differs in these points, each mended here:
formulas ($…$), anchors (file.md#part), folds (<details>), code with a bar inside a table, bold beside letters that
are not ASCII, pictures, links to files that are no pages, and the marks that check_quotes.py reads.
"""
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^\s*(```+|~~~+)\s*([\w+.-]*)\s*$")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*(?:\{#([\w-]+)\})?\s*#*\s*$")
COMMENT = re.compile(r"<!--.*?-->")
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
PHONE = 480  # a picture wider than this is not shrunk to a phone's width, where its words could not be read
CODE_SPAN = re.compile(r"(`+)(.+?)\1(?!`)")


def slug(heading):
    """The anchor that a reader of plain Markdown expects for a heading."""
    text = re.sub(r"[`*_]|\[|\]\([^)]*\)|\]", "", heading).strip().lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text))


def page_id(path):
    """The name of a page for \\ref: the main page's, the one it gives itself, or one made of its path."""
    path = Path(path).resolve()
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            match = HEADING.match(line)
            if match:
                if match[3]:
                    return "index" if match[3] == "mainpage" else match[3]
                break
    inside = path.relative_to(ROOT).with_suffix("").as_posix() if path.is_relative_to(ROOT) else path.stem
    return "page_" + re.sub(r"\W", "_", inside)


def width_of(picture):
    """The width that an SVG says it has; 0 where it says none."""
    if not picture.is_file():
        return 0
    match = re.search(r'<svg[^>]*\swidth="(\d+)', picture.read_text(encoding="utf-8", errors="replace"))
    return int(match[1]) if match else 0


def name_in_repository(file):
    return file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name


def anchor(page, heading_slug):
    return f"{page}_{heading_slug}"


def is_page(path):
    """Is this Markdown file part of the site? (INPUT of Doxyfile.in)"""
    if path.suffix != ".md" or not path.is_file() or not path.is_relative_to(ROOT):
        return False
    inside = path.relative_to(ROOT).as_posix()
    return inside in ("reference/README.md", "exercises/README.md") or (inside.startswith(("docs/", "chapters/", "reference/brigade/"))
                                               and inside not in ("docs/README.md", "docs/site/README.md"))


class Page:
    def __init__(self, path):
        self.path = Path(path).resolve()
        self.id = page_id(path)

    def rewrite(self, text):
        text = re.sub(r"(<details[^>]*>)\s*\n\s*(<summary>)", r"\1\2", text.replace("\r\n", "\n"))
        lines = text.split("\n")
        out, i, fence = [], 0, None
        while i < len(lines):
            line = lines[i]
            mark = FENCE.match(line)
            if fence is not None:
                out.append(line)
                if mark and mark[1].startswith(fence) and not mark[2]:
                    fence = None
            elif mark:
                fence = mark[1]
                out.append(line)
            elif line.strip().startswith("$$"):
                formula = line.strip()
                while not (len(formula) > 3 and formula.endswith("$$")):
                    i += 1
                    formula += "\n" + lines[i]
                out += ["", "\\f[" + formula[2:-2].strip() + "\\f]", ""]
            else:
                out.append(self.line(line))
            i += 1
        return "\n".join(out)

    def line(self, line):
        heading = HEADING.match(line)
        if heading:
            return self.heading(heading)
        stripped = COMMENT.sub("", line)
        if stripped != line and not stripped.strip():
            return ""
        in_table = stripped.lstrip().startswith("|")
        spans = []

        def keep_code(match):
            code = match[2]
            if in_table and "|" in code:
                code = code.replace("\\|", "|").strip()
                for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("|", "&#124;")):
                    code = code.replace(character, entity)
                spans.append(f"<tt>{code}</tt>")  # Doxygen makes a block of <code>
            else:
                spans.append(match[0])
            return f"\0{len(spans) - 1}\0"

        text = CODE_SPAN.sub(keep_code, stripped)
        text = IMAGE.sub(self.image, text)
        text = LINK.sub(self.link, text)
        text = re.sub(r"(?<![\\$])\$(?![\s$])([^$]+?)(?<![\s\\])\$(?!\d)", r"\\f$\1\\f$", text)
        text = re.sub(r"(?<![*\\])\*\*(?=[^\s*])(.+?)(?<=\S)\*\*", r"<b>\1</b>", text)
        text = re.sub(r"<details(?: open)?>\s*(<summary>.*?</summary>)?", self.fold, text)
        text = text.replace("</details>", "\n\\htmlonly[block]</details>\\endhtmlonly\n")
        # A link's text may hold a code span inside another text that was kept.
        while "\0" in text:
            text = re.sub(r"\0(\d+)\0", lambda match: spans[int(match[1])], text)
        return text

    def heading(self, match):
        level, text = match[1], COMMENT.sub("", match[2]).strip()
        if level == "#":
            return f"# {text} {{#{match[3] or self.id}}}"
        return f"{level} {text} {{#{match[3] or anchor(self.id, slug(text))}}}"

    def fold(self, match):
        return f"\n\\htmlonly[block]<details class=\"fold\">{match[1] or ''}\\endhtmlonly\n"

    def image(self, match):
        alt, target = match.groups()
        alt = alt.replace('"', "&quot;")
        kind = "figure wide" if width_of(self.path.parent / target) > PHONE else "figure"
        return f'\n\\htmlonly[block]<div class="{kind}"><img src="{os.path.basename(target)}" alt="{alt}"/></div>\\endhtmlonly\n'

    def is_parent_of(self, file):
        """The tree of pages is that of the folders: a README's links to READMEs below it."""
        return (self.path.name == file.name == "README.md" and self.path != file
                and file.is_relative_to(self.path.parent))

    def link(self, match):
        text, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match[0]
        name, _, part = target.partition("#")
        file = (self.path.parent / name).resolve() if name else self.path
        if not is_page(file):
            return f"{text} `{name_in_repository(file)}`"  # a file that is no page of the site
        page = page_id(file)
        if not part and self.is_parent_of(file):
            return f'\\subpage {page} "{text}"'
        return f'\\ref {anchor(page, part) if part else page} "{text}"'


def main():
    path = sys.argv[1]
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(Page(path).rewrite(Path(path).read_text(encoding="utf-8-sig")))


if __name__ == "__main__":
    main()
