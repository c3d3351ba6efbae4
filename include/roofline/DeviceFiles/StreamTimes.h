// Measured streams of a board, in CSV, and a device file of what they show.
//
/// \file
/// Columns, with this header: reads,writes,width,in,size,clock,time
///   reads, writes   [stream] of the kernel; 0,0 is an empty kernel
///   width           [byte] of a request
///   in              `one bank` for all streams, or `interleaved`
///   size            [byte] of each stream
///   clock           [MHz] of the kernel
///   time            [ms] of the launch
/// A line that begins with # is a comment.
#ifndef ROOFLINE_DEVICEFILES_STREAMTIMES_H
#define ROOFLINE_DEVICEFILES_STREAMTIMES_H

#include "roofline/Board/Calibration.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace roofline {

/// Loads the runs of \p Path; errors have file and line.
llvm::Expected<std::vector<StreamTime>> loadStreamTimes(llvm::StringRef Path);

/// Returns a device file with base \p Base and the constants \p Times, but
/// those that \p Own, the base's, has just so.
std::string boardFile(llvm::StringRef Base, llvm::StringRef Description,
                      const BoardTimes &Times, const BoardTimes &Own);

} // namespace roofline

#endif
