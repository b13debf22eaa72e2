#include "grader/commands/compile_commands.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "grader/workshop/workshop.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace brigade::grader {

namespace fs = std::filesystem;

void write_compile_commands(const Course &course, const fs::path &built) {
  nlohmann::json entries = nlohmann::json::array();
  try {
    const Workshop workshop(built, Preset::release);
    for (const Exercise &exercise : course.exercises) {
      if (!workshop.missing_layers(exercise).empty())
        continue;
      for (const std::string &name : exercise.files) {
        const fs::path file = course.root / "work" / exercise.topic / exercise.name / name;
        if (fs::exists(file) && file.extension() == ".cpp")
          entries.push_back({{"directory", course.root.string()},
                             {"file", file.string()},
                             {"arguments", workshop.compile_command(exercise, file)}});
      }
    }
  } catch (const Error &) {
    return; // an editor's help is no reason to fail
  }
  std::ifstream stream(built / "build" / "release" / "compile_commands.json");
  const nlohmann::json library = nlohmann::json::parse(stream, nullptr, false);
  if (library.is_array())
    entries.insert(entries.end(), library.begin(), library.end());
  write_file((course.root / "compile_commands.json").string(),
             entries.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace brigade::grader
