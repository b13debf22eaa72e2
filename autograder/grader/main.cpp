// grade [run] [ID|NUMBER|CHAPTER] and further words: `grade --help`
#include "brigade/core/error.hpp"
#include "command_line/print_wanted.hpp"
#include "command_line/words_of.hpp"
#include "grader/commands/commands.hpp"
#include "grader/commands/help_text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace brigade::grader;

bool has_subcommand(const CLI::App &app, const std::string &word) {
  const auto commands = app.get_subcommands([](const CLI::App *) { return true; });
  return std::any_of(commands.begin(), commands.end(),
                     [&word](const CLI::App *command) { return command->get_name() == word; });
}

/// `grade X` means `grade run X`. Options of grade itself come first.
std::vector<std::string> with_run(const CLI::App &app, std::vector<std::string> words) {
  std::size_t first = 0;
  while (first < words.size() &&
         (words[first].starts_with("--course") || words[first].starts_with("--work")))
    first += words[first].find('=') == std::string::npos ? 2 : 1;
  first = std::min(first, words.size());
  const bool has_word = first < words.size() && (words[first] == "--help" || words[first] == "-h" ||
                                                 has_subcommand(app, words[first]));
  if (!has_word)
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(first), "run");
  return words;
}

} // namespace

int main(int argc, char **argv) {
  Session session;
  CLI::App app("grade [run] [EXERCISE|CHAPTER] [OPTIONS]\nGrades exercises. `grade COMMAND --help` "
               "says more of a command.");
  app.formatter(std::make_shared<HelpText>());
  app.add_option("--course", session.course_root,
                 "The folder that holds exercises/ and work/, if not this one")
      ->type_name("DIR");
  app.add_option("--work", session.work_root, "The folder of the files to grade, if not work/ of the course")
      ->type_name("DIR");
  app.require_subcommand(1);
  add_run(app, session);
  add_list(app, session);
  add_next(app, session);
  add_hint(app, session);
  add_reset(app, session);
  add_solution(app, session);
  add_watch(app, session);
  add_play(app, session);
  add_handout(app, session);
  add_gradescope(app, session);
  add_submission(app, session);
  add_batch(app, session);
  add_check_course(app, session);
  try {
    std::vector<std::string> words = with_run(app, {argv + 1, argv + argc});
    std::reverse(words.begin(), words.end()); // as CLI11 wants them
    app.parse(std::move(words));
    return session.status;
  } catch (const CLI::Success &wanted) {
    return brigade::print_wanted(app, wanted);
  } catch (const CLI::ParseError &wrong) {
    std::fprintf(stderr, "brigade: error: %s (see grade --help)\n",
                 brigade::words_of(wrong, app).c_str());
    return 2;
  } catch (const Interrupted &signal) {
    return signal.exit_status();
  } catch (const brigade::Error &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    return error.exit_status();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    return 1;
  }
}
