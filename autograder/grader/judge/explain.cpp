#include "grader/judge/explain.hpp"

#include "grader/judge/picture.hpp"
#include "grader/judge/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace brigade::grader {
namespace {

using Kind = RankDifference::Kind;

/// Which ranks are wrong in the same way as the first of them.
std::vector<int> ranks_of_kind(const Difference &difference, Kind kind) {
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < difference.ranks.size(); ++rank)
    if (difference.ranks[rank].kind == kind)
      ranks.push_back(static_cast<int>(rank));
  return ranks;
}

/// What is told of a difference: the gravest kind that occurs.
Kind gravest(const Difference &difference) {
  for (const Kind kind :
       {Kind::damaged, Kind::missing, Kind::unasked, Kind::shape, Kind::type, Kind::placement})
    if (!ranks_of_kind(difference, kind).empty())
      return kind;
  return Kind::values;
}

std::string percent(double error, double allowed) {
  if (allowed <= 0 || !std::isfinite(error))
    return "";
  return fmt::format("{:.3g} % of the allowed error", 100 * error / allowed);
}

class Explanation {
public:
  Explanation(const Difference &difference, const patterns::Evidence &evidence)
      : difference_(difference), evidence_(evidence), kind_(gravest(difference)),
        wrong_(ranks_of_kind(difference, kind_)), first_(wrong_.front()) {}

  Finding finding() {
    Finding finding;
    const std::optional<patterns::Pattern> pattern =
        kind_ == Kind::damaged || kind_ == Kind::unasked ? std::nullopt
                                                         : patterns::recognise(evidence_);
    finding.sentence = sentence();
    if (pattern) {
      finding.pattern = pattern->name;
      finding.sentence += ": " + pattern->phrase;
      finding.cause = pattern->cause;
    }
    finding.sentence += '.';
    finding.where = where();
    finding.actual = actual();
    if (kind_ == Kind::values)
      finding.details = details();
    finding.picture = picture_of(difference_, evidence_.mesh);
    return finding;
  }

private:
  bool is_alone() const { return difference_.ranks.size() == 1; }
  std::string on_ranks() const {
    return is_alone() ? ""
                      : " on " + name_ranks(wrong_, static_cast<int>(difference_.ranks.size()));
  }
  const std::string &name() const { return difference_.expected->name; }
  const RankBlock &expected(int rank) const {
    return *difference_.expected->ranks[static_cast<std::size_t>(rank)];
  }
  const RankBlock &got(int rank) const {
    return *difference_.got->ranks[static_cast<std::size_t>(rank)];
  }
  const RankDifference &rank_difference(int rank) const {
    return difference_.ranks[static_cast<std::size_t>(rank)];
  }

  std::string sentence() const {
    switch (kind_) {
    case Kind::damaged:
      return fmt::format("The record of `{}` is damaged{}", name(), on_ranks());
    case Kind::missing:
      return fmt::format("`{}` is missing{}", name(), on_ranks());
    case Kind::unasked:
      return fmt::format("`{}` is held{}, where nothing should be", name(), on_ranks());
    case Kind::shape:
      return fmt::format("`{}` has the wrong shape{}: {} instead of {}", name(), on_ranks(),
                         to_string(got(first_).shape), to_string(expected(first_).shape));
    case Kind::type:
      return fmt::format("`{}` has the wrong type{}: {} instead of {}", name(), on_ranks(),
                         to_string(got(first_).type), to_string(expected(first_).type));
    case Kind::placement:
      return fmt::format("`{}` lies at the wrong place{}: its block starts at {} instead of {}",
                         name(), on_ranks(), start_of(got(first_)), start_of(expected(first_)));
    default:
      if (expected(first_).shape.empty() && expected(first_).type == DType::boolean)
        return fmt::format("It is {} that `{}`{}", expected(first_).wholes[0] ? "not true" : "true",
                           name(), on_ranks());
      if (expected(first_).shape.empty()) {
        const std::size_t at = rank_difference(first_).first;
        return fmt::format("`{}` is {} instead of {}{}", name(),
                           name_element(got(first_), at, &expected(first_), at),
                           name_element(expected(first_), at, &got(first_), at), on_ranks());
      }
      return fmt::format("`{}` has wrong values{}", name(), on_ranks());
    }
  }

  /// What is there, without what should be.
  std::string actual() const {
    if (kind_ == Kind::values) {
      const std::size_t at = rank_difference(first_).first;
      const std::string index = name_index(at, expected(first_));
      return fmt::format("`{}` has wrong values{}; {}{}{}is {}.", name(), on_ranks(),
                         is_alone() ? "" : name_rank(first_, evidence_.mesh) + ", ", index,
                         index.empty() ? "it " : " ", name_element(got(first_), at));
    }
    if (kind_ == Kind::shape)
      return fmt::format("`{}` has the wrong shape{}: {}.", name(), on_ranks(),
                         to_string(got(first_).shape));
    if (kind_ == Kind::type)
      return fmt::format("`{}` has the wrong type{}: {}.", name(), on_ranks(),
                         to_string(got(first_).type));
    if (kind_ == Kind::placement)
      return fmt::format("`{}` lies at the wrong place{}.", name(), on_ranks());
    return sentence() + ".";
  }

  static std::string start_of(const RankBlock &block) {
    return block.placement ? to_string(block.placement->start) : "no place that was told";
  }

  std::string where() const {
    const std::string rank = is_alone() ? "" : name_rank(first_, evidence_.mesh);
    if (kind_ != Kind::values)
      return rank;
    const RankDifference &difference = rank_difference(first_);
    const std::string index = name_index(difference.first, expected(first_));
    std::string text = rank;
    if (!index.empty())
      text += fmt::format("{}{}", rank.empty() ? "" : ", ", index);
    return fmt::format(
        "{}{}got {}, expected {}", text, text.empty() ? "" : ": ",
        name_element(got(first_), difference.first, &expected(first_), difference.first),
        name_element(expected(first_), difference.first, &got(first_), difference.first));
  }

  std::string details() const {
    std::string text;
    int worst_rank = first_;
    for (const int rank : wrong_) {
      if (rank_difference(rank).worst_error > rank_difference(worst_rank).worst_error)
        worst_rank = rank;
      const RankDifference &difference = rank_difference(rank);
      if (expected(rank).count() > 1)
        text += fmt::format("{}{} of {} elements differ\n",
                            is_alone() ? "" : name_rank(rank, evidence_.mesh) + ": ",
                            difference.wrong, expected(rank).count());
    }
    const RankDifference &worst = rank_difference(worst_rank);
    const std::string index = name_index(worst.worst, expected(worst_rank));
    const std::string rank = is_alone() ? "" : name_rank(worst_rank, evidence_.mesh);
    text += fmt::format(
        "farthest off: {}{}{}{}got {}, expected {}", rank,
        rank.empty() || index.empty() ? "" : ", ", index, rank.empty() && index.empty() ? "" : ": ",
        name_element(got(worst_rank), worst.worst, &expected(worst_rank), worst.worst),
        name_element(expected(worst_rank), worst.worst, &got(worst_rank), worst.worst));
    if (const std::string part = percent(worst.worst_error, difference_.allowed); !part.empty())
      text += fmt::format(", {} ({})", part, name_number(difference_.allowed));
    return text;
  }

  const Difference &difference_;
  const patterns::Evidence &evidence_;
  Kind kind_;
  std::vector<int> wrong_;
  int first_;
};

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

const std::string *text_named(const records::TestRecords *records, const std::string &name) {
  if (records == nullptr)
    return nullptr;
  const auto found = std::ranges::find(records->texts, name, &records::TextRecord::name);
  return found == records->texts.end() ? nullptr : &found->text;
}

} // namespace

Finding explain(const Difference &difference, const patterns::Evidence &evidence) {
  return Explanation(difference, evidence).finding();
}

std::optional<Finding> explain_texts(const TestOfAllRanks &expected, const TestOfAllRanks &got) {
  for (std::size_t rank = 0; rank < expected.ranks.size(); ++rank) {
    if (expected.ranks[rank] == nullptr)
      continue;
    const records::TestRecords *student = rank < got.ranks.size() ? got.ranks[rank] : nullptr;
    for (const records::TextRecord &want : expected.ranks[rank]->texts) {
      const std::string *have = text_named(student, want.name);
      if (have != nullptr && *have == want.text)
        continue;
      Finding finding;
      const std::string on_rank =
          expected.ranks.size() > 1
              ? " on " + name_rank(static_cast<int>(rank), expected.ranks[rank]->mesh)
              : "";
      if (have == nullptr) {
        finding.sentence = fmt::format("`{}` is missing{}.", want.name, on_rank);
        finding.actual = finding.sentence;
        return finding;
      }
      const std::vector<std::string> wanted = lines_of(want.text), had = lines_of(*have);
      std::size_t line = 0;
      while (line < std::min(wanted.size(), had.size()) && wanted[line] == had[line])
        ++line;
      const auto shown = [&](const std::vector<std::string> &lines) {
        return line < lines.size() ? fmt::format("\"{}\"", lines[line]) : std::string("no line");
      };
      finding.sentence = wanted.size() > 1 ? fmt::format("`{}` is another text{}: line {} differs.",
                                                         want.name, on_rank, line + 1)
                                           : fmt::format("`{}`{}: {} instead of {}.", want.name,
                                                         on_rank, shown(had), shown(wanted));
      finding.where =
          fmt::format("line {}: got {}, expected {}", line + 1, shown(had), shown(wanted));
      finding.actual = fmt::format("`{}` is another text{}; line {} is {}.", want.name, on_rank,
                                   line + 1, shown(had));
      if (without_blanks(*have) == without_blanks(want.text))
        finding.cause = "Only blanks or ends of lines differ.";
      finding.trial_cause = cause_in_trial(expected, want.name);
      finding.details = fmt::format("got:\n{}\nexpected:\n{}", *have, want.text);
      return finding;
    }
  }
  return std::nullopt;
}

} // namespace brigade::grader
