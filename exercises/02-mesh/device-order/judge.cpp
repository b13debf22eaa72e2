#include "grader/judge/judge.hpp"
#include "grader/judge/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

/// Any order is right that holds each device once and has as many groups inside a node as is
/// possible.
namespace brigade::grader {
namespace {

using Numbers = std::vector<std::int64_t>;

struct Case {
  Numbers shape, node_of;
  std::size_t axis = 0;
};

const records::ArrayRecord *find(const records::TestRecords &records, const std::string &name) {
  const auto found = std::ranges::find(records.arrays, name, &records::ArrayRecord::name);
  return found == records.arrays.end() ? nullptr : &*found;
}

Numbers numbers_of(const records::ArrayRecord &array) {
  Numbers numbers(array.data.size() / sizeof(std::int64_t));
  std::memcpy(numbers.data(), array.data.data(), numbers.size() * sizeof(std::int64_t));
  return numbers;
}

// The places of each group along the axis.
std::vector<Numbers> groups_of(const Case &given) {
  const std::int64_t d = given.shape[given.axis];
  const std::int64_t stride = row_major_strides(given.shape)[given.axis];
  std::vector<Numbers> groups;
  for (std::int64_t place = 0; place < element_count(given.shape); ++place)
    if (place / stride % d == 0) {
      groups.emplace_back();
      for (std::int64_t c = 0; c < d; ++c)
        groups.back().push_back(place + c * stride);
    }
  return groups;
}

std::map<std::int64_t, std::int64_t> devices_on(const Case &given) {
  std::map<std::int64_t, std::int64_t> count;
  for (const std::int64_t node : given.node_of)
    ++count[node];
  return count;
}

// "nodes of 5, 3, 4 devices", or how many there are.
std::string nodes_text(const Case &given) {
  Numbers counts;
  for (const auto &[node, count] : devices_on(given))
    counts.push_back(count);
  if (counts.size() == 1)
    return fmt::format("one node of {} devices", counts.front());
  if (counts.size() <= 8)
    return fmt::format("nodes of {} devices", fmt::join(counts, ", "));
  return fmt::format("{} nodes of {} to {} devices", counts.size(), std::ranges::min(counts),
                     std::ranges::max(counts));
}

std::string case_text(const Case &given) {
  return fmt::format("mesh {}, axis {} talks most, {}", brigade::to_string(given.shape), given.axis,
                     nodes_text(given));
}

// Each device at exactly one place, or what is wrong with that.
std::string fault_of(const Numbers &order, std::size_t devices) {
  if (order.size() != devices)
    return fmt::format("The order has {} devices; the mesh has {} places.", order.size(), devices);
  std::vector<std::int64_t> place_of(devices, -1);
  for (std::size_t place = 0; place < devices; ++place) {
    const std::int64_t device = order[place];
    if (device < 0 || device >= static_cast<std::int64_t>(devices))
      return fmt::format("Place {} holds {}; devices are numbered 0 to {}.", place, device,
                         devices - 1);
    std::int64_t &known = place_of[static_cast<std::size_t>(device)];
    if (known >= 0)
      return fmt::format("Device {} stands at place {} and at place {}; each device has one place.",
                         device, known, place);
    known = static_cast<std::int64_t>(place);
  }
  return {};
}

std::int64_t node_at(const Case &given, const Numbers &order, std::int64_t place) {
  return given.node_of[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])];
}

bool is_inside_a_node(const Case &given, const Numbers &order, const Numbers &places) {
  return std::ranges::all_of(places, [&](std::int64_t place) {
    return node_at(given, order, place) == node_at(given, order, places.front());
  });
}

std::int64_t groups_inside(const Case &given, const Numbers &order) {
  return std::ranges::count_if(groups_of(given), [&](const Numbers &places) {
    return is_inside_a_node(given, order, places);
  });
}

std::int64_t most_inside(const Case &given) {
  std::int64_t most = 0;
  for (const auto &[node, count] : devices_on(given))
    most += count / given.shape[given.axis];
  return most;
}

std::string cause_of(const Case &given, const Numbers &order) {
  if (std::ranges::is_sorted(order))
    return "The devices stand in their own order, 0, 1, 2 …: node_of is not used.";
  Numbers place_of(order.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    place_of[static_cast<std::size_t>(order[place])] = static_cast<std::int64_t>(place);
  if (groups_inside(given, place_of) >= most_inside(given))
    return "This is the place of each device, the way back. What is asked for is the device at "
           "each "
           "place.";
  Case other = given;
  for (other.axis = 0; other.axis < given.shape.size(); ++other.axis)
    if (other.axis != given.axis && given.shape[other.axis] > 1 &&
        groups_inside(other, order) >= std::max<std::int64_t>(most_inside(other), 1))
      return fmt::format(
          "Along axis {} the groups do stay inside nodes, but axis {} talks most. The "
          "places of a group along it are its stride, {}, apart.",
          other.axis, given.axis, row_major_strides(given.shape)[given.axis]);
  return "A node that is filled from where the last one ended begins in the middle of a group. "
         "Give "
         "each node its whole groups first, and use what is left over at the end.";
}

void judge_case(const Case &given, const Numbers &order, Finding finding,
                std::vector<Finding> &findings) {
  finding.where = case_text(given);
  finding.sentence = fault_of(order, given.node_of.size());
  if (!finding.sentence.empty()) {
    finding.cause =
        "Devices are left over where a node holds no whole number of groups, and a node "
        "may hold more than one group: deal out every device, each once.";
    findings.push_back(std::move(finding));
    return;
  }
  const std::int64_t inside = groups_inside(given, order), most = most_inside(given);
  if (inside >= most)
    return;
  const std::vector<Numbers> groups = groups_of(given);
  finding.sentence = fmt::format("{} of {} groups along axis {} stay inside a node; {} can.",
                                 inside, groups.size(), given.axis, most);
  finding.cause = cause_of(given, order);
  finding.details = "The first group that crosses nodes:";
  const auto crossing = std::ranges::find_if_not(
      groups, [&](const Numbers &places) { return is_inside_a_node(given, order, places); });
  for (std::size_t i = 0; i < std::min<std::size_t>(crossing->size(), 8); ++i)
    finding.details += fmt::format("\n  place {}: device {}, on node {}", (*crossing)[i],
                                   order[static_cast<std::size_t>((*crossing)[i])],
                                   node_at(given, order, (*crossing)[i]));
  findings.push_back(std::move(finding));
}

std::vector<Finding> check(const std::vector<records::TestRecords> &student,
                           const std::vector<records::TestRecords> &solution) {
  std::vector<Finding> findings;
  if (student.empty() || solution.empty())
    return findings;
  const records::TestRecords &expected = solution.front();
  Finding finding;
  finding.test = expected.test.substr(expected.test.find('.') + 1);
  finding.size = expected.size;
  for (const records::ArrayRecord &array : expected.arrays) {
    if (!array.name.starts_with("order "))
      continue;
    const std::string number = array.name.substr(6);
    const records::ArrayRecord *shape = find(expected, "shape " + number),
                               *node_of = find(expected, "node_of " + number),
                               *axis = find(expected, "talks_most " + number),
                               *order = find(student.front(), array.name);
    if (shape == nullptr || node_of == nullptr || axis == nullptr || order == nullptr)
      continue; // a TEST that did not come so far is told elsewhere
    judge_case({.shape = numbers_of(*shape),
                .node_of = numbers_of(*node_of),
                .axis = static_cast<std::size_t>(numbers_of(*axis).front())},
               numbers_of(*order), finding, findings);
  }
  for (const records::TextRecord &text : expected.texts) {
    const auto got =
        std::ranges::find(student.front().texts, text.name, &records::TextRecord::name);
    if (got == student.front().texts.end() || got->text == text.text)
      continue;
    finding.sentence =
        fmt::format("`{}` is \"{}\" instead of \"{}\".", text.name, got->text, text.text);
    finding.cause = cause_in_trial(expected, text.name);
    findings.push_back(finding);
  }
  return findings;
}

const RegisterJudge judge("mesh.device-order", check);

} // namespace
} // namespace brigade::grader
