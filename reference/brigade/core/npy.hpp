#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/core/shape.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// What the first bytes of a .npy file say (numpy.lib.format, versions 1 to 3).
struct NpyHeader {
  std::string descr; ///< type as NumPy writes it: "<f4", ">i8", "|u1", …
  bool fortran_order = false;
  Shape shape;
  std::size_t data_offset = 0; ///< where the elements begin
};

/// Reads the header from the first bytes of a file; more bytes than the header do no harm. Throws
/// InputError naming the file, what was expected and what was found.
NpyHeader parse_npy_header(std::span<const std::byte> bytes, std::string_view file_name);

/// The DType of little-endian "<f4", "<f8", "<i4", "<i8" or "|b1". Throws InputError for another.
DType dtype_of_npy(const NpyHeader &header, std::string_view file_name);

/// A file's header, held against its size: throws InputError also where the file is in Fortran
/// order, of a type that dtype_of_npy refuses, or not exactly as long as its header says.
NpyHeader read_npy_header(const std::string &path);

/// What a file of this type and shape (C order) begins with. Its length is a multiple of 64.
std::string make_npy_header(DType type, const Shape &shape);

/// An array on the host, row-major.
template <Element T> struct NpyArray {
  Shape shape;
  std::vector<T> values;
};

/// Reads a whole file of elements of type T. Throws InputError as read_npy_header does, and where
/// the file's type is not T. Memory is asked for only after the file's size was found right.
template <Element T> NpyArray<T> read_npy(const std::string &path);

/// Writes a whole file, beside its place and renamed into it. `values` are row-major. Throws
/// InputError where their number is not the shape's, or the path cannot be written.
template <Element T>
void write_npy(const std::string &path, const Shape &shape, std::span<const T> values);

} // namespace brigade
