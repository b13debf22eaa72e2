#pragma once

#include "records/record.hpp"

namespace brigade::harness {

/// Type, what() and, of a stub's exception, its exercise's number. To be called in a handler.
records::ExceptionRecord thrown_exception();

} // namespace brigade::harness
