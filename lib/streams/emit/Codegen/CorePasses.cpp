// All passes of an iterated kernel.
#include "roofline/Codegen/CorePasses.h"

#include <cassert>

namespace roofline {

std::vector<std::string> holdersOf(const CorePasses &P,
                                   const std::string &Argument) {
  std::vector<std::string> Holders;
  std::string At = Argument;
  do {
    Holders.push_back(At);
    auto Next = P.Turns.find(At);
    At = Next == P.Turns.end() ? At : Next->second;
  } while (At != Argument);
  return Holders;
}

std::string holderOf(const CorePasses &P, const std::string &Argument) {
  assert(P.Passes >= 1 && "a core does at least one pass");
  const std::vector<std::string> Holders = holdersOf(P, Argument);
  return Holders[size_t(P.Passes) % Holders.size()];
}

} // namespace roofline
