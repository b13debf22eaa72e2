"""Quotes, numbers and outputs: what differs is told, and can be filled in."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import check_quotes  # noqa: E402


class CheckQuotes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = check_quotes.ROOT
        self.addCleanup(setattr, check_quotes, "ROOT", self.root)
        check_quotes.ROOT = Path(self.folder.name)
        (check_quotes.ROOT / "a.cpp").write_text("int a;\n  // [part]\n  int b;\n    // [inner]\n    int c;\n    // [inner]\n  // [part]\n")

    def page(self, text, numbers=None, outputs=None, fill=False):
        page = check_quotes.ROOT / "page.md"
        page.write_text(text, encoding="utf-8")
        problems, filled = check_quotes.check_page(page, numbers or {}, outputs or {}, fill)
        return "\n".join(problems), filled

    def test_a_quote_that_is_right(self):
        self.assertEqual(self.page("<!-- quote a.cpp part -->\n```cpp\nint b;\n  int c;\n```\n<!-- /quote -->\n")[0], "")

    def test_a_quote_that_differs_and_its_filling(self):
        text = "<!-- quote a.cpp part -->\n```cpp\nint x;\n```\n<!-- /quote -->\n"
        self.assertIn("differs", self.page(text)[0])
        problems, filled = self.page(text, fill=True)
        self.assertEqual(problems, "")
        self.assertIn("```cpp\nint b;\n  int c;\n```", filled)

    def test_a_quote_of_nothing(self):
        self.assertIn("not there", self.page("<!-- quote a.cpp gone -->\n```cpp\n```\n<!-- /quote -->\n")[0])
        self.assertIn("not there", self.page("<!-- quote gone.cpp part -->\n```cpp\n```\n<!-- /quote -->\n")[0])

    def test_a_quote_without_its_end(self):
        self.assertIn("no fenced block", self.page("<!-- quote a.cpp part -->\n```cpp\nint b;\n```\n")[0])

    def test_numbers(self):
        numbers = {"u": "0.75", "cost": "24"}
        self.assertEqual(self.page("U is **0.75**<!--=u--> and $24$<!--=cost-->.", numbers)[0], "")
        self.assertIn("says 0.8 where u is 0.75", self.page("U is 0.8<!--=u-->.", numbers)[0])
        self.assertIn("does not print", self.page("U is 0.8<!--=v-->.", numbers)[0])

    def test_what_a_numbers_program_prints(self):
        numbers, outputs = check_quotes.parse_numbers("u 0.75\n[run]\na b\n c\n[/run]\nv 1\n")
        self.assertEqual(numbers, {"u": "0.75", "v": "1"})
        self.assertEqual(outputs, {"run": "a b\n c\n"})

    def test_outputs(self):
        text = "<!-- output run -->\n```\na\n```\n<!-- /output -->\n"
        self.assertEqual(self.page(text, outputs={"run": "a\n"})[0], "")
        self.assertIn("differs", self.page(text, outputs={"run": "b\n"})[0])

    def test_two_pictures_of_one_name(self):
        for chapter in ("01-a", "02-b"):
            folder = check_quotes.ROOT / "chapters" / chapter / "images"
            folder.mkdir(parents=True)
            (folder / "same.svg").write_text("<svg/>")
        self.assertEqual(len(list(check_quotes.pictures_of_one_name(check_quotes.ROOT))), 1)


if __name__ == "__main__":
    unittest.main()
