// Structures of a compiled kernel, counted.
#include "roofline/Fit/StructureCounts.h"

#include "roofline/Kernel/LatencyClass.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <set>
#include <tuple>

namespace roofline {

double multiplierBlocks(uint32_t Bits, std::optional<int64_t> Constant) {
  assert(Bits >= 1 && Bits <= 64 && "a product has 1 to 64 bits");
  if (!Constant)
    return Bits <= 32 ? 2 : 4;
  const auto Ones = std::popcount(uint64_t(std::llabs(*Constant)));
  return Ones <= 2 ? 0 : 1;
}

double memoryBlocks(double Words, double Bits) {
  assert(Words >= 0 && Bits >= 0 && "a memory has no negative size");
  const double Shallow = std::ceil(Words / 512) * std::ceil(Bits / 40);
  const double Deep = std::ceil(Words / 16384) * Bits;
  return std::min(Shallow, Deep);
}

double memoryCopies(double Readers, double Writers) {
  assert(Readers >= 0 && Writers >= 0 &&
         "a memory has no negative number of ports");
  constexpr double Ports = 4;
  if (Writers >= Ports)
    return 1;
  return std::max(1.0, std::ceil(Readers / (Ports - Writers)));
}

double workItemsUnderWay(double Depth, double GroupSize) {
  assert(GroupSize > 0 && "a group has work-items");
  return (std::ceil(Depth / GroupSize) + 1) * GroupSize;
}

namespace {

using OpId = uint32_t;
using LoopId = uint32_t;

class Counter {
public:
  Counter(const KernelSummary &Kernel, const BoardEstimate &Priced)
      : Kernel(Kernel), Priced(Priced), D(Priced.D),
        LaunchReplay(Priced.LaunchReplay), Motion(Kernel),
        Widths(resultWidths(Kernel)) {
    findLanes();
    findProducts();
  }

  StructureCounts run(double Depth) {
    for (OpId Op = 0; Op < Kernel.Operations.size(); ++Op)
      countOperation(Op);
    for (const ReplayedUnit &U : LaunchReplay.Units) {
      C.GlobalUnits += U.NumLanes;
      if (Kernel.Accesses[U.Access].K != MemoryAccess::Kind::Read &&
          !isSingleWorkItem())
        C.StoreUnits += U.NumLanes;
    }
    countLoopBits();
    countArrays(Depth);
    return std::move(C);
  }

private:
  double trip(LoopId Id) const {
    const ReplayedLoop &L = LaunchReplay.Loops[Id];
    return L.Entries > 0 ? L.Iterations / L.Entries : 0;
  }

  const MemoryAccess *accessOf(OpId Op) const {
    const auto &Id = Kernel.Operations[Op].Access;
    return Id ? &Kernel.Accesses[*Id] : nullptr;
  }

  /// Operations that differ between the work-items of a vector, which are
  /// neighbours along dimension 0.
  void findLanes() {
    Differs.resize(Kernel.Operations.size());
    for (OpId Op = 0; Op < Kernel.Operations.size(); ++Op) {
      const Operation &O = Kernel.Operations[Op];
      bool Result = (O.Name == "get_global_id" || O.Name == "get_local_id") &&
                    O.Constant.value_or(0) == 0;
      for (OpId Operand : O.Operands)
        Result |= Operand < Op && Differs[Operand];
      if (const MemoryAccess *A = accessOf(Op))
        Result |= A->Space == AddressSpace::Private || !A->Index ||
                  A->K != MemoryAccess::Kind::Read ||
                  movesAlong(*A->Index, "global_id(0)") ||
                  movesAlong(*A->Index, "local_id(0)");
      Differs[Op] = Result;
    }
  }

  /// Operations in the place of \p Op: copies and lanes.
  double number(OpId Op) const {
    double Number = Differs[Op] ? D.Simd : 1;
    for (auto L = Motion.loopOfOperation(Op); L; L = Kernel.Loops[*L].Parent)
      if (D.Unroll[*L] > 1 && Motion.moves(Op, *L))
        Number *= D.Unroll[*L];
    return Number;
  }

  /// True where \p Op reads a table in registers that nothing but its
  /// initialiser writes: once the loops around are unrolled, a constant.
  bool isConstantTable(OpId Op) const {
    const MemoryAccess *Read = accessOf(Op);
    if (!Read || Read->Space != AddressSpace::Private ||
        Read->K != MemoryAccess::Kind::Read ||
        Priced.Memories.contains(Read->Base))
      return false;
    // An initialiser is one copy, wider than any element.
    return std::none_of(Kernel.Accesses.begin(), Kernel.Accesses.end(),
                        [&](const MemoryAccess &A) {
                          return A.Space == AddressSpace::Private &&
                                 A.Base == Read->Base &&
                                 A.K != MemoryAccess::Kind::Read &&
                                 A.NumBytes <= 8;
                        });
  }

  using Product = std::tuple<std::vector<OpId>, int64_t, uint32_t, uint16_t>;

  static Product product(std::vector<OpId> Operands, const Operation &O) {
    return {std::move(Operands), O.Constant.value_or(0),
            O.Argument.value_or(~0u), O.Type.Bits};
  }

  void findProducts() {
    for (const Operation &O : Kernel.Operations)
      if (O.Name == "mul" && !O.Operands.empty())
        Products.insert(product(O.Operands, O));
  }

  /// Copies of the product \p Op that another product already is: the first
  /// copy of (x + 4 i) n, with i = 0, is x n.
  double sharedCopies(OpId Op, double Number) const {
    const Operation &O = Kernel.Operations[Op];
    const auto L = Motion.loopOfOperation(Op);
    if (O.Operands.size() != 1 || !L || !Priced.IsUnrolled[*L])
      return 0;
    const Operation &Sum = Kernel.Operations[O.Operands[0]];
    if (Sum.Name != "add" && Sum.Name != "or")
      return 0;
    std::vector<OpId> Fixed;
    for (OpId Operand : Sum.Operands)
      if (!Motion.moves(Operand, *L))
        Fixed.push_back(Operand);
    const bool IsShared = Fixed.size() == 1 && !Sum.Constant &&
                          Products.contains(product(Fixed, O));
    return IsShared ? Number / D.Unroll[*L] : 0;
  }

  void countProduct(OpId Op, double Number) {
    const Operation &O = Kernel.Operations[Op];
    // The compiler computes the same product once.
    if (!O.Operands.empty() && !Counted.insert(product(O.Operands, O)).second)
      return;
    if (std::none_of(O.Operands.begin(), O.Operands.end(),
                     [&](OpId Id) { return isConstantTable(Id); }))
      C.Dsp += multiplierBlocks(O.Type.Bits, O.Constant) *
               (Number - sharedCopies(Op, Number));
  }

  void countOperation(OpId Op) {
    const Operation &O = Kernel.Operations[Op];
    if (O.Name == "barrier")
      ++C.Barriers;
    if (O.Name == "br")
      return;
    const double Number = number(Op) * O.Type.Lanes;
    if (const MemoryAccess *A = accessOf(Op)) {
      if (A->Space == AddressSpace::Local && A->K != MemoryAccess::Kind::Read)
        C.LocalWriteBytes += number(Op) * A->NumBytes;
      return;
    }
    const std::string Class = latencyClass(Kernel, O);
    const bool IsShift =
        (O.Name == "shl" || O.Name == "lshr" || O.Name == "ashr") && O.Constant;
    if (Class == "int_mul")
      countProduct(Op, Number);
    else if (Class == "int_add" && O.Name != "getelementptr" && !IsShift)
      C.IntegerBits += Number * Widths[Op];
    else if (!Class.empty() && Class != "int_add")
      C.Operators[Class] += Number;
  }

  /// The last operation for which the result of \p Op is kept.
  OpId keptUntil(OpId Op, const std::vector<std::vector<OpId>> &Users,
                 const std::vector<OpId> &Ends) const {
    OpId Last = Op;
    for (OpId User : Users[Op]) {
      Last = std::max(Last, User);
      for (auto L = Motion.loopOfOperation(User); L;
           L = Kernel.Loops[*L].Parent)
        if (!Motion.isInside(Motion.BlockOf[Op], *L) && !Priced.IsUnrolled[*L])
          Last = std::max(Last, Ends[*L]);
    }
    if (const auto L = Motion.loopOfOperation(Op);
        Kernel.Operations[Op].Name == "phi" && L && !Priced.IsUnrolled[*L])
      Last = std::max(Last, Ends[*L]);
    return Last;
  }

  /// True for a result that wires give again: no register keeps it.
  bool isWire(OpId Op) const {
    const std::string &Name = Kernel.Operations[Op].Name;
    return Name == "zext" || Name == "sext" || Name == "trunc" ||
           Name == "getelementptr" || Name == "bitcast" || Name == "store" ||
           Name == "br" || Name == "barrier" || Name == "ret";
  }

  void countLoopBits() {
    std::vector<std::vector<OpId>> Users(Kernel.Operations.size());
    std::vector<OpId> First(Kernel.Loops.size(), ~0u), Ends(First.size());
    for (OpId Op = 0; Op < Users.size(); ++Op) {
      for (OpId Operand : Kernel.Operations[Op].Operands)
        Users[Operand].push_back(Op);
      for (auto L = Motion.loopOfOperation(Op); L;
           L = Kernel.Loops[*L].Parent) {
        First[*L] = std::min(First[*L], Op);
        Ends[*L] = Op;
      }
    }
    std::vector<OpId> Begins; // of loops that stay loops, ascending
    for (LoopId L = 0; L < First.size(); ++L)
      if (!Priced.IsUnrolled[L] && First[L] != ~0u)
        Begins.push_back(First[L]);
    std::sort(Begins.begin(), Begins.end());
    C.LoopBits += registersOfArrays() * double(Begins.size());
    for (OpId Op = 0; Op < Users.size(); ++Op) {
      if (isWire(Op))
        continue;
      const OpId Last = keptUntil(Op, Users, Ends);
      const double Bits =
          double(Widths[Op]) * Kernel.Operations[Op].Type.Lanes * number(Op);
      // Kept over each loop that begins after it and before its last use.
      const auto From = std::lower_bound(Begins.begin(), Begins.end(), Op);
      const auto To = std::lower_bound(From, Begins.end(), std::max(Op, Last));
      C.LoopBits += Bits * double(To - From);
    }
  }

  /// [byte] of a private array: up to the furthest element that is named.
  double bytesOf(const std::string &Array) const {
    double Most = 0;
    for (const MemoryAccess &A : Kernel.Accesses) {
      if (A.Space != AddressSpace::Private || A.Base != Array || !A.Index ||
          !A.Index->Offset.isConstant())
        continue;
      double End = double(A.Index->Offset.Value) + A.NumBytes;
      for (const IndexTerm &T : A.Index->Terms)
        if (const auto Id = loopOfSymbol(T.Variable);
            Id && T.Coefficient.isConstant())
          End += double(T.Coefficient.Value) * std::max(0.0, trip(*Id) - 1);
      Most = std::max(Most, End);
    }
    return Most;
  }

  /// [bit] of private arrays that are registers.
  double registersOfArrays() const {
    std::set<std::string> Arrays;
    for (const MemoryAccess &A : Kernel.Accesses)
      if (A.Space == AddressSpace::Private && A.NumBytes <= 8 &&
          A.K != MemoryAccess::Kind::Read && !Priced.Memories.contains(A.Base))
        Arrays.insert(A.Base);
    double Bits = 0;
    for (const std::string &Array : Arrays)
      Bits += 8 * bytesOf(Array) * D.Simd;
    return Bits;
  }

  double groupSize() const {
    return double(LaunchReplay.GroupSize[0]) *
           double(LaunchReplay.GroupSize[1]) *
           double(LaunchReplay.GroupSize[2]);
  }

  bool isSingleWorkItem() const {
    return groupSize() == 1 && LaunchReplay.NumGroups[0] == 1 &&
           LaunchReplay.NumGroups[1] == 1 && LaunchReplay.NumGroups[2] == 1;
  }

  void countArrays(double Depth) {
    const double Items =
        isSingleWorkItem() ? 1 : workItemsUnderWay(Depth, groupSize());
    for (const std::string &Array : Priced.Memories) {
      double Readers = 0, Writers = 0, Bytes = bytesOf(Array);
      uint32_t Element = 4;
      for (OpId Op = 0; Op < Kernel.Operations.size(); ++Op)
        if (const MemoryAccess *A = accessOf(Op);
            A && A->Space == AddressSpace::Private && A->Base == Array) {
          (A->K == MemoryAccess::Kind::Read ? Readers : Writers) += number(Op);
          Element = A->NumBytes;
        }
      const double Words =
          double(std::bit_ceil(uint64_t(std::ceil(Bytes / Element)))) * Items;
      if (Bytes < SmallestBlockArray) {
        C.ArrayBits += 8 * Bytes * D.Simd;
        continue;
      }
      const double Blocks =
          memoryCopies(Readers, Writers) * memoryBlocks(Words, 8.0 * Element);
      C.ArrayBlocks += Blocks;
      if (Readers + Writers > 2)
        C.PumpedBlocks = std::max(C.PumpedBlocks, Blocks);
    }
  }

  /// [byte] Smaller arrays are in logic memories.
  static constexpr double SmallestBlockArray = 256;

  const KernelSummary &Kernel;
  const BoardEstimate &Priced;
  const Design &D;
  const Replay &LaunchReplay;
  const LoopMotion Motion;
  std::vector<uint32_t> Widths; ///< [bit] by operation
  std::vector<bool> Differs;    ///< between lanes; by operation
  std::set<Product> Products, Counted;
  StructureCounts C;
};

} // namespace

StructureCounts countStructures(const KernelSummary &Kernel,
                                const BoardEstimate &Priced, double Depth) {
  assert(Priced.D.Unroll.size() == Kernel.Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(Depth >= 0 && "a pipeline has a depth");
  return Counter(Kernel, Priced).run(Depth);
}

} // namespace roofline
