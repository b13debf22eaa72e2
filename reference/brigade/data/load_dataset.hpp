#pragma once

#include "brigade/data/dataset.hpp"

#include <string>

namespace brigade {

/// Loads what a command line names as `--data`: "digits" for the embedded set, else the path of a
/// folder (write "./digits" for a folder of that name) that holds
/// - MNIST-format IDX files train-images-idx3-ubyte, train-labels-idx1-ubyte,
/// t10k-images-idx3-ubyte and
///   t10k-labels-idx1-ubyte, each with '-' or '.' before "idx", each with or without ".gz" (plain
///   is preferred), or
/// - x_train.npy, y_train.npy, x_test.npy and y_test.npy, C order, x of at least two dimensions
/// [rows, ...], y [rows].
///
/// Features of type u8 are pixels and are divided by 255; other types are taken as they are. Labels
/// are integers from 0.
///
/// Plain files are mapped: a fetch touches the pages of its rows only, and labels are read in full
/// (they tell the number of classes). A .gz is inflated once as a stream, through a bounded buffer,
/// and the rows that `needed` selects are kept in their stored type. Nothing selected explicitly
/// (an empty function) means all rows.
///
/// Throws InputError naming the file, what was expected and what was found.
Dataset load_dataset(const std::string &source, const RowSelection &needed = {});

} // namespace brigade
