#include "grader/report/report.hpp"

#include "grader/report/detail.hpp"
#include "grader/report/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

std::string_view colour_of(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::pass:
    return "\x1b[1;32m";
  case VerdictKind::not_started:
  case VerdictKind::skipped:
  case VerdictKind::grader_fault:
    return "\x1b[1;33m";
  default:
    return "\x1b[1;31m";
  }
}

class Page {
public:
  explicit Page(const Terminal &terminal)
      : terminal_(terminal),
        width_(static_cast<std::size_t>(std::clamp(terminal.columns, 40, 100))) {}

  std::string coloured(std::string_view colour, std::string_view text) const {
    return terminal_.colours ? fmt::format("{}{}\x1b[0m", colour, text) : std::string(text);
  }
  void line(std::string_view text) { text_ += fmt::format("{}\n", text); }
  void blank() { text_ += '\n'; }
  /// A paragraph behind a word: "where   ranks 0 and 2 …".
  void labelled(std::string_view label, std::string_view content) {
    if (content.empty())
      return;
    constexpr std::size_t kLabel = 10;
    std::vector<std::string> lines = wrap(printable(content, terminal_.utf8), width_, kLabel);
    if (!lines.empty())
      lines.front() = coloured("\x1b[2m", fmt::format("  {:<{}}", label, kLabel - 2)) +
                      lines.front().substr(kLabel);
    for (const std::string &one : lines)
      line(one);
  }
  void paragraph(std::string_view content, std::size_t indent) {
    for (const std::string &one : wrap(printable(content, terminal_.utf8), width_, indent))
      line(one);
  }
  std::string finish() && { return std::move(text_); }

private:
  const Terminal &terminal_;
  std::size_t width_;
  std::string text_;
};

std::string at_size(const Finding &finding) {
  std::string text = finding.test;
  if (finding.size > 0)
    text += fmt::format("{}n = {}", text.empty() ? "" : ", ", finding.size);
  return text;
}

std::string points_of(const ExerciseResult &result) {
  return fmt::format("{:g} of {:g} points", result.points, result.of);
}

void add_finding(Page &page, const Finding &finding, Detail detail) {
  page.blank();
  page.paragraph(finding.sentence, 2);
  if (detail == Detail::none)
    return;
  page.labelled("where", finding.where);
  page.labelled("test", at_size(finding));
  page.labelled("cause", finding.cause);
}

} // namespace

std::string terminal_verdict(const ExerciseResult &original, const Terminal &terminal,
                             Detail detail) {
  const ExerciseResult result = told(original, detail);
  Page page(terminal);
  page.line(fmt::format("{} {}  {}  {}", result.number, result.id,
                        page.coloured(colour_of(result.kind), to_string(result.kind)),
                        points_of(result)));
  if (result.compile_failure) {
    page.blank();
    page.paragraph(result.compile_failure->sentence, 2);
    page.labelled("where",
                  fmt::format("{}:{}", result.compile_failure->file, result.compile_failure->line));
    page.labelled("cause", result.compile_failure->cause);
  }
  constexpr std::size_t kMostFindings = 3;
  for (std::size_t at = 0; at < std::min(result.findings.size(), kMostFindings); ++at)
    add_finding(page, result.findings[at], detail);
  for (const std::string &note : result.notes)
    page.labelled("note", note);
  if (result.kind != VerdictKind::pass)
    page.labelled("again", result.rerun);
  return std::move(page).finish();
}

} // namespace brigade::grader
