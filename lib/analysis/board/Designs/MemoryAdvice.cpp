// Advice that asks memory for fewer words, as the model "board" prices it.
#include "AdviceParts.h"
#include "TileWords.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace roofline {
/// \p K with \p Factor times the words of \p Units, lanes apart.
static BoardEstimate withWords(const KernelOnBoard &K,
                               const std::vector<uint32_t> &Units,
                               double Factor) {
  BoardEstimate Changed = K.E;
  for (uint32_t I : Units) {
    ReplayedUnit &U = Changed.LaunchReplay.Units[I];
    U.Words *= Factor;
    U.Repeats = 0;
  }
  return withComputeUnits(K.Bound, Changed, K.E.D.ComputeUnits, K.Board,
                          K.With);
}

bool wordsMatter(const KernelOnBoard &K) {
  std::vector<uint32_t> All(K.E.LaunchReplay.Units.size());
  std::iota(All.begin(), All.end(), 0u);
  return K.E.Cycles >= LeastBoardGain * withWords(K, All, 0).Cycles;
}

namespace {

/// [1] Objects that ask for a smaller share of all words are left alone.
constexpr double LeastShare = 0.02;
/// Requests over distinct bytes from which on bytes count as shared.
constexpr double Shared = 1.5;
/// [iteration] of a loop that a strip of a tile is for.
constexpr double StripLength = 16;

/// A buffer, with its accesses and its load/store units.
struct Object {
  std::string Name;
  std::vector<uint32_t> Accesses; ///< indices into BoundKernel::Accesses
  std::vector<uint32_t> Units;    ///< indices into Replay::Units
  double Words = 0, Bytes = 0;    ///< [word], [byte] that it is asked for
  bool IsRead = false, IsWritten = false, IsIrregular = false;
};

class MemoryAdvisor {
public:
  explicit MemoryAdvisor(const KernelOnBoard &K)
      : K(K), Kernel(*K.Bound.Kernel) {}

  std::vector<Advice> advise() {
    adviseWorkItems();
    findObjects();
    adviseRegisters();
    std::erase_if(Objects, [&](const Object &O) {
      return O.Words < LeastShare * K.E.words();
    });
    if (!wordsMatter(K))
      return std::move(Result);
    for (const Object &O : Objects)
      adviseTile(O);
    if (!adviseSwap())
      for (const Object &O : Objects)
        adviseLayout(O);
    return std::move(Result);
  }

private:
  void findObjects() {
    std::map<std::string, Object> ByName;
    for (uint32_t I = 0; I < K.Bound.Accesses.size(); ++I) {
      const MemoryAccess &A = sourceOf(I);
      if (A.Base.empty())
        continue;
      Object &O = ByName[A.Base];
      O.Accesses.push_back(I);
      O.IsRead |= A.K != MemoryAccess::Kind::Write;
      O.IsWritten |= A.K != MemoryAccess::Kind::Read;
      O.IsIrregular |= !A.Index || !isAffine(A);
    }
    for (uint32_t I = 0; I < K.E.LaunchReplay.Units.size(); ++I) {
      const ReplayedUnit &U = K.E.LaunchReplay.Units[I];
      const auto It = ByName.find(Kernel.Accesses[U.Access].Base);
      if (It == ByName.end())
        continue;
      It->second.Units.push_back(I);
      It->second.Words += U.Words;
      It->second.Bytes += U.Requests * U.NumBytes * lanesOf(U);
      It->second.IsIrregular |= U.IsIrregular;
    }
    for (auto &[Name, O] : ByName)
      if (!O.Units.empty()) {
        O.Name = Name;
        Objects.push_back(std::move(O));
      }
  }

  /// Lanes of a vector of work-items that one request of \p U is for.
  double lanesOf(const ReplayedUnit &U) const {
    return std::max(1.0, double(K.E.D.Simd) / U.NumLanes);
  }

  const MemoryAccess &sourceOf(uint32_t I) const {
    return Kernel.Accesses[K.Bound.Accesses[I].Access];
  }

  double wordsOf(double Bytes) const {
    return Bytes / K.Bound.TransactionWidth;
  }

  // Pricing
  // -------------------------------------------------------------------------

  void say(const char *Kind, const SourceLocation &Loc, std::string Text,
           double Gain, const char *Limit, std::vector<std::string> Guards) {
    if (Gain < LeastBoardGain)
      return;
    Result.push_back(sourceAdvice(K, Kind, Loc, std::move(Text), Gain, Limit,
                                  std::move(Guards)));
  }

  void sayWords(const char *Kind, const Object &O, double Words,
                std::string Text, std::vector<std::string> Guards) {
    if (Words >= O.Words)
      return;
    const BoardEstimate Then = withWords(K, O.Units, Words / O.Words);
    say(Kind, placeOf(O), std::move(Text),
        K.E.Cycles / std::max(1.0, Then.Cycles), limitText(Then),
        std::move(Guards));
  }

  const SourceLocation &placeOf(const Object &O) const {
    return sourceOf(O.Accesses.front()).Loc;
  }

  std::string nameOf(const Object &O) const {
    return "`" + O.Name + "`" + atLine(Kernel, placeOf(O));
  }

  // SM: what a group shares
  // -------------------------------------------------------------------------

  /// True where \p Bytes more of local memory, twice, fit the board.
  bool hasRoomFor(double Bytes) const {
    const double Blocks = 2 * memoryBlocks(Bytes / 4, 32);
    return K.F.total().Memory + Blocks * K.E.D.ComputeUnits <= K.F.Board.Memory;
  }

  double numGroups() const {
    double Number = 1;
    for (uint64_t Of : K.E.LaunchReplay.NumGroups)
      Number *= double(Of);
    return Number;
  }

  /// The outermost loop that moves an access of \p O.
  std::optional<uint32_t> loopMoving(const Object &O) const {
    std::optional<uint32_t> Outermost;
    for (uint32_t I : O.Accesses) {
      const BoundAccess &A = K.Bound.Accesses[I];
      const std::vector<uint32_t> Loops = loopsAround(K.Bound, A);
      for (uint32_t At = 0; At < A.NumLoopStrides && At < Loops.size(); ++At)
        if (K.Bound.LoopStrides[A.FirstLoopStride + At].NumBytes)
          Outermost = Loops[At];
    }
    return Outermost;
  }

  void adviseTile(const Object &O) {
    if (O.IsWritten || O.IsIrregular)
      return;
    const bool IsSingle = K.Bound.SingleWorkItem;
    const auto T = tileOf(K.Bound, K.L, K.E.LaunchReplay.GroupSize, O.Accesses);
    if (!T || O.Bytes < Shared * T->Bytes * (IsSingle ? 1 : numGroups()))
      return;
    if (IsSingle)
      return adviseLines(O, *T);
    std::vector<std::string> Guards;
    double Bytes = T->Bytes;
    if (const auto Loop = loopMoving(O); Loop && !hasRoomFor(Bytes)) {
      Bytes *= std::min(1.0, StripLength / K.Bound.Loops[*Loop].Trip);
      Guards.push_back("in strips along the loop" +
                       atLine(Kernel, Kernel.Loops[*Loop].Loc) +
                       ": the whole of it does not fit");
    }
    if (!hasRoomFor(Bytes))
      return;
    Guards.push_back("prices the words of global memory alone, each once for "
                     "each group");
    sayWords("SM", O, T->Words * numGroups(),
             "stage " + nameOf(O) +
                 " in local memory: the work-items of a group read the same "
                 "elements",
             std::move(Guards));
  }

  void adviseLines(const Object &O, const Tile &T) {
    const auto Reach = reachOf(K.Bound, K.L, K.E.D, O.Accesses);
    if (!Reach || !hasRoomFor(*Reach))
      return;
    sayWords("SM", O, T.Words,
             "keep what is read again of " + nameOf(O) +
                 " in a shift register: a line buffer of " +
                 std::to_string(uint64_t(*Reach)) + " bytes",
             {"prices the words of global memory alone, each once"});
  }

  // MC: what is apart
  // -------------------------------------------------------------------------

  /// The step from one request to the next: along the work-items, or the
  /// innermost loop of a single work-item.
  Stride nextOf(const BoundAccess &A) const {
    if (K.Bound.FastestDimension)
      return A.AlongWorkItems[*K.Bound.FastestDimension];
    return A.NumLoopStrides ? K.Bound.LoopStrides[A.FirstLoopStride]
                            : Stride{Stride::Kind::Same, 0};
  }

  bool isApart(const Object &O) const {
    return !O.IsIrregular &&
           std::all_of(O.Accesses.begin(), O.Accesses.end(), [&](uint32_t I) {
             const Stride Next = nextOf(K.Bound.Accesses[I]);
             return Next.K == Stride::Kind::Strided &&
                    double(std::abs(Next.NumBytes)) >
                        K.Bound.Accesses[I].NumBytes;
           });
  }

  void adviseLayout(const Object &O) {
    if (!isApart(O))
      return;
    std::string Along = " along dimension ";
    if (K.Bound.FastestDimension) {
      Along += std::to_string(*K.Bound.FastestDimension);
    } else {
      const auto Loops =
          loopsAround(K.Bound, K.Bound.Accesses[O.Accesses.front()]);
      Along = " along the loop" + atLine(Kernel, Kernel.Loops[Loops[0]].Loc);
    }
    sayWords("MC", O, wordsOf(O.Bytes),
             "lay out " + nameOf(O) + " so that its addresses are consecutive" +
                 Along,
             {});
  }

  /// The dimension along which all objects are consecutive that are apart along
  /// the fastest one.
  std::optional<uint32_t> betterDimension() const {
    const auto Fastest = K.Bound.FastestDimension;
    for (uint32_t Dim = 0; Fastest && Dim < 3; ++Dim) {
      bool IsBetter = Dim != *Fastest && K.L.Global[Dim] > 1;
      for (const Object &O : Objects) {
        IsBetter &= isApart(O);
        for (uint32_t I : O.Accesses)
          IsBetter &= K.Bound.Accesses[I].AlongWorkItems[Dim].K ==
                      Stride::Kind::Consecutive;
      }
      if (IsBetter)
        return Dim;
    }
    return std::nullopt;
  }

  /// True where another order of the work-items mends all layouts.
  bool adviseSwap() {
    const auto Dim = betterDimension();
    if (!Dim || Objects.empty())
      return false;
    Object All;
    std::string Names;
    for (const Object &O : Objects) {
      All.Accesses.insert(All.Accesses.end(), O.Accesses.begin(),
                          O.Accesses.end());
      All.Units.insert(All.Units.end(), O.Units.begin(), O.Units.end());
      All.Words += O.Words;
      All.Bytes += O.Bytes;
      Names += (Names.empty() ? "`" : ", `") + O.Name + "`";
    }
    const std::string Fast = std::to_string(*K.Bound.FastestDimension);
    const std::string Other = std::to_string(*Dim);
    sayWords("MC", All, wordsOf(All.Bytes),
             "swap dimensions " + Fast + " and " + Other +
                 ", of the launch and of the ids: " + Names +
                 (Objects.size() > 1 ? " are" : " is") +
                 " consecutive along dimension " + Other +
                 ", and work-items follow each other along dimension " + Fast,
             {});
    return true;
  }

  // PM: what a loop does not move
  // -------------------------------------------------------------------------

  /// True where the innermost loop around access \p I stays a loop and does not
  /// move it.
  bool standsStill(uint32_t I) const {
    const BoundAccess &A = K.Bound.Accesses[I];
    if (!A.NumLoopStrides || sourceOf(I).K == MemoryAccess::Kind::ReadWrite)
      return false;
    const uint32_t Loop = loopsAround(K.Bound, A).front();
    return K.Bound.Loops[Loop].KnowsTrip && K.Bound.Loops[Loop].Trip > 1 &&
           K.E.D.Unroll[Loop] < K.Bound.Loops[Loop].Trip &&
           K.Bound.LoopStrides[A.FirstLoopStride].K == Stride::Kind::Same;
  }

  void adviseRegisters() {
    for (const Object &O : Objects) {
      if (O.IsIrregular || !O.IsWritten)
        continue; // a load that stands still is cached, or moved out
      std::optional<uint32_t> Loop;
      bool IsOne = true;
      std::vector<uint32_t> Still;
      for (uint32_t I : O.Accesses)
        if (standsStill(I)) {
          const uint32_t Around = loopsAround(K.Bound, K.Bound.Accesses[I])[0];
          IsOne &= !Loop || *Loop == Around;
          Loop = Around;
          Still.push_back(I);
        } else if (Loop && loopsAround(K.Bound, K.Bound.Accesses[I]).size() &&
                   loopsAround(K.Bound, K.Bound.Accesses[I])[0] == *Loop) {
          IsOne = false; // other elements of it move with the loop
        }
      if (Loop && IsOne)
        sayRegister(O, *Loop, Still);
    }
  }

  /// Prices \p Still, accesses of \p O, as values in registers during loop
  /// \p Id.
  void sayRegister(const Object &O, uint32_t Id,
                   const std::vector<uint32_t> &Still) {
    KernelSummary InRegisters = Kernel;
    BoardEstimate With = K.E;
    for (uint32_t I : Still) {
      const uint32_t Access = K.Bound.Accesses[I].Access;
      InRegisters.Accesses[Access].Space = AddressSpace::Private;
      InRegisters.Accesses[Access].Index = AffineIndex{Expr::constant(0), {}};
      for (ReplayedUnit &U : With.LaunchReplay.Units)
        if (U.Access == Access) {
          U.Words /= K.Bound.Loops[Id].Trip;
          U.Repeats = 0;
        }
    }
    BoundKernel Changed = K.Bound;
    Changed.Kernel = &InRegisters;
    const BoardEstimate Then =
        withComputeUnits(Changed, With, K.E.D.ComputeUnits, K.Board, K.With);
    say("PM", sourceOf(Still.front()).Loc,
        "keep `" + O.Name + "`" + atLine(Kernel, sourceOf(Still.front()).Loc) +
            " in private memory during the loop" +
            atLine(Kernel, Kernel.Loops[Id].Loc) +
            ": its address does not change",
        K.E.Cycles / std::max(1.0, Then.Cycles), limitText(Then),
        {"assumes that no other pointer of the loop reaches it"});
  }

  // WI: more work-items
  // -------------------------------------------------------------------------

  /// The kernel with \p Times the work-items, which do what the present ones
  /// do.
  BoardEstimate withWorkItems(double Times) const {
    BoardEstimate More = K.E;
    More.LaunchReplay.Passes *= Times;
    for (ReplayedLoop &L : More.LaunchReplay.Loops) {
      L.Entries *= Times;
      L.Iterations *= Times;
      L.Passes *= Times;
    }
    for (ReplayedUnit &U : More.LaunchReplay.Units) {
      U.Words *= Times;
      U.Repeats *= Times;
    }
    return withComputeUnits(K.Bound, More, K.E.D.ComputeUnits, K.Board, K.With);
  }

  /// From where the passes take as long as one work-item alone, more of them
  /// gain little.
  void adviseWorkItems() {
    if (K.Bound.SingleWorkItem || !Kernel.UsesWorkItemIds ||
        K.E.limit() != BoardLimit::Latency)
      return;
    const double Passes = K.E.Pipelines[K.E.Limiting].Cycles;
    if (!(Passes > 0))
      return;
    const double Times = std::ceil(K.E.LatencyCycles / Passes);
    const BoardEstimate Then = withWorkItems(Times);
    say("WI", Kernel.Loc,
        "launch at least " +
            std::to_string(uint64_t(K.Bound.NumWorkItems * Times)) +
            " work-items, each with less to do: they wait for each other's "
            "latency",
        Times * K.E.Cycles / Then.Cycles, limitText(Then),
        {"time per work-item"});
  }

  const KernelOnBoard &K;
  const KernelSummary &Kernel;
  std::vector<Object> Objects;
  std::vector<Advice> Result;
};

} // namespace

std::vector<Advice> memoryAdvice(const KernelOnBoard &K) {
  return MemoryAdvisor(K).advise();
}

} // namespace roofline
