#include "grader/commands/commands.hpp"
#include "grader/handout/copy_course.hpp"
#include "grader/handout/zip_folder.hpp"
#include "grader/hidden/hidden_checks.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <set>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

struct GradescopeOptions {
  fs::path out, hidden;
  std::string word, detail = "full";
};

/// The archive: the course (with solutions: it stays with the instructor's account), and the two
/// scripts that the platform calls.
void make_archive(Session &session, const GradescopeOptions &options) {
  if (options.out.extension() != ".zip")
    throw InputError(fmt::format(
        "--out {}: Gradescope takes a .zip: name the archive {}", options.out.string(),
        options.out.has_filename() ? fs::path(options.out).replace_extension(".zip").string()
                                   : (options.out / "autograder.zip").string()));
  const Course &course = session.course();
  course.select(options.word); // a wrong word is told before the work
  if (!options.hidden.empty())
    load_hidden_checks(options.hidden);
  const fs::path beside = fs::absolute(options.out).string() + ".folder";
  fs::remove_all(beside);
  fs::create_directories(beside / "course");
  try {
    copy_course(course.root, beside / "course", [](const fs::path &inside) {
      static const std::set<std::string> kNotNeeded{"autograder/mistakes", "autograder/right",
                                                    "autograder/tests"};
      return kNotNeeded.contains(inside.generic_string());
    });
    for (const char *script : {"setup.sh", "run_autograder"})
      fs::copy_file(course.root / "autograder/gradescope" / script, beside / script);
    write_file((beside / "exercises").string(), options.word);
    write_file((beside / "detail").string(), options.detail);
    if (!options.hidden.empty())
      fs::copy_file(options.hidden, beside / "hidden.toml");
    zip_folder(beside, options.out);
    fs::remove_all(beside);
  } catch (...) {
    fs::remove_all(beside);
    throw;
  }
  fmt::print("{}: give it to Gradescope as the assignment's autograder\n", options.out.string());
}

} // namespace

void add_gradescope(CLI::App &app, Session &session) {
  auto options = std::make_shared<GradescopeOptions>();
  CLI::App *command =
      app.add_subcommand("gradescope", "Make the archive that Gradescope takes as an autograder");
  command->add_option("--out", options->out, "A .zip file")->type_name("FILE")->required();
  command->add_option("--exercises", options->word, "Exercises and chapters: 02.1,03; without: all")
      ->type_name("WHAT");
  command->add_option("--hidden", options->hidden, "Checks that students do not see")
      ->type_name("FILE");
  command
      ->add_option("--detail", options->detail,
                   "How much of a failure students are told: full, actual_only, none")
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"full", "actual_only", "none"}));
  command->callback([&session, options] { make_archive(session, *options); });
}

} // namespace brigade::grader
