// Maps an operation to the entry of a device's latency table that prices it.
#include "roofline/Kernel/LatencyClass.h"

#include "roofline/Kernel/Operators.h"

#include <cassert>

namespace roofline {
namespace {

std::string memoryClass(const MemoryAccess &A) {
  switch (A.Space) {
  case AddressSpace::Local:
  case AddressSpace::Constant: // cached on the chip
    return "local_mem";
  case AddressSpace::Private: // registers
  case AddressSpace::Global:  // priced by the memory model
  case AddressSpace::Generic:
    break;
  }
  return "";
}

std::string floatPrefix(const ValueType &T) {
  return T.Bits == 32 || T.Scalar != ScalarKind::Float
             ? "fp_"
             : "fp" + std::to_string(T.Bits) + "_";
}

} // namespace

std::string latencyClass(const KernelSummary &Kernel, const Operation &Op) {
  assert((!Op.Access || *Op.Access < Kernel.Accesses.size()) &&
         "the access of an operation is one of its kernel");
  if (Op.Access)
    return memoryClass(Kernel.Accesses[*Op.Access]);
  std::string_view Name = Op.Name;
  if (Name.starts_with("get_"))
    return "";
  // "call f", "indirect call", "inline assembly": the summary names the
  // unknown.
  if (Name.find(' ') != Name.npos)
    return "";
  const bool IsFloat = Op.Type.Scalar == ScalarKind::Float;
  const KernelOperator *Of = kernelOperator(Name, IsFloat);
  if (!Of || Of->Latency == "own")
    return IsFloat ? floatPrefix(Op.Type) + Op.Name : Op.Name;
  // A conversion's own type may be the integer: then the class has no width.
  if (Of->isFloat())
    return floatPrefix(Op.Type) + std::string(Of->Latency.substr(3));
  return std::string(Of->Latency);
}

} // namespace roofline
