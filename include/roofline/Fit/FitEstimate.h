// The share of a board that a design takes, and the clock that it reaches.
//
/// \file
/// The OpenCL compiler builds a pipeline of the operation graph, a load/store
/// unit of each global access, memories of local arrays, and the board's shell
/// around all. Each structure has a cost in the device file (`structures`);
/// how often it is there follows from the summary, the design and the replay of
/// the launch. docs/fit.md says what was calibrated, and how far to trust it.
#ifndef ROOFLINE_FIT_FITESTIMATE_H
#define ROOFLINE_FIT_FITESTIMATE_H

#include "roofline/Base/Units.h"
#include "roofline/Board/BoardEstimate.h"
#include "roofline/Fit/StructureCounts.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Machine/Device.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Amounts of the three resources of the fabric.
struct FitAmounts {
  double Logic = 0;  ///< [ALM]
  double Memory = 0; ///< [memory block]
  double Dsp = 0;    ///< [DSP block]
  bool operator==(const FitAmounts &) const = default;

  FitAmounts &operator+=(const FitAmounts &R) {
    Logic += R.Logic;
    Memory += R.Memory;
    Dsp += R.Dsp;
    return *this;
  }
  FitAmounts operator*(double Times) const {
    return {Logic * Times, Memory * Times, Dsp * Times};
  }
};

struct FitEstimate {
  StructureCounts Counts; ///< of one compute unit
  FitAmounts Kernel;      ///< with all compute units
  FitAmounts Shell;       ///< once in each bitstream, whatever its kernels
  FitAmounts Error;       ///< [1] median relative error of Kernel + Shell
  FitAmounts Board;       ///< what there is
  Hertz Clock;
  double ClockError = 0; ///< [1] median relative error
  /// Operator classes without a structure in the device file: Kernel is at
  /// least what it says.
  std::vector<std::string> Missing = {};
  /// Logic is scarce: small memories are built of blocks.
  bool IsCrowded = false;

  FitAmounts total() const {
    FitAmounts Sum = Kernel;
    return Sum += Shell;
  }
  /// Shares of the board, shell included.
  Utilization used() const {
    const FitAmounts T = total();
    return {T.Logic / Board.Logic, T.Memory / Board.Memory, T.Dsp / Board.Dsp};
  }
  /// The first resource that there is too little of ("logic", "memory", "DSP");
  /// empty: it fits.
  std::string exceeded() const;
};

/// The fit of the kernel of \p Priced, with the design and the replay that it
/// holds. Nothing where the device file has no `structures`.
std::optional<FitEstimate> fitDesign(const KernelSummary &Kernel,
                                     const BoardEstimate &Priced,
                                     const Device &Board);

} // namespace roofline

#endif
