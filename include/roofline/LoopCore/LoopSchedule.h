// When each operation of a loop kernel runs: modulo schedules of its leaves.
//
/// \file
/// A leaf starts an iteration every Interval cycles; an operation runs in a
/// *stage*, so many cycles after the start of its iteration. Stage 0 has
/// counters, variables and the heads of ports; a memory's word comes a stage
/// after its address. An integer operator takes a stage; none where counters
/// and variables alone go into it, and on the cycle of a carried value, which
/// is left by way of a register. A leaf of N iterations takes (N - 1) Interval
/// + Depth cycles, one without any takes 1, and regions follow each other
/// without a gap.
#ifndef ROOFLINE_LOOPCORE_LOOPSCHEDULE_H
#define ROOFLINE_LOOPCORE_LOOPSCHEDULE_H

#include "roofline/Core/StreamUnits.h"
#include "roofline/Loops/LoopPorts.h"

namespace roofline {

/// A store whose data a load takes before they can be read back.
struct Forwarding {
  uint32_t Store = 0, Load = 0; ///< accesses
  uint64_t Distance = 1;        ///< [iteration] from the store to the load
  bool operator==(const Forwarding &) const = default;
};

/// The part of a memory that an access goes to.
struct AccessPort {
  uint32_t Copy = 0;            ///< of a load
  std::optional<uint32_t> Bank; ///< nothing: the address decides
  bool operator==(const AccessPort &) const = default;
};

struct LeafSchedule {
  uint32_t Interval = 1;           ///< [cycle]
  uint32_t Bound = 1;              ///< [cycle] the least that recurrences allow
  uint32_t Depth = 1;              ///< [cycle] of an iteration
  std::vector<OperatorUnit> Units; ///< by node
  std::vector<bool> IsOnCycle;     ///< by node: without registers within
  std::vector<uint32_t> Start;     ///< [stage] by node: takes its operands
  std::vector<uint32_t> Ready;     ///< [stage] by node: has its result
  std::vector<uint32_t> Access;    ///< [stage] by access
  std::vector<AccessPort> Ports;   ///< by access
  std::vector<uint32_t> Carried;   ///< [stage] by carried value: it is read
  std::vector<Forwarding> Forwards;
  bool operator==(const LeafSchedule &) const = default;
};

/// How a memory is built: banks, each in copies that read.
struct MemoryLayout {
  uint32_t Copies = 1; ///< of a bank, for the loads of one leaf
  BankFunction Banks;
  bool operator==(const MemoryLayout &) const = default;
};

struct LoopSchedule {
  std::vector<LeafSchedule> Leaves;
  std::vector<MemoryLayout> Memories;
  bool operator==(const LoopSchedule &) const = default;
};

/// Schedules \p K with the least interval of each leaf that its recurrences and
/// the ports of memories allow. Facts are those of \p K.
LoopSchedule scheduleLoops(const LoopKernel &K, const LoopFacts &Facts);

/// [cycle] of the run that \p Log counted, without stalls.
uint64_t cyclesOf(const LoopKernel &K, const LoopSchedule &S,
                  const LoopLog &Log);

} // namespace roofline

#endif
