// Gates of one function are one.
#include "Sweep.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>

namespace roofline {
namespace {

/// Searches inputs for which two literals differ: follows what is known through
/// gates in both directions, and tries both values where that ends.
class DifferenceSearch {
public:
  explicit DifferenceSearch(const GateNetwork &Network)
      : Net(Network), Values(Net.nodes().size(), Unknown),
        Numbers(Net.nodes().size(), NotThere) {}

  /// True where \p A and \p B were proven equal.
  bool areEqual(Literal A, Literal B) {
    Cone.clear();
    Tries = 0;
    bool IsSmall = collect(A.node()) && collect(B.node());
    if (IsSmall) {
      Readers.assign(Cone.size(), {});
      std::sort(Cone.begin(), Cone.end()); // operands first
      for (uint32_t I = 0; I < Cone.size(); ++I)
        Numbers[Cone[I]] = I;
      for (uint32_t Node : Cone)
        if (const GateNetwork::Node &N = Net.nodes()[Node]; N.isGate())
          for (Literal L : {N.A, N.B})
            Readers[Numbers[L.node()]].push_back(Node);
    }
    const bool AreEqual =
        IsSmall && !mayDiffer(A, B, true) && !mayDiffer(A, B, false);
    for (uint32_t Node : Cone) {
      Values[Node] = Unknown;
      Numbers[Node] = NotThere;
    }
    return AreEqual;
  }

private:
  static constexpr int8_t Unknown = -1;
  static constexpr uint32_t NotThere = ~0u;
  static constexpr size_t MostNodes = 1000;
  static constexpr unsigned MostTries = 200;

  const GateNetwork &Net;
  std::vector<int8_t> Values;                 ///< by node
  std::vector<uint32_t> Numbers;              ///< in the cone, by node
  std::vector<uint32_t> Cone;                 ///< nodes
  std::vector<std::vector<uint32_t>> Readers; ///< gates, by number
  std::vector<uint32_t> Trail;                ///< nodes with a value
  unsigned Tries = 0;

  bool collect(uint32_t Root) {
    std::vector<uint32_t> Open = {Root};
    while (!Open.empty()) {
      const uint32_t Node = Open.back();
      Open.pop_back();
      if (Numbers[Node] != NotThere)
        continue;
      Numbers[Node] = 0;
      Cone.push_back(Node);
      if (Cone.size() > MostNodes)
        return false;
      if (const GateNetwork::Node &N = Net.nodes()[Node]; N.isGate())
        Open.insert(Open.end(), {N.A.node(), N.B.node()});
    }
    return true;
  }

  bool mayDiffer(Literal A, Literal B, bool IsA) {
    const bool Differs = set(Literal::constant(false), false) && set(A, IsA) &&
                         set(B, !IsA) && search(0);
    undo(0);
    return Differs;
  }

  int8_t value(Literal L) const {
    const int8_t Value = Values[L.node()];
    return Value == Unknown ? Unknown : int8_t(Value ^ L.isInverted());
  }
  /// False where \p L has the other value.
  bool set(Literal L, bool Value) {
    int8_t &Of = Values[L.node()];
    const int8_t To = int8_t(Value != L.isInverted());
    if (Of == Unknown) {
      Of = To;
      Trail.push_back(L.node());
    }
    return Of == To;
  }
  void undo(size_t Length) {
    for (; Trail.size() > Length; Trail.pop_back())
      Values[Trail.back()] = Unknown;
  }

  /// Sets what follows from the values of gate \p Node and of its operands;
  /// false where they cannot be.
  bool follow(uint32_t Node) {
    const GateNetwork::Node &N = Net.nodes()[Node];
    const Literal Out = Literal::of(Node);
    const int8_t A = value(N.A), B = value(N.B), Of = value(Out);
    if (N.Is == GateNetwork::Kind::Xor) {
      if (A != Unknown && B != Unknown)
        return set(Out, A != B);
      if (Of != Unknown && A != Unknown)
        return set(N.B, Of != A);
      return Of == Unknown || B == Unknown || set(N.A, Of != B);
    }
    if (A == 0 || B == 0)
      return set(Out, false);
    if (A == 1 && B == 1)
      return set(Out, true);
    if (Of == 1)
      return set(N.A, true) && set(N.B, true);
    if (Of == 0 && A == 1)
      return set(N.B, false);
    return Of != 0 || B != 1 || set(N.A, false);
  }

  /// Sets all that follows from the values behind \p From in the trail.
  bool followAll(size_t From) {
    for (; From < Trail.size(); ++From) {
      const uint32_t Node = Trail[From];
      if (Net.nodes()[Node].isGate() && !follow(Node))
        return false;
      if (Numbers[Node] != NotThere)
        for (uint32_t Reader : Readers[Numbers[Node]])
          if (!follow(Reader))
            return false;
    }
    return true;
  }

  /// The last gate whose value does not follow from its operands yet.
  std::optional<uint32_t> open() const {
    for (size_t I = Cone.size(); I-- > 0;) {
      const GateNetwork::Node &N = Net.nodes()[Cone[I]];
      if (N.isGate() && Values[Cone[I]] != Unknown && value(N.A) == Unknown &&
          value(N.B) == Unknown)
        return Cone[I];
    }
    return std::nullopt;
  }

  /// True where the values may be, or nobody knows.
  bool search(size_t From) {
    if (!followAll(From))
      return false;
    const auto Gate = open();
    if (!Gate || ++Tries > MostTries)
      return true;
    const size_t Length = Trail.size();
    for (bool Value : {false, true}) {
      if (set(Net.nodes()[*Gate].A, Value) && search(Length))
        return true;
      undo(Length);
    }
    return false;
  }
};

class Sweeper {
public:
  explicit Sweeper(const GateNetwork &Network)
      : Old(Network), Search(Network), Words(Network.nodes().size()),
        NewLiteral(Network.nodes().size()) {}

  GateNetwork run() {
    simulate();
    Known[{}] = {0};
    for (uint32_t I : Old.inputs()) {
      NewLiteral[I] = New.makeInput();
      Known[words(I)].push_back(I);
    }
    for (uint32_t I = 0; I < Old.nodes().size(); ++I)
      if (Old.nodes()[I].isGate())
        NewLiteral[I] = gate(I);
    for (Literal L : Old.outputs())
      New.addOutput(NewLiteral[L.node()] ^ L.isInverted());
    return withoutDeadGates(New);
  }

private:
  static constexpr size_t NumWords = 16, MostAlike = 4;
  using CaseWords = std::array<uint64_t, NumWords>;

  const GateNetwork &Old;
  GateNetwork New;
  DifferenceSearch Search;
  std::vector<CaseWords> Words;                     ///< by old node
  std::vector<Literal> NewLiteral;                  ///< by old node
  std::map<CaseWords, std::vector<uint32_t>> Known; ///< first old nodes

  void simulate() {
    std::mt19937_64 Random(1);
    for (size_t W = 0; W < NumWords; ++W) {
      std::vector<uint64_t> In(Old.inputs().size());
      for (uint64_t &Each : In)
        Each = Random();
      const std::vector<uint64_t> Of = Old.evaluate(In);
      for (size_t I = 0; I < Of.size(); ++I)
        Words[I][W] = Of[I];
    }
  }

  bool isFirstOne(uint32_t Node) const { return Words[Node][0] & 1; }
  /// Returns the words of \p Node, inverted where its first case is 1.
  CaseWords words(uint32_t Node) const {
    CaseWords Of = Words[Node];
    if (isFirstOne(Node))
      for (uint64_t &Word : Of)
        Word = ~Word;
    return Of;
  }

  Literal gate(uint32_t Node) {
    std::vector<uint32_t> &Alike = Known[words(Node)];
    for (uint32_t Other : Alike) {
      const bool IsOpposite = isFirstOne(Node) != isFirstOne(Other);
      if (Search.areEqual(Literal::of(Node), Literal::of(Other) ^ IsOpposite))
        return NewLiteral[Other] ^ IsOpposite;
    }
    if (Alike.size() < MostAlike)
      Alike.push_back(Node);
    const GateNetwork::Node &N = Old.nodes()[Node];
    return New.makeGate(N.Is, NewLiteral[N.A.node()] ^ N.A.isInverted(),
                        NewLiteral[N.B.node()] ^ N.B.isInverted());
  }
};

} // namespace

GateNetwork swept(const GateNetwork &Network) { return Sweeper(Network).run(); }

} // namespace roofline
