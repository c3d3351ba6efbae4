// Places of buffers' elements in the space that streams walk.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMGEOMETRY_H
#define ROOFLINE_LIB_RECOGNITION_STREAMGEOMETRY_H

#include "StreamAccess.h"

#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

#include <map>

namespace roofline {

/// The order in which streams go through the positions of a nest.
enum class WalkOrder : uint8_t {
  Memory, ///< neighbours in memory first
  Loops,  ///< as the loops do, where each iteration takes what another left
};

class StreamGeometry {
public:
  /// Lays out the space and the windows. With \p Keeps iterations that store
  /// nothing are active too, because later ones use their values.
  llvm::Error layOut(const std::vector<StreamAccess> &Accesses,
                     const std::array<int64_t, 3> &Sizes, unsigned Dimensions,
                     bool Keeps, WalkOrder O);

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
  /// Pitch of \p Buffer; nothing: row-major order.
  std::optional<Offset> pitch(unsigned Buffer) const;
  /// Offset from the iteration's position to the element of \p A, shifted by
  /// \p Along [element] in each dimension of the loops.
  Offset offset(const StreamAccess &A,
                const std::array<int64_t, 3> &Along) const;

private:
  using Coordinates = std::array<int64_t, 3>;

  Offset offset(const StreamAccess &A, int64_t Shift) const;
  void turnIntoRow(const StreamAccess &A, const Coordinates &Centre,
                   Coordinates &Distance) const;

  llvm::Error orderDimensions(const std::vector<StreamAccess> &Accesses,
                              const std::array<int64_t, 3> &Sizes,
                              unsigned Dimensions, WalkOrder O);
  void findPitches(const std::vector<StreamAccess> &Accesses);
  void findShifts(const std::vector<StreamAccess> &Accesses);
  const StreamAccess *findOrigin(const std::vector<StreamAccess> &Accesses);
  llvm::Error findActive(const std::vector<StreamAccess> &Accesses,
                         const std::array<int64_t, 3> &Sizes,
                         const StreamAccess *Reference);
  void beginWithFirst(const std::vector<StreamAccess> &Accesses);
  void closeWindows(int64_t Iterations);
  bool isOfSpace(const StreamAccess &A) const;
  int64_t shift(unsigned Buffer) const; ///< see Shifts; 0: none
  /// Splits \p Elements into coordinates of the space, nearest to 0 in the
  /// faster dimensions.
  Coordinates coordinates(int64_t Elements, const Coordinates &Pitch) const;
  Coordinates pitchOf(const StreamAccess &A) const;
  bool isReordered(const StreamAccess &A) const;
  std::optional<Coordinates> reorderedOffset(const StreamAccess &Access,
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
  /// [element] From one position to the next, by dimension of the space.
  Coordinates Pitch = {1, 1, 1};
  /// An access to each buffer that is not in row-major order; points into the
  /// argument of layOut().
  std::map<unsigned, const StreamAccess *> Reordered;
  /// First access to each buffer with shorter rows.
  std::map<unsigned, const StreamAccess *> SmallStreams;
  std::map<unsigned, int64_t> Shifts; ///< [element] of position 0, by buffer
  std::map<unsigned, std::pair<Box, uint64_t>> Windows;
};

} // namespace roofline

#endif
