#include "command_line.hpp"

#include <sstream>

namespace brigade::doctor {

std::vector<std::string> command_line(const std::string &command,
                                      const std::vector<std::string> &more) {
  std::vector<std::string> words;
  std::istringstream stream(command);
  for (std::string word; std::getline(stream, word, '|');)
    words.push_back(word);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

} // namespace brigade::doctor
