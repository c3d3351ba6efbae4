// Constants of a board from the times of plain streams.
//
/// \file
/// Each constant of the model "board" that memory shows alone has measurements
/// that read it off: one stream for the share of the peak, several for the
/// share of their mix, low clocks for what runs at the kernel's clock. What no
/// measurement shows stays as the device has it.
/// Try: roofline calibrate board streams.csv --device arria10-devkit
#ifndef ROOFLINE_BOARD_CALIBRATION_H
#define ROOFLINE_BOARD_CALIBRATION_H

#include "roofline/Machine/Device.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A measured run of a kernel that only streams: each stream goes through an
/// array of its own once, in requests of one width.
struct StreamTime {
  uint32_t Reads = 0, Writes = 0; ///< 0 of both: an empty kernel
  double Width = 0;               ///< [byte] of a request
  bool IsInterleaved = false;     ///< over all banks; else all in one bank
  double StreamBytes = 0;         ///< [byte] of one stream
  double Clock = 0;               ///< [Hz] of the kernel
  double Seconds = 0;             ///< [s] of the launch
};

/// A constant, and what it rests on.
struct CalibratedConstant {
  std::string Key;      ///< "share", "mixes", "read_ring", ...
  uint32_t NumRuns = 0; ///< that show it; 0: none, the device's own stays
  /// [1] Mean relative error of all runs without it, as the device had it.
  double Worth = 0;
};

struct BoardCalibration {
  BoardTimes Times; ///< with the error bar of runs that were left out in turn
  std::vector<CalibratedConstant> Constants;
  double Before = 0, After = 0; ///< [1] mean relative error of all runs
};

/// [s] Time of \p Run on \p Board, which has Times.
double streamSeconds(const StreamTime &Run, const Device &Board);

/// Reads the constants of \p Board, which has Times, off \p Runs. Sources name
/// \p Source.
BoardCalibration calibrateBoard(const std::vector<StreamTime> &Runs,
                                Device Board, const std::string &Source);

} // namespace roofline

#endif
