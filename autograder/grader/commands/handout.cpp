#include "grader/handout/handout.hpp"
#include "grader/commands/commands.hpp"
#include "grader/workshop/workshop.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

namespace brigade::grader {
namespace {

void handout(Session &session, HandoutOptions options, const std::string &reference) {
  options.binary_reference = reference == "binary";
  Workshop workshop(project_root(), Preset::release);
  make_handout(session.course(), options, [&workshop](const Exercise &exercise) {
    return workshop.solution_object(exercise);
  });
  fmt::print("{}: {} exercises, the library as {}\n", options.out.string(),
             session.course().exercises.size(),
             options.binary_reference ? "headers and archives" : "sources");
}

} // namespace

void add_handout(CLI::App &app, Session &session) {
  auto options = std::make_shared<HandoutOptions>();
  auto reference = std::make_shared<std::string>("full");
  CLI::App *command =
      app.add_subcommand("handout", "Copy the course for students, without solutions");
  command->add_option("--out", options->out, "A new folder")->type_name("DIR")->required();
  command
      ->add_option("--reference", *reference,
                   "The library as sources (full), or as headers and archives (binary)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"full", "binary"}));
  command
      ->add_option("--archives", options->archives,
                   "The build that the archives are taken from (./kitchen handout names it)")
      ->type_name("DIR");
  command->callback([&session, options, reference] { handout(session, *options, *reference); });
}

} // namespace brigade::grader
