// A launch's closed forms as short programs over ids and loop counters.
#include "BoundLaunch.h"

#include "roofline/Board/Replay.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/LoopMotion.h"

#include <cassert>
#include <cmath>
#include <numeric>

namespace roofline {

BoundLaunch::BoundLaunch(const BoundKernel &Bound, const Launch &L,
                         const BoardMechanisms &With)
    : Kernel(*Bound.Kernel), Sdk(Bound.Sdk), LoopOf(loopsOfBlocks(Kernel)),
      BlocksOf(Kernel.Loops.size() + 1), AccessesOf(Kernel.Blocks.size()),
      BoundOf(Kernel.Blocks.size()), L(L), With(With),
      Symbols(launchSymbols(Kernel, L)), Values(LoopId + Kernel.Loops.size()) {
  assert(Bound.Loops.size() == Kernel.Loops.size() &&
         "each loop of the kernel is bound");
  findSizes();
  placeBlocks(Kernel.Root, Kernel.Loops.size());
  for (const Block &B : Kernel.Blocks)
    BlockGuards.push_back(compile(B.When));
  for (const Loop &Source : Kernel.Loops) {
    LoopGuards.push_back(compile(Source.When));
    Trips.push_back(compileTrip(Source));
  }
  if (With.Conditions)
    bindShares(Bound);
  for (uint32_t I = 0; I < Kernel.Accesses.size(); ++I)
    Accesses.push_back(compileAccess(I));
  for (uint32_t I = 0; I < Kernel.Accesses.size(); ++I) {
    const MemoryAccess &A = Kernel.Accesses[I];
    AccessesOf[A.BlockId].push_back(I);
    if (A.K != MemoryAccess::Kind::Read)
      Written.insert(A.Base);
  }
  for (uint32_t I = 0; I < Bound.Blocks.size(); ++I)
    BoundOf[Kernel.Nodes[Bound.Blocks[I].Node].Index] = I;
}

void BoundLaunch::findSizes() {
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    const uint64_t Global = std::max<uint64_t>(L.Global[Dim], 1);
    const auto Local = Symbols("local_size(" + std::to_string(Dim) + ")");
    GroupSize[Dim] = Local && *Local > 0 ? uint64_t(*Local)
                     : Dim == 0          ? std::gcd(Global, DefaultGroupSize)
                                         : 1;
    GroupSize[Dim] = std::min(GroupSize[Dim], Global);
    NumGroups[Dim] = (Global + GroupSize[Dim] - 1) / GroupSize[Dim];
    ItemsPerGroup *= GroupSize[Dim];
    TotalGroups *= NumGroups[Dim];
  }
}

void BoundLaunch::placeBlocks(uint32_t Node, size_t Around) {
  const auto &N = Kernel.Nodes[Node];
  if (N.K == Node::Kind::Block)
    BlocksOf[Around].push_back(N.Index);
  if (N.K == Node::Kind::Loop)
    Around = N.Index;
  for (uint32_t Child : N.Children)
    placeBlocks(Child, Around);
}

// Compiling
// ---------------------------------------------------------------------------

std::optional<uint32_t> BoundLaunch::slotOf(std::string_view Symbol) const {
  if (const auto Id = loopOfSymbol(Symbol))
    return LoopId + *Id;
  for (auto [Name, First] : {std::pair{"global_id(", GlobalId},
                             {"local_id(", LocalId},
                             {"group_id(", GroupId}})
    if (Symbol.starts_with(Name))
      return First + uint32_t(Symbol[std::string_view(Name).size()] - '0');
  return std::nullopt;
}

std::optional<CompiledExpr> BoundLaunch::compile(const Expr &E) const {
  return CompiledExpr::compile(
      substitute(E, Symbols), [this](std::string_view S) { return slotOf(S); });
}

/// Takes the shares that a profile measured of conditions of data, which say
/// all that is known of them, closed forms included.
void BoundLaunch::bindShares(const BoundKernel &Bound) {
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
    if (const auto &Share = Bound.Loops[Id].EntryShare;
        Share && Kernel.Loops[Id].When.IsOfData)
      LoopGuards[Id] = {{}, true, *Share};
  for (const BoundBlock &B : Bound.Blocks) {
    const uint32_t Block = Kernel.Nodes[B.Node].Index;
    if (B.AtMost || !Kernel.Blocks[Block].When.IsOfData)
      continue;
    double Around = 1; // B.Share is of the passes of all loops around
    for (auto Id = B.Loop; Id; Id = Kernel.Loops[*Id].Parent)
      Around *= Bound.Loops[*Id].EntryShare.value_or(1);
    BlockGuards[Block] = {{}, true, Around > 0 ? B.Share / Around : 0};
  }
}

CompiledGuard BoundLaunch::compile(const Guard &When) const {
  if (!With.Conditions)
    return {};
  auto Form = compile(When.Form);
  if (!Form)
    return {}; // BoundBlock::AtMost says so
  return {*Form, When.Form.isConstant(1)};
}

CompiledTrip BoundLaunch::compileTrip(const Loop &Source) const {
  CompiledTrip Result;
  Result.Mean = boundTrip(Source, L);
  if (Result.Mean)
    return Result;
  auto Count = Source.Trip.K == TripCount::Kind::Unknown
                   ? std::nullopt
                   : compile(Source.Trip.Count);
  if (Count)
    Result.Count = *Count;
  else
    Result.Mean = 1; // a lower bound, which the report names
  return Result;
}

CompiledAccess BoundLaunch::compileAccess(uint32_t Id) const {
  assert(Id < Kernel.Accesses.size() && "an access is one of the kernel");
  CompiledAccess Result;
  Result.Access = Id;
  const auto &Index = Kernel.Accesses[Id].Index;
  if (!Index) {
    Result.IsIrregular = true;
    for (uint32_t Slot = 0; Slot < Values.size(); ++Slot)
      Result.Along.push_back(Slot);
    return Result;
  }
  // An offset without a value shifts all addresses alike.
  Expr Sum = compile(Index->Offset) ? Index->Offset : Expr::constant(0);
  for (const IndexTerm &T : Index->Terms)
    Sum = Sum + T.Coefficient * Expr::symbol(T.Variable);
  if (auto Whole = compile(Sum + Index->Irregular)) {
    Result.Address = *Whole;
    for (uint32_t Slot = 0; Slot < LoopId; ++Slot)
      Result.IdSteps[Slot] = Whole->step(Slot);
    return Result;
  }
  Result.IsIrregular = true;
  if (auto Regular = compile(Sum))
    Result.Address = *Regular;
  for (const std::string &Variable : Index->IrregularAlong)
    if (auto Slot = slotOf(Variable))
      Result.Along.push_back(*Slot);
  return Result;
}

// Evaluating
// ---------------------------------------------------------------------------

bool BoundLaunch::place(uint64_t FirstGroup, uint64_t Item) {
  uint64_t Group = FirstGroup + Item / ItemsPerGroup;
  uint64_t Local = Item % ItemsPerGroup;
  bool Exists = true;
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    const uint64_t InGroup = Local % GroupSize[Dim];
    const uint64_t Of = Group % NumGroups[Dim];
    const uint64_t Global = Of * GroupSize[Dim] + InGroup;
    Local /= GroupSize[Dim];
    Group /= NumGroups[Dim];
    Values[GroupId + Dim] = int64_t(Of);
    Values[LocalId + Dim] = int64_t(InGroup);
    Values[GlobalId + Dim] = int64_t(Global);
    Exists &= Global < std::max<uint64_t>(L.Global[Dim], 1);
  }
  return Exists;
}

void BoundLaunch::move(const LoopCopy &Copy, int64_t Direction) {
  for (const LoopCopy::Step &S : Copy)
    Values[LoopId + S.Loop] += Direction * S.Number;
}

std::vector<LoopCopy> BoundLaunch::copiesOf(uint32_t Block,
                                            const Design &D) const {
  assert(Block < LoopOf.size() && "copies are those of a block of the kernel");
  assert(D.Unroll.size() == Kernel.Loops.size() &&
         "a design has an unroll factor for each loop");
  std::vector<LoopCopy> Result(1);
  for (auto Loop = LoopOf[Block]; Loop; Loop = Kernel.Loops[*Loop].Parent) {
    const uint32_t Number = D.Unroll[*Loop];
    if (Number <= 1 || Result.size() * Number > MostCopies)
      continue;
    const size_t Before = Result.size();
    for (uint32_t Copy = 1; Copy < Number; ++Copy)
      for (size_t I = 0; I < Before; ++I) {
        Result.push_back(Result[I]);
        Result.back().set(*Loop, Copy);
      }
  }
  return Result;
}

int64_t BoundLaunch::addressOf(const CompiledAccess &A) const {
  const int64_t Address = A.Address(Values.data());
  if (!A.IsIrregular)
    return Address;
  uint64_t Hash = 0x9e3779b97f4a7c15u + A.Access;
  for (uint32_t Slot : A.Along) {
    Hash ^= uint64_t(Values[Slot]) + (Hash << 6) + (Hash >> 2);
    Hash *= 0xbf58476d1ce4e5b9u;
    Hash ^= Hash >> 29;
  }
  // Anywhere in an array that is far larger than what is close by.
  return Address + int64_t(Hash % (uint64_t(1) << 30)) *
                       std::max<int64_t>(1, Kernel.Accesses[A.Access].NumBytes);
}

int64_t BoundLaunch::addressOf(const CompiledAccess &A, const LoopCopy &Copy) {
  move(Copy, 1);
  const int64_t Address = addressOf(A);
  move(Copy, -1);
  return Address;
}

std::optional<int64_t> BoundLaunch::stepOf(const CompiledAccess &A,
                                           const Ids &Apart) const {
  uint64_t Sum = 0;
  for (uint32_t Slot = 0; Slot < LoopId; ++Slot) {
    if (Apart[Slot] == 0)
      continue;
    if (!A.IdSteps[Slot])
      return std::nullopt;
    Sum += uint64_t(*A.IdSteps[Slot]) * uint64_t(Apart[Slot]);
  }
  return int64_t(Sum);
}

int64_t BoundLaunch::tripOf(uint32_t Loop, uint64_t Item) const {
  assert(Loop < Trips.size() && "a trip count is that of a loop of the kernel");
  const CompiledTrip &Trip = Trips[Loop];
  if (!Trip.Mean)
    return std::max<int64_t>(0, Trip.Count(Values.data()));
  return int64_t(std::floor(double(Item + 1) * *Trip.Mean) -
                 std::floor(double(Item) * *Trip.Mean));
}

bool BoundLaunch::isUniform(uint32_t Id) const {
  return LoopGuards[Id].Always && !Trips[Id].Mean && !readsIds(Trips[Id].Count);
}

bool BoundLaunch::readsIds(const CompiledExpr &E) {
  for (uint32_t Slot = 0; Slot < LoopId; ++Slot)
    if (E.reads(Slot))
      return true;
  return false;
}

bool BoundLaunch::isOfWorkItem(uint32_t Block) const {
  return Kernel.Blocks[Block].When.IsOfData ||
         (!BlockGuards[Block].Always && readsIds(BlockGuards[Block].Form));
}

} // namespace roofline
