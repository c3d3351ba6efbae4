// Integers as linear forms of the work-group, exact over a box of groups.
#ifndef ROOFLINE_LIB_TILES_GROUPFORM_H
#define ROOFLINE_LIB_TILES_GROUPFORM_H

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <cstdint>
#include <optional>

namespace llvm {
class Instruction;
} // namespace llvm

namespace roofline {

/// Constant + sum of Slope * group, as a signed number.
struct GroupForm {
  int64_t Constant = 0;
  std::array<int64_t, 3> Slope = {0, 0, 0};

  bool isConstant() const { return Slope == std::array<int64_t, 3>{0, 0, 0}; }
  int64_t at(const std::array<int64_t, 3> &Group) const {
    return Constant + Slope[0] * Group[0] + Slope[1] * Group[1] +
           Slope[2] * Group[2];
  }
  bool operator==(const GroupForm &) const = default;
  auto operator<=>(const GroupForm &) const = default;
};

/// Groups First to Last in each dimension.
struct GroupBox {
  std::array<int64_t, 3> First = {0, 0, 0}, Last = {0, 0, 0};

  bool isOne(unsigned D) const { return First[D] == Last[D]; }
  bool isOne() const { return isOne(0) && isOne(1) && isOne(2); }
  /// True where \p F is one number for all groups.
  bool hasOne(const GroupForm &F) const {
    return (!F.Slope[0] || isOne(0)) && (!F.Slope[1] || isOne(1)) &&
           (!F.Slope[2] || isOne(2));
  }
  bool operator==(const GroupBox &) const = default;
  auto operator<=>(const GroupBox &) const = default;
};

/// False where \p F is \p Value for no group of \p Box, by its range.
bool mayBe(const GroupForm &F, int64_t Value, const GroupBox &Box);

/// \p L + \p R * \p Factor; nothing when a part exceeds 64 bits.
std::optional<GroupForm> sum(const GroupForm &L, const GroupForm &R,
                             int64_t Factor = 1);

/// Result of the integer operation \p I on \p Operands for each group of
/// \p Box; nothing when no form holds for all groups. Comparisons are 0 or -1.
std::optional<GroupForm> resultOf(const llvm::Instruction &I,
                                  llvm::ArrayRef<GroupForm> Operands,
                                  const GroupBox &Box);

} // namespace roofline

#endif
