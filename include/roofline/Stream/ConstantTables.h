// How large a table of constants may be that is logic.
#ifndef ROOFLINE_STREAM_CONSTANTTABLES_H
#define ROOFLINE_STREAM_CONSTANTTABLES_H

namespace roofline {

/// [bit] Longest index of a table that is logic, without registers within.
constexpr unsigned MaxTableBits = 10;
/// [element] Largest such table.
constexpr unsigned MaxTable = 1u << MaxTableBits;

} // namespace roofline

#endif
