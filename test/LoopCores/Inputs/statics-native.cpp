// Compares what a core left in its buffers with what C++ computes here:
// FUNCTION FOLDER.
#include "statics.cpp"

#include "words.h"

#include <algorithm>

int main(int, char **argv) {
  const Words words(argv[2]);
  int wrong = 0;
  if (argv[1] == std::string("counted")) {
    const auto before = words.of<int>("totals");
    std::copy(before.begin(), before.end(), totals);
    std::vector<int> out(8);
    counted(words.of<int>("in").data(), out.data());
    wrong =
        out != words.of<int>("out.after") ||
        std::vector<int>(totals, totals + 4) != words.of<int>("totals.after");
  } else {
    const auto lines = words.of<unsigned char>("line");
    std::copy(lines.begin(), lines.end(), line[0]);
    hls::stream<unsigned char> in;
    hls::stream<int> out;
    for (unsigned char c : words.of<unsigned char>("in"))
      in.write(c);
    edges(in, out);
    for (int after : words.of<int>("out.after"))
      wrong += after != out.read();
    wrong += !out.empty();
    const auto left = words.of<unsigned char>("line.after");
    wrong += !std::equal(left.begin(), left.end(), line[0]) ||
             left.size() != sizeof line;
  }
  std::printf("%s: %d wrong\n", argv[1], wrong);
  return wrong;
}
