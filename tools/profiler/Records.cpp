// The profile as JSON, one line for each place.
#include "Records.h"

#include <cstdio>
#include <unistd.h>

namespace roofline::profiler {
namespace {

class Writer {
public:
  explicit Writer(std::FILE *Out) : Out(Out) {}

  void profile(const Records &All) {
    std::fputs("{\n  \"format\": \"roofline-profile\",\n  \"version\": 1,\n"
               "  \"kernels\": [",
               Out);
    const char *Comma = "";
    for (const auto &[Key, R] : All) {
      std::fprintf(Out, "%s\n    {\n", Comma);
      launch(Key, R);
      std::fputs("\n    }", Out);
      Comma = ",";
    }
    std::fputs("\n  ]\n}\n", Out);
  }

private:
  using Ull = unsigned long long;

  void text(const std::string &S) {
    std::fputc('"', Out);
    for (unsigned char C : S)
      if (C == '"' || C == '\\')
        std::fprintf(Out, "\\%c", C);
      else if (C < 0x20)
        std::fprintf(Out, "\\u%04x", C);
      else
        std::fputc(C, Out);
    std::fputc('"', Out);
  }

  void field(const char *Name, const std::string &Value) {
    std::fprintf(Out, "      \"%s\": ", Name);
    text(Value);
    std::fputs(",\n", Out);
  }
  void field(const char *Name, uint64_t Value) {
    std::fprintf(Out, "      \"%s\": %llu,\n", Name, Ull(Value));
  }
  void sizes(const char *Name, const std::array<uint64_t, 3> &S) {
    std::fprintf(Out, "      \"%s\": [%llu, %llu, %llu],\n", Name, Ull(S[0]),
                 Ull(S[1]), Ull(S[2]));
  }
  void place(const Place &P) {
    std::fprintf(Out, "\"line\": %u, \"column\": %u", P.Line, P.Column);
    if (P.File.empty())
      return;
    std::fputs(", \"file\": ", Out);
    text(P.File);
  }

  /// A list under \p Name, an entry a line.
  template <typename Map, typename Print>
  void list(const char *Name, const Map &Entries, Print PrintOne) {
    std::fprintf(Out, "      \"%s\": [", Name);
    const char *Comma = "";
    for (const auto &[Key, Value] : Entries) {
      std::fprintf(Out, "%s\n        {", Comma);
      PrintOne(Key, Value);
      std::fputc('}', Out);
      Comma = ",";
    }
    std::fputs(Entries.empty() ? "]" : "\n      ]", Out);
  }

  void launch(const LaunchKey &Key, const LaunchRecord &R) {
    field("kernel", Key.Kernel);
    field("source_sha256", Key.Source);
    field("options", Key.Options);
    std::fprintf(Out, "      \"dimensions\": %u,\n", Key.Dimensions);
    sizes("global", Key.Global);
    sizes("local", Key.Local);
    std::fputs("      \"args\": {", Out);
    const char *Comma = "";
    for (const auto &[Name, Value] : Key.Args) {
      std::fputs(Comma, Out);
      text(Name);
      std::fprintf(Out, ": %lld", (long long)Value);
      Comma = ", ";
    }
    std::fputs("},\n", Out);
    field("launches", R.Launches);
    field("work_items", R.WorkItems);
    field("work_groups", R.WorkGroups);
    field("barriers", R.Barriers);
    if (R.Faults) {
      field("faults", R.Faults);
      field("first_fault", R.FirstFault);
    }
    list("bytes", R.Bytes, [&](const std::string &Space, const BytesRecord &B) {
      std::fprintf(Out, "\"space\": \"%s\", \"read\": %llu, \"written\": %llu",
                   Space.c_str(), Ull(B.Read), Ull(B.Written));
    });
    std::fputs(",\n", Out);
    list("loops", R.Loops, [&](const Place &P, const LoopRecord &L) {
      place(P);
      std::fprintf(Out,
                   ", \"entries\": %llu, \"iterations\": %llu, \"least\": "
                   "%llu, \"most\": %llu",
                   Ull(L.Entries), Ull(L.Iterations), Ull(L.Least),
                   Ull(L.Most));
    });
    std::fputs(",\n", Out);
    list("branches", R.Branches,
         [&](const Place &P, const std::vector<uint64_t> &Arms) {
           place(P);
           std::fputs(", \"arms\": [", Out);
           for (size_t I = 0; I < Arms.size(); ++I)
             std::fprintf(Out, "%s%llu", I ? ", " : "", Ull(Arms[I]));
           std::fputc(']', Out);
         });
    std::fputs(",\n", Out);
    list("operations", R.Operations,
         [&](const OperationKey &K, const OperationRecord &O) {
           operation(K, O);
         });
  }

  void operation(const OperationKey &K, const OperationRecord &O) {
    place(K.Loc);
    std::fputs(", \"name\": ", Out);
    text(K.Name);
    std::fputs(", \"type\": ", Out);
    text(K.Type);
    std::fprintf(Out, ", \"lanes\": %u, \"count\": %llu", K.Lanes,
                 Ull(O.Count));
    if (!K.Space.empty())
      std::fprintf(Out,
                   ", \"space\": \"%s\", \"read\": %llu, \"written\": %llu",
                   K.Space.c_str(), Ull(O.Read), Ull(O.Written));
  }

  std::FILE *Out;
};

} // namespace

bool writeProfile(const std::string &Path, const Records &All) {
  std::string Temporary = Path + "." + std::to_string(::getpid()) + ".tmp";
  std::FILE *Out = std::fopen(Temporary.c_str(), "w");
  if (!Out)
    return false;
  Writer(Out).profile(All);
  bool Written = !std::ferror(Out);
  Written = std::fclose(Out) == 0 && Written;
  if (Written && std::rename(Temporary.c_str(), Path.c_str()) == 0)
    return true;
  std::remove(Temporary.c_str());
  return false;
}

} // namespace roofline::profiler
