// Arrays and the indices at which a kernel accesses them.
//
/// \file
/// An index is one number for each dimension of the array: a constant and a
/// multiple of each loop's iteration number.
#ifndef ROOFLINE_VITISNESTS_FORMS_H
#define ROOFLINE_VITISNESTS_FORMS_H

#include "roofline/Kernel/KernelSummary.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace roofline::vitis {

constexpr unsigned MaxDims = 4;
using Coordinates = std::array<int64_t, MaxDims>;

struct ArrayForm {
  std::string Name;
  std::vector<int64_t> Strides;  ///< [byte] outermost first; at least one
  std::vector<uint64_t> Extents; ///< [element] 0 where unknown
  uint64_t ElementBytes = 1;
  bool IsArgument = false;
  bool IsConstant = false;
  /// Registers, read and written without a port: a structure behind a pointer,
  /// which is one wide word, or an array that is split in full.
  bool IsRegister = false;
  std::optional<uint32_t> Memory; ///< index into KernelSummary::Memories
};

struct FormTerm {
  uint32_t Loop = 0;
  uint8_t Dim = 0;
  int64_t Coefficient = 0; ///< [element] per iteration
  bool operator==(const FormTerm &) const = default;
};

struct AccessForm {
  uint32_t Array = 0;
  bool IsAffine = false;
  Coordinates Base = {};
  std::vector<FormTerm> Terms; ///< by loop, then dimension
  /// Loops with which the part that is not affine varies.
  std::vector<uint32_t> IrregularLoops;
  std::string Irregular; ///< text of that part, for comparison
};

struct Forms {
  std::vector<ArrayForm> Arrays;
  std::vector<AccessForm> Accesses; ///< as KernelSummary::Accesses
};

Forms readForms(const KernelSummary &Kernel);

} // namespace roofline::vitis

#endif
