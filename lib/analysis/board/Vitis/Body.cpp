// The operations of one iteration of a pipeline, or of straight-line code.
#include "Body.h"

#include "BodyMemory.h"

#include <algorithm>

namespace roofline::vitis {
namespace {

/// More operations in a body than that are not scheduled one by one.
constexpr size_t MostOps = 26000;

class Builder {
public:
  Builder(const Frame &F, const BodyRequest &R)
      : F(F), K(*F.Kernel), Request(R), Values(R.Values),
        Current(K.Operations.size(), NoOp), Memory(F, Result, Values, R.Spine) {
    Values.resize(K.Loops.size());
  }

  Body build() {
    double Size = 0;
    for (uint32_t Node : Request.Nodes)
      Size += sizeOf(Node, 0);
    Share = std::min(1.0, double(MostOps) / std::max(1.0, Size));
    for (uint32_t Node : Request.Nodes)
      walk(Node, 0);
    closeCycles();
    Memory.finish();
    return std::move(Result);
  }

private:
  double sizeOf(uint32_t Node, size_t Depth) const;
  void walk(uint32_t Node, size_t Depth);
  void walkLoop(uint32_t Node, size_t Depth);
  void walkCopies(uint32_t Node, size_t Depth);
  uint64_t shorten(uint64_t Copies);
  void walkUnrolled(uint32_t Node, size_t Depth);
  void addBlock(uint32_t Block);
  void addOp(uint32_t Op, uint32_t Block, bool IsGuarded);
  void addPhi(uint32_t Op, uint32_t Block, bool IsGuarded);
  void addMerge(uint32_t Op, uint32_t Block, bool IsGuarded);
  uint32_t append(uint32_t Op, uint32_t Block, bool IsGuarded);
  std::optional<bool> decided(const Guard &When) const;
  void closeCycles();

  const Frame &F;
  const KernelSummary &K;
  const BodyRequest &Request;
  std::vector<std::optional<int64_t>> Values;
  std::vector<uint32_t> Current; ///< instance of each operation
  Body Result;
  BodyMemory Memory;
  std::vector<std::pair<uint32_t, uint32_t>> Open; ///< phi, its source
  std::vector<uint32_t> FirstPass; ///< loops in their first unrolled iteration
  double Share = 1;                ///< of the copies that are built
  uint32_t Copy = 0;
  bool IsInside = false, IsAfterExit = false;
};

/// Rule 2.9: a condition is folded where the iteration numbers that are known
/// decide it.
std::optional<bool> Builder::decided(const Guard &When) const {
  if (When.isAlways())
    return true;
  if (When.IsOfData && When.Form.isConstant(1))
    return std::nullopt;
  auto Value = [&](std::string_view Symbol) -> std::optional<int64_t> {
    if (std::optional<uint32_t> Loop = loopOfSymbol(Symbol))
      return Values[*Loop];
    return std::nullopt;
  };
  Expr Form = substitute(When.Form, Value);
  std::optional<FormBounds> Range = rangeOf(Form, *F.Loops, &Request.Ranges);
  if (!Range)
    return std::nullopt;
  if (Range->Most == 0)
    return false;
  if (Range->Least == 1 && !When.IsOfData)
    return true;
  return std::nullopt;
}

/// Operations of the source that the body has in all copies of \p Node.
double Builder::sizeOf(uint32_t Node, size_t Depth) const {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Block)
    return F.BlockSizes[N.Index];
  double Copies = 1;
  if (N.K == Node::Kind::Loop) {
    const NestLoop &L = F.Loops->Loops[N.Index];
    bool IsSpine =
        Depth < Request.Spine.size() && Request.Spine[Depth] == N.Index;
    if (!IsSpine && !L.IsInFull)
      return 0;
    bool IsOuter = IsSpine && Depth + 1 < Request.Spine.size();
    Copies = IsOuter ? 1 : double(L.Factor);
    Depth += IsSpine;
  }
  double Size = 0;
  for (uint32_t Child : N.Children)
    Size += sizeOf(Child, Depth);
  return Copies * Size;
}

void Builder::walk(uint32_t Node, size_t Depth) {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Block)
    return addBlock(N.Index);
  if (N.K == Node::Kind::Loop)
    return walkLoop(Node, Depth);
  for (uint32_t Child : N.Children)
    walk(Child, Depth);
}

void Builder::walkLoop(uint32_t Node, size_t Depth) {
  uint32_t Loop = K.Nodes[Node].Index;
  bool IsSpine = Depth < Request.Spine.size() && Request.Spine[Depth] == Loop;
  if (!IsSpine)
    return F.Loops->Loops[Loop].IsInFull ? walkUnrolled(Node, Depth) : void();
  if (Depth + 1 == Request.Spine.size())
    return walkCopies(Node, Depth);
  for (uint32_t Child : K.Nodes[Node].Children)
    walk(Child, Depth + 1);
}

/// Builds only some of \p Copies where the body would be too large; the
/// outermost copies stand for the rest.
uint64_t Builder::shorten(uint64_t Copies) {
  if (Share >= 1 || Copies < 2)
    return Copies;
  uint64_t Built = std::max<uint64_t>(1, uint64_t(double(Copies) * Share));
  Result.IsTooLarge = true;
  Result.Scale = std::max(Result.Scale, double(Copies) / double(Built));
  Share = std::min(1.0, Share * double(Copies) / double(Built));
  return Built;
}

void Builder::walkCopies(uint32_t Node, size_t Depth) {
  const NestLoop &L = F.Loops->Loops[K.Nodes[Node].Index];
  Memory.enterPipeline(K.Nodes[Node].Index);
  IsInside = true;
  uint64_t Rest = uint64_t(L.Most) % L.Factor;
  uint64_t Copies = shorten(L.Factor);
  for (Copy = 0; Copy < Copies; ++Copy) {
    Memory.beginCopy(Copy);
    IsAfterExit = Rest != 0 && Copy >= Rest;
    for (uint32_t Child : K.Nodes[Node].Children)
      walk(Child, Depth + 1);
  }
  Copy = 0;
  IsInside = IsAfterExit = false;
  Memory.leavePipeline();
}

void Builder::walkUnrolled(uint32_t Node, size_t Depth) {
  uint32_t Loop = K.Nodes[Node].Index;
  auto Value = [&](std::string_view Symbol) -> std::optional<int64_t> {
    if (std::optional<uint32_t> L = loopOfSymbol(Symbol))
      return Values[*L];
    return std::nullopt;
  };
  std::optional<int64_t> Trip = evaluate(K.Loops[Loop].Trip.Count, Value);
  int64_t End = Trip ? *Trip : int64_t(F.Loops->Loops[Loop].Most);
  double Whole = Share;
  if (End > 0)
    End = int64_t(shorten(uint64_t(End)));
  for (int64_t I = 0; I < End; ++I) {
    Values[Loop] = I;
    for (uint32_t Child : K.Nodes[Node].Children)
      walk(Child, Depth);
  }
  Values[Loop].reset();
  Share = Whole;
}

void Builder::addBlock(uint32_t Block) {
  const roofline::Block &B = K.Blocks[Block];
  std::optional<bool> Runs = decided(B.When);
  uint32_t End = B.FirstOperation + B.NumOperations;
  for (uint32_t Op = B.FirstOperation; Op < End; ++Op) {
    if (Runs == false || F.IsIndex[Op])
      Current[Op] = NoOp;
    else if (F.Classes[Op] == OpClass::Phi)
      addPhi(Op, Block, !Runs);
    else
      addOp(Op, Block, !Runs);
  }
}

uint32_t Builder::append(uint32_t Op, uint32_t Block, bool IsGuarded) {
  BodyOp B;
  B.Source = Op;
  B.Class = F.Classes[Op];
  B.Latency = uint16_t(F.Costs[Op].Latency);
  B.QuickLatency = uint16_t(F.Costs[Op].QuickLatency);
  B.IsGuarded = IsGuarded;
  B.IsAfterExit = IsAfterExit;
  B.IsOutside = !IsInside;
  B.Copy = Copy;
  B.Block = Block;
  for (uint32_t Operand : K.Operations[Op].Operands)
    if (uint32_t Input = Current[Operand]; Input != NoOp)
      B.Inputs.push_back(Input);
  Result.Ops.push_back(std::move(B));
  return uint32_t(Result.Ops.size() - 1);
}

void Builder::addOp(uint32_t Op, uint32_t Block, bool IsGuarded) {
  const std::optional<uint32_t> &Access = K.Operations[Op].Access;
  if (!Access) {
    Current[Op] = append(Op, Block, IsGuarded);
    return;
  }
  uint32_t Instance = append(Op, Block, IsGuarded);
  BodyOp &B = Result.Ops[Instance];
  B.Access = int32_t(*Access);
  if (F.Arrays->Arrays[F.Arrays->Accesses[*Access].Array].IsRegister)
    B.Latency = 0;
  bool IsStore = F.Classes[Op] == OpClass::Store;
  // Operands of a load that are loads or stores themselves tell the order in
  // memory, which the indices tell more exactly.
  std::erase_if(B.Inputs, [&](uint32_t Input) {
    return Result.Ops[Input].Class == OpClass::Store;
  });
  Current[Op] = IsStore ? Memory.store(Instance) : Memory.load(Instance);
}

/// A phi at a loop's head, or one that merges the arms of a branch.
void Builder::addPhi(uint32_t Op, uint32_t Block, bool IsGuarded) {
  uint32_t Source = F.CarriedSources[Op];
  if (Source == NoOp)
    return addMerge(Op, Block, IsGuarded);
  uint32_t Loop = F.CarryingLoops[Op];
  bool IsSpine = std::ranges::count(Request.Spine, Loop) != 0;
  bool IsFirst = IsSpine ? (Loop != Request.Spine.back() || Copy == 0)
                         : Values[Loop].value_or(0) == 0;
  if (!IsFirst) {
    Current[Op] = Current[Source];
    return;
  }
  uint32_t Instance = append(Op, Block, IsGuarded);
  if (IsSpine)
    Open.push_back({Instance, Source});
  Current[Op] = Instance;
}

void Builder::addMerge(uint32_t Op, uint32_t Block, bool IsGuarded) {
  uint32_t Newest = NoOp;
  bool IsSelect = false;
  for (uint32_t Operand : K.Operations[Op].Operands) {
    uint32_t Input = Current[Operand];
    bool IsTest = K.Operations[Operand].Name == "icmp" ||
                  K.Operations[Operand].Name == "fcmp";
    if (Input == NoOp)
      continue;
    IsSelect |= IsTest || Result.Ops[Input].IsGuarded;
    if (!IsTest && (Newest == NoOp || Input > Newest))
      Newest = Input;
  }
  if (!IsSelect && Newest != NoOp) {
    Current[Op] = Newest;
    return;
  }
  Current[Op] = append(Op, Block, true);
  Result.Ops[Current[Op]].IsGuarded = IsGuarded;
}

void Builder::closeCycles() {
  for (auto [Phi, Source] : Open)
    if (Current[Source] != NoOp)
      Result.Carried.push_back({Current[Source], Phi, 1, false, false});
}

} // namespace

Body buildBody(const Frame &F, const BodyRequest &Request) {
  return Builder(F, Request).build();
}

} // namespace roofline::vitis
