// Words of global memory, from the load/store units of a replayed launch.
#include "MemoryWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cassert>
#include <cmath>
#include <map>

using namespace llvm;

namespace roofline {

MapVector<StringRef, ObjectWords> wordsByObject(const AnalysisResult &R) {
  assert(R.OnBoard && "words come from the model board");
  MapVector<StringRef, ObjectWords> Objects;
  for (const ReplayedUnit &U : R.OnBoard->LaunchReplay.Units) {
    const MemoryAccess &A = R.Kernel->Accesses[U.Access];
    ObjectWords &Object =
        Objects[A.Base.empty() ? StringRef("?") : StringRef(A.Base)];
    if (Object.Words == 0)
      Object.First = A.Loc;
    Object.Words += U.Words;
  }
  return Objects;
}

std::string mostWordsText(const AnalysisResult &R) {
  const auto Objects = wordsByObject(R);
  const auto Most = max_element(Objects, [](const auto &A, const auto &B) {
    return A.second.Words < B.second.Words;
  });
  if (Most == Objects.end() || Objects.size() < 2)
    return "";
  return formatv(", {0} of them for {1} at line {2}",
                 largeText(Most->second.Words), Most->first,
                 lineText(*R.Kernel, Most->second.First))
      .str();
}

const MemoryAccess *mostWanted(const AnalysisResult &R) {
  assert(R.OnBoard && "words come from the model board");
  std::map<uint32_t, double> Words; // of an access
  for (const ReplayedUnit &U : R.OnBoard->LaunchReplay.Units)
    Words[U.Access] += U.Words;
  const auto Most = max_element(
      Words, [](const auto &A, const auto &B) { return A.second < B.second; });
  return Most == Words.end() ? nullptr : &R.Kernel->Accesses[Most->first];
}

bool readsNeighbours(const AnalysisResult &R) {
  assert(R.OnBoard && "accesses come from the model board");
  constexpr size_t Fewest = 3;
  std::map<StringRef, SmallVector<const MemoryAccess *, 8>> Reads;
  for (const ReplayedUnit &U : R.OnBoard->LaunchReplay.Units) {
    const MemoryAccess &A = R.Kernel->Accesses[U.Access];
    if (A.K == MemoryAccess::Kind::Read && A.Index && !U.IsIrregular)
      Reads[A.Base].push_back(&A);
  }
  return any_of(Reads, [](const auto &Object) {
    const auto &Accesses = Object.second;
    return Accesses.size() >= Fewest &&
           all_of(Accesses, [&](const MemoryAccess *A) {
             return A->Index->Terms == Accesses.front()->Index->Terms;
           });
  });
}

std::string largeText(double Count) {
  static constexpr std::pair<double, const char *> Scales[] = {
      {1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  for (auto [Scale, Name] : Scales)
    if (Count >= Scale) {
      const double Value = Count / Scale;
      return (Value >= 100  ? formatv("{0:f0}{1}", Value, Name)
              : Value >= 10 ? formatv("{0:f1}{1}", Value, Name)
                            : formatv("{0:f2}{1}", Value, Name))
          .str();
    }
  return countText(std::round(Count));
}

} // namespace roofline
