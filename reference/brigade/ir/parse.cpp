#include "brigade/ir/parse.hpp"

#include "brigade/ir/text/block_parser.hpp"
#include "brigade/ir/text/read_mesh.hpp"
#include "brigade/ir/text/read_sharding.hpp"
#include "brigade/ir/text/token_reader.hpp"
#include "brigade/ir/verify.hpp"

namespace brigade {

Program parse_program(std::string_view text, const std::string &name,
                      const std::optional<Mesh> &mesh) {
  TokenReader reader(text, name);
  Program program;
  if (reader.take("mesh"))
    program.mesh = read_mesh(reader);
  if (mesh)
    program.mesh = mesh;
  BlockPlaces places;
  while (reader.take("block")) {
    program.blocks.push_back(BlockParser(reader, program, places).parse());
    places.insert({program.blocks.back().name, places.size()});
  }
  if (!reader.take("program"))
    reader.fail(!program.blocks.empty() ? "'block' or 'program'"
                : program.mesh          ? "'block' or 'program' behind the mesh"
                                        : "'mesh', 'block' or 'program'");
  program.blocks.push_back(BlockParser(reader, program, places).parse());
  if (!reader.at(Token::Kind::end))
    reader.fail(reader.peek(), "the end of the text",
                "the program comes last, the blocks that it calls before it");
  verify(program);
  return program;
}

TensorSharding parse_tensor_sharding(std::string_view text, const std::string &name) {
  TokenReader reader(text, name);
  TensorSharding sharding = read_sharding(reader);
  if (!reader.at(Token::Kind::end))
    reader.fail("the end of the sharding");
  return sharding;
}

} // namespace brigade
