// Accesses as lines through the iterations, with exceptions.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMACCESS_H
#define ROOFLINE_LIB_RECOGNITION_STREAMACCESS_H

#include "roofline/Base/ValueType.h"
#include "roofline/IndexForms/IndexForm.h"

#include "llvm/Support/Error.h"

namespace roofline {

/// Indices First to Last of a dimension at which an access leaves its line by
/// Shift.
struct IndexRun {
  int64_t First = 0, Last = 0;
  int64_t Shift = 0; ///< [element]
  bool operator==(const IndexRun &) const = default;
};

/// An access of a position: element Base + sum of Stride * index, shifted
/// within Runs. Dimensions are those of the loops.
struct StreamAccess {
  const llvm::Instruction *Inst = nullptr;
  /// Argument, or a number of its own for a part; see separateParts().
  unsigned Buffer = 0;
  bool IsPart = false; ///< Buffer is a part of an argument
  std::string Name;
  ValueType Type;
  bool IsStore = false;
  /// Number of elements of Type side by side at each position, and the index of
  /// this one. Base, Stride and Shift count them as one.
  uint32_t Fields = 1, Field = 0;
  int64_t Base = 0; ///< [element]
  std::array<int64_t, 3> Stride = {0, 0, 0};
  std::array<std::vector<IndexRun>, 3> Runs;
  /// First and last index of each dimension at which the access may run.
  std::array<std::pair<int64_t, int64_t>, 3> Executed;

  bool isUniform() const {
    return Stride == std::array<int64_t, 3>{0, 0, 0} && Runs[0].empty() &&
           Runs[1].empty() && Runs[2].empty();
  }
  /// [element] Index into the buffer; needs isUniform().
  int64_t element() const { return Base * Fields + Field; }
  bool isSamePlace(const StreamAccess &A) const {
    return Base == A.Base && Stride == A.Stride && Runs == A.Runs;
  }
};

/// True where \p A and \p B of one buffer may be the same element, each at some
/// position. Tells accesses of up to a million positions apart.
bool mayMeet(const StreamAccess &A, const StreamAccess &B);

/// Finds Base, Stride, Runs and Executed of \p A [byte]; returns nothing, or
/// why the access has none.
std::optional<std::string> fitAccess(const IndexForm &Bytes,
                                     const std::array<IndexSet, 3> &Runs,
                                     const std::array<int64_t, 3> &Sizes,
                                     StreamAccess &A);

/// Converts bytes to elements and finds the fields of each buffer. Splits an
/// access that is wider than an element, lowest bits first.
llvm::Error toElements(std::vector<StreamAccess> &Accesses);

/// Calls \p Visit(first, last, shift [element]) for the indices of dimension
/// \p D at which \p A is executed, from run to run.
template <typename VisitFn>
void forEachRun(const StreamAccess &A, unsigned D, VisitFn Visit) {
  auto [Next, Last] = A.Executed[D];
  for (const IndexRun &R : A.Runs[D]) {
    if (R.Last < Next || R.First > Last)
      continue;
    if (Next < R.First)
      Visit(Next, R.First - 1, 0);
    Visit(std::max(Next, R.First), std::min(Last, R.Last), R.Shift);
    Next = R.Last + 1;
  }
  if (Next <= Last)
    Visit(Next, Last, 0);
}

/// [element] First and last place that any position may access by \p A.
std::pair<int64_t, int64_t> placesOf(const StreamAccess &A);

/// Gives the accesses of a buffer that is only read, and in several orders, as
/// in a[i] * a[j], numbers of their own from \p Next on: each order is a
/// stream. Returns the next number.
unsigned separateOrders(std::vector<StreamAccess> &Accesses, unsigned Next);

/// Gives the parts of a buffer that no access leaves, such as the fields of a
/// structure of arrays, numbers of their own from \p Next on: each is a stream.
/// Parts that together are wider than a port stay one stream.
void separateParts(std::vector<StreamAccess> &Accesses, unsigned Next);

} // namespace roofline

#endif
