#pragma once

#include <array>
#include <string_view>

/// What the sanitizers call things, and what we say instead.
namespace brigade::grader {

/// A kind of misuse that AddressSanitizer names.
struct AddressKind {
  std::string_view name; ///< as the report begins
  std::string_view words, cause;
};
constexpr std::string_view kTooFar = "Look for an index, a count or a displacement that is too "
                                     "large: MPI writes as many elements as it is told.";
constexpr std::string_view kLivesLonger =
    "A buffer must live until its MPI_Wait; a reference into a vector dies when it grows.";
constexpr std::array kAddressKinds = {
    AddressKind{"heap-buffer-overflow", "uses memory beside an array", kTooFar},
    AddressKind{"stack-buffer-overflow", "uses memory beside a local array", kTooFar},
    AddressKind{"stack-buffer-underflow", "uses memory before a local array", kTooFar},
    AddressKind{"dynamic-stack-buffer-overflow", "uses memory beside a local array", kTooFar},
    AddressKind{"global-buffer-overflow", "uses memory beside a global array", kTooFar},
    AddressKind{"container-overflow", "uses memory behind the elements of a container",
                "reserve() makes room and no elements: use resize()."},
    AddressKind{"heap-use-after-free", "uses memory that was freed", kLivesLonger},
    AddressKind{"stack-use-after-scope", "uses a local variable after its block", kLivesLonger},
    AddressKind{"stack-use-after-return", "uses a local variable after its function", kLivesLonger},
    AddressKind{"attempting double-free", "frees memory twice", "Let a std::vector own it."},
    // The harness counts what is freed, and so asks for its size first.
    AddressKind{
        "attempting to call malloc_usable_size()", "frees memory that is not allocated",
        "It was freed already, or the pointer is not what new gave: let a std::vector own it."},
    AddressKind{"attempting free on address", "frees what was never allocated",
                "delete and free take only what new and malloc gave: let a std::vector own it."},
    AddressKind{"alloc-dealloc-mismatch", "frees memory in another way than it was allocated",
                "new[] needs delete[]; let a std::vector own it."},
    AddressKind{"stack-overflow", "has filled the stack",
                "A function calls itself without an end, or a local array is too large."},
    AddressKind{"memcpy-param-overlap", "copies between buffers that overlap",
                "Use another buffer, or MPI_IN_PLACE."},
    AddressKind{"negative-size-param", "copies a negative number of bytes",
                "Look for a count that became negative."},
    AddressKind{"allocation-size-too-big", "asks for more memory than there can be",
                "Look for a size that became negative."},
    AddressKind{"requested allocation size", "asks for more memory than there can be",
                "Look for a size that became negative."},
    AddressKind{"SEGV", "uses an address that belongs to nothing (segmentation fault)",
                "A null pointer, or an index that is far too large."},
    AddressKind{"FPE", "divides a whole number by 0", "Look at / and %."},
};

/// The same for what UndefinedBehaviorSanitizer says, by words that stand in it.
struct UndefinedCause {
  std::string_view words, cause;
};
constexpr std::array kUndefinedCauses = {
    UndefinedCause{"out of bounds", "The array has no such element: look at the index, and at the "
                                    "condition of the loop around it."},
    UndefinedCause{"division by zero", "Look at / and %."},
    UndefinedCause{"integer overflow",
                   "The result does not fit into its type: compute with std::int64_t."},
    UndefinedCause{"cannot be represented",
                   "The result does not fit into its type: compute with std::int64_t."},
    UndefinedCause{"representable values",
                   "The result does not fit into its type: compute with std::int64_t."},
    UndefinedCause{"null pointer",
                   "Something was not allocated, or an empty container's data() was read."},
    UndefinedCause{"without returning a value", "A way through the function ends without return."},
    UndefinedCause{"shift exponent", "A shift is by less than the bits of its type, and not by "
                                     "less than 0."},
};

} // namespace brigade::grader
