// Buffers of a system's simulation: FOLDER/NAME.bin.
#include <cstdio>
#include <string>
#include <vector>

class Words {
public:
  explicit Words(std::string folder) : folder(std::move(folder)) {}

  template <class T> std::vector<T> of(const std::string &name) const {
    std::vector<T> result;
    FILE *file = std::fopen((folder + "/" + name + ".bin").c_str(), "rb");
    for (T word; file && std::fread(&word, sizeof word, 1, file) == 1;)
      result.push_back(word);
    return result;
  }

private:
  std::string folder;
};
