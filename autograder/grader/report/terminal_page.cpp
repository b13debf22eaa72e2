#include "grader/report/terminal_page.hpp"

#include "brigade/core/utf8.hpp"
#include "grader/report/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace brigade::grader {
namespace {

constexpr int kNarrowest = 40, kWidest = 100;
constexpr std::size_t kLabel = 10; // where a labelled paragraph begins

std::string_view escape_of(Ink ink) {
  switch (ink) {
  case Ink::plain:
    return "";
  case Ink::bold:
    return "\x1b[1m";
  case Ink::faint:
    return "\x1b[2m";
  case Ink::good:
    return "\x1b[32m";
  case Ink::bad:
    return "\x1b[31m";
  case Ink::attention:
    return "\x1b[33m";
  }
  return "";
}

/// At most `width` characters of a line.
std::string cut_off(const std::string &line, std::size_t width) {
  if (count_characters(line) <= width)
    return line;
  return line.substr(0, bytes_of_characters(line, width < 3 ? 0 : width - 3)) + "...";
}

} // namespace

TerminalPage::TerminalPage(const Terminal &terminal)
    : terminal_(terminal),
      width_(static_cast<std::size_t>(std::clamp(terminal.columns, kNarrowest, kWidest))) {}

std::string TerminalPage::inked(Ink ink, std::string_view text) const {
  if (!terminal_.colours || ink == Ink::plain || text.empty())
    return std::string(text);
  return fmt::format("{}{}\x1b[0m", escape_of(ink), text);
}

std::string TerminalPage::clean(std::string_view text) const {
  return printable(text, terminal_.utf8);
}

void TerminalPage::line(std::string_view text) { text_ += fmt::format("{}\n", text); }

void TerminalPage::blank() {
  if (!text_.ends_with("\n\n"))
    text_ += '\n';
}

void TerminalPage::paragraph(std::string_view content, std::size_t indent, Ink ink) {
  for (const std::string &one : wrap(clean(content), width_, indent)) {
    const std::size_t front = std::min(one.find_first_not_of(' '), one.size());
    line(one.substr(0, front) + inked(ink, std::string_view(one).substr(front)));
  }
}

void TerminalPage::add_labelled(std::string_view label, std::vector<std::string> lines) {
  lines.front() = inked(Ink::faint, fmt::format("  {:<{}}", label, kLabel - 2)) +
                  lines.front().substr(std::min(kLabel, lines.front().size()));
  for (const std::string &one : lines)
    line(one);
}

void TerminalPage::labelled(std::string_view label, std::string_view content) {
  if (!content.empty())
    add_labelled(label, wrap(clean(content), width_, kLabel));
}

void TerminalPage::command(std::string_view label, std::string_view content) {
  constexpr std::string_view kGoesOn = " \\";
  if (content.empty())
    return;
  std::vector<std::string> lines = wrap(clean(content), width_, kLabel);
  if (lines.size() > 1)
    lines = wrap(clean(content), width_ - kGoesOn.size(), kLabel);
  for (std::size_t at = 0; at + 1 < lines.size(); ++at)
    lines[at] += kGoesOn;
  add_labelled(label, std::move(lines));
}

void TerminalPage::passage(std::string_view content, std::size_t indent, std::size_t most_lines) {
  constexpr std::size_t kDeeper = 2;
  const std::string text = clean(content);
  const std::string more = std::string(indent, ' ') + inked(Ink::faint, "...");
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size(); ++lines) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (lines == most_lines)
      return line(more);
    const std::vector<std::string> wrapped =
        wrap(std::string_view(text).substr(begin, end - begin), width_, indent, kDeeper);
    for (std::size_t at = 0; at < std::min(wrapped.size(), most_lines); ++at)
      line(wrapped[at]);
    if (wrapped.size() > most_lines)
      line(more);
    begin = end + 1;
  }
}

void TerminalPage::block(std::string_view content, std::size_t indent, std::size_t most_lines) {
  const std::string text = clean(content);
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size(); ++lines) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (lines == most_lines) {
      line(std::string(indent, ' ') + inked(Ink::faint, "..."));
      return;
    }
    line(std::string(indent, ' ') + cut_off(text.substr(begin, end - begin), width_ - indent));
    begin = end + 1;
  }
}

bool TerminalPage::table(const std::vector<std::vector<std::string>> &rows,
                         const std::vector<Ink> &inks, std::size_t indent) {
  std::vector<std::size_t> widths;
  std::vector<std::vector<std::string>> cleaned;
  for (const std::vector<std::string> &row : rows) {
    cleaned.emplace_back();
    for (std::size_t at = 0; at < row.size(); ++at) {
      cleaned.back().push_back(clean(row[at]));
      if (widths.size() <= at)
        widths.push_back(0);
      widths[at] = std::max(widths[at], count_characters(cleaned.back().back()));
    }
  }
  std::size_t total = indent;
  for (const std::size_t column : widths)
    total += column == 0 ? 0 : column + 2;
  if (total > width_ + 2)
    return false;
  for (std::size_t at = 0; at < cleaned.size(); ++at) {
    std::string text;
    for (std::size_t column = 0; column < cleaned[at].size(); ++column) {
      if (widths[column] == 0)
        continue;
      text += cleaned[at][column];
      text += std::string(widths[column] + 2 - count_characters(cleaned[at][column]), ' ');
    }
    text.resize(text.find_last_not_of(' ') + 1);
    line(std::string(indent, ' ') + inked(at < inks.size() ? inks[at] : Ink::plain, text));
  }
  return true;
}

} // namespace brigade::grader
