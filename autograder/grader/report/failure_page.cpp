#include "grader/report/report.hpp"

#include "grader/report/compile_place.hpp"
#include "grader/report/detail.hpp"
#include "grader/report/page_style.hpp"
#include "grader/report/roll_call.hpp"
#include "grader/report/shards_svg.hpp"
#include "grader/report/terminal_picture.hpp"
#include "grader/report/text_lines.hpp"

#include "brigade/core/svg.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

std::string text(std::string_view content) { return escape_xml(well_formed(content)); }

/// `names` in quotes of code become code.
std::string prose(std::string_view content) {
  std::string result;
  bool is_code = false;
  const std::string escaped = text(content);
  const bool is_balanced = std::ranges::count(escaped, '`') % 2 == 0;
  for (const char c : escaped) {
    if (c == '`' && is_balanced) {
      result += is_code ? "</code>" : "<code>";
      is_code = !is_code;
    } else if (c == '\n') {
      result += "<br>";
    } else {
      result += c;
    }
  }
  return result;
}

class Html {
public:
  void add(std::string_view part) { html_ += part; }
  void heading(std::string_view words) { html_ += fmt::format("<h2>{}</h2>\n", text(words)); }
  void preformatted(std::string_view content) {
    constexpr std::size_t kMost = 24 * 1024;
    html_ += fmt::format("<pre>{}</pre>\n", text(shortened(content, kMost)));
  }
  void definition(std::string_view term, std::string_view html) {
    if (!html.empty())
      html_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", text(term), html);
  }
  void table(const std::vector<std::vector<std::string>> &rows,
             const std::vector<bool> &is_bad = {}) {
    html_ += "<div class=\"wide\"><table>\n";
    for (std::size_t at = 0; at < rows.size(); ++at) {
      html_ += at > 0 && at < is_bad.size() && is_bad[at] ? "<tr class=\"bad\">" : "<tr>";
      for (const std::string &cell : rows[at])
        html_ += fmt::format("<{0}>{1}</{0}>", at == 0 ? "th" : "td", text(cell));
      html_ += "</tr>\n";
    }
    html_ += "</table></div>\n";
  }
  std::string finish() && { return std::move(html_); }

private:
  std::string html_;
};

std::string_view class_of(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::pass:
    return "good";
  case VerdictKind::not_started:
  case VerdictKind::skipped:
  case VerdictKind::grader_fault:
    return "soft";
  default:
    return "";
  }
}

std::string joined(const std::vector<std::string> &elements) {
  std::string all;
  for (const std::string &element : elements)
    all += fmt::format("{}{}", all.empty() ? "" : "  ", element);
  return all.empty() ? "nothing" : all;
}

void add_picture(Html &html, const ShardPicture &picture) {
  html.heading(title_of(picture));
  if (const std::string svg = shards_svg(picture); !svg.empty())
    html.add("<div class=\"wide\">" + svg + "</div>\n");
  std::vector<std::vector<std::string>> rows{{"rank", "expected", "got"}};
  std::vector<bool> is_bad{false};
  for (const PictureBlock &block : picture.blocks) {
    std::string rank = fmt::format("{}", block.rank);
    for (std::size_t at = 0; at < std::min(block.coordinates.size(), picture.mesh.size()); ++at)
      rank += fmt::format("{}{} {}", at == 0 ? " (" : ", ", picture.mesh[at].name,
                          block.coordinates[at]);
    if (!block.coordinates.empty() && !picture.mesh.empty())
      rank += ")";
    rows.push_back({rank, joined(block.expected), joined(block.got)});
    is_bad.push_back(block.state != PictureBlock::State::right);
  }
  html.table(rows, is_bad);
}

void add_finding(Html &html, const Finding &finding) {
  html.add(fmt::format("<article>\n<p class=\"sentence\">{}</p>\n<dl>\n", prose(finding.sentence)));
  html.definition("where", prose(finding.where));
  const std::string place =
      finding.size > 0 ? fmt::format("{}, n = {}", finding.test, finding.size) : finding.test;
  html.definition("test", text(place));
  html.definition("cause", prose(finding.cause));
  html.add("</dl>\n");
  if (finding.picture)
    add_picture(html, *finding.picture);
  if (!finding.stack.empty()) {
    html.heading("Stack");
    std::string lines;
    for (const SourceLine &line : finding.stack)
      lines += name_line(line) + "\n";
    html.preformatted(lines);
  }
  if (finding.hang && !finding.hang->ranks.empty()) {
    html.heading("Roll call");
    html.table(roll_call_rows(*finding.hang));
  }
  if (!finding.details.empty()) {
    html.heading("Details");
    html.preformatted(finding.details);
  }
  html.add("</article>\n");
}

void add_tests(Html &html, const ExerciseResult &result) {
  if (result.tests.empty())
    return;
  html.heading("Tests");
  html.add("<div class=\"wide\"><table>\n<tr><th>test</th><th>points</th><th>n</th></tr>\n");
  for (const TestResult &test : result.tests) {
    std::string sizes;
    for (const TestRun &run : test.runs) {
      if (run.kind == VerdictKind::skipped)
        continue;
      const bool passes = run.kind == VerdictKind::pass;
      sizes += fmt::format("<span class=\"{}\" title=\"{}\">{}{}</span> ", passes ? "ok" : "no",
                           to_string(run.kind), run.size, passes ? "" : "✗");
    }
    html.add(fmt::format(
        "<tr><td>{}{}</td><td class=\"numbers\">{:g} of {:g}</td><td>{}</td></tr>\n",
        text(test.test), test.mandatory ? " (mandatory)" : "", test.points, test.of, sizes));
  }
  html.add("</table></div>\n");
}

void add_timelines(Html &html, const ExerciseResult &result) {
  const std::string own = timeline_svg(result.timeline, "yours");
  const std::string reference = timeline_svg(result.reference_timeline, "the solution's");
  if (own.empty() && reference.empty())
    return;
  html.heading("What the ranks did, call by call");
  for (const std::string &svg : {own, reference})
    if (!svg.empty())
      html.add("<div class=\"wide\">" + svg + "</div>\n");
}

} // namespace

std::string failure_page(const ExerciseResult &original, Detail detail) {
  const ExerciseResult result = told(original, detail);
  Html html;
  const std::string title = fmt::format("{} {}", result.number, result.title);
  html.add(fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<title>{}: {}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
                       text(title), to_string(result.kind), page_style()));
  html.add(fmt::format("<header>\n<p>{}</p>\n<h1>{}</h1>\n"
                       "<span class=\"verdict {}\">{}</span>{:g} of {:g} points\n</header>\n",
                       text(result.id), text(title), class_of(result.kind), to_string(result.kind),
                       result.points, result.of));
  if (const std::optional<CompileFailure> &failure = result.compile_failure) {
    html.add(fmt::format("<p class=\"sentence\">{}</p>\n<dl>\n", prose(failure->sentence)));
    html.definition("where", text(place_of(*failure)));
    html.definition("line", failure->source_line.empty()
                                ? ""
                                : "<code>" + text(failure->source_line) + "</code>");
    html.definition("cause", prose(failure->cause));
    html.add("</dl>\n");
    html.heading("The compiler");
    html.preformatted(failure->full);
  }
  constexpr std::size_t kMostFindings = 12;
  for (std::size_t at = 0; at < std::min(result.findings.size(), kMostFindings); ++at)
    add_finding(html, result.findings[at]);
  add_timelines(html, result);
  add_tests(html, result);
  if (!result.output.empty()) {
    html.heading("What the program printed");
    html.preformatted(result.output);
  }
  for (const std::string &note : result.notes)
    html.add(fmt::format("<p>{}</p>\n", prose(note)));
  if (!result.rerun.empty()) {
    html.heading("Run just this again");
    html.preformatted(result.rerun);
  }
  if (!result.debugger.empty()) {
    html.heading("Stop there in a debugger");
    html.preformatted(result.debugger);
  }
  html.add(fmt::format("<footer>seed {} · sandbox: {} · {:.1f} s</footer>\n</main>\n</body>\n"
                       "</html>\n",
                       result.seed, text(result.sandbox), result.seconds));
  return std::move(html).finish();
}

} // namespace brigade::grader
