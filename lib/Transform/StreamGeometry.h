// Where the elements of buffers stand in the space that streams walk through.
#ifndef ROOFLINE_LIB_TRANSFORM_STREAMGEOMETRY_H
#define ROOFLINE_LIB_TRANSFORM_STREAMGEOMETRY_H

#include "IndexForm.h"

#include "roofline/Model/StreamKernel.h"

#include "llvm/Support/Error.h"

#include <map>

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
  llvm::Instruction *At = nullptr;
  unsigned Buffer = 0; ///< argument
  std::string Name;
  ValueType Type;
  bool IsStore = false;
  int64_t Base = 0; ///< [element]
  std::array<int64_t, 3> Stride = {0, 0, 0};
  std::array<std::vector<IndexRun>, 3> Runs;
  /// First and last index of each dimension at which it may be executed.
  std::array<std::pair<int64_t, int64_t>, 3> Executed;

  bool isUniform() const {
    return Stride == std::array<int64_t, 3>{0, 0, 0} && Runs[0].empty() &&
           Runs[1].empty() && Runs[2].empty();
  }
  bool isSamePlace(const StreamAccess &A) const {
    return Base == A.Base && Stride == A.Stride && Runs == A.Runs;
  }
};

/// Finds Base, Stride, Runs and Executed of \p A; or why there are none such.
std::optional<std::string> fitAccess(const IndexForm &Bytes,
                                     const std::array<Mask, 3> &Runs,
                                     const std::array<int64_t, 3> &Sizes,
                                     StreamAccess &A);

class StreamGeometry {
public:
  llvm::Error layOut(const std::vector<StreamAccess> &Accesses,
                     const std::array<int64_t, 3> &Sizes, unsigned Dimensions);

  unsigned numDimensions() const { return NumDimensions; }
  Box space() const { return Space; }
  Box active() const { return Active; }
  /// Position of the first iteration, by dimension of the loops.
  std::array<int64_t, 3> origin() const { return LoopOrigin; }
  std::array<unsigned, 3> spaceDimension() const { return SpaceDimension; }
  Box window(unsigned Buffer) const { return Windows.at(Buffer).first; }
  uint64_t firstElement(unsigned Buffer) const {
    return Windows.at(Buffer).second;
  }
  /// From the iteration's position to the element of \p A.
  Offset offset(const StreamAccess &A, int64_t Shift) const;

private:
  using Coordinates = std::array<int64_t, 3>;

  llvm::Error orderDimensions(const std::vector<StreamAccess> &Accesses,
                              const std::array<int64_t, 3> &Sizes,
                              unsigned Dimensions);
  llvm::Error findPitches(const std::vector<StreamAccess> &Accesses);
  /// Along the dimensions of the space, nearest to 0 in the faster ones.
  Coordinates coordinates(int64_t Elements, const Coordinates &Pitch) const;
  Coordinates pitchOf(const StreamAccess &A) const;
  llvm::Error touch(const StreamAccess &A);
  llvm::Error placeSmallStream(const StreamAccess &A);

  unsigned NumDimensions = 1;
  Box Space, Active;
  std::array<unsigned, 3> LoopDimension = {0, 1, 2};  ///< by dimension of space
  std::array<unsigned, 3> SpaceDimension = {0, 1, 2}; ///< by dimension of loops
  std::array<int64_t, 3> LoopOrigin = {0, 0, 0}, Origin = {0, 0, 0};
  /// [element] from one position to the next of each dimension of the space.
  Coordinates Pitch = {1, 1, 1};
  std::map<unsigned, int64_t> Shifts; ///< [element] of position 0, by buffer
  std::map<unsigned, std::pair<Box, uint64_t>> Windows;
};

} // namespace roofline

#endif
