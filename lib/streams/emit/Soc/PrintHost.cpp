// The host's drivers of a core, in C and in Python.
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr StringLiteral HalfType = "float16";

/// Type in C; registers of odd widths have the next larger one, those of half
/// their bits: not every host's C has such numbers.
std::string cType(const Register &R) {
  if (R.Type == HalfType)
    return "uint16_t";
  if (StringRef(R.Type).starts_with("float"))
    return R.bits() == 32 ? "float" : "double";
  const unsigned Bits = R.bits();
  for (unsigned Has : {8, 16, 32, 64})
    if (Bits <= Has)
      return (StringRef(R.Type).starts_with("u") ? "uint" : "int") +
             std::to_string(Has) + "_t";
  return "";
}

/// Bits of an integer; of a float the letter of Python's struct.
std::string pythonKind(const Register &R) {
  if (!StringRef(R.Type).starts_with("float"))
    return std::to_string(R.bits());
  return R.Type == HalfType ? "\"<e\"" : R.bits() == 32 ? "\"<f\"" : "\"<d\"";
}

json::Array driverRegisters(const SystemPlan &P, bool IsResult) {
  json::Array Values = registerValues(P, IsResult);
  for (auto [R, V] : zip_equal(IsResult ? P.Results : P.Arguments, Values)) {
    json::Object &Value = *V.getAsObject();
    Value["c_type"] = cType(R);
    Value["half"] = R.Type == HalfType;
    Value["python_kind"] = pythonKind(R);
  }
  return Values;
}

} // namespace

std::vector<TextFile> printHost(const SystemPlan &P, Templates &T) {
  json::Object Values = systemValues(P);
  Values["arguments"] = driverRegisters(P, false);
  Values["results"] = driverRegisters(P, true);
  const std::string Name = "host/" + P.Name + "_driver";
  return {{Name + ".h", T.fill("driver.h", Values)},
          {Name + ".c", T.fill("driver.c", Values)},
          {Name + ".py", T.fill("driver.py", Values)}};
}

} // namespace roofline
