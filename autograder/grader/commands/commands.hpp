#pragma once

#include "grader/commands/session.hpp"

#include <CLI/CLI.hpp>

#include <memory>

/// The words behind `grade`. Each adds its own to the command line; its callback sets
/// session.status.
namespace brigade::grader {

void add_run(CLI::App &app, Session &session);
void add_list(CLI::App &app, Session &session);
void add_next(CLI::App &app, Session &session);
void add_hint(CLI::App &app, Session &session);
void add_reset(CLI::App &app, Session &session);
void add_solution(CLI::App &app, Session &session);
void add_watch(CLI::App &app, Session &session);
void add_play(CLI::App &app, Session &session);
void add_handout(CLI::App &app, Session &session);
void add_submission(CLI::App &app, Session &session);
void add_gradescope(CLI::App &app, Session &session);
void add_batch(CLI::App &app, Session &session);
void add_check_course(CLI::App &app, Session &session);

} // namespace brigade::grader
