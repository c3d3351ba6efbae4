// A stream kernel as one step of many, and steps fused into one pass.
//
/// \file
/// A host launches the kernel again and again and lets its buffers take turns.
/// The *state* is what one step leaves for the next: a field for each argument
/// that a step reads and an earlier one has written. In state form a step reads
/// its fields and constants and gives every field whole: what it does not
/// compute passes through. State forms compose: T of them are one pass through
/// memory, a chain of T stages with a line buffer for each field.
/// Not handled: reductions (a value of the whole step), elements that are
/// vectors or structures; each is an error.
/// Source: DAC17 section 2; the chain of steps: Cattaneo et al., TACO 2015.
#ifndef ROOFLINE_STREAM_STREAMITERATE_H
#define ROOFLINE_STREAM_STREAMITERATE_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamChain.h"

#include <map>

namespace roofline {

/// [step] Most of a pass.
constexpr uint32_t MaxStages = 1 << 16;

/// One step in state form.
struct StepState {
  /// Inputs: fields and constants. Outputs: the fields, named as the inputs
  /// that they update, at every position of their window and without Enable;
  /// then what no step reads.
  StreamKernel Step;
  uint32_t NumFields = 0;
  /// By argument that takes turns: the one whose buffer it has next.
  std::map<std::string, std::string> Turns;
  Iteration Of;
  /// A pass may do fewer steps than it has stages: buffers that take turns
  /// hold the same beside the windows of their fields, or nothing.
  bool MayStop = true;

  /// \p Name itself where its buffer stays.
  const std::string &nextOf(const std::string &Name) const;
  /// True for a field, by the name of \p O.
  bool isField(const OutputStream &O) const;
};

/// \p K as a step of \p I; the error names the buffer and its place.
std::optional<ChainError> stateOf(const StreamKernel &K, const Iteration &I,
                                  StepState &Out);

/// Buffers that would take turns if \p K, which reads neighbours in the one and
/// writes the other, were repeated; nothing where it updates one in place.
std::optional<SwapPair> likelyTurn(const StreamKernel &K);

/// Buffers that may have been forgotten in the swap of \p I: no step reads what
/// one writes, none writes what one reads, and they could take turns.
std::vector<SwapPair> forgottenTurns(const StreamKernel &K, const Iteration &I);

struct FusedSteps {
  StreamKernel Kernel; ///< one pass
  /// By field: the argument whose buffer holds it after the pass.
  std::map<std::string, std::string> Results;
};

/// The scalar of a pass that may do fewer steps than it has stages; no name of
/// an argument.
constexpr std::string_view StepsScalar = "pass.steps";

/// \p T steps as one pass; with \p MayStop as many of them as its scalar
/// StepsScalar says, from 1 to T.
std::optional<ChainError> fuseSteps(const StepState &S, uint32_t T,
                                    bool MayStop, FusedSteps &Out);

} // namespace roofline

#endif
