#include "grader/sandbox/other_user.hpp"

#include "brigade/core/error.hpp"
#include "brigade/supervisor/capture.hpp"

#include <unistd.h>

namespace brigade::grader {
namespace {

/// A new user namespace in which user 0 is this one, and the users from 1 on are those of
/// /etc/subuid.
const std::vector<std::string> &with_own_users() {
  static const std::vector<std::string> command = {"unshare", "--user", "--map-auto",
                                                   "--map-root-user", "--"};
  return command;
}

std::string try_own_users() {
  std::vector<std::string> command = with_own_users();
  command.emplace_back("true");
  try {
    const Captured tried = capture(command);
    return tried.status == 0 ? "" : tried.err.substr(0, tried.err.find('\n'));
  } catch (const Error &error) {
    return error.what();
  }
}

} // namespace

uid_t sandbox_user() {
  // Below 65536, since that is what a user gets in /etc/subuid; above the accounts of people and
  // services.
  constexpr uid_t kFirst = 61184, kCount = 4000;
  return kFirst + static_cast<uid_t>(getpid()) % kCount;
}

std::string why_no_other_user() {
  if (geteuid() == 0)
    return "";
  static const std::string reason = try_own_users();
  return reason.empty()
             ? ""
             : "another user needs root, or ids of one's own in /etc/subuid (" + reason + ")";
}

bool can_become_other_user() { return why_no_other_user().empty(); }

std::vector<std::string> with_users_to_choose_from(const std::vector<std::string> &command) {
  if (geteuid() == 0)
    return command;
  std::vector<std::string> words = with_own_users();
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

} // namespace brigade::grader
