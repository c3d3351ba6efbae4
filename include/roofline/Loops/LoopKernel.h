// A kernel as nests of loops around memories.
//
/// \file
/// The other form of a kernel beside the map over streams. Regions run one
/// after another within a process; a *leaf* is a pipelined nest of counted
/// loops, whose body is a datapath with accesses to memories in program order.
/// Values that one leaf leaves to another, and what outer loops carry, are
/// *variables*. The regions at the top may be parted into *processes*, which
/// run at the same time and share nothing but *channels*. Loops that data end
/// are outer loops. Sizes are those of one launch; plain structs, no LLVM.
#ifndef ROOFLINE_LOOPS_LOOPKERNEL_H
#define ROOFLINE_LOOPS_LOOPKERNEL_H

#include "roofline/Loops/MemoryBanks.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Origin of a value that goes into a datapath.
enum class LoopSourceKind : uint8_t {
  Scalar,   ///< argument Index of LoopKernel::Scalars
  Counter,  ///< iteration of level Index of the leaf, from 0
  First,    ///< 1 where the levels from Index on are in their first iteration
  Last,     ///< 1 where the levels from Index on are in their last iteration
  Carried,  ///< LoopLeaf::Carried[Index] of the iteration before
  Word,     ///< word of access Index of the leaf, a load
  Variable, ///< LoopKernel::Variables[Index]
};
struct LoopSource {
  LoopSourceKind Kind = LoopSourceKind::Scalar;
  uint32_t Index = 0;
  bool operator==(const LoopSource &) const = default;
};

/// Operators without control flow. Graph has Nodes alone; an Argument node
/// reads Sources[Value], whose type is that of Graph.Scalars[Value].
struct LoopDatapath {
  StreamKernel Graph;
  std::vector<LoopSource> Sources;
  bool operator==(const LoopDatapath &) const = default;
};

enum class LoopMemoryKind : uint8_t {
  Private, ///< of a work-item
  Local,   ///< of a work-group
  Table,   ///< never written: Contents
  Buffer,  ///< of the host: becomes a port or a resident copy (planPorts())
  Input,   ///< a port: a load takes its next element
  Output,  ///< a port: a store gives it the next element
  Channel, ///< from one process to another: a queue of Words elements
};

/// True where elements come one after the other, whatever the address.
constexpr bool isPort(LoopMemoryKind K) noexcept {
  return K == LoopMemoryKind::Input || K == LoopMemoryKind::Output ||
         K == LoopMemoryKind::Channel;
}

/// An array of words.
struct LoopMemory {
  std::string Name;
  ValueType Type; ///< of a word
  LoopMemoryKind Kind = LoopMemoryKind::Private;
  uint64_t Words = 0;             ///< 0 for a buffer whose reach is not known
  std::vector<uint64_t> Contents; ///< of a Table: the bits of each word
  SourceLocation Loc;
  /// [word] For each index of the first of several dimensions; 0: of one.
  uint64_t Row = 0;
  bool operator==(const LoopMemory &) const = default;
};

/// A load or a store; nodes are of the leaf's datapath.
struct LoopAccess {
  uint32_t Memory = 0;            ///< index into LoopKernel::Memories
  uint32_t Address = 0;           ///< node: [word], unsigned
  std::optional<uint32_t> Value;  ///< node that is stored; nothing: a load
  std::optional<uint32_t> Enable; ///< node of 1 bit; nothing: always
  SourceLocation Loc;
  AddressFacts Known = {}; ///< what is known without a run
  bool isStore() const noexcept { return Value.has_value(); }
  bool operator==(const LoopAccess &) const = default;
};

/// A value that an iteration leaves to the next one.
struct LoopCarried {
  ValueType Type;
  uint32_t Next = 0; ///< node
  bool operator==(const LoopCarried &) const = default;
};

/// A variable that takes \p Node of the last iteration.
struct LoopResult {
  uint32_t Variable = 0, Node = 0;
  bool operator==(const LoopResult &) const = default;
};

/// Iterations of a loop that is entered.
struct LoopTrips {
  uint64_t Most = 1; ///< [iteration] the exact number without Last
  /// Node of the control datapath: the number of iterations minus 1.
  std::optional<uint32_t> Last;
  bool operator==(const LoopTrips &) const = default;
};

/// A pipelined nest of loops, levels outermost first; none: one iteration.
struct LoopLeaf {
  LoopDatapath Body;
  std::vector<LoopTrips> Levels; ///< only the first may have Last
  /// Control node; where it is 0, no iteration runs.
  std::optional<uint32_t> Guard;
  std::vector<LoopAccess> Accesses; ///< in program order
  std::vector<LoopCarried> Carried;
  std::vector<LoopResult> Results;
  SourceLocation Loc;
  uint32_t Process = 0; ///< that of every leaf of a region at the top
  bool operator==(const LoopLeaf &) const = default;
};

/// Value that an outer loop carries in a variable; control nodes.
struct OuterCarried {
  uint32_t Variable = 0, Initial = 0, Next = 0;
  bool operator==(const OuterCarried &) const = default;
};

/// A loop around regions that run one after another.
struct OuterLoop {
  LoopTrips Trips;
  std::optional<uint32_t> Guard; ///< as of a leaf
  /// Control node that is 1 where another iteration follows the one that has
  /// run, of a loop whose number data decide; Trips has no meaning then.
  std::optional<uint32_t> Continue;
  uint32_t Counter = 0; ///< variable: the iteration, from 0
  std::vector<OuterCarried> Carried;
  SourceLocation Loc;
  bool operator==(const OuterLoop &) const = default;
};

struct LoopRegion {
  enum class Kind : uint8_t { Sequence, Loop, Leaf };
  Kind K = Kind::Sequence;
  uint32_t Index = 0;               ///< into LoopKernel::Loops or Leaves
  std::vector<LoopRegion> Children; ///< of a sequence or a loop, in order
  bool operator==(const LoopRegion &) const = default;
};

struct LoopVariable {
  std::string Name;
  ValueType Type;
  bool operator==(const LoopVariable &) const = default;
};

/// One level of a walk through a buffer.
struct WalkLevel {
  uint64_t Count = 1; ///< [element]
  int64_t Stride = 1; ///< [element]
  bool operator==(const WalkLevel &) const = default;
};

/// A port's elements in their order: nested strides from First, innermost
/// level first.
struct LoopPort {
  uint32_t Memory = 0; ///< of kind Input or Output
  std::string Buffer;  ///< argument of the kernel
  uint64_t First = 0;  ///< [element]
  std::vector<WalkLevel> Walk;
  bool operator==(const LoopPort &) const = default;

  uint64_t elements() const noexcept {
    uint64_t N = 1;
    for (const WalkLevel &L : Walk)
      N *= L.Count;
    return N;
  }
  /// [element] Place in the buffer of element \p I of the port.
  uint64_t place(uint64_t I) const noexcept {
    uint64_t Element = First;
    for (const WalkLevel &L : Walk) {
      Element += uint64_t(int64_t(I % L.Count) * L.Stride);
      I /= L.Count;
    }
    return Element;
  }
};

/// Limit of the words of a buffer, of which a kernel makes addresses or numbers
/// of iterations: they are below Below.
struct LoopContents {
  std::string Buffer;
  uint64_t Below = 0;
  bool Ascends = false; ///< ends of rows, one behind the other
  bool operator==(const LoopContents &) const = default;
};

struct LoopKernel {
  std::string Name;
  SourceLocation Loc;
  std::vector<ScalarArgument> Scalars;
  std::vector<LoopVariable> Variables;
  std::vector<LoopMemory> Memories;
  std::vector<LoopLeaf> Leaves;
  std::vector<OuterLoop> Loops;
  LoopDatapath Control; ///< of variables and scalars alone
  LoopRegion Root;
  std::vector<LoopPort> Ports; ///< after planPorts()
  std::vector<LoopContents> Contents;
  std::vector<uint32_t> Cleared; ///< memories that are 0 at first
  bool operator==(const LoopKernel &) const = default;
};

/// Returns the first broken rule of those above, or nothing.
std::optional<std::string> checkLoopKernel(const LoopKernel &K);

/// The regions at the top, which run one after another in each process.
std::vector<LoopRegion> topRegions(const LoopKernel &K);

/// The process of \p R, which has a leaf and is at the top or within such a
/// region; of a sequence the greatest one.
uint32_t processOf(const LoopKernel &K, const LoopRegion &R);

/// At least 1.
uint32_t numProcesses(const LoopKernel &K);

/// Drops sources and variables that nothing reads, and renumbers the others.
void dropUnusedVariables(LoopKernel &K);

/// Calls \p Use(node) for each node of \p L that something outside of its
/// datapath reads; \p LeafT is LoopLeaf, const or not.
template <typename LeafT, typename UseFn>
void forEachRoot(LeafT &L, UseFn Use) {
  for (auto &A : L.Accesses) {
    Use(A.Address);
    if (A.Value)
      Use(*A.Value);
    if (A.Enable)
      Use(*A.Enable);
  }
  for (auto &C : L.Carried)
    Use(C.Next);
  for (auto &R : L.Results)
    Use(R.Node);
}

} // namespace roofline

#endif
