#include "brigade/tracer/communicator_name.hpp"

#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/ledger.hpp"

#include <array>
#include <deque>
#include <string>

namespace brigade {
namespace {

/// What hangs on a communicator as an attribute: it goes away with the communicator, however that
/// is freed.
struct Name {
  std::string_view text;
  bool passes_to_duplicates;
};

int copy_name(MPI_Comm, int, void *, void *name, void *copy, int *is_copied) {
  *is_copied = static_cast<Name *>(name)->passes_to_duplicates;
  *static_cast<void **>(copy) = name;
  return MPI_SUCCESS;
}

int attribute_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(copy_name, MPI_COMM_NULL_DELETE_FN, &made, nullptr);
    return made;
  }();
  return key;
}

void attach(MPI_Comm communicator, std::string_view text, bool passes_to_duplicates) {
  // Communicators may outlive every static object, so names are never destroyed.
  static std::deque<Name> &names = *new std::deque<Name>;
  names.push_back({Ledger::instance().intern(text), passes_to_duplicates});
  PMPI_Comm_set_attr(communicator, attribute_key(), &names.back());
}

} // namespace

void name_communicator(MPI_Comm communicator, std::string_view axes) {
  attach(communicator, axes, true);
  board::note_name(communicator, axes);
}

std::string_view communicator_name(MPI_Comm communicator) {
  Name *name = nullptr;
  int is_attached = 0;
  PMPI_Comm_get_attr(communicator, attribute_key(), &name, &is_attached);
  if (is_attached)
    return name->text;
  if (communicator == MPI_COMM_WORLD)
    return "world";
  if (communicator == MPI_COMM_SELF)
    return "self";
  std::array<char, MPI_MAX_OBJECT_NAME> given{};
  int length = 0;
  PMPI_Comm_get_name(communicator, given.data(), &length);
  if (length > 0)
    return Ledger::instance().intern({given.data(), static_cast<std::size_t>(length)});
  static int numbered = 0;
  attach(communicator, "communicator " + std::to_string(++numbered), false);
  return communicator_name(communicator);
}

} // namespace brigade
