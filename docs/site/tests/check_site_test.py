"""What the checker of the site must find, a page each; and a page that is right."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from check_site import check  # noqa: E402


def problems(body, **files):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "index.html").write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
        for name, text in files.items():
            (Path(folder) / name.replace("_", ".")).write_text(text, encoding="utf-8")
        return "\n".join(check(folder))


class CheckSite(unittest.TestCase):
    def test_a_right_page(self):
        body = ('<p id="a">\\(x_1\\) costs 2 * 3 * 4 <a href="#a">up</a> <a href="two.html#b">on</a> <img src="p.svg" alt="p"></p>'
                '<details class="fold"><summary>s</summary><p>text</p></details><pre>**p $x$</pre>')
        self.assertEqual(problems(body, two_html='<a id="b"></a>', p_svg="<svg/>"), "")

    def test_what_is_broken(self):
        for body, word in (('<a href="gone.html">x</a>', "leads nowhere"), ('<a href="#gone">x</a>', "no place"),
                           ('<img src="gone.svg" alt="x">', "missing"), ('<img src="https://x.org/a.png" alt="x">', "elsewhere"),
                           ("<p>**bold**</p>", "asterisks"), ("<p>so $x_1$ is</p>", "formula"), ("<p>\\f$x</p>", "formula"),
                           ("<p>[a](b.md)</p>", "link"), ("<p>## Part</p>", "heading"), ("<p>Part {#part}</p>", "anchor"),
                           ("<p>\\ref part</p>", "command"),
                           ('<details class="fold"><summary>s</summary></details><p>text</p>', "holds nothing"),
                           ('<details class="fold"><summary>s</summary><p>text</p>', "does not end"),
                           ("<p>text</p></details>", "not open")):
            with self.subTest(body):
                self.assertIn(word, problems(body))

    def test_a_command_that_mathjax_does_not_know(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file, text in (("jax/input/TeX/jax.js", 'alpha:"03B1",frac:"Frac"'), ("extensions/TeX/AMSmath.js", 'dfrac:["Genfrac"]')):
                (folder / "mathjax" / file).parent.mkdir(parents=True)
                (folder / "mathjax" / file).write_text(text, encoding="utf-8")
            for extensions, count in (('"tex2jax.js"', 1), ('"tex2jax.js","TeX/AMSmath.js"', 0)):
                page = f"<script>extensions: [{extensions}],</script><p>\\(\\frac{{\\alpha}}2 \\dfrac12\\)</p>"
                (folder / "index.html").write_text(page, encoding="utf-8")
                found = check(folder)
                self.assertEqual(len(found), count, found)
                self.assertTrue(all("\\dfrac" in problem for problem in found))

    def test_an_empty_folder_is_a_problem(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertTrue(check(folder))


if __name__ == "__main__":
    unittest.main()
