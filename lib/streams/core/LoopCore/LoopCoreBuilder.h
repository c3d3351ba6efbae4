// Builds the netlist of a loop kernel: control, datapaths, memories, ports.
#ifndef ROOFLINE_LIB_LOOPCORE_LOOPCOREBUILDER_H
#define ROOFLINE_LIB_LOOPCORE_LOOPCOREBUILDER_H

#include "roofline/Base/LowMask.h"
#include "roofline/LoopCore/LoopSchedule.h"
#include "roofline/Netlist/NetlistBuilder.h"
#include "roofline/Netlist/OperatorCells.h"

#include <functional>
#include <memory>
#include <set>

namespace roofline {

class LoopCoreBuilder {
public:
  LoopCoreBuilder(const LoopKernel &K, const LoopSchedule &S);
  Netlist run(const std::string &Name);

private:
  struct Leaf final : OperatorChoice {
    Leaf(NetlistBuilder &B, const LoopLeaf &L, const LeafSchedule &S)
        : L(L), S(S), Live(liveBits(L.Body.Graph)),
          Cells(B, L.Body.Graph, Live, *this) {}
    OperatorUnit unit(uint32_t N) const override { return S.Units[N]; }
    bool isComb(uint32_t N) const override { return S.Ready[N] == S.Start[N]; }

    const LoopLeaf &L;
    const LeafSchedule &S;
    std::vector<LiveBits> Live;
    OperatorCells Cells;
    std::string Name; ///< prefix of its words
    CellId Issue = 0, IsEmpty = 0, LastIssue = 0, Done = 0;
    std::optional<CellId> Phase;
    std::vector<CellId> Valid;    ///< by stage; see valid()
    std::vector<CellId> Counters; ///< by level
    std::vector<CellId> LastFrom; ///< by level: the last of all further in
    std::map<std::pair<uint32_t, uint32_t>, CellId> Words; ///< node, stage
    std::vector<std::optional<CellId>> CarriedRegisters;
    std::map<uint32_t, CellId> Reads; ///< words by access, a stage later
  };
  struct Loop {
    CellId Enter = 0, Latch = 0, Done = 0;
    bool AtStart = false;       ///< entered by the start
    std::optional<CellId> Asks; ///< the cycle in which a guard is asked
  };
  /// A port, or one end of a channel.
  struct Port {
    std::string Name;
    bool IsInput = false;
    uint32_t Memory = 0;
    std::optional<uint32_t> Channel;
    uint64_t Elements = 0; ///< of a port
    uint32_t Process = 0;
    CellId Data = 0, Other = 0; ///< tdata; tvalid or tready of the other end
    CellId Wanted = 0;          ///< an access takes place
  };
  /// A queue: a memory, and its next word in a register.
  struct Channel {
    uint32_t Queue = 0; ///< memory of the netlist
    CellId Head = 0, HasHead = 0;
    CellId Waiting = 0, IsFull = 0; ///< words in the memory
    CellId First = 0, Free = 0;     ///< addresses
    CellId Takes = 0, Data = 0;     ///< a word comes
    CellId Gives = 0;               ///< the head goes
  };
  /// Cells that move with one enable.
  struct Process {
    CellId Advance = 0;
    /// Clocked cells that move where the process advances, and those that do so
    /// only where another word is 1.
    std::vector<CellId> Advancing;
    std::vector<std::pair<CellId, CellId>> EnabledWhere;
    /// Registers that the start moves, too.
    std::vector<CellId> Stepping;
  };

  const LoopKernel &K;
  const LoopSchedule &S;
  NetlistBuilder B;
  CellId Start = 0, Clear = 0;
  std::vector<CellId> Scalars, Variables;
  std::vector<std::unique_ptr<Leaf>> Leaves;
  std::vector<Loop> Loops;
  std::vector<Port> Ports;
  std::vector<Channel> Channels;
  std::vector<Process> Processes;
  uint32_t Current = 0; ///< the process whose cells are added
  /// Operands of clocked cells, which may be built after them, by process.
  std::vector<std::pair<uint32_t, std::function<void()>>> Later;

  void addPorts();
  void addPort(uint32_t Memory, bool IsInput, uint64_t Elements);
  void later(std::function<void()> Task) {
    Later.emplace_back(Current, std::move(Task));
  }
  void runLater();
  void laterClocked(CellId Id) { Processes[Current].Advancing.push_back(Id); }
  void enableWhere(CellId Id, CellId Where) {
    Processes[Current].EnabledWhere.emplace_back(Id, Where);
  }
  void enableAll();
  /// \p Name of a cell of each process.
  std::string own(const std::string &Name) const {
    return Processes.size() > 1 ? Name + std::to_string(Current) : Name;
  }
  CellId pipe(std::string Name, uint32_t Width, std::function<CellId()> Data);
  CellId operation(const LoopDatapath &D, uint32_t N, OperatorCells &Cells,
                   const OperatorUnit &Unit,
                   const std::vector<CellId> &Operands);

  // Leaves.
  void addLeafControl(uint32_t L);
  CellId isLastTrip(CellId Counter, const LoopTrips &T);
  CellId valid(uint32_t L, uint32_t Stage);
  CellId source(uint32_t L, uint32_t Node);
  CellId carried(uint32_t L, uint32_t C);
  CellId base(uint32_t L, uint32_t Node);
  bool isSteady(const Leaf &Place, uint32_t Node) const;
  CellId at(uint32_t L, uint32_t Node, uint32_t Stage);
  CellId address(uint32_t L, uint32_t A, uint32_t Stage);
  CellId active(uint32_t L, uint32_t A, uint32_t Stage);

  // Memories and ports: LoopMemories.cpp.
  struct Use {
    uint32_t Leaf, Access, Stage;
    std::optional<uint32_t> Bank; ///< nothing: the address decides
  };
  struct Memory {
    std::vector<std::vector<Use>> Loads; ///< by copy
    std::vector<Use> Stores;
    BankFunction Banks;
    uint32_t NumBanks = 1, PlaceBits = 1; ///< [bit] of a place in a bank
    uint32_t Process = 0;
    std::vector<std::vector<CellId>> Reads; ///< words by bank and copy
  };
  std::vector<Memory> Memories;
  uint32_t addressBits(uint32_t M) const {
    return bitsFor(std::max<uint64_t>(2, K.Memories[M].Words) - 1);
  }
  std::set<std::string> MemoryNames; ///< and those of their words
  std::string unusedName(std::string Name);
  void addAccesses();
  void addMemory(uint32_t M);
  CellId bankOf(const Memory &M, CellId Address);
  CellId placeOf(const Memory &M, uint32_t Bank, CellId Address);
  CellId isIn(const Memory &M, const Use &U, CellId Address, uint32_t Bank);
  CellId readAddress(const Memory &M, uint32_t Copy, uint32_t Bank);
  CellId readWord(const Memory &M, const Use &U, uint32_t Copy);
  void addWrites(const Memory &M, uint32_t Bank,
                 const std::vector<uint32_t> &Copies);
  void connectPort(uint32_t P);
  CellId word(uint32_t L, uint32_t A);
  CellId forwarded(uint32_t L, uint32_t A, CellId Word);
  CellId chosen(const std::vector<std::pair<CellId, CellId>> &Cases);
  CellId any(const std::vector<CellId> &Conditions);
  void addHandshakes();
  void addAdvance();
  void addOutput(const Port &P, CellId Offers);

  // Channels.cpp.
  void addChannel(uint32_t M);
  void connectChannels();

  // What runs when: LoopSequence.cpp.
  struct ControlChoice final : OperatorChoice {
    std::vector<OperatorUnit> Units;
    OperatorUnit unit(uint32_t N) const override { return Units[N]; }
    bool isComb(uint32_t) const override { return true; }
  } ControlUnits;
  std::vector<LiveBits> ControlLive;
  OperatorCells ControlCells;
  std::map<std::pair<uint32_t, int>, CellId> ControlWords;
  std::map<uint32_t, CellId> NewVariables;
  /// Which values of variables a control node reads.
  enum class When : int {
    Held,  ///< those of this cycle
    After, ///< those that the next cycle will have
    Latch, ///< of loops as they are now, of leaves as they leave them
  };
  CellId control(uint32_t Node, When W = When::Held);
  CellId variable(uint32_t V, When W);
  CellId newOf(uint32_t V);
  void addSequence();
  CellId done(const LoopRegion &R);
  CellId ended(const LoopRegion &R) const;
  void enter(const LoopRegion &R, CellId Enter, bool AtStart);
  void enterAll(const std::vector<LoopRegion> &Children, CellId Enter,
                bool AtStart);
  void connectVariables();
  /// The leaf and result that write variable \p V, or the loop that counts or
  /// carries it.
  struct Writer {
    std::optional<uint32_t> Leaf, Loop;
    uint32_t Index = 0; ///< into Results or Carried; CounterIndex
    uint32_t Process = 0;
  };
  void addWriters(const LoopRegion &R);
  static constexpr uint32_t CounterIndex = ~uint32_t(0);
  std::vector<Writer> Writers;
};

} // namespace roofline

#endif
