// Where the elements of buffers stand in the space that streams walk through.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMGEOMETRY_H
#define ROOFLINE_LIB_RECOGNITION_STREAMGEOMETRY_H

#include "StreamAccess.h"

#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

#include <map>

namespace roofline {

class StreamGeometry {
public:
  /// With \p Keeps values of iterations that store nothing are in use, too:
  /// all iterations take part.
  llvm::Error layOut(const std::vector<StreamAccess> &Accesses,
                     const std::array<int64_t, 3> &Sizes, unsigned Dimensions,
                     bool Keeps);

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
  /// Where \p Buffer is walked in another order than row-major.
  std::optional<Offset> pitch(unsigned Buffer) const;
  /// From the iteration's position to the element of \p A.
  /// that is \p Along [element] by each dimension of the loops beside its line.
  Offset offset(const StreamAccess &A,
                const std::array<int64_t, 3> &Along) const;

private:
  using Coordinates = std::array<int64_t, 3>;

  Offset offset(const StreamAccess &A, int64_t Shift) const;

  llvm::Error orderDimensions(const std::vector<StreamAccess> &Accesses,
                              const std::array<int64_t, 3> &Sizes,
                              unsigned Dimensions);
  void findPitches(const std::vector<StreamAccess> &Accesses);
  void findShifts(const std::vector<StreamAccess> &Accesses);
  const StreamAccess *findOrigin(const std::vector<StreamAccess> &Accesses);
  llvm::Error findActive(const std::vector<StreamAccess> &Accesses,
                         const std::array<int64_t, 3> &Sizes,
                         const StreamAccess *Reference);
  void beginWithFirst(const std::vector<StreamAccess> &Accesses);
  void closeWindows(int64_t Iterations);
  bool isOfSpace(const StreamAccess &A) const;
  int64_t shift(unsigned Buffer) const; ///< see Shifts; 0 where there is none
  /// Along the dimensions of the space, nearest to 0 in the faster ones.
  Coordinates coordinates(int64_t Elements, const Coordinates &Pitch) const;
  Coordinates pitchOf(const StreamAccess &A) const;
  bool isReordered(const StreamAccess &A) const;
  std::optional<Coordinates> reorderedOffset(const StreamAccess &Of,
                                             const StreamAccess &A,
                                             const Coordinates &Along) const;
  llvm::Error placeReordered(const StreamAccess &A);
  llvm::Error touch(const StreamAccess &A);
  llvm::Error placeSmallStream(const StreamAccess &A);

  bool Keeps = false; ///< see layOut()
  unsigned NumDimensions = 1;
  Box Space, Active;
  std::array<unsigned, 3> LoopDimension = {0, 1, 2};  ///< by dimension of space
  std::array<unsigned, 3> SpaceDimension = {0, 1, 2}; ///< by dimension of loops
  std::array<int64_t, 3> LoopOrigin = {0, 0, 0}, Origin = {0, 0, 0};
  /// [element] from one position to the next of each dimension of the space.
  Coordinates Pitch = {1, 1, 1};
  /// An access of each buffer in another order; what layOut() was given.
  std::map<unsigned, const StreamAccess *> Reordered;
  /// The first access of each buffer of shorter rows.
  std::map<unsigned, const StreamAccess *> SmallStreams;
  std::map<unsigned, int64_t> Shifts; ///< [element] of position 0, by buffer
  std::map<unsigned, std::pair<Box, uint64_t>> Windows;
};

} // namespace roofline

#endif
