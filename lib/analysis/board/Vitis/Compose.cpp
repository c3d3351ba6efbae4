// Cycles of sequences, loops and pipelines, put together.
#include "Compose.h"

#include "Partition.h"

#include "Flatten.h"
#include "Limits.h"
#include "Pieces.h"
#include "Pipeline.h"
#include "Reasons.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace roofline::vitis {
namespace {

class Composer {
public:
  Composer(const Frame &F, VitisEstimate &E)
      : F(F), K(*F.Kernel), E(E), Values(K.Loops.size()),
        Ranges(K.Loops.size()),
        Have{PortCounts(F.Arrays->Arrays.size(), 2), {}} {}

  PortCounts run() {
    E.Loops.resize(K.Loops.size());
    for (uint32_t Loop = 0; Loop < K.Loops.size(); ++Loop) {
      const NestLoop &L = F.Loops->Loops[Loop];
      VitisLoop &To = E.Loops[Loop];
      To.Loop = Loop;
      To.LeastTrip = L.Least;
      To.MostTrip = L.Most;
      To.Factor = L.Factor;
      To.IsUnrolledInFull = L.IsInFull;
      To.IsPipelined = L.IsPipelined;
    }
    for (uint32_t Array = 0; Array < Have.Ports.size(); ++Array)
      Have.Ports[Array] = F.GivenPorts[Array].value_or(2);
    // The first pass finds the banks that pipelines want.
    Have.Odd.resize(F.Arrays->Arrays.size());
    Wanted = Have;
    sequence({K.Root});
    Have = Wanted;
    double Cycles =
        std::max(sequence({K.Root}) + 1, leastLatency(F, std::nullopt));
    E.Latency = {Cycles, Cycles};
    E.Interval = Cycles + 1;
    explainDirectives(F, E);
    addInferences(F, Have.Ports, E);
    E.Buses = busReport(K, F.OnBus);
    return std::move(Have.Ports);
  }

private:
  std::vector<Piece> piecesOf(const std::vector<uint32_t> &Nodes);
  double sequence(const std::vector<uint32_t> &Nodes) {
    return cyclesOf(piecesOf(Nodes));
  }
  void collect(uint32_t Node, std::vector<Piece> &Pieces,
               std::vector<uint32_t> &Straight);
  void flush(std::vector<uint32_t> &Straight, std::vector<Piece> &Pieces);
  bool asksForPipeline(uint32_t Node) const;
  double straightDepth(const Body &B);
  void addLoop(uint32_t Node, std::vector<Piece> &Pieces);
  void addCopies(uint32_t Block, std::vector<Piece> &Pieces);
  double loop(uint32_t Loop);
  double copies(uint32_t Loop);
  double around(uint32_t Loop);
  double pipeline(const std::vector<uint32_t> &Spine);
  bool remains(uint32_t Node) const;
  bool isCopyBlock(uint32_t Block) const;
  void addArrays(uint32_t Node, Piece &P) const;
  void addAccess(uint32_t Id, Piece &P) const;
  bool dependsOn(uint32_t Node, uint32_t Loop) const;

  const Frame &F;
  const KernelSummary &K;
  VitisEstimate &E;
  std::vector<std::optional<int64_t>> Values;
  LoopRanges Ranges;
  bool IsAsked = false; ///< a pipeline was asked for around this code
  BankWishes Have, Wanted;
};

/// True where a loop is left in the subtree of \p Node.
bool Composer::remains(uint32_t Node) const {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Loop && !F.Loops->Loops[N.Index].IsInFull)
    return true;
  return std::ranges::any_of(N.Children,
                             [&](uint32_t Child) { return remains(Child); });
}

/// Adds the array of access \p Id, and for a bus the direction of its port.
void Composer::addAccess(uint32_t Id, Piece &P) const {
  const uint32_t Array = F.Arrays->Accesses[Id].Array;
  P.Arrays.insert(Array);
  if (K.Accesses[Id].K != MemoryAccess::Kind::Read)
    P.Written.insert(Array);
  if (!F.OnBus.has(int32_t(Id)))
    return;
  const BusAccess &A = F.OnBus.Accesses[Id];
  P.Arrays.insert(uint32_t(F.Arrays->Arrays.size()) + 2 * *A.Port + A.IsWrite);
}

bool Composer::isCopyBlock(uint32_t Block) const {
  const roofline::Block &B = K.Blocks[Block];
  for (uint32_t Op = 0; Op < B.NumOperations; ++Op)
    if (auto A = K.Operations[B.FirstOperation + Op].Access)
      if (K.Accesses[*A].Type.Scalar == ScalarKind::None)
        return true;
  return false;
}

void Composer::addArrays(uint32_t Node, Piece &P) const {
  for (uint32_t Id : accessesIn(K, Node))
    addAccess(Id, P);
}

bool uses(const Expr &Form, uint32_t Loop) {
  return std::ranges::count(symbols(Form), symbolOfLoop(Loop)) != 0;
}

/// True where a condition or a trip count below depends on \p Loop.
bool Composer::dependsOn(uint32_t Node, uint32_t Loop) const {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Block && uses(K.Blocks[N.Index].When.Form, Loop))
    return true;
  if (N.K == Node::Kind::Loop && uses(K.Loops[N.Index].Trip.Count, Loop))
    return true;
  return std::ranges::any_of(
      N.Children, [&](uint32_t Child) { return dependsOn(Child, Loop); });
}

/// Rule 2.1: T + 4 cycles for a copy of T elements.
void Composer::addCopies(uint32_t Block, std::vector<Piece> &Pieces) {
  const roofline::Block &B = K.Blocks[Block];
  Piece P;
  P.IsCopy = true;
  for (uint32_t Op = 0; Op < B.NumOperations; ++Op) {
    auto A = K.Operations[B.FirstOperation + Op].Access;
    if (!A || K.Accesses[*A].Type.Scalar != ScalarKind::None)
      continue;
    const ArrayForm &Array = F.Arrays->Arrays[F.Arrays->Accesses[*A].Array];
    double Length = K.Accesses[*A].NumBytes / double(Array.ElementBytes);
    if (F.OnBus.has(int32_t(*A)))
      Length += F.OnBus.latency(*A);
    P.Cycles = std::max(P.Cycles, Length + 4);
    addAccess(*A, P);
  }
  Pieces.push_back(std::move(P));
}

void Composer::flush(std::vector<uint32_t> &Straight,
                     std::vector<Piece> &Pieces) {
  if (Straight.empty())
    return;
  BodyRequest Request{Straight, {}, Values, Ranges};
  Body B = buildBody(F, Request);
  if (F.Options->UnsafeMath)
    balanceSums(B);
  Piece P;
  if (!F.Options->Without.contains("sharing"))
    retimeUnshared(B, F);
  IsAsked = std::ranges::any_of(
      Straight, [&](uint32_t Node) { return asksForPipeline(Node); });
  P.Cycles = straightDepth(B) + unitLimit(F, B).Interval - 1;
  for (uint32_t Node : Straight)
    addArrays(Node, P);
  if (P.Cycles > 0)
    Pieces.push_back(std::move(P));
  Straight.clear();
}

/// True where a directive wants a pipeline of a loop in \p Node.
bool Composer::asksForPipeline(uint32_t Node) const {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Loop && F.Loops->Loops[N.Index].WantsPipeline)
    return true;
  return std::ranges::any_of(
      N.Children, [&](uint32_t Child) { return asksForPipeline(Child); });
}

/// Rule 3.8: depth of straight-line code, with the ports that its arrays have.
double Composer::straightDepth(const Body &B) {
  PortCounts Free(Have.Ports.size(), 1e9), Given = Have.Ports;
  if (IsAsked)
    for (double &Count : Given)
      Count = std::max(Count, 16.0);
  double Depth = scheduleOnce(F, B, Given, false).Depth;
  if (!B.IsTooLarge)
    return Depth;
  // Where only a part was built, waiting for ports grows with the rest if it
  // outweighs the chains.
  double Chain = scheduleOnce(F, B, Free, false).Depth;
  double Waiting = Depth - Chain;
  return Waiting < Chain / 2 ? Chain * B.Scale + Waiting : Depth * B.Scale;
}

void Composer::addLoop(uint32_t Node, std::vector<Piece> &Pieces) {
  Piece P;
  P.IsLoop = true;
  uint32_t Loop = K.Nodes[Node].Index;
  const NestLoop &L = F.Loops->Loops[Loop];
  addArrays(Node, P);
  P.IsMerged = L.IsKnown && mergesInside(F, L.Parent);
  if (!L.IsInFull) {
    P.IsShort = L.IsPipelined && L.IsKnown && L.Factor > 1 &&
                std::ceil(L.Most / double(L.Factor)) <= 2;
    P.Cycles = loop(Loop);
    Pieces.push_back(std::move(P));
    return;
  }
  bool IsDifferent = dependsOn(Node, Loop);
  for (int64_t I = 0; I < int64_t(L.Most); ++I) {
    if (I == 0 || IsDifferent) {
      if (IsDifferent)
        Values[Loop] = I;
      P.Cycles = sequence(K.Nodes[Node].Children);
    }
    Pieces.push_back(P);
  }
  Values[Loop].reset();
}

void Composer::collect(uint32_t Node, std::vector<Piece> &Pieces,
                       std::vector<uint32_t> &Straight) {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Block && isCopyBlock(N.Index)) {
    flush(Straight, Pieces);
    return addCopies(N.Index, Pieces);
  }
  if (N.K == Node::Kind::Loop && remains(Node)) {
    flush(Straight, Pieces);
    return addLoop(Node, Pieces);
  }
  if (!remains(Node) && N.K != Node::Kind::Sequence) {
    Straight.push_back(Node);
    return;
  }
  if (N.K == Node::Kind::Branch) {
    // The longest arm counts.
    flush(Straight, Pieces);
    Piece P;
    P.IsLoop = true;
    for (uint32_t Child : N.Children)
      P.Cycles = std::max(P.Cycles, sequence({Child}));
    addArrays(Node, P);
    Pieces.push_back(std::move(P));
    return;
  }
  for (uint32_t Child : N.Children)
    collect(Child, Pieces, Straight);
}

std::vector<Piece> Composer::piecesOf(const std::vector<uint32_t> &Nodes) {
  std::vector<Piece> Pieces;
  std::vector<uint32_t> Straight;
  for (uint32_t Node : Nodes)
    collect(Node, Pieces, Straight);
  flush(Straight, Pieces);
  return Pieces;
}

/// [cycle] A caller sees the requests of bursts, the loop does not.
double Composer::around(uint32_t Loop) {
  VitisLoop &Out = E.Loops[Loop];
  Out.Request = F.OnBus.request(Loop);
  Out.Answer = F.OnBus.answer(Loop);
  return Out.Request + Out.Answer;
}

double Composer::pipeline(const std::vector<uint32_t> &Spine) {
  PipelineCost Cost = pricePipeline(F, Spine, Values, Ranges, Have, Wanted);
  Cost.Depth = std::max(Cost.Depth, leastLatency(F, Spine.back()));
  // A burst of inner loops is asked for inside of the joined pipeline.
  for (size_t I = 1; I < Spine.size(); ++I)
    Cost.Depth += F.OnBus.around(Spine[I]);
  for (uint32_t Loop : Spine) {
    VitisLoop &Out = E.Loops[Loop];
    Out.IsFlattened = Loop != Spine.back();
    Out.Interval = Cost.Interval;
    Out.Depth = Cost.Depth;
    Out.IntervalReason = Cost.Reason;
    Out.Latency = {Cost.cycles(), Cost.cycles()};
  }
  return Cost.cycles() + around(Spine.front());
}

/// Cycles of the copies of a loop's body, one after another. Rule 2.9: each
/// copy takes other iteration numbers, which may decide conditions.
double Composer::copies(uint32_t Loop) {
  const NestLoop &L = F.Loops->Loops[Loop];
  const std::vector<uint32_t> &Children = K.Nodes[L.Node].Children;
  if (L.Factor < 2 || !dependsOn(L.Node, Loop))
    return cyclesOfCopies(F, Loop, piecesOf(Children));
  int64_t Trip = int64_t(L.Most), Factor = int64_t(L.Factor);
  double Cycles = 0;
  for (int64_t Copy = 0; Copy < Factor; ++Copy) {
    int64_t Last = std::max(Copy, (Trip - 1 - Copy) / Factor * Factor + Copy);
    Ranges[Loop] = FormBounds{Copy, Last};
    Cycles += sequence(Children);
  }
  Ranges[Loop].reset();
  return Cycles;
}

/// Rule 2.6: copies of an outer loop's body follow each other.
double Composer::loop(uint32_t Loop) {
  std::vector<uint32_t> Spine = spineFrom(F, Loop);
  if (!Spine.empty())
    return pipeline(Spine);
  const NestLoop &L = F.Loops->Loops[Loop];
  double Body = std::max(copies(Loop), leastLatency(F, Loop));
  double Trips = std::ceil(L.Most / double(L.Factor));
  double Cycles = Trips * Body + 1;
  VitisLoop &Out = E.Loops[Loop];
  Out.Depth = Body;
  Out.Latency = {Cycles, Cycles};
  return Cycles + around(Loop);
}

} // namespace

std::vector<double> composeKernel(const Frame &F, VitisEstimate &E) {
  return Composer(F, E).run();
}

} // namespace roofline::vitis
