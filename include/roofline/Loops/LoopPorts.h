// Accesses that may meet, and the ways of the host's buffers to a core.
//
/// \file
/// One run of a kernel tells where accesses whose addresses no data go into
/// are, in every run. So dependences are exact for them, and a buffer that is
/// walked through in order is a port. Any other buffer is *resident*: it is
/// read before the kernel runs, and written after it.
#ifndef ROOFLINE_LOOPS_LOOPPORTS_H
#define ROOFLINE_LOOPS_LOOPPORTS_H

#include "roofline/Loops/EvaluateLoops.h"
#include "roofline/Loops/MemoryBanks.h"

namespace roofline {

/// Two accesses of a leaf to one memory, one of them a store, may meet: To of
/// an iteration comes Distance iterations, or more, after From.
struct LoopDependence {
  uint32_t From = 0, To = 0; ///< accesses
  uint64_t Distance = 0;     ///< [iteration] the least one
  bool Proven = true;        ///< no data go into the addresses
  bool operator==(const LoopDependence &) const = default;
};

/// Facts about the accesses of a leaf.
struct LeafFacts {
  /// By access: no data go into its address.
  std::vector<bool> IsFixed;
  std::vector<AddressFacts> Addresses; ///< by access
  std::vector<LoopDependence> Dependences;
  /// Pairs of stores, or of loads, of one memory in one iteration.
  struct Pair {
    uint32_t First = 0, Second = 0; ///< accesses
    /// Bit I: function I of LoopFacts::Banks always gives them two banks.
    uint64_t Parted = 0;
  };
  std::vector<Pair> Pairs;
  uint64_t Iterations = 0; ///< of the run
};

/// Facts by leaf, from a run on \p Memory; an error names the place.
struct LoopFacts {
  std::vector<LeafFacts> Leaves;
  std::vector<std::vector<BankFunction>> Banks; ///< by memory
  std::optional<std::string> Problem;
};
LoopFacts factsOf(const LoopKernel &K, StreamMemory Memory);

/// The first argument without a value that numbers of iterations follow from.
std::optional<std::string> scalarOfTrips(const LoopKernel &K);

/// True where launches on other data, or with other values of the arguments
/// that have none, take other cycles.
bool isTimedByData(const LoopKernel &K);

/// Sets those arrays of \p K, a kernel of one work-item, to 0 at its beginning
/// of which it reads a word that nobody has written.
void clearUnwritten(LoopKernel &K);

/// Parts the regions at the top of \p K, before planPorts(), into processes. A
/// memory whose words another region takes in the order in which one gives them
/// becomes a channel, with room for all; regions that share anything else are
/// of one process.
void planProcesses(LoopKernel &K);

/// \p Name, or with a number behind it, as no memory of \p K has it.
std::string unusedMemoryName(const LoopKernel &K, const std::string &Name);

/// Makes a port or a resident memory of each buffer. Returns why not, with the
/// place: an index without a bound, a copy that is too large.
std::optional<std::string> planPorts(LoopKernel &K);

/// Finds what the buffers of \p K hold where it makes indices of them, before
/// planPorts(): K.Contents.
void findContents(LoopKernel &K);

/// The nested strides of \p Places, innermost first; nothing where there are
/// none.
std::optional<std::vector<WalkLevel>>
walkOf(const std::vector<uint64_t> &Places);

} // namespace roofline

#endif
