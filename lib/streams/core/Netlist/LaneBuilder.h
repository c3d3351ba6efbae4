// Builds a lane: its control, its datapath and its operators.
#ifndef ROOFLINE_LIB_NETLIST_LANEBUILDER_H
#define ROOFLINE_LIB_NETLIST_LANEBUILDER_H

#include "SizeNumbers.h"

#include "roofline/Netlist/LaneNetlist.h"
#include "roofline/Netlist/NetlistBuilder.h"
#include "roofline/Netlist/OperatorCells.h"
#include "roofline/Stream/OperatorParts.h"

#include <map>
#include <tuple>

namespace roofline {

struct LaneBuilder : private OperatorChoice {
  LaneBuilder(const StreamKernel &K, const StreamDesign &D,
              const DatapathSchedule &S, const LaneLayout &L,
              const LaneNames &Names)
      : K(K), D(D), S(S), L(L), Names(Names), Live(liveBits(K)),
        Space(beatBox(K.Space, D.Vector)) {
    for (const KernelSizes &Sizes : K.Sizes)
      Spaces.push_back(beatBox(Sizes.Space, D.Vector));
    B.ComparesBySign = D.Delays == DelayCells::FlipFlops;
  }

  Netlist run();

private:
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  const LaneNames &Names;
  std::vector<LiveBits> Live; ///< by node
  Box Space;                  ///< in beats
  std::vector<Box> Spaces;    ///< in beats, by StreamKernel::Sizes
  NetlistBuilder B;

  CellId Load = 0, Reset = 0, Running = 0, Advance = 0, Step = 0;
  CellId There = 0; ///< a cycle of a step, where it has several
  std::vector<CellId> Scalars;
  std::vector<std::vector<CellId>> TapWords; ///< by input and slot
  std::vector<CellId> Events, Ranges, Boxes; ///< as LaneLayout
  std::vector<std::array<CellId, 3>> Counters;
  std::vector<CellId> Nodes; ///< by node * Vector + slot; NotThere before
  static constexpr CellId NotThere = ~CellId(0);
  /// Words of delay lines, by source, index, slot and delay.
  std::map<std::tuple<DelayLine::Origin, uint32_t, uint32_t, int64_t>, CellId>
      Delayed;
  /// Lines by source, index and slot: the line and its first segment.
  std::map<std::tuple<DelayLine::Origin, uint32_t, uint32_t>,
           std::pair<uint32_t, size_t>>
      Lines;
  std::map<std::pair<bool, int32_t>, uint32_t> StageSections;

  // Control: LaneControl.cpp.
  struct InputSignals {
    CellId Valid = 0, Need = 0;
  };
  struct OutputSignals {
    CellId Ready = 0, Valid = 0, Gone = 0;
  };
  std::vector<InputSignals> InputPorts;
  std::vector<OutputSignals> OutputPorts;
  void addPorts();
  void addStepCounter();
  void addCounters();
  void addRanges();
  void addBoxes();
  CellId addPause(CellId AllThere, CellId &Pause);
  void addHandshakes();
  void connectWalk();
  void connectCounters();
  CellId counterWord(uint32_t Counter, unsigned Dimension) const {
    return Counters[Counter][Dimension];
  }
  std::string counterName(uint32_t Counter, unsigned Dimension) const;
  CellId gate(const Gate &G);
  CellId all(const std::vector<CellId> &Conditions);
  /// Calls \p Number(layout, space [beat], lane) for every lane, and for every
  /// size: a constant, a parameter of the lanes, or computed from the sizes.
  template <typename NumberFn>
  CellId number(const std::string &Name, uint32_t Width, NumberFn Number) {
    if (!Spaces.empty()) {
      std::vector<int64_t> BySize;
      for (size_t I = 0; I < Spaces.size(); ++I)
        BySize.push_back(int64_t(Number(L.Sizes[I], Spaces[I], 0)));
      return Sized.of(Name, Width, BySize);
    }
    std::vector<uint64_t> ByLane;
    for (size_t Lane = 0; Lane < L.Walks.size(); ++Lane)
      ByLane.push_back(uint64_t(Number(L, Space, Lane)));
    return B.parameter(Name, Width, ByLane);
  }

  SizeNumbers Sized = SizeNumbers(B, K, Scalars);
  std::vector<std::optional<CellId>> RingEnds; ///< last addresses, by ring
  RegisterControl advancing() const { return {Advance, {}, {}}; }

  // Results: LaneResults.cpp.
  void addOutputs();
  CellId initial(uint32_t I);
  void addReduction(uint32_t I);
  CellId interleavedSum(uint32_t I, CellId Enable);
  /// The registers of recurrences; later, what they take.
  void addRecurrences();
  void connectRecurrences();
  void replace(CellId Before, CellId Word);
  std::vector<CellId> Left; ///< by recurrence
  CellId onlyWhere(const Gate &G, uint32_t Slot,
                   const std::optional<uint32_t> &Enable, int32_t Stage);

  // Datapath: LaneDatapath.cpp.
  void addDatapath();
  void addTaps();
  void titlePositions();
  void addNode(uint32_t N, uint32_t Slot);
  CellId registered(uint32_t N, const std::string &Name, CellId Word);
  CellId apart(const std::string &Name, CellId Data, uint32_t Low);
  void addLine(DelayLine::Origin Source, uint32_t Index, uint32_t Slot,
               CellId Word, const std::string &Name);
  CellId delayed(DelayLine::Origin Source, uint32_t Index, uint32_t Slot,
                 int64_t Delay);
  CellId position(uint32_t N, int32_t Stage, uint32_t Slot);
  CellId value(uint32_t N, int32_t Stage, uint32_t Slot);
  CellId node(uint32_t N, uint32_t Slot);
  uint32_t copies(uint32_t N) const {
    return S.Nodes[N].PerSlot ? D.Vector : 1;
  }
  bool isBuilt(uint32_t N, uint32_t Slot) const {
    return L.Copies[N * D.Vector + Slot] == NodeCopy{N, Slot};
  }
  std::string slotted(const std::string &Name, uint32_t Slot,
                      uint32_t Count) const {
    return Count > 1 ? Name + "__s" + std::to_string(Slot) : Name;
  }
  /// Clock enable of the registers of node \p N: every cycle where its operands
  /// are stable during a step, in form Seq and on the cycle of a recurrence
  /// that is not pipelined.
  std::optional<CellId> enable(uint32_t N) const {
    return D.Form == ElementForm::Seq ||
                   (S.Cycles.NodeGroup[N] && S.Nodes[N].Unit.Latency == 0)
               ? std::nullopt
               : std::optional(Advance);
  }
  /// True where node \p N, other than of floats, has no registers within it.
  bool isComb(uint32_t N) const override {
    return D.Form == ElementForm::Comb || S.Cycles.NodeGroup[N];
  }
  OperatorUnit unit(uint32_t N) const override { return S.Nodes[N].Unit; }

  using Operands = OperatorCells::Operands;
  OperatorCells Cells = OperatorCells(B, K, Live, *this);
};

} // namespace roofline

#endif
