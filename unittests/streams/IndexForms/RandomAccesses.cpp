// Kernels by chance whose indices are written in the ways that programs do.
#include "RandomAccesses.h"

#include <initializer_list>
#include <random>
#include <vector>

namespace roofline::test {
namespace {

class Writer {
public:
  explicit Writer(uint64_t Seed) : Random(Seed) {}

  std::string kernel(const std::string &Name) {
    Names = {"n", "m", "u"};
    std::string Text =
        join({"kernel void ", Name,
              "(global int *a, global int *b, int n, int m, uint u) {\n"});
    for (uint64_t D = 0, E = below(4); D < E; ++D) {
      const std::string Dim = std::to_string(D);
      Text += join({"  ", pick({"int", "uint", "size_t"}), " g", Dim, " = ",
                    pick({"get_global_id", "get_global_id", "get_group_id",
                          "get_local_id"}),
                    "(", Dim, ");\n"});
      Names.insert(Names.end(), 2, "g" + Dim);
    }
    std::string End = "}\n";
    for (uint64_t Depth = 0, E = below(3); Depth < E; ++Depth) {
      Text += loop(std::string(1, char('i' + Depth)));
      End = "  }\n" + End;
    }
    if (below(4) == 0) {
      Text += join(
          {"  if (", sum(1), pick({" < ", " >= ", " == "}), sum(1), ") {\n"});
      End = "  }\n" + End;
    }
    for (uint64_t I = 0, E = 1 + below(3); I < E; ++I) {
      const std::string Value = "v" + std::to_string(I);
      Text += join({"    int ", Value, " =\n      a[", index(), "];\n    b[",
                    index(), "] = ", Value, ";\n"});
    }
    return Text + End;
  }

private:
  uint64_t below(uint64_t N) { return Random() % N; }
  std::string pick(std::initializer_list<const char *> Words) {
    return Words.begin()[below(Words.size())];
  }
  /// A list is evaluated in its order, so that every compiler writes the same.
  static std::string join(std::initializer_list<std::string> Parts) {
    std::string Text;
    for (const std::string &Part : Parts)
      Text += Part;
    return Text;
  }

  std::string loop(const std::string &Counter) {
    const std::string From = below(3) ? pick({"0", "1", "3"}) : sum(1);
    Names.insert(Names.end(), 3, Counter);
    return join({"  for (", pick({"int ", "int ", "uint ", "long "}), Counter,
                 " = ", From, "; ", Counter, " < ",
                 pick({"n", "m", "16", "n - 1", "m / 2"}), "; ", Counter,
                 pick({"++", "++", " += 2", " += 5"}), ") {\n"});
  }

  /// A linear form, or one value of it.
  std::string sum(unsigned Depth) {
    if (Depth == 0 || below(3) == 0)
      return below(5) ? Names[below(Names.size())]
                      : pick({"1", "2", "5", "16", "63"});
    const std::string L = sum(Depth - 1), R = sum(Depth - 1);
    switch (below(6)) {
    case 0:
      return join({"(", L, " * ", R, ")"});
    case 1:
      return join({"(", L, " * ", pick({"2", "3", "8"}), ")"});
    case 2:
      return join({"(", L, " - ", R, ")"});
    default:
      return join({"(", L, " + ", R, ")"});
    }
  }

  std::string index() {
    const std::string L = sum(2), R = sum(1);
    switch (below(14)) {
    case 0:
      return join({L, " / ", pick({"2", "3", "4", "16"})});
    case 1:
      return join({L, " % ", pick({"2", "3", "8", "16"})});
    case 2:
      return join({L, " & ", pick({"1", "7", "15", "~3"})});
    case 3:
      return join({L, " >> ", pick({"1", "2", "3"})});
    case 4:
      return join({"min((int)", L, ", (int)", R, ")"});
    case 5:
      return join({"max((int)", L, ", (int)", R, ")"});
    case 6:
      return join({"clamp((int)", L, ", 0, ", pick({"n", "31", "m"}), ")"});
    case 7:
      return join({L, " < ", R, " ? ", sum(1), " : ", sum(1)});
    case 8:
      return join(
          {pick({"(size_t)", "(uint)", "(int)", "(long)"}), L, " + ", R});
    case 9:
      return join({pick({"(ushort)", "(uchar)", "(short)"}), L, " + ", R});
    case 10:
      return join({L, " << ", pick({"1", "2"})});
    default:
      return L;
    }
  }

  std::mt19937_64 Random;
  std::vector<std::string> Names; ///< what an index may be made of
};

} // namespace

std::string randomAccesses(uint64_t Seed, unsigned Number) {
  Writer W(Seed);
  std::string Text;
  for (unsigned I = 0; I < Number; ++I)
    Text += W.kernel("k" + std::to_string(I));
  return Text;
}

} // namespace roofline::test
