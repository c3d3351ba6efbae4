// Compares what a core left in its buffers with what C++ computes here:
// FUNCTION FOLDER.
#include "streams.cpp"

#include "words.h"

static std::string folder;

template <class T> static std::vector<T> words(const std::string &name) {
  return Words(folder).of<T>(name);
}

static int wrong = 0, compared = 0;

// Bits above a number's own mean nothing.
template <class T, class Get>
static void compare(const std::string &name, int mask, Get get) {
  const std::vector<T> after = words<T>(name + ".after");
  for (size_t i = 0; i < after.size(); ++i, ++compared)
    wrong += ((after[i] ^ get(i)) & mask) != 0;
}

template <class T>
static void arrays(void (*function)(const T *, int *), size_t size) {
  const std::vector<T> in = words<T>("in");
  std::vector<int> out(size);
  function(in.data(), out.data());
  compare<int>("out", -1, [&](size_t i) { return out[i]; });
}

static void fields() {
  const auto data = words<int>("in");
  const auto keep = words<char>("in_1"), strb = words<char>("in_2"),
             user = words<char>("in_3"), id = words<char>("in_5"),
             dest = words<char>("in_6");
  hls::stream<word> in, out;
  for (size_t i = 0; i < data.size(); ++i) {
    word w;
    w.data = data[i], w.keep = keep[i], w.strb = strb[i], w.user = user[i];
    w.last = 0, w.id = id[i], w.dest = dest[i];
    in.write(w);
  }
  raised(in, out);
  std::vector<word> written;
  while (!out.empty())
    written.push_back(out.read());
  auto Of = [&](auto field) {
    return [&, field](size_t i) { return (written[i].*field).to_int(); };
  };
  compare<int>("out", -1, Of(&word::data));
  compare<char>("out_1", 15, Of(&word::keep));
  compare<char>("out_2", 15, Of(&word::strb));
  compare<char>("out_3", 1, Of(&word::user));
  compare<char>("out_4", 1, Of(&word::last));
  compare<char>("out_5", 1, Of(&word::id));
  compare<char>("out_6", 1, Of(&word::dest));
}

int main(int, char **argv) {
  const std::string function = argv[1];
  folder = argv[2];
  if (function == "kept")
    arrays(kept, 40);
  else if (function == "weighed")
    arrays(weighed, 30);
  else if (function == "dealt")
    arrays(dealt, 64);
  else
    fields();
  std::printf("%s: %d wrong of %d\n", argv[1], wrong, compared);
  return wrong || !compared;
}
