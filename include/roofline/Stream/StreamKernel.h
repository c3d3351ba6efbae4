// A kernel as a map over streams, the input of variants and Verilog.
//
/// \file
/// An NDRange, or the loop nest of a single work-item, becomes a walk through a
/// *space* of positions, dimension 0 fastest. At each position every input
/// stream brings the elements at constant offsets from it (the `offset` streams
/// of TyTra-IR), a datapath without control flow computes, and every output
/// stream takes at most one element. Sizes are those of one launch; plain
/// structs, no LLVM. Recognition names the access that prevents a kernel from
/// taking this form. A chain of kernels is one StreamKernel, in which later
/// kernels read values of earlier ones at offsets.
/// Source: TYTRA17 sections 3, 4 and Fig. 13.
#ifndef ROOFLINE_MODEL_STREAMKERNEL_H
#define ROOFLINE_MODEL_STREAMKERNEL_H

#include "roofline/Base/SourceLocation.h"
#include "roofline/Base/ValueType.h"
#include "roofline/Stream/DatapathOps.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A box of positions; dimension 0 is the fastest one, as in an NDRange.
struct Box {
  std::array<int64_t, 3> Origin = {0, 0, 0};
  std::array<int64_t, 3> Size = {1, 1, 1}; ///< [position]
  bool operator==(const Box &) const = default;

  int64_t volume() const noexcept { return Size[0] * Size[1] * Size[2]; }
  bool contains(const std::array<int64_t, 3> &Position) const noexcept {
    for (int D = 0; D < 3; ++D)
      if (Position[D] < Origin[D] || Position[D] >= Origin[D] + Size[D])
        return false;
    return true;
  }
};

/// The positions in both boxes; a box without volume when there are none.
Box intersection(const Box &A, const Box &B) noexcept;

using Offset = std::array<int64_t, 3>; ///< [position] in each dimension

/// One operation of the datapath. Lanes of its Type is always 1.
struct DatapathNode {
  DatapathOp Op = DatapathOp::Constant;
  ValueType Type;                 ///< of the result
  std::vector<uint32_t> Operands; ///< smaller indices than the node's own
  uint64_t Value = 0;             ///< see Kernel/Operators.def
  Offset Delta = {0, 0, 0};       ///< offset of Input and AtOffset
  SourceLocation Loc;
  bool operator==(const DatapathNode &) const = default;
};

/// A buffer that the launch walks once. Its elements lie in row-major order at
/// the positions of Window, and nowhere else.
struct Stream {
  std::string Name; ///< name of the kernel's argument
  ValueType Type;   ///< of an element; Lanes 1
  Box Window;       ///< within the space
  /// [element] Elements of the buffer before the stream's first one.
  uint64_t FirstElement = 0;
  /// [element] Elements of the buffer at each position, as of a vector, a
  /// structure or a pixel, all as wide as Type. The stream is one of them,
  /// field().
  uint32_t Fields = 1;
  /// [element] Distance in the buffer from one position to the next, by
  /// dimension; nothing: row-major order.
  std::optional<Offset> Pitch;
  bool operator==(const Stream &) const = default;

  uint32_t field() const noexcept { return uint32_t(FirstElement % Fields); }
};

/// [bit] Most bits of all fields of a position: the widest port of AXI4-Stream
/// IP.
constexpr uint64_t MaxPortBits = 1024;

/// [element] Distance in the buffer from one position to the next, by
/// dimension.
Offset pitchOf(const Stream &S) noexcept;
/// [element] Index into the buffer at \p Position; nothing outside the window.
std::optional<uint64_t> elementAt(const Stream &S,
                                  const Offset &Position) noexcept;
/// [element] End of the last position of \p S in the buffer, with all fields.
uint64_t endOfElements(const Stream &S) noexcept;

/// True when \p L and \p R are fields of one buffer and share a port.
bool sharePort(const Stream &L, const Stream &R) noexcept;
/// The first of \p Streams that shares the port of \p Streams[I].
template <typename S>
uint32_t portOf(const std::vector<S> &Streams, uint32_t I) noexcept {
  for (uint32_t J = 0; Streams[I].Fields > 1 && J < I; ++J)
    if (sharePort(Streams[J], Streams[I]))
      return J;
  return I;
}

struct InputStream : Stream {
  /// Offsets by ascending distance(), the furthest back first; a node uses
  /// each.
  std::vector<Offset> Taps;
  bool operator==(const InputStream &) const = default;
};

/// Writes Value at each active position of its Window where Enable is true or
/// absent. Elsewhere the buffer keeps its elements.
struct OutputStream : Stream {
  uint32_t Value = 0;             ///< index into Nodes
  std::optional<uint32_t> Enable; ///< index into Nodes, Int of 1 bit
  bool operator==(const OutputStream &) const = default;
};

/// Initial op Value op Value ... over all positions of Active in their order;
/// by Fma each sum is fma(Value, Factor, the sum before). Interleaved, position
/// number n of the walk joins partial sum n modulo Interleave; the first one
/// begins with Initial, the others with nothing (-0.0). See foldPartials().
struct Reduction {
  std::string Name;                ///< buffer that takes the result
  uint64_t Element = 0;            ///< [element] index into that buffer
  DatapathOp Op = DatapathOp::Add; ///< Add, Mul, And, Or, Xor, a Min or Max;
                                   ///< of Float: FAdd, FMul, Fma, in this
                                   ///< very order
  ValueType Type;
  uint32_t Value = 0;             ///< index into Nodes
  std::optional<uint32_t> Factor; ///< index into Nodes; of Fma alone
  std::optional<uint32_t> Enable; ///< index into Nodes, Int of 1 bit
  /// Bits to start from, or an index into Scalars; neither: the buffer's
  /// element.
  std::optional<uint64_t> Initial;
  std::optional<uint32_t> InitialScalar;
  /// Partial sums, a power of two; of FAdd and Fma more than 1, which rounds in
  /// another order than the kernel.
  uint32_t Interleave = 1;
  SourceLocation Loc;
  bool operator==(const Reduction &) const = default;
};

/// Joins the partial sums of an interleaved reduction whose walk has \p Count
/// positions: beginning with the oldest one, upper halves to lower halves by
/// \p Add.
template <typename T, typename AddFn>
T foldPartials(const std::vector<T> &Partials, int64_t Count, AddFn Add) {
  const size_t N = Partials.size();
  const size_t Oldest = size_t(Count < int64_t(N) ? 0 : Count % int64_t(N));
  std::vector<T> Sums;
  for (size_t I = 0; I < N; ++I)
    Sums.push_back(Partials[(Oldest + I) % N]);
  for (size_t Half = N / 2; Half > 0; Half /= 2)
    for (size_t I = 0; I < Half; ++I)
      Sums[I] = Add(Sums[Half + I], Sums[I]);
  return Sums[0];
}

/// A value that each position of Active leaves to the one Distance later, which
/// reads it as a Previous node: a running sum, a filter's last result, the last
/// place of a shift register. A design has one position a beat, and lanes only
/// where each begins anew (Recurrences.h).
struct Recurrence {
  ValueType Type;
  uint32_t Value = 0; ///< index into Nodes: what a position leaves
  /// Bits that the first Distance positions read, or an index into Scalars.
  std::optional<uint64_t> Initial;
  std::optional<uint32_t> InitialScalar;
  /// [position] Above 1 the positions of Active follow one another.
  int64_t Distance = 1;
  SourceLocation Loc;
  bool operator==(const Recurrence &) const = default;
};

/// True when \p Op can reduce values of \p Type.
bool isReduction(DatapathOp Op, const ValueType &Type);

/// The operands of \p R's operator, a third one by Fma alone; \p ValueOf(node)
/// has the values.
template <typename T, typename ValueFn>
std::array<T, 3> operandsOf(const Reduction &R, const T &Sum, ValueFn ValueOf) {
  if (R.Factor)
    return {ValueOf(R.Value), ValueOf(*R.Factor), Sum};
  return {Sum, ValueOf(R.Value), T()};
}

/// Calls \p Use(node) for each node that \p Result, an OutputStream, a
/// Reduction or a Recurrence, const or not, takes its values from.
template <typename ResultT, typename UseFn>
void forEachValue(ResultT &Result, UseFn Use) {
  Use(Result.Value);
  if constexpr (requires { Result.Factor; })
    if (Result.Factor)
      Use(*Result.Factor);
}
/// As forEachValue(), and its enable.
template <typename ResultT, typename UseFn>
void forEachNode(ResultT &Result, UseFn Use) {
  forEachValue(Result, Use);
  if constexpr (requires { Result.Enable; })
    if (Result.Enable)
      Use(*Result.Enable);
}

/// A scalar argument that the datapath uses; a port of the core.
struct ScalarArgument {
  std::string Name;
  ValueType Type;
  std::optional<uint64_t> Bits; ///< in this launch; nothing: unbound
  bool operator==(const ScalarArgument &) const = default;
};

/// Buffer and index [element] of a scalar that is an element, "coef[3]";
/// nothing for other scalars.
std::optional<std::pair<std::string, uint64_t>>
bufferElement(const ScalarArgument &S);

/// Where a stream lies in a launch.
struct StreamPlace {
  Box Window;
  uint64_t FirstElement = 0; ///< [element]
  std::optional<Offset> Pitch;
  bool operator==(const StreamPlace &) const = default;
};

/// Parts of a kernel that follow from its SizeScalars, for some values of
/// these.
struct KernelSizes {
  std::vector<int64_t> Values; ///< by StreamKernel::SizeScalars, each above 0
  Box Space, Active;
  std::vector<StreamPlace> Inputs, Outputs, Temporaries;
  bool operator==(const KernelSizes &) const = default;
};

/// [bit] Least and greatest StageBits of a kernel that is cut.
constexpr uint32_t LeastStageBits = 4, MostStageBits = 64;

struct StreamKernel {
  std::string Name; ///< a chain has its kernels' names, "first,second"
  SourceLocation Loc;
  unsigned NumDimensions = 1;
  Box Space;  ///< positions that the streams walk; Origin is 0
  Box Active; ///< positions with a work-item
  std::vector<ScalarArgument> Scalars;
  std::vector<InputStream> Inputs;
  std::vector<OutputStream> Outputs;
  std::vector<Stream> Temporaries; ///< written and read within the chain alone
  std::vector<Reduction> Reductions;
  std::vector<Recurrence> Recurrences;
  std::vector<DatapathNode> Nodes; ///< operands before their users
  /// None or one: computes the stored results from the reductions after the
  /// walk. It is a kernel of one position without streams. Its scalars are this
  /// kernel's scalars, then its reductions; its own reductions, each an Or of
  /// any type from 0, are stored. Without Finish the reductions themselves are
  /// stored; with it each begins with bits or a scalar, and its name is no
  /// buffer's.
  std::vector<StreamKernel> Finish;
  /// [bit] What cutStages() (Core/CutStages.h) cut the operators for, and each
  /// delay ends in a register; 0: the operators are as they were recognised.
  uint32_t StageBits = 0;
  /// Scalars, as indices, that give the sizes of a launch; the kernel has the
  /// greatest ones. None: its sizes are constants.
  std::vector<uint32_t> SizeScalars;
  /// The kernel's own sizes, then a grid and others, from which it is found how
  /// each number of a core follows from the scalars (Core/SizeForms.h).
  std::vector<KernelSizes> Sizes;
  bool operator==(const StreamKernel &) const = default;

  /// Results that the launch leaves in elements of buffers.
  const std::vector<Reduction> &results() const noexcept {
    return Finish.empty() ? Reductions : Finish.front().Reductions;
  }

  /// [position] Distance, in the order of the walk, of offset \p Delta.
  int64_t distance(const Offset &Delta) const noexcept {
    return Delta[0] + Space.Size[0] * (Delta[1] + Space.Size[1] * Delta[2]);
  }
};

/// True where values of other positions are read, as in a chain.
bool hasOffsets(const StreamKernel &K) noexcept;

/// [1] Most partial sums of a reduction of \p K; 1: all are in order.
uint32_t mostPartials(const StreamKernel &K) noexcept;

/// Parts of \p K that follow from its sizes, where its SizeScalars are \p
/// Values.
KernelSizes sizesOf(const StreamKernel &K, std::vector<int64_t> Values);
/// Returns \p K with the sizes \p Sizes: constants, unless \p KeepSizes; its
/// size scalars are bound.
StreamKernel withSizes(StreamKernel K, const KernelSizes &Sizes,
                       bool KeepSizes = false);

/// True when \p Node is a constant 2^k - 1, so that larger values have a bit
/// above the lowest k.
bool isLowMask(const StreamKernel &K, uint32_t Node) noexcept;

/// Returns the first broken rule of those above ("node 7: operand 9 is not
/// before it"), or nothing.
std::optional<std::string> verifyStreamKernel(const StreamKernel &K);

} // namespace roofline

#endif
