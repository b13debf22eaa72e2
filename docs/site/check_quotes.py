#!/usr/bin/env python3
"""check_quotes.py [--fill] [--numbers PROGRAM=README …] [--programs FOLDER]: a chapter says only what the code says.

- `<!-- quote FILE NAME -->`, a fenced block, `<!-- /quote -->`: the block is what stands in FILE between two lines
  that end with `[NAME]` in a comment. --fill writes it there.
- `0.75<!--=KEY-->`: the text before the mark is what the chapter's numbers program printed as `KEY 0.75`.
- `<!-- output NAME -->`, a fenced block, `<!-- /output -->`: what it printed between `[NAME]` and `[/NAME]`; or what the
  command `NAME: COMMAND` of the chapter's outputs.txt prints. bash runs it in the root of the repository, with
  FOLDER's programs on its path.
- Pictures of two chapters do not have one name, since the site keeps them in one folder.

A line for each that differs, status 1 if there is any.
"""
import argparse
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^<!--\s*(quote|output)\s+(\S+)(?:\s+(\S+))?\s*-->\n+(```[^\n]*\n)(.*?)(^```[^\n]*\n)\n*<!--\s*/\1\s*-->",
                   re.M | re.S)
NUMBER = re.compile(r"([^\s|(<>]+?)<!--=([\w.-]+)-->")


def snippet(path, name):
    """The lines between the two marks of that name; None if there are not exactly two."""
    mark = re.compile(rf"^\s*(//!?|#|<!--)\s*\[{re.escape(name)}\]\s*(-->)?\s*$")
    parts, inside = [], None
    for line in path.read_text(encoding="utf-8").splitlines():
        if mark.match(line):
            if inside is None:
                inside = []
            else:
                parts.append(inside)
                inside = None
        elif inside is not None and not re.match(r"^\s*(//!?|#)\s*\[[\w-]+\]\s*$", line):
            inside.append(line)
    if inside is not None or len(parts) != 1:
        return None
    return textwrap.dedent("\n".join(parts[0])).strip("\n") + "\n"


def parse_numbers(text):
    """What a numbers program printed: {key: value}, {name: lines}."""
    numbers, outputs, name = {}, {}, None
    for line in text.splitlines():
        if name is None and re.fullmatch(r"\[[\w.-]+\]", line):
            name = line[1:-1]
            outputs[name] = ""
        elif name is not None and line == f"[/{name}]":
            name = None
        elif name is not None:
            outputs[name] += line.rstrip() + "\n"
        elif " " in line:
            key, value = line.split(" ", 1)
            numbers[key] = value.strip()
    return numbers, outputs


def command_outputs(file, programs):
    """What the commands of a chapter's outputs.txt print: {name: lines}."""
    outputs = {}
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, command = line.split(": ", 1)
        ran = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=120)
        if not ran.stdout:
            sys.exit(f"{file}: {name} printed nothing, but on standard error: {ran.stderr}")
        outputs[name] = "".join(line.rstrip() + "\n" for line in ran.stdout.splitlines())
    return outputs


def check_page(page, numbers, outputs, fill=False):
    """The problems of a page; and the page with its blocks filled."""
    text, problems = page.read_text(encoding="utf-8"), []
    where = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page

    def block(match):
        kind, first, second, opening, body, closing = match.groups()
        if kind == "quote":
            file = ROOT / first
            right = snippet(file, second) if second and file.is_file() else None
            what = f"{first} [{second}]"
        else:
            right, what = outputs.get(first), f"output {first}"
        if right is None:
            problems.append(f"{where}: {what} is not there")
            return match[0]
        if body != right:
            if fill:
                return match[0].replace(opening + body + closing, opening + right + closing)
            problems.append(f"{where}: the block differs from {what} (check_quotes.py --fill writes it anew)")
        return match[0]

    filled = BLOCK.sub(block, text)
    for found in re.finditer(r"<!--\s*(quote|output)\s[^>]*-->", text):
        if not BLOCK.match(text, found.start()):
            problems.append(f"{where}: {found[0]} has no fenced block and end")
    for match in NUMBER.finditer(text):
        said, key = match.groups()
        said = re.sub(r"^[*`$~]+|[*`$]+$", "", said)
        if key not in numbers:
            problems.append(f"{where}: {said} has the mark {key}, which the numbers program does not print")
        elif numbers[key] != said:
            problems.append(f"{where}: says {said} where {key} is {numbers[key]}")
    return problems, filled


def pictures_of_one_name(root):
    seen = {}
    for folder in ("docs/images", *(p.relative_to(root).as_posix() for p in root.glob("chapters/*/images"))):
        for file in sorted((root / folder).glob("*")):
            if file.name in seen:
                yield f"{folder}/{file.name} and {seen[file.name]}/{file.name}: two pictures of one name"
            seen[file.name] = folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--fill", action="store_true", help="write quotes and outputs into the pages")
    parser.add_argument("--numbers", nargs="*", default=[], metavar="PROGRAM=README")
    parser.add_argument("--programs", type=Path, metavar="FOLDER", help="where the commands of outputs.txt find programs")
    options = parser.parse_args()
    printed = {}
    for pair in options.numbers:
        program, readme = pair.split("=", 1)
        ran = subprocess.run([program], capture_output=True, text=True, timeout=100)
        if ran.returncode != 0:
            sys.exit(f"{program} ended with {ran.returncode}: {ran.stderr}")
        printed[Path(readme).resolve()] = parse_numbers(ran.stdout)
    if options.programs:
        for file in sorted(ROOT.glob("chapters/*/outputs.txt")):
            numbers, outputs = printed.get(file.parent / "README.md", ({}, {}))
            printed[file.parent / "README.md"] = (numbers, outputs | command_outputs(file, options.programs.resolve()))
    problems = list(pictures_of_one_name(ROOT))
    pages = sorted([*ROOT.glob("chapters/**/*.md"), *ROOT.glob("docs/*.md"), ROOT / "README.md"])
    for page in pages:
        found, filled = check_page(page, *printed.get(page, ({}, {})), fill=options.fill)
        problems += found
        if options.fill and filled != page.read_text(encoding="utf-8"):
            page.write_text(filled, encoding="utf-8")
            print(f"filled {page.relative_to(ROOT)}")
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
