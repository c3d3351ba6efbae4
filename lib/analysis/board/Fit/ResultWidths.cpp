// The fewest bits that hold each operation's result.
#include "roofline/Fit/StructureCounts.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace roofline {
namespace {

/// [bit] of a work-item's place in its group, and in the NDRange: no board
/// takes larger ones.
constexpr uint32_t LocalIdBits = 10, GlobalIdBits = 20, AddressBits = 32;

uint32_t bitsOf(int64_t Constant) {
  return uint32_t(std::bit_width(uint64_t(std::llabs(Constant))));
}

/// Result width of an operator on integers whose widest operand has \p Most
/// bits; all operands together have \p Sum.
uint32_t integerWidth(const KernelSummary &Kernel, const Operation &Op,
                      uint32_t Most, uint32_t Sum) {
  const uint32_t Full = Op.Type.Bits;
  const std::string &Name = Op.Name;
  const uint32_t Fixed = Op.Constant ? bitsOf(*Op.Constant) : 0;
  const uint32_t Widest = std::max(Op.Argument ? Full : Fixed, Most);
  if (Name == "get_local_id")
    return std::min(Full, LocalIdBits);
  if (Name.starts_with("get_"))
    return std::min(Full, GlobalIdBits);
  if (Op.Access)
    return std::min(Full, 8 * Kernel.Accesses[*Op.Access].NumBytes);
  if (Name == "icmp")
    return std::max(1u, Most);
  if (Op.Operands.empty() || Most == 0)
    return Full;
  if (Name == "and" && Op.Constant && *Op.Constant >= 0)
    return std::min({Full, Fixed, Most});
  if (Name == "lshr" && Op.Constant)
    return std::min(Full, Most - std::min<uint32_t>(Most - 1, *Op.Constant));
  if (Name == "add" || Name == "sub")
    return std::min(Full, Widest + 1);
  if (Name == "or" || Name == "xor")
    return std::min(Full, Widest);
  if (Name == "mul" && Op.Constant)
    return std::min(Full, Most + Fixed);
  if (Name == "mul" && Op.Operands.size() == 2)
    return std::min(Full, Sum);
  if (Name == "shl" && Op.Constant)
    return std::min<uint32_t>(Full, Most + uint32_t(*Op.Constant));
  if (Name == "zext" || Name == "sext" || Name == "select")
    return std::min(Full, Most);
  return Full;
}

} // namespace

std::vector<uint32_t> resultWidths(const KernelSummary &Kernel) {
  std::vector<uint32_t> Widths;
  Widths.reserve(Kernel.Operations.size());
  for (const Operation &Op : Kernel.Operations) {
    uint32_t Most = 0, Sum = 0;
    for (uint32_t Operand : Op.Operands)
      if (Operand < Widths.size()) {
        Most = std::max(Most, Widths[Operand]);
        Sum += Widths[Operand];
      }
    uint32_t Width = Op.Type.Bits;
    if (Op.Type.Scalar == ScalarKind::Int)
      Width = integerWidth(Kernel, Op, Most, Sum);
    else if (Op.Type.Scalar == ScalarKind::Pointer)
      Width = AddressBits;
    Widths.push_back(std::max(1u, Width));
  }
  return Widths;
}

} // namespace roofline
