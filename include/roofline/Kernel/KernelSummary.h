// The device-independent summary of a kernel, which every model prices.
//
/// \file
/// Plain structs without LLVM; Report/SummaryJSON.h writes and reads them
/// without loss. Lists refer to each other by index into the kernel's own
/// vectors. A fact that the analysis cannot determine is an Unknown with reason
/// and place, never a number.
#ifndef ROOFLINE_KERNEL_KERNELSUMMARY_H
#define ROOFLINE_KERNEL_KERNELSUMMARY_H

#include "roofline/Base/Expr.h"
#include "roofline/Base/SourceLocation.h"
#include "roofline/Base/ValueType.h"
#include "roofline/Kernel/HlsSource.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// A fact that the analysis could not determine, with the reason.
struct Unknown {
  enum class Kind : uint8_t {
    TripCount,   ///< a loop's trip count
    ControlFlow, ///< irreducible control flow, recursion, indirect call
    Operation,   ///< an instruction or call that no model covers
    Access,      ///< a memory access whose address cannot be followed
    Refused,     ///< what no compiler makes hardware of
  };
  Kind K = Kind::Operation;
  std::string Reason;
  SourceLocation Loc;
  bool operator==(const Unknown &) const = default;
};

enum class AddressSpace : uint8_t { Private, Global, Constant, Local, Generic };
/// Names, in the order of AddressSpace.
constexpr const char *AddressSpaceNames[] = {"private", "global", "constant",
                                             "local", "generic"};
constexpr const char *name(AddressSpace Space) {
  return AddressSpaceNames[size_t(Space)];
}

struct KernelArg {
  std::string Name; ///< source name, or "arg<i>" where the IR carries none
  std::string Type; ///< as in the source where known: "float*", "int"
  enum class Kind : uint8_t { Scalar, Buffer, Image, Sampler, Pipe, Aggregate };
  Kind K = Kind::Scalar;
  ValueType Element; ///< type of the scalar, or of a buffer's element
  AddressSpace Space = AddressSpace::Private; ///< of a buffer
  bool Read = false, Written = false; ///< this kernel reads, writes the buffer
  /// Integer fields of an aggregate or of a buffer's elements: "shape.width".
  std::vector<std::string> Fields = {};
  bool operator==(const KernelArg &) const = default;
};

/// One arithmetic, memory or control operation of the data path.
struct Operation {
  /// Operator name: the LLVM opcode ("add", "fmul", "icmp", "load", "br"), or
  /// the name of the builtin ("sqrt", "exp", "barrier", "atomic_add").
  /// A fused multiply-add is an fmul and an fadd.
  std::string Name;
  ValueType Type;
  SourceLocation Loc;
  std::vector<uint32_t> Operands; ///< operations this one waits for
  std::optional<uint32_t> Access; ///< index into KernelSummary::Accesses
  /// Constant operand of an integer operator: a product by 2, for example,
  /// needs no multiplier. For get_global_id: its dimension.
  std::optional<int64_t> Constant = {};
  /// Scalar argument that is an operand of an integer operator: index into
  /// KernelSummary::Args.
  std::optional<uint32_t> Argument = {};
  /// Channel, or stream of a C++ kernel, that it reads or writes: index into
  /// KernelSummary::Channels.
  std::optional<uint32_t> Channel = {};
  /// Channel of an array of channels that it is on, over loops and
  /// "compute_id(d)"; 0 without an array. Empty for streams, and where the
  /// index cannot be followed.
  std::optional<Expr> Element = {};
  bool operator==(const Operation &) const = default;
};

/// Condition under which code runs in one iteration of the loop around it;
/// outside loops, in one run of the kernel.
struct Guard {
  /// 1 where the code may run, 0 where it does not; over arguments, NDRange
  /// sizes, ids and loops.
  Expr Form = Expr::constant(1);
  /// Data decide, too: the code runs in only some of the cases where Form is 1.
  bool IsOfData = false;
  SourceLocation DataLoc = {}; ///< place of the condition that data decide
  bool isAlways() const { return Form.isConstant(1) && !IsOfData; }
  bool operator==(const Guard &) const = default;
};

/// A basic block: a run of operations, in an order that respects operands.
struct Block {
  uint32_t FirstOperation = 0;
  uint32_t NumOperations = 0;
  Guard When = {};
  bool operator==(const Block &) const = default;
};

/// One term of an affine index: Coefficient bytes per step of a variable.
struct IndexTerm {
  /// "global_id(d)", "local_id(d)", "group_id(d)" or "loop:<n>".
  std::string Variable;
  Expr Coefficient; ///< [byte] per step; over arguments and NDRange sizes
  bool operator==(const IndexTerm &) const = default;
};

/// Byte offset from the base object: Offset + sum of Coefficient * Variable +
/// Irregular.
struct AffineIndex {
  Expr Offset; ///< [byte], over arguments and NDRange sizes
  std::vector<IndexTerm> Terms;
  /// [byte] Rest that is not affine. "value:<n>" in it is a value that the
  /// kernel computes, the same one in every index.
  Expr Irregular = {};
  /// Variables with which Irregular varies. Along all others the terms hold.
  std::vector<std::string> IrregularAlong = {};
  /// Irregular goes in blocks: it consists of quotients and remainders of ids
  /// and counters by what stands still, as `id / w` and `id % w`.
  bool Blockwise = false;
  /// A cast between index widths was dropped on the assumption that address
  /// arithmetic does not wrap.
  bool AssumesNoWrap = false;
  /// min or max keep the index inside fixed limits. The form holds between the
  /// limits, as in the interior of an image.
  bool Clamped = false;
  bool operator==(const AffineIndex &) const = default;
};

/// Returns To - From [byte] where it is the same in every work-item and
/// iteration; otherwise nothing.
std::optional<int64_t> constantDistance(const AffineIndex &From,
                                        const AffineIndex &To);

struct MemoryAccess {
  enum class Kind : uint8_t { Read, Write, ReadWrite }; ///< ReadWrite: atomic
  AddressSpace Space = AddressSpace::Global;
  Kind K = Kind::Read;
  std::string Base; ///< argument or array name; empty where unknown
  ValueType Type;
  uint32_t NumBytes = 0; ///< [byte] of one execution
  /// NumBytes is an upper bound: the host may choose a smaller pixel format.
  bool NumBytesAtMost = false;
  std::optional<AffineIndex> Index; ///< empty where unknown, see Reason
  std::string Reason;               ///< why Index is empty or not affine
  bool Predicated = false; ///< under a condition other than a loop's own guard
  uint32_t BlockId = 0;    ///< index into KernelSummary::Blocks
  SourceLocation Loc;
  bool operator==(const MemoryAccess &) const = default;
};

/// Iterations of a loop per entry.
struct TripCount {
  enum class Kind : uint8_t {
    Exact,   ///< always Count iterations, none for a negative Count
    AtMost,  ///< never more than Count; Reason says what may end it earlier
    Unknown, ///< Reason says why
  };
  Kind K = Kind::Unknown;
  Expr Count; ///< [iteration]; may depend on ids and on enclosing loops
  std::string Reason;
  SourceLocation ReasonLoc;
  /// Reason of a loop without an exit.
  static constexpr const char *Endless = "the loop has no exit";
  bool operator==(const TripCount &) const = default;
};

/// A value of one iteration that a later iteration needs.
struct CarriedDependence {
  enum class Kind : uint8_t { Register, Memory };
  Kind K = Kind::Register;
  uint32_t Producer = 0; ///< operation in iteration i: store or definition
  uint32_t Consumer = 0; ///< operation in iteration i + Distance: load or phi
  /// [iteration] Empty where the index is irregular; 1 is the safe value then.
  std::optional<int64_t> Distance;
  bool operator==(const CarriedDependence &) const = default;
};

/// Unroll pragma of a loop.
struct UnrollRequest {
  bool Disabled = false; ///< `nounroll` or `unroll 1`
  bool Full = false;     ///< `unroll` without a factor
  uint32_t Factor = 0;   ///< hardware factor where neither holds
  bool operator==(const UnrollRequest &) const = default;
};

struct Loop {
  std::string Name;
  SourceLocation Loc;             ///< the loop statement
  std::optional<uint32_t> Parent; ///< enclosing loop
  /// AlsoAtExit: the source enters it once more than its parent's body runs.
  /// Predicated: it may be skipped where the code around it runs.
  bool AlsoAtExit = false, Predicated = false;
  Guard When = {}; ///< condition of entering it, without its zero-trip test
  TripCount Trip;
  std::optional<UnrollRequest> Unroll;
  std::optional<uint32_t> RequestedII; ///< [cycle], `#pragma ii`
  bool IgnoreDependences = false;      ///< `#pragma ivdep`
  std::string Label = {};              ///< before the statement: "L0"
  /// Calls that lead from a C++ kernel's top to the loop, outermost first.
  std::vector<CallSite> Calls = {};
  std::vector<CarriedDependence> Dependences;
  bool operator==(const Loop &) const = default;
};

/// A node of the hierarchy. Source: HPCA16 section 3.2 and Fig. 5.
struct Node {
  enum class Kind : uint8_t {
    Sequence, ///< Children one after another
    Branch,   ///< one of Children (if-else, switch); an empty arm is no child
    Loop,     ///< Index into Loops; Children are the body
    Block,    ///< Index into Blocks; no children
  };
  Kind K = Kind::Sequence;
  uint32_t Index = 0;
  std::vector<uint32_t> Children; ///< indices into KernelSummary::Nodes
  SourceRange Range;
  bool operator==(const Node &) const = default;
};

struct KernelAttributes {
  std::optional<uint32_t> NumComputeUnits;
  std::optional<uint32_t> NumSimdWorkItems;
  std::optional<std::array<uint32_t, 3>> ReqdWorkGroupSize;
  /// [work-item] Product of the dimensions.
  std::optional<uint32_t> MaxWorkGroupSize;
  bool Autorun = false;
  bool Task = false; ///< launched as a single work-item
  /// Most dimensions of a launch; 0 is a single work-item.
  std::optional<uint32_t> MaxGlobalWorkDim = {};
  bool operator==(const KernelAttributes &) const = default;
};

/// Operations of one kind at one place of the source, before any optimisation:
/// the operations that an interpreter of the source executes.
struct Tally {
  std::string Name; ///< as Operation::Name; a fused multiply-add is "fmuladd"
  ValueType Type;   ///< of the result; for a comparison, of the operands
  uint64_t Number = 1; ///< executions each time the code around runs, < 2^63
  /// Part of Number in arms of a branch that have fewer operations of this kind
  /// than another arm. No run executes both arms.
  uint64_t InStead = 0;
  /// [byte] of a load, store or atomic of Space; 0 for other operations.
  uint32_t NumBytes = 0;
  AddressSpace Space = AddressSpace::Private;
  std::optional<uint32_t> Loop; ///< innermost loop around it
  bool AlsoAtExit = false; ///< part of the test, so it also runs at the exit
  bool Predicated = false; ///< may be skipped where the loop's body runs
  Guard When = {};         ///< condition of a predicated operation
  /// The canonical form has lost the loop around it, so its number of
  /// executions is unknown.
  bool IsLoopLost = false;
  std::optional<std::string> Channel = {}; ///< that it reads or writes
  SourceLocation Loc;
  bool operator==(const Tally &) const = default;
};

/// A local-memory array of the kernel.
struct LocalArray {
  std::string Name;
  uint64_t NumBytes = 0; ///< [byte] per work-group
  bool operator==(const LocalArray &) const = default;
};

/// A channel, an array of channels, or a pipe that the kernel uses.
struct Channel {
  enum class Kind : uint8_t { Channel, Pipe };
  Kind K = Kind::Channel;
  std::string Name;
  uint32_t NumBytes = 0; ///< [byte] of a packet; 0 where unknown
  uint32_t Number = 1;   ///< number of channels in the array
  /// [packet] that may wait in it; empty where the compiler chooses.
  std::optional<uint32_t> Depth;
  bool Read = false, Written = false; ///< this kernel reads, writes it
  SourceLocation Loc;                 ///< place of the first operation on it
  bool operator==(const Channel &) const = default;
};

struct KernelSummary {
  static constexpr int FormatVersion = 8;

  std::string Name;
  SourceLocation Loc; ///< the kernel's declaration
  std::vector<KernelArg> Args;
  KernelAttributes Attributes;
  std::vector<LocalArray> LocalArrays;
  std::vector<Channel> Channels;
  std::vector<Operation> Operations;
  std::vector<Block> Blocks;
  std::vector<Loop> Loops;
  std::vector<MemoryAccess> Accesses;
  std::vector<Node> Nodes; ///< every child has a larger index than its parent
  uint32_t Root = 0;
  std::vector<SourceLocation> Barriers;
  std::vector<Tally> Tallies; ///< ordered by place
  /// Places of conditions that may differ between work-items of a group.
  std::vector<SourceLocation> DivergentBranches;
  std::vector<Unknown> Unknowns;
  /// Pragmas and directives of a C++ kernel, in the order of the source.
  std::vector<Directive> Directives;
  /// Arrays that the kernel keeps on the chip: local, static and global ones.
  std::vector<Memory> Memories;
  /// A function of C or C++, whose arguments are memories and ports.
  bool IsHls = false;
  /// The kernel reads an id of its work-item or group.
  bool UsesWorkItemIds = false;
  bool operator==(const KernelSummary &) const = default;
};

/// True where the vendors' compilers build a single work-item kernel, whose
/// loops are the pipelines. The kernel reads no id, or has the attribute
/// `task` or `max_global_work_dim(0)`. The size of a launch does not matter, as
/// it is unknown when a kernel is built.
bool isSingleWorkItem(const KernelSummary &Kernel);

/// Dimensions of the NDRange whose ids or sizes \p Kernel reads, 1 to 3.
unsigned usedDimensions(const KernelSummary &Kernel);

/// True when the index is a linear form of work-item ids and loop counters plus
/// an offset that does not vary with them.
bool isAffine(const MemoryAccess &A);
/// True when the index is affine but where another block begins, see
/// AffineIndex::Blockwise.
bool isInBlocks(const MemoryAccess &A);

/// Returns "loop:<n>", the symbol of the iteration number of loop \p Id.
std::string symbolOfLoop(uint32_t Id);
/// Returns the loop of symbol "loop:<n>"; nothing for another symbol.
std::optional<uint32_t> loopOfSymbol(std::string_view Symbol);

/// Returns the place of operation \p Op of loop \p Around. Where simplification
/// moved the operation and dropped its place, returns the loop's.
const SourceLocation &placeInLoop(const KernelSummary &Kernel,
                                  const Loop &Around, uint32_t Op);

/// True where \p E may differ between work-items or iterations: it contains an
/// id or a loop.
bool varies(const Expr &E);

/// Returns why \p Kernel is malformed (an index out of range, operands out of
/// order, a node with two parents); nothing where it is well formed. Check
/// once, then trust.
std::optional<std::string> checkSummary(const KernelSummary &Kernel);

} // namespace roofline

#endif
