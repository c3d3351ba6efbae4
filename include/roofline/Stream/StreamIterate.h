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
/// Source: STENCILS 3.2 to 3.4; DAC17 section 2.
#ifndef ROOFLINE_STREAM_STREAMITERATE_H
#define ROOFLINE_STREAM_STREAMITERATE_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamChain.h"

namespace roofline {

/// An argument whose buffer a step changes and a later step reads.
struct StateField {
  std::string Name;   ///< of the argument that reads it at the start of a pass
  std::string Result; ///< buffer that the pass writes it to, or Name's own
                      ///< role's buffer where the pass leaves it as it was
  bool operator==(const StateField &) const = default;
};

/// One step in state form.
struct StepState {
  /// Inputs: the fields, then constants. Outputs: a field each, by its Name, at
  /// every position of its window, without Enable; then what no step reads.
  StreamKernel Step;
  std::vector<StateField> Fields; ///< in the order of Step.Outputs
  Iteration Of;
};

/// \p K as a step of \p I; the error names the buffer and its place.
std::optional<ChainError> stateOf(const StreamKernel &K, const Iteration &I,
                                  StepState &Out);

/// The scalar of a fused kernel that may do fewer steps than it has stages.
constexpr std::string_view StepsScalar = "steps";

/// \p T steps as one kernel that reads the fields' buffers and writes
/// StateField::Result; with \p MayStop as many as its scalar StepsScalar says,
/// from 1 to T.
std::optional<ChainError> fuseSteps(const StepState &S, uint32_t T,
                                    bool MayStop, StreamKernel &Fused);

} // namespace roofline

#endif
