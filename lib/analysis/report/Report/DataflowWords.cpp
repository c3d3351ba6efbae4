// Words about processes that wait, as all reports have them.
#include "roofline/Report/DataflowWords.h"

#include "llvm/Support/ErrorHandling.h"

#include <cmath>

using namespace llvm;

namespace roofline {

std::string cycleText(double Cycles) {
  std::string Digits = std::to_string(uint64_t(std::llround(Cycles)));
  for (size_t I = Digits.size(); I > 3; I -= 3)
    Digits.insert(I - 3, ",");
  return Digits;
}

std::string waitText(const DataflowNetwork &N, const DataflowWait &W) {
  const std::string Cycles = cycleText(double(W.Cycles));
  switch (W.K) {
  case DataflowWait::Kind::Data:
    return Cycles + " for data in " + N.Fifos[W.Index].Name;
  case DataflowWait::Kind::Space:
    return Cycles + " for space in " + N.Fifos[W.Index].Name;
  case DataflowWait::Kind::Start:
    return Cycles + " for array " + N.Arrays[W.Index].Name;
  }
  llvm_unreachable("a kind of wait");
}

std::string busyText(uint64_t Busy, double Cycles) {
  return std::to_string(uint64_t(std::floor(100.0 * double(Busy) / Cycles))) +
         " %";
}

} // namespace roofline
