#include "forty_submissions.hpp"

#include "submissions/archive_maker.hpp"

#include "grader/course_check/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>

namespace brigade::grader::testing {
namespace {

namespace fs = std::filesystem;

struct File {
  std::string path, text;
};

/// Exercises that one process grades, so that forty students do not take long; the file's name and
/// the folder's.
const std::vector<std::pair<std::string, std::string>> kQuick = {
    {"coordinates", "coordinates.cpp"},
    {"axis-group", "axis_group.cpp"},
    {"ring-neighbours", "ring_neighbours.cpp"}};

std::string text_of(const fs::path &file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string with_crlf(const std::string &text) {
  std::string windows;
  for (const char c : text)
    windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return windows;
}

class Maker {
public:
  Maker(const fs::path &course, const fs::path &folder) : course_(course), folder_(folder) {}

  std::string solution(std::size_t i) const {
    return text_of(course_ / "exercises/02-mesh" / kQuick[i].first / "solution.cpp");
  }
  std::string mistake(const std::string &name) const {
    return text_of(course_ / "autograder/mistakes" / name);
  }
  std::string verdict_of_mistake(const std::string &name) const {
    return std::string(to_string(read_expectation(course_ / "autograder/mistakes" / name).kind));
  }
  static std::string id(std::size_t i) { return "mesh." + kQuick[i].first; }
  static std::string place(std::size_t i) { return kQuick[i].first + "/" + kQuick[i].second; }

  void write_folder(const std::string &name, const std::vector<File> &files) const {
    for (const File &file : files) {
      const fs::path path = folder_ / name / file.path;
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << file.text;
    }
  }
  void write_file(const std::string &name, const std::string &text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  void write_archive(const std::string &name, const std::vector<File> &files) const {
    ArchiveMaker maker(folder_ / name, name.ends_with(".zip") ? ArchiveMaker::Format::zip
                                                              : ArchiveMaker::Format::tar_gz);
    for (const File &file : files)
      maker.file(file.path, file.text);
  }

  void expect(const std::string &student, std::map<std::string, std::string> verdicts,
              bool has_notes = false) {
    students_.push_back({student, std::move(verdicts), has_notes});
  }
  std::vector<MadeUpStudent> students() const { return students_; }

private:
  fs::path course_, folder_;
  std::vector<MadeUpStudent> students_;
};

/// Twenty-four right ones: each of eight ways to hand in, each of three exercises.
void make_right_ones(Maker &maker) {
  for (std::size_t i = 0; i < kQuick.size(); ++i) {
    const std::string code = maker.solution(i), file = kQuick[i].second, place = Maker::place(i);
    const std::map<std::string, std::string> passes = {{Maker::id(i), "pass"}};
    const auto name = [i](const char *way) { return fmt::format("{}{}", way, i); };
    maker.write_folder(name("folder"), {{"mesh/" + place, code}});
    maker.expect(name("folder"), passes);
    maker.write_archive(name("zip") + ".zip", {{"mesh/" + place, code}});
    maker.expect(name("zip"), passes);
    maker.write_archive(name("tar") + ".tar.gz", {{"./work/mesh/" + place, code}});
    maker.expect(name("tar"), passes);
    maker.write_file(fmt::format("canvas{}_{}_77_{}", i, 100 + i, file), code);
    maker.expect(name("canvas"), passes);
    maker.write_folder(fmt::format("Moodle {}_{}_assignsubmission_file_", i, 200 + i),
                       {{file, code}});
    maker.expect(fmt::format("Moodle-{}", i), passes);
    maker.write_folder(fmt::format("submission_{}", 3000 + i), {{"02-mesh/" + place, code}});
    maker.expect(fmt::format("submission_{}", 3000 + i), passes);
    maker.write_folder(name("deep"), {{"a/b/My Work (2)/mesh/" + place, code}});
    maker.expect(name("deep"), passes);
    maker.write_archive(name("windows") + ".zip", {{"mesh/" + place, with_crlf(code)}});
    maker.expect(name("windows"), passes, true);
  }
}

void make_wrong_ones(Maker &maker) {
  const auto from_museum = [&maker](const std::string &student, const std::string &id,
                                    const std::string &name) {
    const std::string folder = id.substr(id.find('.') + 1), place = "mesh/" + folder + "/";
    std::string file = folder + ".cpp";
    std::ranges::replace(file, '-', '_');
    maker.write_folder(student, {{place + file, maker.mistake(id + "/" + name + ".cpp")}});
    maker.expect(student, {{id, maker.verdict_of_mistake(id + "/" + name + ".cpp")}});
  };
  from_museum("columns", "mesh.coordinates", "column_major");
  from_museum("overflow", "mesh.coordinates", "int_overflow");
  from_museum("endless", "mesh.coordinates", "counts_down_for_ever");
  from_museum("hangs", "mesh.axis-communicator", "lists_that_differ");
  const auto no_program = [&maker](const std::string &student, const std::string &text) {
    maker.write_folder(student, {{"mesh/coordinates/coordinates.cpp", text}});
    maker.expect(student, {{"mesh.coordinates", "does not compile"}});
  };
  no_program("typo", "#include \"exercise.hpp\"\nint x = nonsense;\n");
  no_program("prose", "I did not have the time, sorry.\n");
  maker.write_folder("nothing", {{"readme.txt", "nothing yet\n"}});
  maker.expect("nothing", {}, true);
  maker.write_archive("empty.zip", {{"notes/", ""}});
  maker.expect("empty", {}, true);
}

void make_odd_ones(Maker &maker) {
  const std::string code = maker.solution(0), place = "mesh/coordinates/coordinates.cpp";
  const std::map<std::string, std::string> passes = {{"mesh.coordinates", "pass"}};
  maker.write_archive("climbs.zip", {{"../../../climbed_out.cpp", code}, {place, code}});
  maker.expect("climbs", passes, true);
  const std::string zeros(4 << 20, '\0');
  std::vector<File> bomb = {{place, code}};
  for (int i = 0; i < 8; ++i)
    bomb.push_back({fmt::format("zeros{}", i), zeros});
  maker.write_archive("bomb.zip", bomb);
  maker.expect("bomb", passes, true);
  maker.write_folder("twice", {{place, code}, {"old/coordinates.cpp", "int old;\n"}});
  maker.expect("twice", passes, true);
  maker.write_folder(
      "contract", {{place, code}, {"mesh/coordinates/exercise.hpp", "#error another version\n"}});
  maker.expect("contract", passes, true);
  maker.write_file("broken.zip", "PK\x03\x04 cut off");
  maker.expect("broken", {}, true);
  maker.write_file("late_LATE_400_78_coordinates-2.cpp", code);
  maker.expect("late", passes);
  maker.write_archive("mac.zip",
                      {{"__MACOSX/._coordinates.cpp", "x"}, {".DS_Store", "x"}, {place, code}});
  maker.expect("mac", passes);
  maker.write_folder("marked", {{place, "\xEF\xBB\xBF" + code}});
  maker.expect("marked", passes, true);
}

} // namespace

std::vector<MadeUpStudent> make_forty_submissions(const fs::path &course, const fs::path &folder) {
  Maker maker(course, folder);
  make_right_ones(maker);
  make_wrong_ones(maker);
  make_odd_ones(maker);
  return maker.students();
}

} // namespace brigade::grader::testing
