// Networks that are worked out by hand: short forms of their parts.
//
/// \file
/// Reads stand in stage 1, writes in stage depth - 2, II 1.
#ifndef ROOFLINE_UNITTESTS_SMALLNETWORKS_H
#define ROOFLINE_UNITTESTS_SMALLNETWORKS_H

#include "roofline/Dataflow/DataflowNetwork.h"

namespace roofline {

/// Iterations of a nest: Count of them, Step apart, in each of Rows rows.
struct Every {
  uint64_t Count = 1, Step = 1, First = 0, Rows = 1, Row = 0;
};

inline FifoAccess access(uint32_t Fifo, bool IsWrite, uint32_t Stage, Every E) {
  return {Fifo,
          IsWrite,
          Stage,
          1,
          {{E.First + 1, {{E.Rows, E.Row}, {E.Count, E.Step}}}},
          {}};
}
inline FifoAccess reads(uint32_t Fifo, Every E) {
  return access(Fifo, false, 1, E);
}
inline FifoAccess writes(uint32_t Fifo, uint32_t Depth, Every E) {
  return access(Fifo, true, Depth - 2, E);
}

inline DataflowProcess process(const char *Name, uint64_t Trips, uint32_t Depth,
                               std::vector<FifoAccess> Accesses) {
  return {Name, Trips + Depth, StallStyle::Freezes, std::move(Accesses), {}};
}

inline Fifo fifo(const char *Name, uint64_t Depth) {
  Fifo F;
  F.Name = Name;
  F.Depth = Depth;
  return F;
}

} // namespace roofline

#endif
