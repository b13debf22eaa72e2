#include "grader/batch/student_result.hpp"
#include "grader/report/page_style.hpp"

#include "brigade/core/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace brigade::grader {
namespace {

std::string_view css_class(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::pass:
    return "ok";
  case VerdictKind::not_started:
  case VerdictKind::skipped:
    return "soft";
  case VerdictKind::grader_fault:
    return "fault";
  default:
    return "no";
  }
}

/// How many students reached each tenth of the points; of those of whom everything was graded.
std::string histogram(const std::vector<StudentResult> &results,
                      const std::vector<std::string> &ids) {
  std::array<int, 10> tenths{};
  for (const StudentResult &result : results) {
    if (!is_graded(result.report, ids))
      continue;
    const double part = result.report.of() > 0 ? result.report.points() / result.report.of() : 0;
    ++tenths[static_cast<std::size_t>(std::clamp(part * 10, 0.0, 9.0))];
  }
  const int most = std::max(1, *std::ranges::max_element(tenths));
  constexpr double kWidth = 54, kHeight = 140;
  Svg svg(10 * kWidth, kHeight + 50, "Students by points");
  svg.style("text { text-anchor: middle }");
  for (std::size_t i = 0; i < tenths.size(); ++i) {
    const double left = static_cast<double>(i) * kWidth, height = kHeight * tenths[i] / most;
    svg.element("rect", {{"class", "message"},
                         {"x", left + 4},
                         {"y", 20 + kHeight - height},
                         {"width", kWidth - 8},
                         {"height", height}});
    if (tenths[i] > 0)
      svg.text(left + kWidth / 2, 15 + kHeight - height, std::to_string(tenths[i]));
    svg.text(left + kWidth / 2, kHeight + 40,
             i == 9 ? "90–100 %" : fmt::format("{}–{}", i * 10, i * 10 + 9));
  }
  return std::move(svg).finish();
}

/// How often each exercise got each verdict.
std::string verdict_table(const std::vector<StudentResult> &results,
                          const std::vector<std::string> &ids) {
  std::map<std::string, std::map<VerdictKind, int>> counts;
  std::map<std::string, std::string> titles;
  for (const StudentResult &result : results)
    for (const ExerciseResult &exercise : result.report.exercises) {
      titles[exercise.id] = fmt::format("{} {}", exercise.number, exercise.title);
      ++counts[exercise.id][exercise.kind];
    }
  std::string html =
      "<h2>Exercises</h2><div class=\"wide\"><table><tr><th>exercise</th><th>verdicts</th></tr>";
  for (const std::string &id : ids) {
    html += fmt::format("<tr><td>{}</td><td>", escape_xml(titles[id]));
    for (const auto &[kind, count] : counts[id])
      html += fmt::format("<span class=\"{}\">{} {}</span> &nbsp; ", css_class(kind), count,
                          to_string(kind));
    html += "</td></tr>";
  }
  return html + "</table></div>";
}

std::string student_table(const std::vector<StudentResult> &results,
                          const std::vector<std::string> &ids) {
  std::string html = "<h2>Students</h2><div "
                     "class=\"wide\"><table><tr><th>student</th><th>points</th><th>verdicts</"
                     "th><th>notes</th><th>sandbox</th></tr>";
  for (const StudentResult &result : results) {
    html += fmt::format(
        "<tr><td><a href=\"students/{}/report.json\">{}</a>{}</td><td "
        "class=\"numbers\">{}</td><td>",
        escape_xml(result.folder), escape_xml(result.student), result.is_late ? " (late)" : "",
        is_graded(result.report, ids)
            ? fmt::format("{:g} of {:g}", result.report.points(), result.report.of())
            : "");
    for (const ExerciseResult &exercise : result.report.exercises)
      html += fmt::format("<span class=\"{}\">{} {}</span> &nbsp; ", css_class(exercise.kind),
                          escape_xml(exercise.number), to_string(exercise.kind));
    html += "</td><td>";
    for (const std::string &note : result.notes)
      html += escape_xml(note) + "<br>";
    html += fmt::format("</td><td>{}</td></tr>", escape_xml(sandboxes_of(result.report)));
  }
  return html + "</table></div>";
}

std::string change_table(const std::vector<Change> &changes) {
  if (changes.empty())
    return "";
  std::string html = "<h2>Changed since the last grading</h2><div "
                     "class=\"wide\"><table><tr><th>student</th><th>exercise</th>"
                     "<th>before</th><th>after</th></tr>";
  for (const Change &change : changes)
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                        escape_xml(change.student), escape_xml(change.exercise),
                        escape_xml(change.before), escape_xml(change.after));
  return html + "</table></div>";
}

} // namespace

std::string summary_page(const std::vector<StudentResult> &results,
                         const std::vector<Change> &changes) {
  const std::vector<std::string> ids = ids_of(results);
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>Results</title>\n<style>{}</style>\n</head>\n<body>\n<main "
                     "class=\"broad\">\n<h1>{} submissions</h1>",
                     page_style(), results.size()) +
         "<div class=\"wide\">" + histogram(results, ids) + "</div>" + change_table(changes) +
         verdict_table(results, ids) + student_table(results, ids) + "</main>\n</body>\n</html>\n";
}

} // namespace brigade::grader
