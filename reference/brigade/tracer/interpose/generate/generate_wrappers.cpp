// Runs during the build: from calls.table and the preprocessed mpi.h it writes the definitions of
// the MPI_* functions that stand before the MPI library's own.
//
//   generate_wrappers calls.table preprocessed-mpi.h wrappers.cpp

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

/// A line of calls.table.
struct KnownCall {
  Words roles;
  std::string bytes;
  Words way;
};

struct Table {
  std::map<std::string, KnownCall> calls; // by the name without MPI_
  std::vector<std::regex> local;
};

struct Parameter {
  std::string declaration; // "const int counts[]"
  std::string name;        // "counts"
};

/// A function that mpi.h declares.
struct Prototype {
  std::string returns, name;
  std::vector<Parameter> parameters;
};

Words words_of(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string text_of(const char *path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string joined(const Words &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

bool contains(const Words &words, const std::string &word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Table read_table(const char *path) {
  Table table;
  std::istringstream text(text_of(path));
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.front() == '#')
      continue;
    if (line.starts_with("local ")) {
      for (std::string pattern : words_of(line.substr(6)))
        table.local.emplace_back(std::regex_replace(pattern, std::regex(R"(\*)"), "\\w*"));
      continue;
    }
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '|');)
      cells.push_back(cell);
    if (cells.size() < 3)
      throw std::runtime_error("calls.table: this line has fewer than three cells: " + line);
    const Words name = words_of(cells[0]), bytes = words_of(cells[2]);
    if (name.size() != 1 || bytes.size() != 1)
      throw std::runtime_error("calls.table: this line wants one call and one kind of bytes: " +
                               line);
    KnownCall call{words_of(cells[1]), bytes[0], words_of(cells.size() > 3 ? cells[3] : "")};
    if (!table.calls.emplace(name[0], call).second)
      throw std::runtime_error("calls.table: MPI_" + name[0] + " has two lines");
  }
  return table;
}

/// `text` cut at the commas that stand outside of all brackets.
Words split_parameters(const std::string &text) {
  Words parts(1);
  int depth = 0;
  for (const char letter : text) {
    depth += letter == '(' || letter == '[';
    depth -= letter == ')' || letter == ']';
    if (letter == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += letter;
  }
  return parts;
}

std::vector<Parameter> read_parameters(const std::string &text) {
  std::vector<Parameter> parameters;
  const std::regex name(R"((\w+)\s*((\[[^\]]*\]\s*)*)$)");
  for (const std::string &part : split_parameters(text)) {
    const Words words = words_of(part);
    if (words.empty() || (words.size() == 1 && words[0] == "void"))
      continue;
    std::string declaration;
    for (const std::string &word : words)
      declaration += (declaration.empty() ? "" : " ") + word;
    std::smatch match;
    if (std::regex_search(declaration, match, name))
      parameters.push_back({declaration, match[1]});
    else
      parameters.push_back({declaration, ""}); // "..."
  }
  return parameters;
}

/// The MPI_ and PMPI_ functions that the preprocessed mpi.h declares, by name.
std::map<std::string, Prototype> read_prototypes(const char *path) {
  std::string text = text_of(path);
  for (const char *noise :
       {R"(#[^\n]*\n)", R"(__attribute__\s*\(\((\([^()]*\)|[^()]|\((\([^()]*\)|[^()])*\))*\)\))",
        R"(\bextern\s*("C"\s*\{)?)"})
    text = std::regex_replace(text, std::regex(noise), " ");
  std::map<std::string, Prototype> prototypes;
  const std::regex shape(R"(^\s*([\w\s]+[\s*])(P?MPIX?_[A-Z]\w*)\s*\(([\s\S]*)\)\s*$)");
  std::istringstream statements(text);
  for (std::string statement; std::getline(statements, statement, ';');) {
    std::smatch match;
    if (statement.find("MPI") == std::string::npos ||
        statement.find("typedef") != std::string::npos ||
        !std::regex_match(statement, match, shape))
      continue;
    const Words returns = words_of(match[1]);
    Prototype prototype{"", match[2], read_parameters(match[3])};
    for (const std::string &word : returns)
      prototype.returns += word + " ";
    prototypes.emplace(prototype.name, prototype);
  }
  return prototypes;
}

class Writer {
public:
  Writer(const Table &table, const std::map<std::string, Prototype> &prototypes)
      : table_(table), prototypes_(prototypes) {}

  void write(std::ostream &out) const {
    out << "// Generated from calls.table and mpi.h: the MPI functions as the tracer defines "
           "them.\n"
           "#include \"brigade/tracer/interpose/call.hpp\"\n"
           "#include \"brigade/tracer/interpose/handwritten_calls.hpp\"\n\n"
           "using namespace brigade::interpose;\n\nextern \"C\" {\n";
    for (const auto &[name, prototype] : prototypes_) {
      if (!name.starts_with("MPI") || !prototypes_.contains("P" + name) || is_variadic(prototype))
        continue;
      const std::string base = name.substr(name.find('_') + 1);
      const bool large_count = base.ends_with("_c");
      const std::string small = large_count ? base.substr(0, base.size() - 2) : base;
      if (name.starts_with("MPI_") && table_.calls.contains(small))
        write_known(out, prototype, table_.calls.at(small), large_count ? "_c" : "");
      else if (!is_local(small) && !is_local(base))
        write_unknown(out, prototype);
    }
    out << "\n} // extern \"C\"\n";
  }

private:
  static bool is_variadic(const Prototype &prototype) {
    return std::ranges::any_of(prototype.parameters,
                               [](const Parameter &p) { return p.name.empty(); });
  }

  bool is_local(const std::string &base) const {
    return std::ranges::any_of(
        table_.local, [&](const std::regex &pattern) { return std::regex_match(base, pattern); });
  }

  static void open(std::ostream &out, const Prototype &prototype) {
    Words declarations;
    for (const Parameter &parameter : prototype.parameters)
      declarations.push_back(parameter.declaration);
    out << "\n" << prototype.returns << prototype.name << "(" << joined(declarations) << ") {\n";
  }

  static Words names_of(const Prototype &prototype) {
    Words names;
    for (const Parameter &parameter : prototype.parameters)
      names.push_back(parameter.name);
    return names;
  }

  static void write_unknown(std::ostream &out, const Prototype &prototype) {
    open(out, prototype);
    out << "  const UnknownCall call(\"" << prototype.name << "\", __builtin_return_address(0));\n"
        << "  return P" << prototype.name << "(" << joined(names_of(prototype)) << ");\n}\n";
  }

  /// How the twin is called with the call's own parameters: what only the twin has is named
  /// `added`.
  std::string call_of_twin(const std::string &twin, const std::map<std::string, std::string> &named,
                           const std::string &suffix, const std::string &added) const {
    const auto found = table_.calls.find(twin);
    if (found == table_.calls.end())
      throw std::runtime_error("calls.table: MPI_" + twin +
                               " has no line, but another call is called as it");
    Words arguments;
    for (const std::string &role : found->second.roles) {
      if (role != added && !named.contains(role))
        throw std::runtime_error("calls.table: nothing has the role " + role + " of MPI_" + twin);
      arguments.push_back(role == added ? "added" : named.at(role));
    }
    return function_of(twin, suffix) + "(" + joined(arguments) + ")";
  }

  /// "PMPI_Isend_c", or a choice of two where the table says so.
  std::string function_of(const std::string &call, const std::string &suffix) const {
    const std::string function = "PMPI_" + call + suffix;
    const Words &way = table_.calls.at(call).way;
    const auto other = std::find(way.begin(), way.end(), "or");
    if (other == way.end() || other + 1 == way.end())
      return function;
    return "standard_send(" + function + ", PMPI_" + *(other + 1) + suffix + ")";
  }

  /// What the status board takes the call for.
  static std::string shape_of(const KnownCall &call) {
    const auto has = [&](const char *role) { return contains(call.roles, role); };
    if (call.way.size() == 2 && call.way[1] == "start_mpi")
      return "initialize";
    if (call.way.size() == 2 && call.way[1] == "end_mpi")
      return "finalize";
    if (call.bytes == "started")
      return "start";
    if (!call.way.empty() && call.way[0] == "forget")
      return "release";
    if (has("dest"))
      return has("source") ? "exchange" : "send";
    if (has("source"))
      return has("buffer") ? "receive" : "probe";
    if (has("newcomm"))
      return has("group") && has("tag") ? "local" : "create";
    if (!has("comm") && (has("request") || has("requests")))
      return has("message") ? "local" : "complete";
    return has("comm") && call.bytes != "unrecorded" && !has("errorcode") ? "collective" : "local";
  }

  void write_known(std::ostream &out, const Prototype &prototype, const KnownCall &call,
                   const std::string &suffix) const {
    const Words names = names_of(prototype);
    if (names.size() != call.roles.size())
      throw std::runtime_error("calls.table: " + prototype.name + " has " +
                               std::to_string(names.size()) + " parameters in mpi.h, " +
                               std::to_string(call.roles.size()) + " in the table");
    std::map<std::string, std::string> named; // role -> the parameter's name
    for (std::size_t i = 0; i < names.size(); ++i)
      named[call.roles[i]] = names[i];

    open(out, prototype);
    out << "  Call mpi_call(\"" << prototype.name << "\", __builtin_return_address(0));\n";
    write_arguments(out, call, named);
    // A status is wanted for the record even where the caller wants none.
    if (contains(call.roles, "status") && call.bytes == "receive")
      out << "  " << named["status"] << " = mpi_call.status_for_record(" << named["status"]
          << ");\n";
    if (contains(call.roles, "freed_comm"))
      out << "  mpi_call.note_name_of(*" << named["freed_comm"] << ");\n";
    if (!call.way.empty() && call.way[0] == "forget")
      out << "  forget_persistent(*" << named["request"] << ");\n";
    const std::string watched =
        "(mpi_arguments(), brigade::board::Shape::" + shape_of(call) +
        ", Bytes::" + (call.bytes == "started" || call.bytes == "unrecorded" ? "none" : call.bytes);
    out << "  if (mpi_call.is_watched()) [[unlikely]]\n    mpi_call.enter" << watched << ");\n"
        << "  const int mpi_code = " << expression(prototype, call, named, suffix) << ";\n"
        << "  if (mpi_call.is_watched()) [[unlikely]]\n    mpi_call.leave" << watched
        << ", mpi_code);\n";
    if (call.bytes != "unrecorded")
      write_record(out, call, named);
    out << "  return mpi_code;\n}\n";
  }

  std::string expression(const Prototype &prototype, const KnownCall &call,
                         const std::map<std::string, std::string> &named,
                         const std::string &suffix) const {
    const std::string function = "P" + prototype.name, arguments = joined(names_of(prototype));
    const std::string base = prototype.name.substr(4, prototype.name.size() - 4 - suffix.size());
    const std::string direct = function_of(base, suffix) + "(" + arguments + ")";
    const std::string way = call.way.empty() ? "" : call.way[0];
    if (way.empty() || way == "persistent" || way == "forget" || way == "or")
      return direct;
    const std::string blocking = "[&] { return " + direct + "; }";
    if (way == "arrive")
      return "arrive_then_call(" + named.at("comm") + ", " + blocking + ")";
    if (call.way.size() != 2 || (way != "as" && way != "hand"))
      throw std::runtime_error("calls.table: " + prototype.name + " is called in no known way");
    if (way == "hand")
      return call.way[1] + "(" + function + (arguments.empty() ? "" : ", " + arguments) + ")";
    if (!prototypes_.contains("PMPI_" + call.way[1] +
                              suffix)) // an older mpi.h: the call waits as MPI does
      return direct;
    const Words &twin_roles = table_.calls.at(call.way[1]).roles;
    if (!contains(call.roles, "flag") && contains(twin_roles, "flag"))
      return "look_until_found(" + blocking + ", [&](int *added) { return " +
             call_of_twin(call.way[1], named, suffix, "flag") + "; })";
    const std::string comm = named.contains("comm") ? named.at("comm") : "MPI_COMM_WORLD";
    const std::string status = named.contains("status") ? named.at("status") : "MPI_STATUS_IGNORE";
    // A receive from nobody is over at once, and MPICH's nonblocking one leaves its status unset.
    const std::string from_nobody =
        named.contains("source") ? named.at("source") + " == MPI_PROC_NULL ? " + direct + " : "
                                 : "";
    return from_nobody + "start_and_wait(" + comm + ", " + status + ", " + blocking +
           ", [&](MPI_Request *added) { return " +
           call_of_twin(call.way[1], named, suffix, "request") + "; })";
  }

  /// A function that gathers what the call was given, made only where somebody wants to know.
  static void write_arguments(std::ostream &out, const KnownCall &call,
                              const std::map<std::string, std::string> &named) {
    static const Words kSeen = {
        "sendbuf",   "recvbuf",   "buffer",   "count",      "type",       "sendcount",
        "sendtype",  "recvcount", "recvtype", "sendcounts", "recvcounts", "sendtypes",
        "recvtypes", "op",        "root",     "dest",       "source",     "tag",
        "sendtag",   "recvtag",   "comm",     "status",     "request",    "requests",
        "many",      "flag",      "index",    "outcount",   "indices",    "newcomm",
        "color",     "group",     "ndims",    "dims",       "periods",    "remain_dims"};
    out << "  [[maybe_unused]] const auto mpi_arguments = [&] {\n    Arguments seen;\n";
    for (const std::string &role : call.roles)
      // Wait and Test have a status too, of a communication that has its own record.
      if (contains(kSeen, role) && (role != "status" || call.bytes == "receive"))
        out << "    seen." << role << " = " << named.at(role) << ";\n";
    out << "    return seen;\n  };\n";
  }

  static void write_record(std::ostream &out, const KnownCall &call,
                           const std::map<std::string, std::string> &named) {
    const bool persistent = !call.way.empty() && call.way[0] == "persistent";
    std::string condition = "mpi_code == MPI_SUCCESS";
    if (!persistent)
      condition = "mpi_call.is_recorded() && " + condition;
    // A look that finds nothing is no communication; a loop of them would fill the ledger.
    if (named.contains("flag"))
      condition += " && *" + named.at("flag");
    if (named.contains("outcount"))
      condition += " && *" + named.at("outcount") + " != 0";
    out << "  if (" << condition << ") [[unlikely]] {\n";
    if (call.bytes == "started") {
      out << "    mpi_call.record_started("
          << (named.contains("many") ? named.at("requests") : named.at("request")) << ", "
          << (named.contains("many") ? named.at("many") : "1") << ");\n  }\n";
      return;
    }
    if (persistent)
      out << "    remember_persistent(*" << named.at("request")
          << ", mpi_arguments(), Bytes::" << call.bytes << ");\n";
    else
      out << "    mpi_call.record(mpi_arguments(), Bytes::" << call.bytes << ");\n";
    out << "  }\n";
  }

  const Table &table_;
  const std::map<std::string, Prototype> &prototypes_;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::cerr << "usage: generate_wrappers calls.table preprocessed-mpi.h wrappers.cpp\n";
    return 2;
  }
  try {
    const Table table = read_table(argv[1]);
    const auto prototypes = read_prototypes(argv[2]);
    if (!prototypes.contains("PMPI_Send"))
      throw std::runtime_error(std::string(argv[2]) +
                               " declares no PMPI_Send: is it mpi.h, preprocessed?");
    std::ofstream out(argv[3]);
    Writer(table, prototypes).write(out);
    if (!out.flush())
      throw std::runtime_error(std::string("cannot write ") + argv[3]);
  } catch (const std::exception &error) {
    std::cerr << "generate_wrappers: " << error.what() << "\n";
    return 1;
  }
}
