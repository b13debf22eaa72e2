#include "grader/report/first_hints.hpp"

#include "grader/report/terminal_page.hpp"

#include <fmt/format.h>

namespace brigade::grader {

std::string first_hints(const Exercise &exercise, std::size_t count, const Terminal &terminal) {
  TerminalPage page(terminal);
  for (std::size_t i = 0; i < count; ++i)
    page.paragraph(fmt::format("{} hint {} of {}: {}", exercise.number, i + 1,
                               exercise.hints.size(), exercise.hints[i]),
                   0);
  return std::move(page).finish();
}

} // namespace brigade::grader
