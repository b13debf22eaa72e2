"""Each trap of Doxygen's Markdown, and what the filter makes of it."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from markdown_filter import ROOT, Page, slug  # noqa: E402


def rewrite(text, page="docs/glossary.md"):
    return Page(ROOT / page).rewrite(text)


class MarkdownFilter(unittest.TestCase):
    def test_formulas_become_doxygens(self):
        self.assertEqual(rewrite(r"Inline $a_1 \cdot b$ here."), r"Inline \f$a_1 \cdot b\f$ here.")
        self.assertIn(r"\f[T = \frac{a}{b}\f]", rewrite("$$\nT = \\frac{a}{b}\n$$"))
        self.assertIn(r"\f[x\f]", rewrite("$$x$$"))

    def test_money_and_code_are_no_formulas(self):
        for text in ("It costs $5 or $6.", "`$HOME and $PATH`", "```sh\necho $A $B\n```"):
            self.assertEqual(rewrite(text), text)

    def test_headings_get_the_anchor_that_links_ask_for(self):
        self.assertEqual(rewrite("## The part: two!"), "## The part: two! {#glossary_the-part-two}")
        self.assertEqual(rewrite("[below](#the-part-two)"), '\\ref glossary_the-part-two "below"')
        self.assertEqual(slug("What `f(x)` **is**"), "what-fx-is")

    def test_a_link_to_a_part_of_another_page(self):
        self.assertEqual(rewrite("[w](../docs/glossary.md#a-word)", "docs/index.md"), '\\ref glossary_a-word "w"')

    def test_a_link_to_a_file_that_is_no_page_names_the_file(self):
        self.assertEqual(rewrite("see [the header](../reference/brigade/core/dtype.hpp)"), "see the header `reference/brigade/core/dtype.hpp`")

    def test_links_out_of_the_site_stay(self):
        self.assertEqual(rewrite("[JAX](https://docs.jax.dev)"), "[JAX](https://docs.jax.dev)")

    def test_a_fold_holds_what_stands_between_blank_lines(self):
        text = rewrite("<details>\n<summary>Answer</summary>\n\n- a\n\n</details>")
        self.assertIn('\\htmlonly[block]<details class="fold"><summary>Answer</summary>\\endhtmlonly', text)
        self.assertIn("\\htmlonly[block]</details>\\endhtmlonly", text)

    def test_a_bar_in_code_does_not_end_a_cell(self):
        self.assertIn("<tt>x &#124; y</tt>", rewrite("| `x \\| y` | b |"))
        self.assertIn("<tt>a&lt;b&gt; &#124;&#124; c</tt>", rewrite("| `a<b> \\|\\| c` |"))
        self.assertEqual(rewrite("outside `x | y`"), "outside `x | y`")

    def test_bold_beside_chinese_letters(self):
        self.assertEqual(rewrite("字**中文**字"), "字<b>中文</b>字")

    def test_marks_for_the_checker_disappear(self):
        self.assertEqual(rewrite("It is 0.75<!--=u--> here."), "It is 0.75 here.")
        self.assertEqual(rewrite("<!-- output run -->\n```\nx\n```\n<!-- /output -->"), "\n```\nx\n```\n")

    def test_a_quote_stays_as_the_page_has_it(self):
        text = rewrite("<!-- quote a/b.cpp part -->\n```cpp\nint x;\n```\n<!-- /quote -->\nafter")
        self.assertEqual(text, "\n```cpp\nint x;\n```\n\nafter")

    def test_a_picture_keeps_its_words(self):
        self.assertIn('<div class="figure"><img src="01-a.svg" alt="Four ranks"/></div>', rewrite("![Four ranks](images/01-a.svg)"))
        self.assertIn('<div class="figure wide"><img src="training.svg" alt="Loss"/></div>',
                      rewrite("![Loss](images/training.svg)", "docs/index.md"))

    def test_code_is_left_alone(self):
        text = "```cpp\n# no heading\n**p = *q; // $x$ <!-- c -->\n```"
        self.assertEqual(rewrite(text), text)


if __name__ == "__main__":
    unittest.main()
