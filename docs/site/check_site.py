#!/usr/bin/env python3
"""check_site.py HTML_FOLDER: finds what is broken in the built site; a line each, status 1 if there is any.

Links and anchors that lead nowhere, pictures that are missing or of one name, formulas that stayed text or that
MathJax cannot read, stray asterisks and marks of Markdown that nothing has read, folds that do not hold their content.
"""
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# What a browser closes by itself when one of the second kind begins.
CLOSED_BY = {"p": {"p", "div", "ul", "ol", "dl", "table", "h1", "h2", "h3", "h4", "pre", "details", "blockquote", "hr"},
             "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr"}, "td": {"td", "th", "tr"},
             "th": {"td", "th", "tr"}, "option": {"option"}}
NOT_PROSE = {"script", "style", "code", "pre", "title", "svg"}
DECLARATIONS = {"memproto", "memname", "entry", "memItemLeft", "memItemRight", "memTemplParams"}
# Doxygen 1.9.4 links its summary of a class to a heading that it does not write where the nested ones are private.
DOXYGENS_OWN = {"#nested-classes"}


class Document(HTMLParser):
    def __init__(self, name):
        super().__init__(convert_charrefs=True)
        self.name, self.anchors, self.links, self.images, self.problems = name, set(), [], [], []
        self.open, self.prose, self.math = [], [], 0
        self.folds = []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for key in ("id", "name"):
            if attributes.get(key) and (key == "id" or tag == "a"):
                self.anchors.add(attributes[key])
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag == "img":
            self.images.append((attributes.get("src", ""), attributes.get("alt")))
        if tag == "object" and attributes.get("data"):
            self.images.append((attributes["data"], ""))
        while self.open and tag in CLOSED_BY.get(self.open[-1][0], ()):
            self.open.pop()
        if tag == "details" and "fold" in (attributes.get("class") or ""):
            self.folds.append({"line": self.getpos()[0], "text": 0, "ended": False})
        if tag not in VOID:
            self.open.append((tag, attributes.get("class") or ""))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID and self.open:
            self.open.pop()

    def handle_endtag(self, tag):
        names = [name for name, _ in self.open]
        if tag not in names:
            if tag == "details":
                self.problems.append("a fold ends that was not open")
            return
        while self.open[-1][0] != tag:
            lost = self.open.pop()[0]
            if tag == "details" or lost == "details":
                if lost not in ("p", "li"):
                    self.problems.append(f"line {self.getpos()[0]}: </{tag}> comes inside <{lost}>")
        self.open.pop()
        if tag == "details":
            for fold in reversed(self.folds):
                if not fold["ended"]:
                    fold["ended"] = True
                    break

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        classes = {name for _, names in self.open for name in names.split()}
        if "details" in tags and "summary" not in tags and data.strip():
            for fold in reversed(self.folds):
                if not fold["ended"]:
                    fold["text"] += len(data.strip())
                    break
        if NOT_PROSE.isdisjoint(tags) and DECLARATIONS.isdisjoint(classes) and "fragment" not in classes:
            self.prose.append((self.getpos()[0], data))


def known_commands(folder):
    """The commands that the site's MathJax defines: its TeX input and the extensions that the pages load; None without it."""
    core = folder / "mathjax/jax/input/TeX/jax.js"
    if not core.is_file():
        return None
    page = next(iter(sorted(folder.glob("*.html")))).read_text(encoding="utf-8", errors="replace")
    loaded = re.search(r"extensions:\s*\[(.*?)\]", page, re.S)
    files = [core] + [folder / "mathjax/extensions" / name for name in re.findall(r'"(TeX/[\w-]+\.js)"', loaded[1] if loaded else "")]
    return {name for file in files for name in re.findall(r"\b([A-Za-z]+)\"?:", file.read_text(encoding="utf-8"))}


def prose_problems(document, commands):
    formula = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]", re.S)
    for line, text in document.prose:
        # MathJax reads formulas from the text itself: \( … \) and \[ … \].
        for command in re.findall(r"\\([A-Za-z]+)", " ".join(formula.findall(text))) if commands else ():
            if command not in commands:
                yield f"line {line}: a formula holds \\{command}, which the site's MathJax does not know"
        text = formula.sub("", text)
        for pattern, what in ((r"\*\*", "stray asterisks"), (r"(?<![\w$])\$[^\s$][^$\n]{0,80}\$", "a formula that stayed text"),
                              (r"\\f[\[$\]]", "a formula's mark"), (r"\]\([^)\s]*\.md", "a link that was not read"),
                              (r"<!--|-->", "a comment's mark"), (r"^\s*#{2,}\s", "a heading that was not read"),
                              (r"\{#[\w-]+\}", "an anchor's mark"), (r"\\(ref|subpage|snippet|image|htmlonly)\b", "a command of Doxygen")):
            match = re.search(pattern, text)
            if match:
                yield f"line {line}: {what}: …{text[max(0, match.start() - 20):match.end() + 20].strip()}…"


def check(folder):
    folder = Path(folder)
    documents = {}
    for file in sorted(folder.glob("*.html")):
        document = Document(file.name)
        document.feed(file.read_text(encoding="utf-8", errors="replace"))
        documents[file.name] = document
    if not documents:
        return [f"{folder}: there is no page"]
    problems, commands = [], known_commands(folder)
    for name, document in documents.items():
        say = lambda text, name=name: problems.append(f"{name}: {text}")
        for problem in document.problems:
            say(problem)
        for problem in prose_problems(document, commands):
            say(problem)
        for fold in document.folds:
            if not fold["ended"]:
                say(f"line {fold['line']}: a fold does not end")
            elif fold["text"] == 0:
                say(f"line {fold['line']}: a fold holds nothing; its content stands outside")
        for source, alt in document.images:
            if urlsplit(source).scheme or source.startswith("data:"):
                say(f"the picture {source} comes from elsewhere")
            elif not (folder / unquote(source)).is_file():
                say(f"the picture {source} is missing")
            if alt is None:
                say(f"the picture {source} has no text for those who cannot see it")
        for link in document.links:
            parts = urlsplit(link)
            if parts.scheme or link in DOXYGENS_OWN:
                continue
            target = unquote(parts.path) or name
            if not (folder / target).is_file():
                say(f"the link {link} leads nowhere")
            elif parts.fragment and target.endswith(".html") and target in documents \
                    and unquote(parts.fragment) not in documents[target].anchors:
                say(f"the link {link} leads to no place of that page")
    return problems


def main():
    problems = check(sys.argv[1])
    for problem in problems:
        print(problem)
    pages = len(list(Path(sys.argv[1]).glob("*.html")))
    print(f"{pages} pages, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
