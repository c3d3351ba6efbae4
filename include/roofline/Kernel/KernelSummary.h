// The device-independent summary of a kernel, which every model prices.
//
/// \file
/// Plain structs, no LLVM; Report/SummaryJSON.h writes and reads them without
/// loss. Lists refer to each other by index into the kernel's own vectors.
/// Anything the analysis could not determine is an Unknown with its reason and
/// place, never a number.
#ifndef ROOFLINE_KERNEL_KERNELSUMMARY_H
#define ROOFLINE_KERNEL_KERNELSUMMARY_H

#include "roofline/Base/Expr.h"
#include "roofline/Base/SourceLocation.h"
#include "roofline/Base/ValueType.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// Something the analysis could not determine, and why.
struct Unknown {
  enum class Kind : uint8_t {
    TripCount,   ///< a loop's trip count
    ControlFlow, ///< irreducible control flow, recursion, indirect call
    Operation,   ///< an instruction or call that no model covers
    Access,      ///< a memory access whose address cannot be followed
  };
  Kind K = Kind::Operation;
  std::string Reason;
  SourceLocation Loc;
  bool operator==(const Unknown &) const = default;
};

enum class AddressSpace : uint8_t { Private, Global, Constant, Local, Generic };
/// In the order of AddressSpace.
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
  ValueType Element; ///< the scalar, or a buffer's element
  AddressSpace Space = AddressSpace::Private; ///< of a buffer
  bool Read = false, Written = false;         ///< by this kernel, of a buffer
  std::vector<std::string> Fields =
      {}; ///< integers of an aggregate, or of a buffer's: "shape.width"
  bool operator==(const KernelArg &) const = default;
};

/// One arithmetic, memory or control operation of the data path.
struct Operation {
  /// Operator name: the LLVM opcode ("add", "fmul", "icmp", "load", "br"), or
  /// the name of the builtin ("sqrt", "exp", "barrier", "atomic_add").
  /// A fused multiply-add that the source permits is an fmul and an fadd.
  std::string Name;
  ValueType Type;
  SourceLocation Loc;
  std::vector<uint32_t> Operands; ///< operations this one waits for
  std::optional<uint32_t> Access; ///< index into KernelSummary::Accesses
  /// The other operand of an integer operator, where it is a constant: what is
  /// multiplied by 2 needs no multiplier. For get_global_id: its dimension.
  std::optional<int64_t> Constant = {};
  /// The other operand of such an operator, where it is a scalar argument:
  /// index into KernelSummary::Args.
  std::optional<uint32_t> Argument = {};
  bool operator==(const Operation &) const = default;
};

/// Under which conditions something runs where the body of the loop around it
/// does, or the kernel.
struct Guard {
  /// 1 where it may run, 0 where it does not; over arguments, NDRange sizes,
  /// ids and loops.
  Expr Form = Expr::constant(1);
  /// Data decide, too, here: it runs in some of the places where Form is 1.
  bool IsOfData = false;
  SourceLocation DataLoc = {}; ///< of the condition that data decide
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
  std::string
      Variable; ///< "global_id(d)", "local_id(d)", "group_id(d)", "loop:<n>"
  Expr Coefficient; ///< [byte] per step; over arguments and NDRange sizes
  bool operator==(const IndexTerm &) const = default;
};

/// Byte offset from the base object: Offset + sum of Coefficient * Variable +
/// Irregular.
struct AffineIndex {
  Expr Offset; ///< [byte], over arguments and NDRange sizes
  std::vector<IndexTerm> Terms;
  /// [byte] What is no such sum; "value:<n>" in it is a value that the kernel
  /// computes, the same one in every index that mentions it.
  Expr Irregular = {};
  /// The variables that Irregular moves with; along all others the terms hold.
  std::vector<std::string> IrregularAlong = {};
  /// A cast between index widths was dropped on the assumption that address
  /// arithmetic does not wrap.
  bool AssumesNoWrap = false;
  /// min or max keep the index inside fixed limits; this is its form between
  /// them, as in the interior of an image.
  bool Clamped = false;
  bool operator==(const AffineIndex &) const = default;
};

/// To - From [byte], where it is the same in every work-item and iteration.
std::optional<int64_t> constantDistance(const AffineIndex &From,
                                        const AffineIndex &To);

struct MemoryAccess {
  enum class Kind : uint8_t { Read, Write, ReadWrite }; ///< ReadWrite: atomic
  AddressSpace Space = AddressSpace::Global;
  Kind K = Kind::Read;
  std::string Base; ///< argument or array name; empty where unknown
  ValueType Type;
  uint32_t NumBytes = 0; ///< [byte] of one execution
  bool NumBytesAtMost =
      false; ///< a pixel: the host may have chosen a smaller one
  std::optional<AffineIndex> Index; ///< nothing: unknown, see Reason
  std::string Reason;               ///< why Index is not there, or not affine
  bool Predicated = false; ///< under a condition other than a loop's own guard
  uint32_t BlockId = 0;    ///< index into KernelSummary::Blocks
  SourceLocation Loc;
  bool operator==(const MemoryAccess &) const = default;
};

struct TripCount {
  enum class Kind : uint8_t {
    Exact,   ///< Count iterations whenever the loop is entered (negative: 0)
    AtMost,  ///< never more than Count; Reason says what may end it earlier
    Unknown, ///< Reason says why
  };
  Kind K = Kind::Unknown;
  Expr Count; ///< [iteration]; may depend on ids and on enclosing loops
  std::string Reason;
  SourceLocation ReasonLoc;
  bool operator==(const TripCount &) const = default;
};

/// A value of one iteration that a later iteration needs.
struct CarriedDependence {
  enum class Kind : uint8_t { Register, Memory };
  Kind K = Kind::Register;
  uint32_t Producer =
      0; ///< operation in iteration i (a store, or a definition)
  uint32_t Consumer =
      0; ///< operation in iteration i + Distance (a load, or phi)
  /// [iteration]; nothing where the index is irregular: then 1 is the safe
  /// value.
  std::optional<int64_t> Distance;
  bool operator==(const CarriedDependence &) const = default;
};

struct UnrollRequest {
  bool Disabled = false; ///< nounroll, unroll 1
  bool Full = false;     ///< unroll without a factor
  uint32_t Factor = 0;   ///< hardware factor, when neither of the above
  bool operator==(const UnrollRequest &) const = default;
};

struct Loop {
  std::string Name;
  SourceLocation Loc;             ///< the loop statement
  std::optional<uint32_t> Parent; ///< enclosing loop
  /// How often the source enters it: once more than its parent's body runs;
  /// not always where the code around it runs.
  bool AlsoAtExit = false, Predicated = false;
  Guard When = {}; ///< it is entered; its own test for no iterations is none
  TripCount Trip;
  std::optional<UnrollRequest> Unroll;
  std::optional<uint32_t> RequestedII; ///< [cycle], `#pragma ii`
  bool IgnoreDependences = false;      ///< `#pragma ivdep`
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
  std::optional<uint32_t>
      MaxWorkGroupSize; ///< [work-item], product of dimensions
  bool Autorun = false;
  bool Task = false; ///< launched as a single work-item
  /// Dimensions that its launches have at most; 0 is a single work-item.
  std::optional<uint32_t> MaxGlobalWorkDim = {};
  bool operator==(const KernelAttributes &) const = default;
};

/// Operations of one kind at one place of the source, before any optimisation:
/// what the author wrote, and what an interpreter of the source executes.
struct Tally {
  std::string Name; ///< as Operation::Name; a fused multiply-add is "fmuladd"
  ValueType Type;   ///< of one execution; of a compare, of what it compares
  uint64_t Number = 1; ///< executions each time the code around runs
  /// Executions of Number that come in the stead of others of this kind, in
  /// another arm of a branch: no run has both.
  uint64_t InStead = 0;
  /// [byte] of a load, store or atomic of Space; 0 for other operations.
  uint32_t NumBytes = 0;
  AddressSpace Space = AddressSpace::Private;
  std::optional<uint32_t> Loop; ///< innermost one around
  bool AlsoAtExit = false; ///< runs once more than the loop's body: its test
  bool Predicated = false; ///< may be skipped where the loop's body runs
  Guard When = {};         ///< of a predicated one, where it is not
  /// The loop around is none of the canonical form: runs an unknown number of
  /// times.
  bool IsLoopLost = false;
  SourceLocation Loc;
  bool operator==(const Tally &) const = default;
};

/// A local-memory array of the kernel.
struct LocalArray {
  std::string Name;
  uint64_t NumBytes = 0; ///< [byte] per work-group
  bool operator==(const LocalArray &) const = default;
};

/// A channel or pipe that the kernel uses; of an array of channels all.
struct Channel {
  enum class Kind : uint8_t { Channel, Pipe };
  Kind K = Kind::Channel;
  std::string Name;
  uint32_t NumBytes = 0; ///< [byte] of a packet; 0: unknown
  uint32_t Number = 1;   ///< of the array
  /// [packet] that may wait in it; nothing: the compiler chooses.
  std::optional<uint32_t> Depth;
  bool Read = false, Written = false; ///< by this kernel
  SourceLocation Loc;                 ///< of the first operation on it
  bool operator==(const Channel &) const = default;
};

struct KernelSummary {
  static constexpr int FormatVersion = 6;

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
  /// Conditions that may differ between the work-items of a group.
  std::vector<SourceLocation> DivergentBranches;
  std::vector<Unknown> Unknowns;
  /// Asks for an id of the work-item or its group.
  bool UsesWorkItemIds = false;
  bool operator==(const KernelSummary &) const = default;
};

/// True where the vendors' compilers build a single work-item kernel, whose
/// loops are the pipelines: the kernel asks for no id, or its author says so by
/// `task`, `max_global_work_dim(0)` or `reqd_work_group_size(1,1,1)`. The size
/// of a launch is not known when a kernel is built.
bool isSingleWorkItem(const KernelSummary &Kernel);

/// True when the index is a linear form of work-item ids and loop counters, up
/// to an offset that is the same for all of them.
bool isAffine(const MemoryAccess &A);

/// "loop:<n>", the iteration of loop \p Id.
std::string symbolOfLoop(uint32_t Id);
/// The loop that "loop:<n>" counts; nothing for another symbol.
std::optional<uint32_t> loopOfSymbol(std::string_view Symbol);

/// The place of operation \p Op of loop \p Around: the loop's, where
/// simplification moved it and it has none of its own left.
const SourceLocation &placeInLoop(const KernelSummary &Kernel,
                                  const Loop &Around, uint32_t Op);

/// True where \p E is not the same in every work-item and iteration.
bool varies(const Expr &E);

/// Nothing, or what makes \p Kernel malformed (an index out of range, operands
/// out of order, a node with two parents): check once, then trust.
std::optional<std::string> checkSummary(const KernelSummary &Kernel);

} // namespace roofline

#endif
