#include "trial/thrown.hpp"

#include "trial/not_implemented.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <typeinfo>

namespace brigade::harness {

records::ExceptionRecord thrown_exception() {
  records::ExceptionRecord record;
  if (const std::type_info *type = abi::__cxa_current_exception_type()) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> readable(
        abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), &std::free);
    record.type = readable ? readable.get() : type->name();
  }
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const NotImplemented &exception) {
    record.not_implemented = exception.number();
    record.what = exception.what();
  } catch (const std::exception &exception) {
    record.what = exception.what();
  } catch (const std::string &text) {
    record.what = text;
  } catch (const char *text) {
    record.what = text ? text : "";
  } catch (...) { // has no text
  }
  return record;
}

} // namespace brigade::harness
