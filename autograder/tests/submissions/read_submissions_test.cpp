#include "archive_maker.hpp"

#include "grader/submissions/submission.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include <sys/stat.h>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using testing::ArchiveMaker;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

class ReadSubmissions : public ::testing::Test {
protected:
  ReadSubmissions()
      : folder_(fs::path(::testing::TempDir()) / ("submissions-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ReadSubmissions() override { fs::remove_all(folder_); }

  void write(const std::string &name, const std::string &text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::vector<std::string> paths(const Submission &submission) const {
    std::vector<std::string> paths;
    for (const SubmittedFile &file : submission.files)
      paths.push_back(file.path);
    return paths;
  }

  fs::path folder_;
};

TEST(EntryName, IsReadAsTheLearningPlatformsWriteIt) {
  const auto expect = [](const std::string &name, const std::string &student,
                         const std::string &folder, const std::string &id, bool late,
                         const std::string &file) {
    const EntryName parsed = parse_entry_name(name);
    EXPECT_EQ(parsed.student, student) << name;
    EXPECT_EQ(parsed.folder, folder) << name;
    EXPECT_EQ(parsed.id, id) << name;
    EXPECT_EQ(parsed.is_late, late) << name;
    EXPECT_EQ(parsed.file_name, file) << name;
  };
  expect("doejane_12345_67890_coordinates.cpp", "doejane", "doejane", "12345", false,
         "coordinates.cpp");
  expect("doejane_LATE_12345_67890_coordinates-2.cpp", "doejane", "doejane", "12345", true,
         "coordinates.cpp");
  expect("Jane Doe_345_assignsubmission_file_", "Jane Doe", "Jane-Doe", "345", false, "");
  expect("submission_31415926", "submission_31415926", "submission_31415926", "", false, "");
  expect("eve o.zip", "eve o", "eve-o", "", false, "eve o.zip");
  expect("miller.tar.gz", "miller", "miller", "", false, "miller.tar.gz");
  expect("../../etc", "../../etc", "etc", "", false, "../../etc");
  expect("e\x1bve\n", "eve", "e-ve", "", false, "e\x1bve\n");
  expect("M\xFCller", "M\\xfcller", "M-xfcller", "", false, "M\xFCller"); // Latin-1
  expect("Müller", "Müller", "Müller", "", false, "Müller");
  expect("axis_group (1).cpp", "axis_group (1).cpp", "axis_group-1-.cpp", "", false,
         "axis_group.cpp");
}

TEST(EntryName, OfAFolderEndsWithAWholeCharacter) {
  std::string name;
  for (int i = 0; i < 60; ++i)
    name += "ü";
  EXPECT_EQ(parse_entry_name(name).folder, name.substr(0, 100));
  EXPECT_EQ(parse_entry_name("x" + name).folder, "x" + name.substr(0, 98));
}

TEST_F(ReadSubmissions, NamesThatAreNotUtf8AreShownByTheirBytes) {
  write("M\xFCller/gr\xF6\xDF"
        "e.cpp",
        "");
  write("M\xF6ller/x.cpp", "");
  fs::create_symlink("x", folder_ / "M\xFCller/\xE4.cpp");
  const std::vector<Submission> submissions = read_submissions(folder_);
  ASSERT_THAT(submissions, SizeIs(2));
  EXPECT_EQ(submissions[0].student, "M\\xf6ller");
  EXPECT_EQ(submissions[1].student, "M\\xfcller");
  EXPECT_THAT(submissions[1].notes, ElementsAre("left out \\xe4.cpp: a link"));
}

TEST_F(ReadSubmissions, OfFoldersZipsAndTarsAreTheSame) {
  write("ann/mesh/coordinates/coordinates.cpp", "int a;");
  ArchiveMaker(folder_ / "bob.zip", ArchiveMaker::Format::zip)
      .file("mesh/coordinates/coordinates.cpp", "int b;");
  ArchiveMaker(folder_ / "cid.tar.gz", ArchiveMaker::Format::tar_gz)
      .file("./mesh/coordinates/coordinates.cpp", "int c;");
  const std::vector<Submission> submissions = read_submissions(folder_);
  ASSERT_THAT(submissions, SizeIs(3));
  for (const Submission &submission : submissions) {
    EXPECT_THAT(paths(submission), ElementsAre("mesh/coordinates/coordinates.cpp"))
        << submission.student;
    EXPECT_THAT(submission.notes, IsEmpty()) << submission.student;
  }
  EXPECT_EQ(submissions[1].files[0].bytes, "int b;");
}

TEST_F(ReadSubmissions, PutsTheFilesOfOneStudentTogether) {
  write("doejane_1_2_coordinates.cpp", "1");
  write("doejane_1_3_axis_group.cpp", "2");
  const std::vector<Submission> submissions = read_submissions(folder_);
  ASSERT_THAT(submissions, SizeIs(1));
  EXPECT_THAT(paths(submissions[0]), ElementsAre("coordinates.cpp", "axis_group.cpp"));
}

TEST_F(ReadSubmissions, TwoStudentsOfOneNameAreToldApartByThePlatformsNumber) {
  write("Jane Doe_101_assignsubmission_file/coordinates.cpp", "Jane Doe (101)");
  write("Jane Doe_102_assignsubmission_file/coordinates.cpp", "Jane Doe (102)");
  write("doejohn_11_501_coordinates.cpp", "doejohn (11)");
  write("doejohn_12_502_coordinates.cpp", "doejohn (12)");
  write("roe_13_503_coordinates.cpp", "roe");
  std::map<std::string, std::string> folders;
  for (const Submission &submission : read_submissions(folder_)) {
    ASSERT_THAT(submission.files, SizeIs(1)) << submission.student;
    EXPECT_EQ(submission.files[0].bytes, submission.student);
    folders[submission.student] = submission.folder;
  }
  EXPECT_THAT(folders, ElementsAre(Pair("Jane Doe (101)", "Jane-Doe-101"),
                                   Pair("Jane Doe (102)", "Jane-Doe-102"),
                                   Pair("doejohn (11)", "doejohn-11"),
                                   Pair("doejohn (12)", "doejohn-12"), Pair("roe", "roe")));
}

TEST_F(ReadSubmissions, StudentsWhoseNamesDifferInABlankAreKeptApart) {
  for (const char *name : {"eve o", "eve-o", "eve  o", "eve"})
    write(std::string(name) + "/coordinates.cpp", name);
  std::map<std::string, std::string> folders;
  for (const Submission &submission : read_submissions(folder_)) {
    ASSERT_THAT(submission.files, SizeIs(1)) << submission.student;
    EXPECT_EQ(submission.files[0].bytes, submission.student);
    folders[submission.student] = submission.folder;
  }
  EXPECT_THAT(folders, ElementsAre(Pair("eve", "eve"), Pair("eve  o", "eve-o-2"),
                                   Pair("eve o", "eve-o-3"), Pair("eve-o", "eve-o")));
}

TEST_F(ReadSubmissions, AZipThatClimbsOutOfItsFolderIsReadWithoutThoseFiles) {
  ArchiveMaker(folder_ / "eve.zip", ArchiveMaker::Format::zip)
      .file("../../outside.cpp", "x")
      .file("/etc/passwd", "x")
      .file("a/../../b.cpp", "x")
      .file("C:\\b.cpp", "x")
      .file("coordinates.cpp", "int e;");
  const std::vector<Submission> submissions = read_submissions(folder_);
  EXPECT_THAT(paths(submissions[0]), ElementsAre("coordinates.cpp"));
  EXPECT_THAT(submissions[0].notes, SizeIs(4));
  EXPECT_THAT(submissions[0].notes, Contains(HasSubstr("../../outside.cpp")));
}

TEST_F(ReadSubmissions, LinksAreLeftOut) {
  ArchiveMaker(folder_ / "eve.tar.gz", ArchiveMaker::Format::tar_gz)
      .link("coordinates.cpp", "/etc/passwd");
  fs::create_directories(folder_ / "fay");
  fs::create_symlink("/etc/passwd", folder_ / "fay/coordinates.cpp");
  for (const Submission &submission : read_submissions(folder_)) {
    EXPECT_THAT(submission.files, IsEmpty()) << submission.student;
    EXPECT_THAT(submission.notes, ElementsAre(HasSubstr("left out coordinates.cpp: a link")))
        << submission.student;
  }
}

TEST_F(ReadSubmissions, AZipWithAPasswordIsToldAsThat) {
  ArchiveMaker(folder_ / "eve.zip", ArchiveMaker::Format::locked_zip)
      .file("coordinates.cpp", "int b;")
      .file("device_order.cpp", "int c;");
  const std::vector<Submission> submissions = read_submissions(folder_);
  EXPECT_THAT(submissions[0].files, IsEmpty());
  EXPECT_THAT(submissions[0].notes,
              ElementsAre("eve.zip is locked with a password, and what it locks cannot be read: "
                          "hand in one without"));
}

TEST_F(ReadSubmissions, ABombIsLeftBeforeItFillsTheMemory) {
  {
    ArchiveMaker maker(folder_ / "bomb.zip", ArchiveMaker::Format::zip);
    const std::string zeros(8 << 20, '\0');
    for (int i = 0; i < 20; ++i)
      maker.file("zeros" + std::to_string(i), zeros);
    maker.file("coordinates.cpp", "int a;");
  }
  const std::vector<Submission> submissions = read_submissions(folder_);
  EXPECT_THAT(submissions[0].files, IsEmpty());
  EXPECT_THAT(submissions[0].notes, SizeIs(4)); // three files and the end
}

TEST_F(ReadSubmissions, ManySmallFilesMeetTheLimit) {
  {
    ArchiveMaker maker(folder_ / "many.zip", ArchiveMaker::Format::zip);
    for (int i = 0; i < 100; ++i)
      maker.file("f" + std::to_string(i), "x");
  }
  const std::vector<Submission> submissions = read_submissions(folder_, {.files = 10});
  EXPECT_THAT(submissions[0].files, SizeIs(10));
  EXPECT_THAT(submissions[0].notes, ElementsAre(HasSubstr("more than 10 files")));
}

TEST_F(ReadSubmissions, EachEntryThatGaveNoFileHasANote) {
  write("rared.rar", "Rar!");
  write("seven.7z", "7z");
  write("mixed/work.rar", "Rar!");
  fs::create_directories(folder_ / "empty");
  fs::create_directories(folder_ / "folder/coordinates.cpp");
  fs::create_directories(folder_ / "pipe");
  ASSERT_EQ(mkfifo((folder_ / "pipe/coordinates.cpp").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder_ / "pipe-itself").c_str(), 0600), 0);
  ArchiveMaker(folder_ / "none.zip", ArchiveMaker::Format::zip);
  std::map<std::string, std::string> notes;
  for (const Submission &submission : read_submissions(folder_)) {
    EXPECT_THAT(submission.files, IsEmpty()) << submission.student;
    ASSERT_THAT(submission.notes, SizeIs(1)) << submission.student;
    notes[submission.student] = submission.notes[0];
  }
  EXPECT_THAT(notes["rared"], HasSubstr("left out rared.rar: archives of this kind are not read"));
  EXPECT_THAT(notes["seven"], HasSubstr("left out seven.7z"));
  EXPECT_THAT(notes["mixed"], HasSubstr("left out work.rar in mixed"));
  EXPECT_EQ(notes["empty"], "empty holds no file");
  EXPECT_EQ(notes["none"], "none.zip holds no file");
  EXPECT_EQ(notes["folder"], "coordinates.cpp is a folder, not a file");
  EXPECT_EQ(notes["pipe"], "left out coordinates.cpp: neither a file nor a folder");
  EXPECT_EQ(notes["pipe-itself"], "left out pipe-itself: neither a file nor a folder");
}

TEST_F(ReadSubmissions, AZipInAZipIsReadOneLevelDeep) {
  const auto bytes_of = [this](const char *name) {
    std::ifstream stream(folder_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  const auto zip = [this](const char *file, const char *name, const std::string &bytes) {
    ArchiveMaker(folder_ / file, ArchiveMaker::Format::zip).file(name, bytes);
  };
  zip("a.zip", "coordinates.cpp", "int a;");
  zip("b.zip", "work/a.zip", bytes_of("a.zip"));
  zip("c.zip", "b.zip", bytes_of("b.zip"));
  const std::vector<Submission> submissions = read_submissions(folder_);
  ASSERT_THAT(submissions, SizeIs(3));
  EXPECT_THAT(paths(submissions[1]), ElementsAre("coordinates.cpp"));
  EXPECT_EQ(submissions[1].files[0].source, "work/a.zip in b.zip");
  EXPECT_THAT(submissions[1].notes, IsEmpty());
  EXPECT_THAT(submissions[2].files, IsEmpty());
  EXPECT_THAT(submissions[2].notes,
              ElementsAre("left out work/a.zip in b.zip in c.zip: an archive in an archive in an "
                          "archive"));
}

TEST_F(ReadSubmissions, ABombOfArchivesIsLeft) {
  ArchiveMaker(folder_ / "inner.zip", ArchiveMaker::Format::zip)
      .file("1", std::string(2 << 20, '\0'))
      .file("2", std::string(2 << 20, '\0'))
      .file("3", std::string(2 << 20, '\0'));
  std::ifstream stream(folder_ / "inner.zip", std::ios::binary);
  const std::string inner(std::istreambuf_iterator<char>(stream), {});
  {
    ArchiveMaker maker(folder_ / "outer.zip", ArchiveMaker::Format::zip);
    for (int i = 0; i < 20; ++i)
      maker.file("inner" + std::to_string(i) + ".zip", inner);
  }
  ArchiveMaker(folder_ / "with-one.zip", ArchiveMaker::Format::zip)
      .file("photographs.zip", inner)
      .file("ring.cpp", "// mine");
  const std::vector<Submission> submissions = read_submissions(folder_);
  EXPECT_THAT(submissions[1].files, IsEmpty());
  EXPECT_THAT(submissions[1].notes,
              SizeIs(3 * (3 + 1) + 1)); // of three inner ones three files and the end, and the end
  EXPECT_THAT(submissions[2].files, SizeIs(1)); // what stands behind it is the student's
}

TEST_F(ReadSubmissions, WhatArchivesInAnArchiveUnpackToIsCountedTogether) {
  const auto inner_in = [this](const char *outer, const std::vector<std::string> &names,
                               std::size_t bytes) {
    {
      ArchiveMaker maker(folder_ / "inner.zip", ArchiveMaker::Format::zip);
      for (const std::string &name : names)
        maker.file(name, std::string(bytes, '\0'));
    }
    std::ifstream stream(folder_ / "inner.zip", std::ios::binary);
    const std::string inner(std::istreambuf_iterator<char>(stream), {});
    fs::remove(folder_ / "inner.zip");
    ArchiveMaker maker(folder_ / outer, ArchiveMaker::Format::zip);
    for (int i = 0; i < 50; ++i)
      maker.file("inner" + std::to_string(i) + ".zip", inner);
  };
  inner_in("huge.zip", {"1", "2"}, 2 << 20);
  inner_in("many.zip", {}, 0);
  inner_in("of-archives.zip", {"1.zip", "2.zip"}, 900'000);
  const std::vector<Submission> submissions =
      read_submissions(folder_, {.files = 20, .total_bytes = 4u << 20});
  ASSERT_THAT(submissions, SizeIs(3));
  for (const Submission &submission : submissions)
    EXPECT_THAT(submission.files, IsEmpty());
  EXPECT_THAT(submissions[0].notes, Contains(HasSubstr("huge.zip unpacks to more than 4 MB")));
  EXPECT_THAT(submissions[0].notes, SizeIs(4 + 1 + 1)); // 4 × 1 MB, and both ends
  EXPECT_THAT(submissions[1].notes, ElementsAre(HasSubstr("many.zip holds more than 20 files")));
  EXPECT_THAT(submissions[2].notes, Contains(HasSubstr("zip unpacks to more than 4 MB")));
  EXPECT_THAT(submissions[2].notes, SizeIs(5 + 1 + 1)); // 5 × 900 kB, and both ends
}

TEST_F(ReadSubmissions, ANameThatNoFileHasIsLeftOut) {
  ArchiveMaker(folder_ / "long.zip", ArchiveMaker::Format::zip)
      .file(std::string(300, 'x') + ".cpp", "x")
      .file("coordinates.cpp", "int a;");
  std::string path;
  for (int i = 0; i < 20'000; ++i)
    path += "x/";
  ArchiveMaker(folder_ / "longer.tar.gz", ArchiveMaker::Format::tar_gz)
      .file(path + "y.zip", "x")
      .file("coordinates.cpp", "int a;");
  for (const Submission &submission : read_submissions(folder_)) {
    EXPECT_THAT(paths(submission), ElementsAre("coordinates.cpp"));
    EXPECT_THAT(submission.notes, ElementsAre(HasSubstr("its name is too long for a file")));
  }
}

TEST_F(ReadSubmissions, ADamagedArchiveIsToldAndTheOthersAreRead) {
  write("cut.zip", "PK\x03\x04 this is no zip");
  write("dan/coordinates.cpp", "int d;");
  const std::vector<Submission> submissions = read_submissions(folder_);
  ASSERT_THAT(submissions, SizeIs(2));
  EXPECT_THAT(submissions[0].notes, SizeIs(1));
  EXPECT_THAT(submissions[1].files, SizeIs(1));
}

TEST_F(ReadSubmissions, WhatSystemsLeaveBehindIsPassedOver) {
  ArchiveMaker(folder_ / "mac.zip", ArchiveMaker::Format::zip)
      .file("__MACOSX/._coordinates.cpp", "x")
      .file(".DS_Store", "x")
      .file("work/coordinates.cpp", "int m;");
  const std::vector<Submission> submissions = read_submissions(folder_);
  EXPECT_THAT(paths(submissions[0]), ElementsAre("work/coordinates.cpp"));
  EXPECT_THAT(submissions[0].notes, IsEmpty());
}

TEST_F(ReadSubmissions, AnEmptyFolderOrNoneIsAnError) {
  EXPECT_THROW(read_submissions(folder_), InputError);
  EXPECT_THROW(read_submissions(folder_ / "gone"), InputError);
}

} // namespace
} // namespace brigade::grader
