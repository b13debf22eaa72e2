#pragma once

#include "grader/manifest/exercise.hpp"
#include "grader/workshop/object_names.hpp"
#include "grader/workshop/objects.hpp"
#include "grader/workshop/toolchain.hpp"
#include "grader/workshop/workshop.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace brigade::grader {

/// What a student's file may not do though it compiles, found in its objects: call what the
/// exercise forbids or what belongs to another layer, bring along a main or a function of MPI.
class StudentRules {
public:
  /// `tools` must live longer.
  explicit StudentRules(const Toolchain &tools) : tools_(tools) {}
  /// The first rule that is broken; nothing if all is well.
  std::optional<CompileFailure> broken(const Exercise &exercise, const ObjectNames &names);

private:
  const std::set<std::string> &names_of_archive(const std::filesystem::path &archive);
  /// The first name of a layer that the exercise does not use; `layer` is then whose it is.
  std::optional<ObjectName> name_of_another_layer(const Exercise &exercise,
                                                  const ObjectNames &names, std::string &layer);

  const Toolchain &tools_;
  std::map<std::filesystem::path, std::set<std::string>> names_of_archives_;
};

/// A file that the student's takes in, though it is neither the student's own, nor a header of the
/// exercise, of a layer that it uses, or of the system.
/// @param exercises where the workshop keeps what may be included (Workshop::folder()).
std::optional<CompileFailure> foreign_file(const Exercise &exercise, const Compilation &compilation,
                                           const Toolchain &tools,
                                           const std::filesystem::path &exercises);
/// The same of a file that did not compile, by what the compiler says: it shows the lines of such
/// a file as errors, which are not to be handed on.
std::optional<CompileFailure> foreign_file_in_words(const Exercise &exercise,
                                                    const Compilation &compilation,
                                                    const std::string &words,
                                                    const Toolchain &tools,
                                                    const std::filesystem::path &exercises);

} // namespace brigade::grader
