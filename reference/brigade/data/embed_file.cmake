# cmake -DINPUT=FILE -DOUTPUT=FILE.cpp -DHEADER=brigade/… -DFUNCTION=NAME -P embed_file.cmake
# Writes a C++ source that defines `std::span<const std::byte> brigade::NAME()`, declared in HEADER: the bytes of INPUT.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

namespace brigade {
namespace {
constexpr unsigned char kBytes[] = {
${bytes}
};
} // namespace

std::span<const std::byte> ${FUNCTION}() { return std::as_bytes(std::span(kBytes)); }

} // namespace brigade
")
