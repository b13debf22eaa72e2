#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace brigade::grader {

/// The user that code in a sandbox runs as: of no account, the same in one grader, most likely
/// another in each.
uid_t sandbox_user();

/// This process is root, or has user ids of its own to hand out (/etc/subuid and newuidmap).
bool can_become_other_user();
/// "another user needs root, or user ids of one's own in /etc/subuid with newuidmap" and the like.
std::string why_no_other_user();

/// For root the command itself; else the command with the user ids of /etc/subuid, as their root.
std::vector<std::string> with_users_to_choose_from(const std::vector<std::string> &command);

} // namespace brigade::grader
