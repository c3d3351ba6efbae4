// Addresses and trips of a loop kernel that data go into.
#ifndef ROOFLINE_LIB_LOOPS_LOOPDATAFLOW_H
#define ROOFLINE_LIB_LOOPS_LOOPDATAFLOW_H

#include "roofline/Loops/LoopKernel.h"

#include <algorithm>
#include <map>
#include <optional>

namespace roofline {

/// Finds what data go into: values of loads, and arguments without a value. Or
/// what is made of one argument, or of the words of one memory (a source of
/// kind Word has its index): what they only decide is not.
class LoopDataFlow {
public:
  explicit LoopDataFlow(const LoopKernel &K,
                        std::optional<LoopSource> Only = std::nullopt)
      : K(K), Only(Only), Variables(K.Variables.size()),
        Memories(K.Memories.size()), LeafVaries(K.Leaves.size()) {
    if (Only && Only->Kind == LoopSourceKind::Word)
      Memories[Only->Index] = true;
    for (size_t Before = ~size_t(0); Before != Count;) {
      Before = Count;
      Control = nodes(K.Control, nullptr);
      region(K.Root, false);
    }
  }

  bool isFixed(uint32_t Leaf, uint32_t Access) const {
    const LoopAccess &A = K.Leaves[Leaf].Accesses[Access];
    return hasFixedAddress(Leaf, Access) &&
           !(A.Enable && Bodies[Leaf][*A.Enable]);
  }
  bool hasFixedAddress(uint32_t Leaf, uint32_t Access) const {
    return !LeafVaries[Leaf] &&
           !Bodies[Leaf][K.Leaves[Leaf].Accesses[Access].Address];
  }

  /// With one memory: words of memory \p M are made of its words.
  bool isMadeOfIt(uint32_t M) const { return Memories[M]; }
  /// The number of iterations of some loop.
  bool goesIntoTrips() const {
    return std::ranges::any_of(K.Leaves,
                               [&](const LoopLeaf &L) {
                                 return std::ranges::any_of(
                                     L.Levels, [&](const LoopTrips &T) {
                                       return varies(T.Last);
                                     });
                               }) ||
           std::ranges::any_of(K.Loops, [&](const OuterLoop &L) {
             return varies(L.Trips.Last);
           });
  }

  /// True where it decides which loops run, or how often one does.
  bool goesIntoCycles() const {
    return goesIntoTrips() ||
           std::ranges::any_of(
               K.Leaves, [&](const LoopLeaf &L) { return varies(L.Guard); }) ||
           std::ranges::any_of(K.Loops, [&](const OuterLoop &L) {
             return varies(L.Guard) || varies(L.Continue);
           });
  }

private:
  const LoopKernel &K;
  const std::optional<LoopSource> Only;
  std::vector<bool> Variables, Memories, LeafVaries, Control;
  std::map<uint32_t, std::vector<bool>> CarriedVaries;
  mutable std::map<uint32_t, std::vector<bool>> Bodies;
  size_t Count = 0; ///< of marks

  void mark(std::vector<bool> &List, uint32_t I, bool Varies) {
    if (Varies && !List[I]) {
      List[I] = true;
      ++Count;
    }
  }

  std::vector<bool> nodes(const LoopDatapath &D, const LoopLeaf *L,
                          const std::vector<bool> *Carried = nullptr) const {
    std::vector<bool> Varies(D.Graph.Nodes.size());
    for (size_t N = 0; N < Varies.size(); ++N) {
      const DatapathNode &Node = D.Graph.Nodes[N];
      for (uint32_t O : Node.Operands)
        if (Varies[O])
          Varies[N] = true;
      if (Node.Op != DatapathOp::Argument)
        continue;
      const LoopSource &S = D.Sources[Node.Value];
      switch (S.Kind) {
      case LoopSourceKind::Scalar:
        Varies[N] = !Only || *Only == S;
        break;
      case LoopSourceKind::Variable:
        Varies[N] = Variables[S.Index];
        break;
      case LoopSourceKind::Carried:
        Varies[N] = (*Carried)[S.Index];
        break;
      case LoopSourceKind::Word: {
        const LoopAccess &A = L->Accesses[S.Index];
        if (Only)
          Varies[N] = Memories[A.Memory];
        else
          Varies[N] = K.Memories[A.Memory].Kind != LoopMemoryKind::Table ||
                      Varies[A.Address] || (A.Enable && Varies[*A.Enable]);
        break;
      }
      default:
        break;
      }
    }
    return Varies;
  }

  bool varies(const std::optional<uint32_t> &Node) const {
    return Node && Control[*Node];
  }

  void region(const LoopRegion &R, bool Varies) {
    if (R.K == LoopRegion::Kind::Leaf)
      return leaf(R.Index, Varies);
    if (R.K == LoopRegion::Kind::Loop) {
      const OuterLoop &L = K.Loops[R.Index];
      if (!Only)
        Varies |= varies(L.Guard) || varies(L.Trips.Last) || varies(L.Continue);
      mark(Variables, L.Counter, Varies);
      for (const OuterCarried &C : L.Carried)
        mark(Variables, C.Variable,
             Varies || Control[C.Initial] || Control[C.Next]);
    }
    for (const LoopRegion &Child : R.Children)
      region(Child, Varies);
  }

  void leaf(uint32_t Index, bool Varies) {
    const LoopLeaf &L = K.Leaves[Index];
    if (!Only) {
      Varies |= varies(L.Guard);
      for (const LoopTrips &T : L.Levels)
        Varies |= varies(T.Last);
    }
    mark(LeafVaries, Index, Varies);
    std::vector<bool> &Carried = CarriedVaries[Index];
    Carried.resize(L.Carried.size());
    for (size_t Before = ~size_t(0); Before != Count;) {
      Before = Count;
      Bodies[Index] = nodes(L.Body, &L, &Carried);
      for (size_t I = 0; I < L.Carried.size(); ++I)
        mark(Carried, uint32_t(I), Bodies[Index][L.Carried[I].Next]);
    }
    for (const LoopAccess &A : L.Accesses)
      if (A.Value)
        mark(Memories, A.Memory, Bodies[Index][*A.Value]);
    for (const LoopResult &R : L.Results)
      mark(Variables, R.Variable, Varies || Bodies[Index][R.Node]);
  }
};

} // namespace roofline

#endif
