// Accesses as lines through the iterations, and the runs beside them.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMACCESS_H
#define ROOFLINE_LIB_RECOGNITION_STREAMACCESS_H

#include "roofline/Base/ValueType.h"
#include "roofline/IndexForms/IndexForm.h"

#include "llvm/Support/Error.h"

namespace roofline {

/// Indices First to Last of a dimension, where an access is elsewhere than the
/// line says.
struct IndexRun {
  int64_t First = 0, Last = 0;
  int64_t Shift = 0; ///< [element]
  bool operator==(const IndexRun &) const = default;
};

/// An access of a position: element Base + sum of Stride * index, and the runs
/// beside it. Dimensions are those of the loops.
struct StreamAccess {
  const llvm::Instruction *At = nullptr;
  unsigned Buffer = 0; ///< argument
  std::string Name;
  ValueType Type;
  bool IsStore = false;
  /// Elements of Type that stand side by side at each position, and which of
  /// them this one is. Base, Stride and Shift count all of them as one.
  uint32_t Fields = 1, Field = 0;
  int64_t Base = 0; ///< [element]
  std::array<int64_t, 3> Stride = {0, 0, 0};
  std::array<std::vector<IndexRun>, 3> Runs;
  /// First and last index of each dimension at which it may be executed.
  std::array<std::pair<int64_t, int64_t>, 3> Executed;

  bool isUniform() const {
    return Stride == std::array<int64_t, 3>{0, 0, 0} && Runs[0].empty() &&
           Runs[1].empty() && Runs[2].empty();
  }
  /// [element] of the buffer, where isUniform().
  int64_t element() const { return Base * Fields + Field; }
  bool isSamePlace(const StreamAccess &A) const {
    return Base == A.Base && Stride == A.Stride && Runs == A.Runs;
  }
};

/// Finds Base, Stride, Runs and Executed of \p A [byte]; or why there are none
/// such.
std::optional<std::string> fitAccess(const IndexForm &Bytes,
                                     const std::array<IndexSet, 3> &Runs,
                                     const std::array<int64_t, 3> &Sizes,
                                     StreamAccess &A);

/// Bytes to elements; finds the fields of each buffer. An access that is wider
/// than an element becomes several ones, that of the lowest bits first.
llvm::Error toElements(std::vector<StreamAccess> &Accesses);

} // namespace roofline

#endif
