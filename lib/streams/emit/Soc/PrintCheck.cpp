// The host's programs that check a core with its drivers, in C and in Python.
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

/// [byte] of a float, 0 of integers.
int floatBytes(StringRef Type) {
  return StringSwitch<int>(Type)
      .Case("float16", 2)
      .Case("float32", 4)
      .Case("float64", 8)
      .Default(0);
}

json::Object bufferValue(const SystemBuffer &B) {
  return json::Object{{"argument", B.Argument},
                      {"base", B.BasePort},
                      {"address", formatv("{0:x+}", B.Address)},
                      {"bytes", int64_t(B.Bytes)},
                      {"type", B.Type},
                      {"float_bytes", floatBytes(B.Type)}};
}

json::Object launchValue(const SystemPlan &P, const SystemLaunch &L) {
  json::Array Scalars, Compared, Reduced;
  for (const auto &[Name, Bits] : L.Scalars)
    Scalars.push_back(
        json::Object{{"port", Name}, {"value", formatv("{0:x+}", Bits)}});
  for (auto [B, Elements] : zip_equal(P.Buffers, L.After))
    if (Elements)
      Compared.push_back(bufferValue(B));
  for (auto [R, Bits] : zip_equal(P.Core.Reductions, L.Reduced))
    Reduced.push_back(json::Object{{"port", R.Port},
                                   {"value", formatv("{0:x+}", Bits)},
                                   {"type", R.Type},
                                   {"is_float", int(floatBytes(R.Type) > 0)}});
  return json::Object{
      {"title", L.Says.empty() ? P.Name : P.Name + ", " + L.Says},
      {"least", L.LeastCycles},
      {"ending", L.Ending},
      {"scalars", withLast(std::move(Scalars))},
      {"compared", withLast(std::move(Compared))},
      {"reduced", withLast(std::move(Reduced))}};
}

} // namespace

std::vector<TextFile> printCheck(const SystemPlan &P, Templates &T) {
  json::Array Buffers, Launches;
  for (const SystemBuffer &B : P.Buffers)
    Buffers.push_back(bufferValue(B));
  for (const SystemLaunch &L : P.Launches)
    Launches.push_back(launchValue(P, L));
  json::Object Values = systemValues(P);
  Values["buffers"] = std::move(Buffers);
  Values["launches"] = std::move(Launches);
  Values["masters"] = !P.memory().Masters.empty();
  Values["memory_bytes"] = int64_t(P.MemoryBytes);
  return {{"host/check.c", T.fill("check.c", Values)},
          {"host/check.py", T.fill("check.py", Values)}};
}

} // namespace roofline
