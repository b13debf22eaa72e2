#include "grader/batch/verdict_text.hpp"

#include "grader/report/report.hpp"
#include "grader/report/terminal_page.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade::grader {

std::string verdict_text(const StudentResult &result, const std::vector<std::string> &ids) {
  const Terminal terminal{.is_terminal = false, .columns = 80, .colours = false, .utf8 = true};
  TerminalPage page(terminal);
  page.paragraph(result.student + (result.is_late ? ", handed in late" : ""), 0);
  page.blank();
  for (const auto &[label, lines] :
       {std::pair{"taken", &result.taken}, {"missing", &result.missing}, {"note", &result.notes}})
    for (const std::string &line : *lines)
      page.labelled(label, line);
  if (is_graded(result.report, ids))
    page.labelled("points",
                  fmt::format("{:g} of {:g}", result.report.points(), result.report.of()));
  std::string text = std::move(page).finish();
  for (const ExerciseResult &exercise : result.report.exercises)
    text += "\n\n" + terminal_verdict(exercise, terminal);
  return text;
}

} // namespace brigade::grader
