#pragma once

#include "trial/not_implemented.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace brigade {

/// What a call throws, as a text to record: "none", "std::invalid_argument", … or "another
/// exception". A stub's NotImplemented passes through.
template <class F> std::string thrown_by(F &&call) {
  try {
    std::forward<F>(call)();
  } catch (const NotImplemented &) {
    throw;
  } catch (const std::invalid_argument &) {
    return "std::invalid_argument";
  } catch (const std::out_of_range &) {
    return "std::out_of_range";
  } catch (const std::overflow_error &) {
    return "std::overflow_error";
  } catch (const std::logic_error &) {
    return "std::logic_error";
  } catch (const std::runtime_error &) {
    return "std::runtime_error";
  } catch (...) {
    return "another exception";
  }
  return "none";
}

} // namespace brigade
