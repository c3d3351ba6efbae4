// The places of best values: argmin and argmax.
//
/// \file
/// `if (v > best) { best = v; at = i; }` keeps a *best* value and *notes* what
/// was beside it. Both are one reduction, by an integer minimum or maximum, of
/// a *key*: the value, then the place in the walk, so that of equals the first
/// or the last wins as the comparison says, then notes that come from data. So
/// it takes a position each cycle and any number of lanes. The notes are
/// computed from the place when the walk is done.
#ifndef ROOFLINE_LIB_RECOGNITION_BESTPLACE_H
#define ROOFLINE_LIB_RECOGNITION_BESTPLACE_H

#include "CarriedValue.h"
#include "DatapathBuilder.h"
#include "StreamFinish.h"

namespace roofline {

/// A value that is kept where the best one is replaced.
struct BestNote {
  CarriedValue Kept;
  const llvm::Value *Put; ///< what replaces it
};

/// A best value with its notes.
struct BestPlace {
  CarriedValue Best;
  std::vector<BestNote> Notes;
  llvm::CmpInst::Predicate Replaces; ///< of the iteration's value and the best
  const llvm::Value *Compared;       ///< the iteration's value
  std::vector<uint32_t> Enables;     ///< nodes, ascending; all are to be 1
  /// The best value itself is one of the notes; else another reduction has it.
  bool IsNoted;
};

/// Takes the best values that have notes out of \p All, and the notes. A best
/// value of floats stays where it is no such choice: fmax() prefers +0.
llvm::Expected<std::vector<BestPlace>>
takeBestPlaces(const StreamBody &Body, DatapathBuilder &Nodes,
               std::vector<CarriedValue> &All);

/// The key has at most 64 bits; others are no reduction.
bool fitsKey(const BestPlace &P, const StreamBody &Body, DatapathBuilder &Nodes,
             StreamKernel &K);

/// Adds the reduction of \p P to \p K, and its last values to \p Lasts.
llvm::Error addBestPlace(const BestPlace &P, const StreamBody &Body,
                         DatapathBuilder &Nodes, StreamKernel &K,
                         std::vector<LastValue> &Lasts);

} // namespace roofline

#endif
