// Random kernel summaries that checkSummary() accepts.
#include "RandomSummary.h"

namespace roofline {
namespace {

class Generator {
public:
  explicit Generator(std::mt19937_64 &Random) : Random(Random) {}

  KernelSummary summary() {
    KernelSummary K;
    K.Name = text();
    K.Loc = place();
    K.UsesWorkItemIds = coin();
    for (size_t I = below(4); I > 0; --I)
      K.Args.push_back(argument());
    for (size_t I = below(3); I > 0; --I)
      K.LocalArrays.push_back({text(), Random()});
    for (size_t I = below(3); I > 0; --I) {
      K.Channels.push_back({pick<Channel::Kind>(2), text(), number<uint32_t>(),
                            number<uint32_t>(), std::nullopt, coin(), coin(),
                            place()});
      if (coin())
        K.Channels.back().Depth = number<uint32_t>();
    }
    attributes(K.Attributes);
    size_t NumAccesses = below(5), NumLoops = below(4);
    operations(K, 1 + below(4), NumAccesses);
    for (size_t I = 0; I < NumAccesses; ++I)
      K.Accesses.push_back(access(K, NumLoops));
    for (size_t I = 0; I < NumLoops; ++I)
      K.Loops.push_back(loop(K, I));
    nodes(K);
    for (size_t I = below(3); I > 0; --I)
      K.Barriers.push_back(place());
    for (size_t I = below(3); I > 0; --I)
      K.Tallies.push_back(tally(NumLoops));
    for (size_t I = below(3); I > 0; --I)
      K.Directives.push_back(directive(NumLoops));
    for (size_t I = below(3); I > 0; --I)
      K.Memories.push_back({text(),
                            type(),
                            {number<uint64_t>(), below(9)},
                            coin(),
                            coin(),
                            coin(),
                            text(),
                            place()});
    K.IsHls = coin();
    for (size_t I = below(3); I > 0; --I)
      K.Unknowns.push_back({pick<Unknown::Kind>(5), text(), place()});
    return K;
  }

private:
  size_t below(size_t N) { return Random() % N; }
  bool coin() { return Random() & 1; }
  template <typename Enum> Enum pick(unsigned Count) {
    return Enum(below(Count));
  }
  /// Small numbers and the ends of the range.
  template <typename T> T number() {
    switch (below(4)) {
    case 0:
      return std::numeric_limits<T>::max();
    case 1:
      return std::numeric_limits<T>::min();
    default:
      return T(Random());
    }
  }
  std::string text() {
    const char *Texts[] = {"",
                           "N",
                           "a \"quoted\" \\ text",
                           "line\nbreak\ttab",
                           "gr\xc3\xb6\xc3\x9f",
                           "global_id(0)",
                           "+"};
    return Texts[below(std::size(Texts))];
  }
  SourceLocation place() {
    return {text(), number<uint32_t>(), number<uint32_t>()};
  }
  ValueType type() {
    return {pick<ScalarKind>(4), number<uint16_t>(), number<uint16_t>()};
  }
  /// A symbol: any name, or one of the first \p NumLoops loops.
  std::string symbol(size_t NumLoops) {
    return NumLoops && coin() ? "loop:" + std::to_string(below(NumLoops))
                              : text();
  }
  Expr expr(size_t NumLoops, unsigned Depth = 0) {
    Expr E;
    E.K = pick<Expr::Kind>(Depth > 3 ? 2 : 10);
    if (E.K == Expr::Kind::Constant) {
      E.Value = number<int64_t>();
      return E;
    }
    if (E.K == Expr::Kind::Symbol) {
      E.Name = symbol(NumLoops);
      return E;
    }
    bool Binary = E.K == Expr::Kind::Div || E.K == Expr::Kind::Mod;
    bool Single = E.K == Expr::Kind::Log2 || E.K == Expr::Kind::Exp2;
    for (size_t I = Binary ? 2 : Single ? 1 : 1 + below(4); I > 0; --I)
      E.Operands.push_back(expr(NumLoops, Depth + 1));
    return E;
  }
  Tally tally(size_t NumLoops) {
    Tally T;
    T.Name = text();
    T.Type = type();
    T.Number = std::max(number<uint64_t>() / 2, uint64_t(1));
    T.InStead = T.Number / 2;
    T.NumBytes = number<uint32_t>();
    T.Space = pick<AddressSpace>(5);
    if (NumLoops && coin())
      T.Loop = below(NumLoops);
    T.AlsoAtExit = coin();
    T.Predicated = coin();
    T.IsLoopLost = coin();
    T.Loc = place();
    return T;
  }
  KernelArg argument() {
    return {
        text(), text(), pick<KernelArg::Kind>(6), type(), pick<AddressSpace>(5),
        coin(), coin()};
  }
  void attributes(KernelAttributes &A) {
    if (coin())
      A.NumComputeUnits = number<uint32_t>();
    if (coin())
      A.NumSimdWorkItems = number<uint32_t>();
    if (coin())
      A.ReqdWorkGroupSize = {number<uint32_t>(), number<uint32_t>(),
                             number<uint32_t>()};
    if (coin())
      A.MaxWorkGroupSize = number<uint32_t>();
    A.Autorun = coin();
    A.Task = coin();
    if (coin())
      A.MaxGlobalWorkDim = below(4);
  }
  void operations(KernelSummary &K, size_t NumBlocks, size_t NumAccesses) {
    for (size_t B = 0; B < NumBlocks; ++B) {
      Block New{uint32_t(K.Operations.size()), uint32_t(1 + below(5))};
      for (uint32_t I = 0; I < New.NumOperations; ++I) {
        Operation Op{text(), type(), place(), {}, {}};
        for (size_t N = K.Operations.size() ? below(3) : 0; N > 0; --N)
          Op.Operands.push_back(below(K.Operations.size()));
        if (NumAccesses && coin())
          Op.Access = below(NumAccesses);
        if (!K.Channels.empty() && coin())
          Op.Channel = below(K.Channels.size());
        if (Op.Channel && coin())
          Op.Element = expr(2);
        K.Operations.push_back(std::move(Op));
      }
      K.Blocks.push_back(New);
    }
  }
  MemoryAccess access(const KernelSummary &K, size_t NumLoops) {
    MemoryAccess A;
    A.Space = pick<AddressSpace>(5);
    A.K = pick<MemoryAccess::Kind>(3);
    A.Base = text();
    A.Type = type();
    A.NumBytes = number<uint32_t>();
    if (coin()) {
      A.Index.emplace();
      A.Index->Offset = expr(NumLoops);
      for (size_t I = below(4); I > 0; --I)
        A.Index->Terms.push_back({symbol(NumLoops), expr(NumLoops)});
      A.Index->AssumesNoWrap = coin();
      A.Index->Clamped = coin();
    }
    A.Reason = text();
    A.Predicated = coin();
    A.BlockId = below(K.Blocks.size());
    A.Loc = place();
    return A;
  }
  Directive directive(size_t NumLoops) {
    Directive D;
    D.Name = text();
    for (size_t I = below(3); I > 0; --I)
      D.Options.push_back({text(), text()});
    D.Function = text();
    if (NumLoops && coin())
      D.Loop = below(NumLoops);
    D.IsLoopLost = coin();
    D.Loc = place();
    return D;
  }
  Loop loop(const KernelSummary &K, size_t Id) {
    Loop L;
    L.Name = text();
    L.Label = text();
    L.AlsoAtExit = coin();
    L.Predicated = coin();
    L.Loc = place();
    if (Id && coin())
      L.Parent = below(Id);
    L.Trip = {pick<TripCount::Kind>(3), expr(Id), text(), place()};
    if (coin())
      L.Unroll = UnrollRequest{coin(), coin(), number<uint32_t>()};
    if (coin())
      L.RequestedII = number<uint32_t>();
    L.IgnoreDependences = coin();
    for (size_t I = below(3); I > 0; --I) {
      CarriedDependence D;
      D.K = pick<CarriedDependence::Kind>(2);
      D.Producer = below(K.Operations.size());
      D.Consumer = below(K.Operations.size());
      if (coin())
        D.Distance = 1 + int64_t(Random() >> 2);
      L.Dependences.push_back(std::move(D));
    }
    return L;
  }
  /// A root sequence over all loops and blocks, each below any loop or the
  /// root.
  void nodes(KernelSummary &K) {
    K.Nodes.emplace_back().Range = {place(), place()};
    auto Add = [&](Node::Kind Kind, uint32_t Index) {
      uint32_t Id = K.Nodes.size();
      uint32_t Parent =
          below(1 + (Kind == Node::Kind::Loop ? Index : K.Loops.size()));
      Node &N = K.Nodes.emplace_back();
      N.K = Kind;
      N.Index = Index;
      N.Range = {place(), place()};
      K.Nodes[Parent].Children.push_back(Id);
    };
    for (uint32_t I = 0; I < K.Loops.size(); ++I)
      Add(Node::Kind::Loop, I);
    for (uint32_t I = 0; I < K.Blocks.size(); ++I)
      Add(Node::Kind::Block, I);
    if (coin())
      K.Nodes[0].K = Node::Kind::Branch;
  }

  std::mt19937_64 &Random;
};

} // namespace

KernelSummary randomSummary(std::mt19937_64 &Random) {
  return Generator(Random).summary();
}

} // namespace roofline
