// All passes of an iterated kernel.
#include "roofline/Codegen/CorePasses.h"

namespace roofline {

std::string holderOf(const CorePasses &P, const std::string &Argument) {
  auto Next = [&](const std::string &Of) {
    auto At = P.Turns.find(Of);
    return At == P.Turns.end() ? Of : At->second;
  };
  int64_t Length = 1; // of the cycle
  for (std::string At = Next(Argument); At != Argument; At = Next(At))
    ++Length;
  std::string Holder = Argument;
  for (int64_t I = P.Passes % Length; I > 0; --I)
    Holder = Next(Holder);
  return Holder;
}

} // namespace roofline
