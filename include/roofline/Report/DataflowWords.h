// Words about processes that wait, as all reports have them.
#ifndef ROOFLINE_REPORT_DATAFLOWWORDS_H
#define ROOFLINE_REPORT_DATAFLOWWORDS_H

#include "roofline/Dataflow/DataflowRun.h"

#include <string>

namespace roofline {

/// "1,581,077": all digits, which people compare with the vendor's report.
std::string cycleText(double Cycles);

/// "63 for data in sums"; what waits for memory is a FIFO of that name.
std::string waitText(const DataflowNetwork &N, const DataflowWait &W);

/// "96 %" of \p Cycles are \p Busy ones, rounded down.
std::string busyText(uint64_t Busy, double Cycles);

} // namespace roofline

#endif
