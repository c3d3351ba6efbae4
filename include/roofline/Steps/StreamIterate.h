// A stream kernel as one step of many, and steps fused into one pass.
//
/// \file
/// A host launches the kernel repeatedly and lets its buffers take turns. The
/// *state* passes from one step to the next: a field for each argument that a
/// step reads after an earlier step wrote it. In state form a step reads its
/// fields and constants and writes every field as a whole; elements that it
/// does not compute pass through. State forms compose: T of them are one pass
/// through memory, a chain of T stages with a line buffer for each field.
/// Not handled: reductions (a value of the whole step), elements that are
/// vectors or structures; each is an error.
/// Source: DAC17 section 2; the chain of steps: Cattaneo et al., TACO 2015.
#ifndef ROOFLINE_STEPS_STREAMITERATE_H
#define ROOFLINE_STEPS_STREAMITERATE_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamChain.h"

#include <map>

namespace roofline {

/// [step] Most steps of a pass.
constexpr uint32_t MaxStages = 1 << 16;

/// One step in state form.
struct StepState {
  /// Inputs: fields and constants. Outputs: first the fields, named as the
  /// inputs that they update, at every position of their window and without
  /// Enable; then the outputs that no step reads.
  StreamKernel Step;
  uint32_t NumFields = 0;
  /// For each argument that takes turns, the argument whose buffer it has in
  /// the next step.
  std::map<std::string, std::string> Turns;
  Iteration Loop;
  /// True when a pass may do fewer steps than it has stages: buffers that take
  /// turns are equal, or empty, outside the windows of their fields.
  bool MayStop = true;

  /// The argument after \p Name in Turns; \p Name itself if it takes no turns.
  const std::string &nextOf(const std::string &Name) const;
  /// True when the name of \p O is that of a field.
  bool isField(const OutputStream &O) const;
};

/// Brings \p K, a step of \p I, into state form. The error names the buffer and
/// its place.
std::optional<ChainError> stateOf(const StreamKernel &K, const Iteration &I,
                                  StepState &Out);

/// Buffers that would take turns if \p K were repeated: it reads neighbours in
/// one and writes the other. Nothing when \p K updates a buffer in place.
std::optional<SwapPair> likelyTurn(const StreamKernel &K);

/// Pairs of buffers that the swap of \p I may lack: no step reads the written
/// buffer, none writes the read one, and the two could take turns.
std::vector<SwapPair> forgottenTurns(const StreamKernel &K, const Iteration &I);

struct FusedSteps {
  StreamKernel Kernel; ///< one pass
  /// For each field, the argument whose buffer holds it after the pass.
  std::map<std::string, std::string> Results;
};

/// Name of the scalar with the number of steps of a pass that may stop early;
/// never the name of an argument.
constexpr std::string_view StepsScalar = "pass.steps";

/// Fuses \p T steps into one pass; with \p MayStop the pass does StepsScalar
/// steps, from 1 to T.
std::optional<ChainError> fuseSteps(const StepState &S, uint32_t T,
                                    bool MayStop, FusedSteps &Out);

} // namespace roofline

#endif
