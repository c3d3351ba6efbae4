// Resources of a board that a design needs, and the clock that it reaches.
//
/// \file
/// The OpenCL compiler turns the operation graph into a pipeline, each global
/// access into a load/store unit, and local arrays into memories, and puts the
/// board's shell around them. The device file has the cost of each structure
/// (`structures`). Summary, design and replay of the launch give the number of
/// structures. docs/fit.md describes the calibration and its errors.
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

/// Fit of a design on a board.
struct FitEstimate {
  StructureCounts Counts; ///< structures of one compute unit
  FitAmounts Kernel;      ///< resources of all compute units
  FitAmounts Shell;       ///< resources of the shell, once in a bitstream
  FitAmounts Error;       ///< [1] median relative error of Kernel + Shell
  FitAmounts Board;       ///< resources of the whole board
  Hertz Clock;            ///< predicted clock
  double ClockError = 0;  ///< [1] median relative error of Clock
  /// Operator classes without a cost in the device file. With any of them,
  /// Kernel is a lower bound.
  std::vector<std::string> Missing = {};
  /// The design takes so much logic that small memories use blocks instead.
  bool IsCrowded = false;

  /// Returns the resources of kernel and shell.
  FitAmounts total() const {
    FitAmounts Sum = Kernel;
    return Sum += Shell;
  }
  /// Returns the used shares [1] of the board, shell included.
  Utilization used() const {
    const FitAmounts T = total();
    return {T.Logic / Board.Logic, T.Memory / Board.Memory, T.Dsp / Board.Dsp};
  }
  /// Returns the first resource that the board has too little of ("logic",
  /// "memory", "DSP"); empty where the design fits.
  std::string exceeded() const;
};

/// Estimates the fit of \p Kernel with the design and the replay of \p Priced.
/// Nothing where the device file has no `structures`.
std::optional<FitEstimate> fitDesign(const KernelSummary &Kernel,
                                     const BoardEstimate &Priced,
                                     const Device &Board);

} // namespace roofline

#endif
