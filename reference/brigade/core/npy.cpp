#include "brigade/core/npy.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace brigade {

static_assert(std::endian::native == std::endian::little,
              ".npy files are read without swapping bytes");

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// More than any header of an array of numbers has (NumPy's own are 128 bytes, rarely 256).
constexpr std::size_t kLongestHeader = 65536;

[[noreturn]] void refuse(std::string_view file_name, const std::string &reason) {
  throw InputError(fmt::format("{} is not a .npy file that can be read: {}", file_name, reason));
}

// The header's text is a Python dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (3,
// 4), }
class DictionaryParser {
public:
  DictionaryParser(std::string_view text, std::string_view file_name)
      : text_(text), file_name_(file_name) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_descr = false, has_order = false, has_shape = false;
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") {
        if (next() == '[')
          refuse(file_name_, fmt::format("it holds records, {}; save one field of numbers", text_));
        header.descr = quoted();
        has_descr = true;
      } else if (key == "fortran_order") {
        header.fortran_order = boolean();
        has_order = true;
      } else if (key == "shape") {
        header.shape = tuple();
        has_shape = true;
      } else {
        fail(fmt::format("the keys descr, fortran_order and shape, not {}", key));
      }
      if (!take(',') && next() != '}')
        fail(", or } after a value");
    }
    if (!has_descr || !has_order || !has_shape)
      fail("the keys descr, fortran_order and shape");
    if (next() != '\0')
      fail("nothing after }");
    return header;
  }

private:
  char next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (next() != c)
      return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c))
      fail(fmt::format("{} at column {}", c, at_ + 1));
  }

  std::string quoted() {
    const char quote = next();
    if (quote != '\'' && quote != '"')
      fail(fmt::format("a quoted word at column {}", at_ + 1));
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos)
      fail("a closing quote");
    const std::string word(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return word;
  }

  bool boolean() {
    next();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return value;
      }
    }
    fail("True or False for fortran_order");
  }

  Shape tuple() {
    Shape shape;
    expect('(');
    while (!take(')')) {
      next();
      std::int64_t size = 0;
      const char *begin = text_.data() + at_;
      const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), size);
      if (error != std::errc() || size < 0)
        fail(fmt::format("sizes from 0 to 2^63 - 1 in the shape, at column {}", at_ + 1));
      at_ += static_cast<std::size_t>(end - begin);
      shape.push_back(size);
      take('L'); // Python 2 wrote long integers so
      if (!take(',') && next() != ')')
        fail(", or ) in the shape");
    }
    return shape;
  }

  [[noreturn]] void fail(const std::string &expected) const {
    refuse(file_name_, fmt::format("its header should have {}; found: {}", expected, text_));
  }

  std::string_view text_, file_name_;
  std::size_t at_ = 0;
};

std::string_view descr_of(DType type) {
  switch (type) {
  case DType::f32:
    return "<f4";
  case DType::f64:
    return "<f8";
  case DType::i32:
    return "<i4";
  case DType::i64:
    return "<i8";
  case DType::boolean:
    return "|b1";
  }
  return "?";
}

std::ifstream open_file(const std::string &path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw InputError(fmt::format("cannot read {}: it is a folder; name a .npy file", path));
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return file;
}

// The header of an open file; afterwards the file stands at its first element.
NpyHeader read_checked_header(std::ifstream &file, const std::string &path) {
  file.seekg(0, std::ios::end);
  const std::streamoff end = file.tellg();
  if (end < 0)
    throw InputError(
        fmt::format("cannot read {}: it has no size (a pipe?); name a regular file", path));
  const auto file_bytes = static_cast<std::size_t>(end);
  file.seekg(0);
  std::vector<char> beginning(std::min(file_bytes, kLongestHeader + 12));
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  const NpyHeader header = parse_npy_header(std::as_bytes(std::span(beginning)), path);
  const DType type = dtype_of_npy(header, path);
  if (header.fortran_order)
    refuse(path, "its elements are in Fortran order; save it in C order (numpy.ascontiguousarray)");
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(static_cast<std::size_t>(element_count(header.shape)), size_of(type),
                             &bytes) ||
      bytes != file_bytes - header.data_offset)
    refuse(path, fmt::format(
                     "shape {} of {} needs {} x {} bytes after a header of {}, but the file has {} "
                     "after it",
                     to_string(header.shape), to_string(type), element_count(header.shape),
                     size_of(type), header.data_offset, file_bytes - header.data_offset));
  file.clear();
  file.seekg(static_cast<std::streamoff>(header.data_offset));
  return header;
}

} // namespace

NpyHeader parse_npy_header(std::span<const std::byte> bytes, std::string_view file_name) {
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (text.size() < kMagic.size() + 2 || !text.starts_with(kMagic)) {
    std::string found;
    for (const char c : text.substr(0, kMagic.size()))
      found += fmt::format("{:02x} ", static_cast<unsigned char>(c));
    refuse(file_name,
           fmt::format("it should begin with 93 4e 55 4d 50 59 (\"\\x93NUMPY\") and a version; "
                       "found {}in {} bytes",
                       found, text.size()));
  }
  const int version = text[kMagic.size()];
  if (version < 1 || version > 3)
    refuse(file_name, fmt::format("its format version is {}; 1, 2 and 3 are known", version));
  const std::size_t length_bytes = version == 1 ? 2 : 4, begin = kMagic.size() + 2 + length_bytes;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes && begin <= text.size(); ++i)
    length |= static_cast<std::size_t>(static_cast<unsigned char>(text[kMagic.size() + 2 + i]))
              << (8 * i);
  if (begin > text.size() || length > text.size() - begin)
    refuse(file_name, fmt::format("its header should have {} bytes after the first {}; found {}",
                                  length, begin, text.size() - std::min(begin, text.size())));
  NpyHeader header = DictionaryParser(text.substr(begin, length), file_name).parse();
  header.data_offset = begin + length;
  return header;
}

DType dtype_of_npy(const NpyHeader &header, std::string_view file_name) {
  for (const DType type : {DType::f32, DType::f64, DType::i32, DType::i64, DType::boolean}) {
    const std::string_view descr = descr_of(type);
    if (header.descr == descr || (header.descr.size() == 3 && header.descr[0] == '=' &&
                                  header.descr.substr(1) == descr.substr(1)))
      return type;
  }
  refuse(
      file_name,
      fmt::format("its elements are of type {}; known are <f4, <f8, <i4, <i8 and |b1 (convert it "
                  "with numpy.ndarray.astype)",
                  header.descr));
}

NpyHeader read_npy_header(const std::string &path) {
  std::ifstream file = open_file(path);
  return read_checked_header(file, path);
}

std::string make_npy_header(DType type, const Shape &shape) {
  std::string sizes;
  for (const std::int64_t size : shape)
    sizes += fmt::format("{}, ", size);
  if (shape.size() > 1)
    sizes.resize(sizes.size() - 2);
  else if (shape.size() == 1)
    sizes.resize(sizes.size() - 1);
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                 descr_of(type), sizes);
  // Version 1 has room for 65,535 bytes: more dimensions than any array has.
  const std::size_t begin = kMagic.size() + 4, total = (begin + text.size() + 1 + 63) / 64 * 64;
  text.append(total - begin - text.size() - 1, ' ');
  text += '\n';
  std::string header(kMagic);
  header +=
      {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return header + text;
}

template <Element T> NpyArray<T> read_npy(const std::string &path) {
  std::ifstream file = open_file(path);
  NpyHeader header = read_checked_header(file, path);
  if (const DType type = dtype_of_npy(header, path); type != dtype_of<T>())
    throw InputError(fmt::format("{} holds {} (shape {}), but {} was expected; convert it with "
                                 "numpy.ndarray.astype(\"{}\")",
                                 path, to_string(type), to_string(header.shape),
                                 to_string(dtype_of<T>()), descr_of(dtype_of<T>())));
  NpyArray<T> array{std::move(header.shape), {}};
  array.values.resize(static_cast<std::size_t>(element_count(array.shape)));
  const auto bytes = static_cast<std::streamsize>(array.values.size() * sizeof(T));
  if (!file.read(reinterpret_cast<char *>(array.values.data()), bytes))
    refuse(path, fmt::format("only {} of {} bytes could be read", file.gcount(), bytes));
  return array;
}

template <Element T>
void write_npy(const std::string &path, const Shape &shape, std::span<const T> values) {
  if (element_count(shape) != static_cast<std::int64_t>(values.size()))
    throw InputError(fmt::format("cannot write {}: shape {} has {} elements, but {} were given",
                                 path, to_string(shape), element_count(shape), values.size()));
  AtomicFile file(path);
  file.write(make_npy_header(dtype_of<T>(), shape));
  file.write(values.data(), values.size_bytes());
  file.commit();
}

template NpyArray<float> read_npy(const std::string &);
template NpyArray<double> read_npy(const std::string &);
template NpyArray<std::int32_t> read_npy(const std::string &);
template NpyArray<std::int64_t> read_npy(const std::string &);
template void write_npy(const std::string &, const Shape &, std::span<const float>);
template void write_npy(const std::string &, const Shape &, std::span<const double>);
template void write_npy(const std::string &, const Shape &, std::span<const std::int32_t>);
template void write_npy(const std::string &, const Shape &, std::span<const std::int64_t>);

} // namespace brigade
