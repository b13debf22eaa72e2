#include "options.hpp"

#include "brigade/core/error.hpp"
#include "command_line/words_of.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace brigade::training {

namespace {

constexpr std::int64_t kLargestSize =
    std::numeric_limits<std::int32_t>::max(); // BLAS counts in 32 bits

std::int64_t parse_size(std::string_view text, std::string_view what) {
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size() || size < 1 || size > kLargestSize)
    throw InputError(fmt::format("{} is '{}'; a whole number from 1 to {} is expected", what, text,
                                 kLargestSize));
  return size;
}

std::uint64_t parse_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size())
    throw InputError(fmt::format("--seed is '{}'; a whole number from 0 to {} is expected", text,
                                 std::numeric_limits<std::uint64_t>::max()));
  return seed;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

// More ranks than this are hardly what was meant.
constexpr std::int64_t kMostRanksAdvised = 1024;

// "data=2,model=4"; an axis that is left out has size 1.
MeshSizes parse_mesh(const std::string &text, std::int64_t ranks) {
  std::optional<std::int64_t> data, model;
  for (std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string_view axis = part.substr(0, equals);
    if (equals == std::string_view::npos || (axis != "data" && axis != "model"))
      throw InputError(
          fmt::format("--mesh {} names '{}'; axis=size is expected, with the axes data and model, "
                      "as in data=2,model=4",
                      text, axis));
    std::optional<std::int64_t> &size = axis == "data" ? data : model;
    if (size)
      throw InputError(fmt::format("--mesh {} names the axis {} twice", text, axis));
    size = parse_size(part.substr(equals + 1),
                      fmt::format("the size of axis {} in --mesh {}", axis, text));
  }
  const MeshSizes sizes{data.value_or(1), model.value_or(1)};
  const std::int64_t devices = sizes.data * sizes.model;
  if (devices != ranks) {
    const MeshSizes works = default_mesh(ranks);
    throw InputError(fmt::format(
        "--mesh {} has {} {} and {} {} running: --mesh data={},model={} would work{}", text,
        devices, devices == 1 ? "device" : "devices", ranks, ranks == 1 ? "rank is" : "ranks are",
        works.data, works.model,
        devices <= kMostRanksAdvised ? fmt::format(", or {0} ranks (-n {0})", devices) : ""));
  }
  return sizes;
}

std::vector<std::int64_t> parse_hidden(const std::string &text) {
  std::vector<std::int64_t> sizes;
  if (text != "none")
    for (std::string_view part : split(text, ','))
      sizes.push_back(parse_size(part, fmt::format("a layer's size in --hidden {}", text)));
  return sizes;
}

// A finite number that `is_right`.
template <class Condition>
double parse_number(const std::string &text, std::string_view option, std::string_view expected,
                    Condition is_right) {
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value) || !is_right(value))
    throw InputError(fmt::format("{} is '{}'; {} is expected", option, text, expected));
  return value;
}

// An empty path is one that a script forgot to fill in.
void check_path(const CLI::Option &option, const std::string &path) {
  if (option.count() > 0 && path.empty())
    throw InputError(fmt::format("{} is ''; the name of a file is expected", option.get_name()));
  if (option.get_name() != "--report" && path == "-")
    throw InputError(fmt::format("{} is '-'; only --report goes to standard output, so the name of "
                                 "a file is expected",
                                 option.get_name()));
}

} // namespace

MeshSizes default_mesh(std::int64_t ranks) {
  std::int64_t data = 1;
  for (std::int64_t size = 2; size * size <= ranks; ++size)
    if (ranks % size == 0)
      data = size;
  return data == 1 ? MeshSizes{ranks, 1} : MeshSizes{data, ranks / data};
}

Mesh TrainOptions::mesh() const {
  return Mesh(DeviceGrid(Shape{data_size, model_size}), {"data", "model"});
}

CommandLine parse_command_line(int argc, const char *const *argv, std::int64_t ranks,
                               const ProgramWords &program) {
  CommandLine line;
  TrainOptions &options = line.options;
  options.program = program.name;
  std::string mesh, implicit = "allow", hidden = "128,128", epochs = "20", batch = "64", seed = "0";
  std::string activation = "relu", optimizer_kind = "sgd", lr, momentum = "0.9";

  CLI::App app("Trains a multi-layer perceptron on a mesh {data, model} of MPI ranks.\n" +
                   program.description,
               program.name);
  const MeshSizes standard = default_mesh(ranks);
  CLI::Option *mesh_option =
      app.add_option("--mesh", mesh,
                     fmt::format("Axes and sizes; their product is the number of\n"
                                 "ranks [data={},model={}]",
                                 standard.data, standard.model));
  mesh_option->type_name("data=N,model=M");
  if (!program.has_sharding) {
    options.sharding = "by hand";
  } else {
    app.add_option("--sharding", options.sharding,
                   "What is cut over which axis: the batch over data\n"
                   "(dp), the layers over model (tp), both, what the\n"
                   "planner finds cheapest (auto), or what a table\n"
                   "says: lines like\n"
                   "params.layers.0.weight: [-, model] [dp+tp]")
        ->type_name("dp|tp|dp+tp|auto|FILE");
    app.add_option("--implicit-communication", implicit,
                   "What becomes of plans that move values although\n"
                   "the table does not ask for it (but to sum): warn\n"
                   "says what and where, error ends with that [allow]")
        ->type_name("allow|warn|error");
    app.add_flag("--check-replicas", options.check_replicas,
                 "Stop where ranks that hold the same numbers differ\n"
                 "in a bit after a step, and say in which");
  }
  app.add_option("--data", options.data,
                 "digits (embedded), or a folder with MNIST-format\n"
                 "IDX files or .npy pairs [digits]")
      ->type_name("digits|PATH");
  app.add_option("--hidden", hidden, "Sizes of the hidden layers, or none [128,128]")
      ->type_name("N,N,...");
  app.add_option("--activation", activation, "Of the hidden layers [relu]")
      ->check(CLI::IsMember({"relu", "tanh"}))
      ->option_text("relu|tanh");
  app.add_option("--epochs", epochs, "Times through the training rows [20]")->type_name("N");
  app.add_option("--batch", batch, "Rows of a step, over all ranks [64]")->type_name("N");
  app.add_option("--optimizer", optimizer_kind, "sgd has momentum [sgd]")
      ->check(CLI::IsMember({"sgd", "adam"}))
      ->option_text("sgd|adam");
  CLI::Option *lr_option =
      app.add_option("--lr", lr, "Learning rate [0.1; 0.001 with adam]")->type_name("X");
  app.add_option("--momentum", momentum, "Of sgd [0.9]")->type_name("X");
  app.add_option("--seed", seed, "Of the initial weights and the order of rows [0]")
      ->type_name("N");
  CLI::Option *report = app.add_option("--report,--json", options.report_path,
                                       "Write the results as JSON (- = standard output,\n"
                                       "with nothing else on it)")
                            ->type_name("FILE");
  CLI::Option *trace =
      app.add_option("--trace", options.trace_path,
                     program.has_sharding ? "Write a timeline of what is computed and sent, for\n"
                                            "ui.perfetto.dev"
                                          : "Write a timeline of the communication, for\n"
                                            "ui.perfetto.dev")
          ->type_name("FILE");
  CLI::Option *plot =
      app.add_option("--plot", options.plot_path, "Draw loss and accuracy by epoch as SVG")
          ->type_name("FILE");
  app.add_flag("--quiet", options.quiet, "Print nothing but errors");
  app.footer(fmt::format("Examples:\n"
                         "  mpiexec -n 8 {0}\n"
                         "  mpiexec -n 4 {0} --mesh data=4 --hidden 256 \\\n"
                         "      --optimizer adam --plot loss.svg\n"
                         "  mpiexec -n 6 {0} --mesh data=2,model=3 \\\n"
                         "      --data ~/mnist --batch 128 --report run.json",
                         program.name));

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    line.text = app.help();
    return line;
  } catch (const CLI::ParseError &error) {
    throw InputError(
        fmt::format("{} ({} --help lists the options)", words_of(error, app), program.name));
  }

  const MeshSizes sizes = mesh_option->count() == 0 ? standard : parse_mesh(mesh, ranks);
  options.data_size = sizes.data;
  options.model_size = sizes.model;
  options.implicit_communication =
      implicit_communication_named(implicit, "--implicit-communication");
  if (options.sharding == "auto" && options.implicit_communication == ImplicitCommunication::error)
    throw InputError("--implicit-communication error holds a plan to a table, and --sharding auto "
                     "has none, but moves whatever makes a step faster; with auto use warn, which "
                     "says what is moved, or give error a table: dp, tp, dp+tp or a file");
  options.hidden = parse_hidden(hidden);
  options.activation = activation == "tanh" ? Activation::tanh : Activation::relu;
  options.epochs = parse_size(epochs, "--epochs");
  options.batch = parse_size(batch, "--batch");
  options.seed = parse_seed(seed);
  OptimizerOptions &optimizer = options.optimizer;
  optimizer.kind = optimizer_kind == "adam" ? OptimizerKind::adam : OptimizerKind::sgd;
  if (lr_option->count() == 0)
    lr = optimizer.kind == OptimizerKind::adam ? "0.001" : "0.1";
  optimizer.learning_rate =
      parse_number(lr, "--lr", "a number above 0", [](double rate) { return rate > 0; });
  optimizer.momentum = parse_number(momentum, "--momentum", "a number from 0 to less than 1",
                                    [](double share) { return share >= 0 && share < 1; });
  if (options.sharding.empty())
    throw InputError("--sharding is ''; dp, tp, dp+tp, auto or the name of a file is expected");
  check_path(*report, options.report_path);
  check_path(*trace, options.trace_path);
  check_path(*plot, options.plot_path);
  return line;
}

} // namespace brigade::training
