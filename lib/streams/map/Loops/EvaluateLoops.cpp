// Runs a loop kernel by its definition.
#include "roofline/Loops/EvaluateLoops.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Stream/StreamOperation.h"

#include <cassert>
#include <map>

namespace roofline {
namespace {

/// Values of a datapath's nodes, computed when they are asked for.
class NodeValues {
public:
  explicit NodeValues(const LoopDatapath &D)
      : D(D), Words(D.Graph.Nodes.size()), Known(D.Graph.Nodes.size()) {}

  /// Forgets all values: a new iteration.
  void renew() { ++Round; }

  template <typename SourceFn> uint64_t get(uint32_t Node, SourceFn Source) {
    if (Known[Node] == Round)
      return Words[Node];
    const DatapathNode &N = D.Graph.Nodes[Node];
    uint64_t Value = N.Value;
    if (N.Op == DatapathOp::Argument) {
      Value = Source(D.Sources[N.Value]);
    } else if (N.Op != DatapathOp::Constant) {
      uint64_t Of[3] = {};
      for (size_t I = 0; I < N.Operands.size(); ++I)
        Of[I] = get(N.Operands[I], Source);
      Value = applyOperation(N.Op, N.Type,
                             D.Graph.Nodes[N.Operands.front()].Type, Of);
    }
    Known[Node] = Round;
    return Words[Node] = Value & lowMask(N.Type.Bits);
  }

private:
  const LoopDatapath &D;
  std::vector<uint64_t> Words, Known;
  uint64_t Round = 1;
};

class Evaluator {
public:
  Evaluator(const LoopKernel &K, StreamMemory &Host,
            const AccessObserver &Observe, const RegionObserver &HasRun,
            bool Grows)
      : K(K), Host(Host), Observe(Observe), HasRun(HasRun), Grows(Grows),
        Variables(K.Variables.size()), Control(K.Control),
        Taken(K.Ports.size()) {
    for (const LoopLeaf &L : K.Leaves)
      Bodies.emplace_back(L.Body);
    Log.Leaves.resize(K.Leaves.size());
    Log.Loops.resize(K.Loops.size());
    for (const LoopMemory &M : K.Memories) {
      const bool IsHost = M.Kind == LoopMemoryKind::Buffer;
      Words.push_back(IsHost ? Host.find(M.Name)->Elements : M.Contents);
      if (!IsHost && M.Kind != LoopMemoryKind::Channel)
        Words.back().resize(M.Words);
      Written.emplace_back(Words.back().size(),
                           IsHost || M.Kind == LoopMemoryKind::Table);
    }
  }

  LoopLog run() {
    region(K.Root);
    for (size_t M = 0; M < K.Memories.size(); ++M)
      if (K.Memories[M].Kind == LoopMemoryKind::Buffer)
        Host.find(K.Memories[M].Name)->Elements = std::move(Words[M]);
    return std::move(Log);
  }

private:
  const LoopKernel &K;
  StreamMemory &Host;
  const AccessObserver &Observe;
  const RegionObserver &HasRun;
  const bool Grows;
  std::vector<uint64_t> Variables;
  std::vector<std::vector<uint64_t>> Words;
  std::vector<std::vector<bool>> Written;
  NodeValues Control;
  std::vector<NodeValues> Bodies;
  std::vector<uint64_t> Taken;           ///< [element] by port
  std::map<uint32_t, uint64_t> Received; ///< [element] by channel
  LoopLog Log;
  uint64_t Iterations = 0; ///< of all leaves

  uint64_t control(uint32_t Node) {
    Control.renew();
    return Control.get(Node, [&](const LoopSource &S) {
      return S.Kind == LoopSourceKind::Variable ? Variables[S.Index]
                                                : Host.Scalars[S.Index];
    });
  }
  /// [iteration] of a loop that is entered now.
  uint64_t trips(const LoopTrips &T) {
    return T.Last ? control(*T.Last) + 1 : T.Most;
  }
  void fail(const std::string &What, const SourceLocation &Loc) {
    if (!Log.Problem)
      Log.Problem = placePrefix(Loc) + What;
  }

  void region(const LoopRegion &R) {
    if (Log.Problem)
      return;
    switch (R.K) {
    case LoopRegion::Kind::Sequence:
      for (const LoopRegion &Child : R.Children)
        region(Child);
      return;
    case LoopRegion::Kind::Loop:
      return loop(R);
    case LoopRegion::Kind::Leaf:
      return leaf(R);
    }
  }

  void loop(const LoopRegion &R) {
    const OuterLoop &L = K.Loops[R.Index];
    RegionCount &Count = Log.Loops[R.Index];
    if (L.Guard && HasRun)
      HasRun(R, 0);
    if (L.Guard && !control(*L.Guard)) {
      ++Count.Empty;
      return;
    }
    ++Count.Entries;
    const uint64_t N = L.Continue ? MaxIterations : trips(L.Trips);
    update(L, &OuterCarried::Initial);
    for (uint64_t I = 0; I < N && !Log.Problem; ++I) {
      Variables[L.Counter] = I;
      ++Count.Iterations;
      for (const LoopRegion &Child : R.Children)
        region(Child);
      if (L.Continue && !control(*L.Continue))
        return;
      if (I + 1 < N)
        update(L, &OuterCarried::Next);
    }
    if (L.Continue)
      fail("a loop of more than 2^24 iterations", L.Loc);
  }
  static constexpr uint64_t MaxIterations = uint64_t(1) << 24;
  void update(const OuterLoop &L, uint32_t OuterCarried::*Node) {
    std::vector<uint64_t> Values;
    for (const OuterCarried &C : L.Carried)
      Values.push_back(control(C.*Node));
    for (size_t I = 0; I < Values.size(); ++I)
      Variables[L.Carried[I].Variable] = Values[I];
  }

  struct Iteration {
    std::vector<uint64_t> Counters, Trips; ///< by level
    std::vector<uint64_t> Carried, Words;
  };

  uint64_t source(const LoopSource &S, const Iteration &At) const {
    switch (S.Kind) {
    case LoopSourceKind::Scalar:
      return Host.Scalars[S.Index];
    case LoopSourceKind::Counter:
      return At.Counters[S.Index];
    case LoopSourceKind::First:
    case LoopSourceKind::Last:
      for (size_t L = S.Index; L < At.Counters.size(); ++L)
        if (At.Counters[L] !=
            (S.Kind == LoopSourceKind::First ? 0 : At.Trips[L] - 1))
          return 0;
      return 1;
    case LoopSourceKind::Carried:
      return At.Carried[S.Index];
    case LoopSourceKind::Word:
      return At.Words[S.Index];
    case LoopSourceKind::Variable:
      return Variables[S.Index];
    }
    __builtin_unreachable();
  }

  void leaf(const LoopRegion &R) {
    const uint64_t Before = Log.Leaves[R.Index].Iterations;
    runLeaf(R.Index);
    if (HasRun)
      HasRun(R, Log.Leaves[R.Index].Iterations - Before);
  }

  void runLeaf(uint32_t Index) {
    const LoopLeaf &L = K.Leaves[Index];
    RegionCount &Count = Log.Leaves[Index];
    if (L.Guard && !control(*L.Guard)) {
      ++Count.Empty;
      return;
    }
    Iteration At;
    At.Counters.resize(L.Levels.size());
    for (const LoopTrips &T : L.Levels)
      At.Trips.push_back(trips(T));
    At.Carried.resize(L.Carried.size());
    At.Words.resize(L.Accesses.size());
    ++Count.Entries;
    std::vector<uint64_t> Results;
    for (uint64_t I = 0;; ++I) {
      iterate(Index, I, At, Results);
      ++Count.Iterations;
      if (++Iterations > MaxRunIterations)
        fail("the loops run more than 2^26 times", L.Loc);
      if (Log.Problem)
        return;
      size_t Level = At.Counters.size();
      for (; Level-- > 0 && ++At.Counters[Level] == At.Trips[Level];)
        At.Counters[Level] = 0;
      if (Level == ~size_t(0))
        break;
    }
    for (size_t I = 0; I < Results.size(); ++I)
      Variables[L.Results[I].Variable] = Results[I];
  }

  void iterate(uint32_t Index, uint64_t I, Iteration &At,
               std::vector<uint64_t> &Results) {
    const LoopLeaf &L = K.Leaves[Index];
    NodeValues &Values = Bodies[Index];
    Values.renew();
    auto Get = [&](uint32_t Node) {
      return Values.get(Node,
                        [&](const LoopSource &S) { return source(S, At); });
    };
    for (uint32_t A = 0; A < L.Accesses.size(); ++A) {
      const LoopAccess &Access = L.Accesses[A];
      At.Words[A] = 0;
      const bool Enabled = !Access.Enable || Get(*Access.Enable);
      if (!Enabled && !Observe)
        continue;
      const uint64_t Address = Get(Access.Address);
      if (Observe)
        Observe({Index, A, Enabled, Log.Leaves[Index].Entries - 1, I, Address});
      if (!Enabled)
        continue;
      access(Access, Address, At.Words[A],
             Access.isStore() ? Get(*Access.Value) : 0);
      if (Log.Problem)
        return;
    }
    std::vector<uint64_t> Next;
    for (const LoopCarried &C : L.Carried)
      Next.push_back(Get(C.Next));
    Results.clear();
    for (const LoopResult &R : L.Results)
      Results.push_back(Get(R.Node));
    At.Carried = std::move(Next);
  }

  void access(const LoopAccess &A, uint64_t Address, uint64_t &Word,
              uint64_t Value) {
    const LoopMemory &M = K.Memories[A.Memory];
    std::vector<uint64_t> &Of = Words[A.Memory];
    if (M.Kind == LoopMemoryKind::Channel)
      return channel(A, Word, Value);
    if (isPort(M.Kind))
      return port(A, Word, Value);
    while (Grows && M.Kind == LoopMemoryKind::Buffer && Address >= Of.size() &&
           Address < MaxProbedWords) {
      Of.push_back(0);
      Written[A.Memory].push_back(true);
    }
    if (Address >= Of.size())
      return fail("index " + std::to_string(Address) + " of '" + M.Name +
                      "', which has " + std::to_string(Of.size()) + " elements",
                  A.Loc);
    if (A.isStore()) {
      Of[Address] = Value;
      Written[A.Memory][Address] = true;
      return;
    }
    if (!Written[A.Memory][Address]) {
      Log.Unwritten = A.Memory;
      return fail("element " + std::to_string(Address) + " of '" + M.Name +
                      "' is read before it is written",
                  A.Loc);
    }
    Word = Of[Address];
  }

  void channel(const LoopAccess &A, uint64_t &Word, uint64_t Value) {
    std::vector<uint64_t> &Sent = Words[A.Memory];
    uint64_t &Next = Received[A.Memory];
    if (A.isStore())
      Sent.push_back(Value);
    else if (Next < Sent.size())
      Word = Sent[Next++];
    else
      fail("channel '" + K.Memories[A.Memory].Name + "' is empty", A.Loc);
  }

  void port(const LoopAccess &A, uint64_t &Word, uint64_t Value) {
    for (size_t P = 0; P < K.Ports.size(); ++P)
      if (K.Ports[P].Memory == A.Memory) {
        const LoopPort &Of = K.Ports[P];
        if (Taken[P] == Of.elements())
          return fail("more accesses than elements of port '" +
                          K.Memories[A.Memory].Name + "'",
                      A.Loc);
        auto &Elements = Host.find(Of.Buffer)->Elements;
        uint64_t &Element = Elements[Of.place(Taken[P]++)];
        if (A.isStore())
          Element = Value;
        else
          Word = Element;
        return;
      }
  }
};

} // namespace

static double leastIterations(const LoopKernel &K, const LoopRegion &R) {
  if (R.K == LoopRegion::Kind::Leaf) {
    const LoopLeaf &L = K.Leaves[R.Index];
    double Product = L.Guard ? 0 : 1;
    for (const LoopTrips &T : L.Levels)
      Product *= T.Last ? 1 : double(T.Most);
    return Product;
  }
  double Sum = 0;
  for (const LoopRegion &Child : R.Children)
    Sum += leastIterations(K, Child);
  if (R.K == LoopRegion::Kind::Sequence)
    return Sum;
  const OuterLoop &L = K.Loops[R.Index];
  return L.Guard                      ? 0
         : L.Continue || L.Trips.Last ? Sum
                                      : Sum * double(L.Trips.Most);
}

double leastIterations(const LoopKernel &K) {
  return leastIterations(K, K.Root);
}

LoopLog evaluate(const LoopKernel &K, StreamMemory &Memory,
                 const AccessObserver &Observe, const RegionObserver &HasRun) {
  assert(!checkLoopKernel(K) && "a kernel that runs obeys checkLoopKernel()");
  assert(Memory.Scalars.size() == K.Scalars.size() &&
         "each scalar has a value");
  return Evaluator(K, Memory, Observe, HasRun, /*Grows=*/false).run();
}

LoopLog probe(const LoopKernel &K, const AccessObserver &Observe) {
  StreamMemory Memory;
  for (const ScalarArgument &S : K.Scalars)
    Memory.Scalars.push_back(S.Bits.value_or(1));
  for (const LoopMemory &M : K.Memories)
    if (M.Kind == LoopMemoryKind::Buffer)
      Memory.Buffers.push_back({M.Name, {}});
  const RegionObserver None;
  return Evaluator(K, Memory, Observe, None, /*Grows=*/true).run();
}

} // namespace roofline
