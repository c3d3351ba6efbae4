// Parts of the hardware: pipelines and straight code, with what each computes.
#include "Parts.h"

#include "Flatten.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace roofline::vitis {
namespace {

/// Loops that are unrolled inside a part, with their copies.
struct Unrolled {
  uint32_t Loop = 0;
  double Copies = 1;
  bool IsInFull = false;
};

/// One access of the source in a part.
struct AccessLine {
  uint32_t Op = 0;
  std::vector<Unrolled> Loops; ///< that its index varies with
  double Share = 1;            ///< copies whose condition may hold
};

/// True where the index does not move with the pipeline.
bool isFixed(const AccessForm &A, const Part &P) {
  return P.isPipeline() &&
         std::ranges::none_of(A.Terms, [&](const FormTerm &T) {
           return std::ranges::count(P.Spine, T.Loop) != 0;
         });
}

class PartFinder {
public:
  explicit PartFinder(const Frame &F) : F(F), K(*F.Kernel), V(variationOf(F)) {}

  std::vector<Part> find() {
    Filling Root;
    open(Root, 1);
    walk(K.Root, Root);
    close(Root);
    return std::move(Parts);
  }

private:
  /// A part that is being filled.
  struct Filling {
    Part P;
    std::vector<Unrolled> Inside;
    std::vector<AccessLine> Lines;
    double Nested = 1; ///< copies of parts inside
  };

  void open(Filling &Here, double Copies) { Here.P.Copies = Copies; }
  void close(Filling &Here);
  void walk(uint32_t Node, Filling &Here);
  void walkLoop(uint32_t Node, Filling &Here);
  void walkSpine(uint32_t Node, size_t Depth, Filling &Here);
  void addBlock(uint32_t Block, Filling &Here);
  void addOperation(uint32_t Op, double Share, bool IsGuarded, Filling &Here);
  void addOperator(uint32_t Op, double Number, bool IsInvariant, Part &P);
  double shareOf(const Guard &When, const Filling &Here) const;
  const AccessForm &formOf(const AccessLine &Line) const {
    return F.Arrays->Accesses[*K.Operations[Line.Op].Access];
  }
  void noteSpread(const AccessLine &Line, const Part &P, ArrayUse &Use) const;
  void noteOffsets(const std::vector<const AccessLine *> &Lines,
                   ArrayUse &Use) const;
  void noteCarried(Filling &Here) const;
  bool isForwarded(const AccessLine &Load, const Filling &Here) const;
  double elementsOf(const std::vector<const AccessLine *> &Lines) const;

  const Frame &F;
  const KernelSummary &K;
  LoopVariation V;
  std::vector<Part> Parts;
};

void PartFinder::walk(uint32_t Node, Filling &Here) {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Block)
    return addBlock(N.Index, Here);
  if (N.K == Node::Kind::Loop)
    return walkLoop(Node, Here);
  for (uint32_t Child : N.Children)
    walk(Child, Here);
}

void PartFinder::walkLoop(uint32_t Node, Filling &Here) {
  uint32_t Loop = K.Nodes[Node].Index;
  const NestLoop &L = F.Loops->Loops[Loop];
  if (L.IsInFull) {
    double Nested = Here.Nested;
    Here.Nested *= std::max(1.0, L.Most);
    Here.Inside.push_back({Loop, L.Most, true});
    for (uint32_t Child : K.Nodes[Node].Children)
      walk(Child, Here);
    Here.Inside.pop_back();
    Here.Nested = Nested;
    return;
  }
  Filling Inner;
  Inner.P.Spine = spineFrom(F, Loop);
  open(Inner, Here.P.Copies * Here.Nested);
  if (Inner.P.isPipeline()) {
    walkSpine(Node, 0, Inner);
  } else {
    Inner.P.Around = Loop;
    Inner.Nested = double(L.Factor);
    for (uint32_t Child : K.Nodes[Node].Children)
      walk(Child, Inner);
    Inner.P.Copies *= double(L.Factor);
  }
  close(Inner);
}

void PartFinder::walkSpine(uint32_t Node, size_t Depth, Filling &Here) {
  const roofline::Node &N = K.Nodes[Node];
  bool IsSpine = N.K == Node::Kind::Loop && Depth < Here.P.Spine.size() &&
                 N.Index == Here.P.Spine[Depth];
  if (!IsSpine && N.K != Node::Kind::Sequence && N.K != Node::Kind::Branch)
    return walk(Node, Here);
  bool IsLast = IsSpine && Depth + 1 == Here.P.Spine.size();
  if (IsLast) {
    double Copies = double(F.Loops->Loops[N.Index].Factor);
    Here.P.Width = Copies;
    Here.Inside.push_back({N.Index, Copies, false});
  }
  for (uint32_t Child : N.Children)
    if (IsLast)
      walk(Child, Here);
    else
      walkSpine(Child, Depth + IsSpine, Here);
  if (IsLast)
    Here.Inside.pop_back();
}

/// Share of the copies in which \p When may hold. A loop of many iterations is
/// sampled.
double PartFinder::shareOf(const Guard &When, const Filling &Here) const {
  if (When.Form.isConstant())
    return When.Form.isConstant(0) ? 0 : 1;
  std::vector<std::optional<int64_t>> Values(K.Loops.size());
  std::vector<const Unrolled *> Loops;
  for (const std::string &Symbol : symbols(When.Form)) {
    std::optional<uint32_t> Loop = loopOfSymbol(Symbol);
    for (const Unrolled &U : Here.Inside)
      if (Loop && U.Loop == *Loop && U.IsInFull)
        Loops.push_back(&U);
  }
  if (Loops.empty() || Loops.size() > 2)
    return 1;
  auto Value = [&](std::string_view Symbol) -> std::optional<int64_t> {
    std::optional<uint32_t> Loop = loopOfSymbol(Symbol);
    return Loop ? Values[*Loop] : std::nullopt;
  };
  constexpr int64_t MostSamples = 8;
  double Held = 0, All = 0;
  const Unrolled &A = *Loops.front(), &B = *Loops.back();
  const bool IsOne = Loops.size() == 1;
  const int64_t NumA = std::min(MostSamples * (IsOne ? 2 : 1),
                                std::max<int64_t>(1, int64_t(A.Copies)));
  const int64_t NumB =
      IsOne ? 1
            : std::min(MostSamples, std::max<int64_t>(1, int64_t(B.Copies)));
  for (int64_t I = 0; I < NumA; ++I)
    for (int64_t J = 0; J < NumB; ++J) {
      if (!IsOne)
        Values[B.Loop] = int64_t((double(J) + 0.5) * B.Copies / double(NumB));
      Values[A.Loop] = int64_t((double(I) + 0.5) * A.Copies / double(NumA));
      std::optional<FormBounds> Range =
          rangeOf(substitute(When.Form, Value), *F.Loops);
      Held += !Range || Range->Most != 0;
      ++All;
    }
  return Held / All;
}

void PartFinder::addBlock(uint32_t Block, Filling &Here) {
  const roofline::Block &B = K.Blocks[Block];
  double Share = shareOf(B.When, Here);
  for (uint32_t Op = 0; Op < B.NumOperations && Share > 0; ++Op)
    addOperation(B.FirstOperation + Op, Share, !B.When.isAlways(), Here);
}

void PartFinder::addOperator(uint32_t Op, double Number, bool IsInvariant,
                             Part &P) {
  const Operation &O = K.Operations[Op];
  auto Known = std::ranges::find_if(P.Operators, [&](const OperatorCount &C) {
    const Operation &S = K.Operations[C.Sample];
    return S.Type.Bits == O.Type.Bits && S.Name == O.Name;
  });
  if (Known == P.Operators.end()) {
    P.Operators.push_back({Op, 0, 0, 0});
    Known = P.Operators.end() - 1;
  }
  Known->Number += Number;
  ++Known->Levels;
  if (IsInvariant)
    Known->Invariant += Number;
}

void PartFinder::addOperation(uint32_t Op, double Share, bool IsGuarded,
                              Filling &Here) {
  if (F.IsIndex[Op] || F.Classes[Op] == OpClass::Phi)
    return;
  const Operation &O = K.Operations[Op];
  Part &P = Here.P;
  double Number = Share;
  std::vector<Unrolled> Varying;
  for (const Unrolled &U : Here.Inside)
    if (V.variesWith(Op, U.Loop)) {
      Number *= U.Copies;
      Varying.push_back(U);
    }
  if (O.Access && K.Accesses[*O.Access].Type.Scalar != ScalarKind::None) {
    // Memory has one element for all copies whose index is the same.
    const AccessForm &A = F.Arrays->Accesses[*O.Access];
    std::erase_if(Varying, [&](const Unrolled &U) {
      return std::ranges::count(A.Terms, U.Loop, &FormTerm::Loop) == 0 &&
             std::ranges::count(A.IrregularLoops, U.Loop) == 0;
    });
    Here.Lines.push_back({Op, std::move(Varying), Share});
    return;
  }
  bool IsInvariant =
      P.isPipeline() && std::ranges::none_of(P.Spine, [&](uint32_t Loop) {
        return V.variesWith(Op, Loop);
      });
  P.Operations += Number;
  if (IsGuarded)
    P.Guarded += Number;
  if (F.Classes[Op] == OpClass::Wire) {
    if (isPricedInteger(O.Name))
      P.Integers += Number;
    return;
  }
  if (F.Classes[Op] != OpClass::Load && F.Classes[Op] != OpClass::Store)
    addOperator(Op, Number, IsInvariant, P);
}

/// Elements that \p Lines with equal terms access together.
double PartFinder::elementsOf(const std::vector<const AccessLine *> &L) const {
  const AccessForm &First =
      F.Arrays->Accesses[*K.Operations[L.front()->Op].Access];
  double All = 1;
  for (const Unrolled &U : L.front()->Loops)
    All *= U.Copies;
  if (!First.IsAffine)
    return All * double(L.size());
  // Where the copies overlap along an unrolled dimension, few elements are new.
  std::set<Coordinates> Apart;
  bool IsOne = true;
  for (const AccessLine *Line : L) {
    Coordinates Base = formOf(*Line).Base;
    IsOne &= Base == First.Base;
    for (const Unrolled &U : Line->Loops)
      for (const FormTerm &T : First.Terms)
        if (T.Loop == U.Loop)
          Base[T.Dim] = 0;
    Apart.insert(Base);
  }
  constexpr double MostPoints = 512;
  if (IsOne || All * double(L.size()) > MostPoints)
    return All * (IsOne ? 1 : double(Apart.size()));
  std::set<Coordinates> Elements;
  for (const AccessLine *Line : L) {
    const AccessForm &A = F.Arrays->Accesses[*K.Operations[Line->Op].Access];
    std::vector<Coordinates> Points = {A.Base};
    for (const Unrolled &U : Line->Loops) {
      size_t Number = Points.size();
      for (int64_t I = 1; I < int64_t(U.Copies); ++I)
        for (size_t Known = 0; Known < Number; ++Known) {
          Coordinates Point = Points[Known];
          for (const FormTerm &T : A.Terms)
            if (T.Loop == U.Loop)
              Point[T.Dim] += I * T.Coefficient;
          Points.push_back(Point);
        }
    }
    Elements.insert(Points.begin(), Points.end());
  }
  return double(Elements.size());
}

/// Notes how far the copies of \p Line spread over the array. Elements that the
/// pipeline does not leave are read before it, one after the other.
void PartFinder::noteSpread(const AccessLine &Line, const Part &P,
                            ArrayUse &Use) const {
  const AccessForm &A = formOf(Line);
  if (!A.IsAffine || isFixed(A, P))
    return;
  std::array<double, MaxDims> Spread = {1, 1, 1, 1};
  for (const Unrolled &U : Line.Loops)
    for (const FormTerm &T : A.Terms)
      if (T.Loop == U.Loop) {
        Spread[T.Dim] *= U.Copies;
        Use.HasStride |= U.Copies > 1 && std::abs(T.Coefficient) > 1;
      }
  std::array<double, MaxDims> Around = {1, 1, 1, 1};
  for (const FormTerm &T : A.Terms)
    if (std::ranges::count(P.Spine, T.Loop) == 0 &&
        std::ranges::count(Line.Loops, T.Loop, &Unrolled::Loop) == 0)
      Around[T.Dim] *= double(F.Loops->Loops[T.Loop].Factor);
  for (unsigned Dim = 0; Dim < MaxDims; ++Dim) {
    Use.Spread[Dim] = std::max(Use.Spread[Dim], Spread[Dim]);
    Use.Around[Dim] = std::max(Use.Around[Dim], Around[Dim]);
  }
}

void PartFinder::noteOffsets(const std::vector<const AccessLine *> &Lines,
                             ArrayUse &Use) const {
  for (unsigned Dim = 0; Dim < MaxDims; ++Dim) {
    std::set<int64_t> Offsets;
    for (const AccessLine *Line : Lines)
      Offsets.insert(formOf(*Line).Base[Dim]);
    Use.Offsets[Dim] = std::max(Use.Offsets[Dim], double(Offsets.size()));
  }
}

/// Notes arrays whose elements a later iteration of the pipeline reads from
/// memory: the index moves with the innermost loop, but not with all others, or
/// two indices may meet.
void PartFinder::noteCarried(Filling &Here) const {
  for (const AccessLine &Store : Here.Lines)
    for (const AccessLine &Load : Here.Lines) {
      const AccessForm &S = formOf(Store), &L = formOf(Load);
      if (F.Classes[Store.Op] != OpClass::Store || S.Array != L.Array ||
          F.Classes[Load.Op] != OpClass::Load || !Here.P.isPipeline())
        continue;
      auto Moves = [&](uint32_t Loop) {
        return std::ranges::count(S.Terms, Loop, &FormTerm::Loop) != 0;
      };
      bool IsSame = S.IsAffine && S.Terms == L.Terms && S.Base == L.Base;
      bool IsCarried = !IsSame || (Moves(Here.P.Spine.back()) &&
                                   !std::ranges::all_of(Here.P.Spine, Moves));
      auto Use = std::ranges::find(Here.P.Arrays, S.Array, &ArrayUse::Array);
      Use->IsCarried |= IsCarried;
    }
}

/// True where an unrolled loop before that of \p Load has written the elements:
/// wires pass them on.
bool PartFinder::isForwarded(const AccessLine &Load,
                             const Filling &Here) const {
  if (Load.Loops.empty() || !Load.Loops.back().IsInFull)
    return false;
  return std::ranges::any_of(Here.Lines, [&](const AccessLine &Store) {
    return F.Classes[Store.Op] == OpClass::Store && Store.Op < Load.Op &&
           formOf(Store).Array == formOf(Load).Array && Store.Share == 1 &&
           !Store.Loops.empty() && Store.Loops.back().IsInFull &&
           Store.Loops.back().Loop != Load.Loops.back().Loop;
  });
}

/// Counts the accesses of the part and adds it to the result.
void PartFinder::close(Filling &Here) {
  std::vector<bool> IsDone(Here.Lines.size(), false);
  for (size_t I = 0; I < Here.Lines.size(); ++I) {
    if (IsDone[I])
      continue;
    const AccessLine &Line = Here.Lines[I];
    uint32_t Id = *K.Operations[Line.Op].Access;
    const AccessForm &Form = F.Arrays->Accesses[Id];
    bool IsStore = F.Classes[Line.Op] == OpClass::Store;
    std::vector<const AccessLine *> Group;
    for (size_t J = I; J < Here.Lines.size(); ++J) {
      const AccessLine &Other = Here.Lines[J];
      const AccessForm &There =
          F.Arrays->Accesses[*K.Operations[Other.Op].Access];
      if (!IsDone[J] && There.Array == Form.Array &&
          There.Terms == Form.Terms && There.IsAffine == Form.IsAffine &&
          Other.Loops.size() == Line.Loops.size() &&
          There.Irregular == Form.Irregular &&
          (F.Classes[Other.Op] == OpClass::Store) == IsStore) {
        Group.push_back(&Other);
        IsDone[J] = true;
      }
    }
    double Number = elementsOf(Group) * Line.Share;
    if (!IsStore && isForwarded(Line, Here))
      Number = 0;
    auto Use = std::ranges::find(Here.P.Arrays, Form.Array, &ArrayUse::Array);
    if (Use == Here.P.Arrays.end()) {
      Here.P.Arrays.push_back({Form.Array, 0, 0, 0});
      Use = Here.P.Arrays.end() - 1;
    }
    (IsStore ? Use->Stores : Use->Loads) += Number;
    noteSpread(Line, Here.P, *Use);
    if (!IsStore && !isFixed(Form, Here.P))
      noteOffsets(Group, *Use);
    Use->Lines += double(Group.size());
    Here.P.Operations += Number;
  }
  noteCarried(Here);
  Parts.push_back(std::move(Here.P));
}

} // namespace

std::vector<Part> partsOf(const Frame &F) { return PartFinder(F).find(); }

} // namespace roofline::vitis
