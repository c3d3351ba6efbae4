// Advice on a kernel: each change, its place, and its gain.
#include "roofline/Hpca16/Advice.h"

#include "roofline/Kernel/FormNumbers.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <set>

namespace roofline {
namespace {

constexpr double LeastGain = 1.01;

std::string twoDecimals(double Value) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.2f", Value);
  return Text;
}

class Advisor {
public:
  Advisor(const BoundKernel &K, const Design &D, ModelForm Form,
          const std::optional<Utilization> &Used, const Device &Board,
          const Estimate &Priced)
      : K(K), D(D), Form(Form), Used(Used), Board(Board), Priced(Priced) {}

  std::vector<Advice> advise() {
    const Potentials &P = Priced.Potential;
    if (P.Comp && *P.Comp > 0)
      adviseCompute(*P.Comp);
    if (P.Mem > 0)
      adviseMemory(P.Mem);
    if (P.Balance > 0)
      adviseUnroll(PotentialKind::Balance, *P.Balance);
    if (P.ItppRepaired > 0 && K.Kernel->UsesWorkItemIds)
      adviseWorkItems(*P.ItppRepaired);
    std::stable_sort(Result.begin(), Result.end(),
                     [](const Advice &L, const Advice &R) {
                       return L.PotentialValue != R.PotentialValue
                                  ? L.PotentialValue > R.PotentialValue
                                  : L.Gain > R.Gain;
                     });
    // Advice that serves two potentials is said at the larger one.
    std::vector<Advice> Once;
    for (Advice &A : Result)
      if (std::none_of(Once.begin(), Once.end(), [&](const Advice &Said) {
            return Said.Loc.File == A.Loc.File && Said.Text == A.Text;
          }))
        Once.push_back(std::move(A));
    return Once;
  }

private:
  /// Time per work-item before over after.
  double gain(const BoundKernel &Changed, const Design &Design) const {
    Estimate After = makeEstimate(Changed);
    estimate(Changed, Design, Form, Used, Board, After);
    double Before = Priced.Total.value() / K.NumWorkItems;
    double Then = After.Total.value() / Changed.NumWorkItems;
    return Then > 0 ? Before / Then : 1;
  }

  void add(PotentialKind Kind, double Value, std::string Optimisation,
           const SourceLocation &Loc, std::string Text, double Gain,
           std::vector<std::string> Guards) {
    if (Gain >= LeastGain)
      Result.push_back({Kind,
                        Value,
                        std::move(Optimisation),
                        Loc,
                        std::move(Text),
                        Gain,
                        std::move(Guards),
                        {}});
  }

  const MemoryAccess &source(const BoundAccess &A) const {
    return K.Kernel->Accesses[A.Access];
  }

  std::string lineOf(const SourceLocation &Loc) const {
    return Loc ? " at line " + lineName(*K.Kernel, Loc) : "";
  }

  // B_comp: more of the device ------------------------------------------------

  void adviseCompute(double Value) {
    if (!K.SingleWorkItem) { // there is nothing to deal out
      Design Twice = D;
      Twice.ComputeUnits *= 2;
      add(PotentialKind::Comp, Value, "CU", K.Kernel->Loc,
          "replicate the pipeline: num_compute_units(" +
              std::to_string(Twice.ComputeUnits) + ")",
          gain(K, Twice), {"compute units share the global memory bandwidth"});
    }
    if (!K.SingleWorkItem && D.Simd < 16) {
      Design Wide = D;
      Wide.Simd *= 2;
      add(PotentialKind::Comp, Value, "SIMD", K.Kernel->Loc,
          "vectorise the kernel: num_simd_work_items(" +
              std::to_string(Wide.Simd) + ")",
          gain(K, Wide), simdGuards(K, Wide));
    }
    adviseUnroll(PotentialKind::Comp, Value);
  }

  // B_balance, B_comp: unroll the slowest block's loop
  // --------------------------

  struct Unrolled {
    Design With;
    double Gain = 1;
  };

  /// The factor of loop \p Id that pays most for its hardware.
  Unrolled bestUnroll(const BoundKernel &Changed, uint32_t Id) const {
    Unrolled Best{D, gain(Changed, D)};
    const double Trip = K.Loops[Id].Trip;
    Design Wide = D;
    auto Try = [&](uint32_t Factor) {
      Wide.Unroll[Id] = Factor;
      if (Factor > Trip || isTooWide(Changed, Wide, Id))
        return false;
      if (double G = gain(Changed, Wide); G > Best.Gain * 1.1)
        Best = {Wide, G};
      return true;
    };
    for (uint32_t Factor = 2; Factor <= 64; Factor *= 2)
      if (!Try(D.Unroll[Id] * Factor))
        break;
    if (K.Loops[Id].KnowsTrip && !K.Loops[Id].AtMost && Trip <= 64 &&
        Trip == std::floor(Trip))
      Try(uint32_t(Trip)); // all of it
    return Best;
  }

  void adviseUnroll(PotentialKind Kind, double Value) {
    if (K.Blocks.empty())
      return;
    const BoundBlock &Slowest = K.Blocks[Priced.LimitingBlock];
    if (!Slowest.Loop)
      return;
    uint32_t Id = *Slowest.Loop;
    Unrolled Best = bestUnroll(K, Id);
    add(Kind, Value, "UL", K.Kernel->Loops[Id].Loc,
        "unroll the loop" + lineOf(K.Kernel->Loops[Id].Loc) +
            ": #pragma unroll " + std::to_string(Best.With.Unroll[Id]),
        Best.Gain, designGuards(K, Best.With));
  }

  // B_mem: fewer transactions
  // ---------------------------------------------------

  void adviseMemory(double Value) {
    for (uint32_t Id = 0; Id < K.Blocks.size(); ++Id) {
      const BoundBlock &B = K.Blocks[Id];
      const Spots S(K, B);
      std::set<std::string> Private, Scattered; // what is said of each object
      for (uint32_t I = B.FirstAccess; I < B.FirstAccess + B.NumAccesses; ++I) {
        AccessEstimate E = estimateAccess(K, B, K.Accesses[I], D, Form);
        const std::string &Base = source(K.Accesses[I]).Base;
        if (isLoopInvariant(B, I)) {
          if (Private.insert(Base).second)
            advisePrivate(B, I, Value);
        } else if (!E.OrderCoalesces &&
                   (Base.empty() || Scattered.insert(Base).second))
          adviseAccess(B, I, Value);
        adviseVector(Id, I, S, Value);
      }
    }
    adviseUnroll(PotentialKind::Mem, Value);
  }

  std::string nameOf(const MemoryAccess &A) const {
    return (A.Base.empty() ? "the access" : "`" + A.Base + "`") + lineOf(A.Loc);
  }

  bool isLoopInvariant(const BoundBlock &B, uint32_t I) const {
    return B.ChainLength > 0 &&
           K.LoopStrides[K.Accesses[I].FirstLoopStride].K == Stride::Kind::Same;
  }

  /// PM, for all accesses of the block to the object of access \p I, the first
  /// of them, whose address the loop does not change.
  void advisePrivate(const BoundBlock &B, uint32_t I, double Value) {
    const MemoryAccess &A = source(K.Accesses[I]);
    BoundKernel Changed = K;
    for (uint32_t J = B.FirstAccess; J < B.FirstAccess + B.NumAccesses; ++J) {
      if (!isLoopInvariant(B, J) || source(K.Accesses[J]).Base != A.Base)
        continue;
      BoundAccess &C = Changed.Accesses[J];
      C.Weight /= std::max(1.0, K.Loops[*B.Loop].Trip);
      Changed.LoopStrides[C.FirstLoopStride] = C.AlongWorkItems[0];
    }
    add(PotentialKind::Mem, Value, "PM", A.Loc,
        "keep " + nameOf(A) + " in private memory during the loop" +
            lineOf(K.Kernel->Loops[*B.Loop].Loc) +
            ": its address does not change",
        gain(Changed, D), {});
  }

  /// Accesses of the block to the object of access \p I that do not coalesce.
  std::vector<uint32_t> scattered(const BoundBlock &B, uint32_t I) const {
    std::vector<uint32_t> Result;
    const std::string &Base = source(K.Accesses[I]).Base;
    for (uint32_t J = B.FirstAccess; J < B.FirstAccess + B.NumAccesses; ++J)
      if ((J == I || (!Base.empty() && source(K.Accesses[J]).Base == Base)) &&
          !isLoopInvariant(B, J) &&
          !estimateAccess(K, B, K.Accesses[J], D, Form).OrderCoalesces)
        Result.push_back(J);
    return Result;
  }

  /// Makes access \p C consecutive in the order of its block, one load for
  /// \p Reuse work-items.
  void makeConsecutive(BoundKernel &Changed, const BoundBlock &B,
                       BoundAccess &C, double Reuse) const {
    C.Weight /= Reuse;
    const int64_t Width = int64_t(C.NumBytes);
    int64_t Run = Width;
    if (C.NumLoopStrides) {
      Changed.LoopStrides[C.FirstLoopStride] = {Stride::Kind::Consecutive,
                                                Width};
      Run *= D.Unroll[*B.Loop];
    }
    Stride &WI = C.AlongWorkItems[K.FastestDimension.value_or(0)];
    if (Reuse == 1 && WI.K == Stride::Kind::Same)
      return; // work-items that read one address do so in any layout
    WI = {Run == Width ? Stride::Kind::Consecutive : Stride::Kind::Strided,
          Run};
  }

  /// \p Changed as advice, with what it gains alone, or together with the
  /// unrolling that it allows where that beats both alone by a tenth.
  void addChange(const BoundKernel &Changed, const BoundBlock &B, double Value,
                 std::string Optimisation, const SourceLocation &Loc,
                 std::string Text, std::vector<std::string> Guards) {
    const double Alone = gain(Changed, D);
    double Gain = Alone;
    if (B.ChainLength > 0) {
      Unrolled Both = bestUnroll(Changed, *B.Loop);
      if (Both.Gain > 1.1 * std::max(Alone, bestUnroll(K, *B.Loop).Gain)) {
        Gain = Both.Gain;
        std::string Note = "the gain comes with #pragma unroll " +
                           std::to_string(Both.With.Unroll[*B.Loop]) +
                           " of the loop" +
                           lineOf(K.Kernel->Loops[*B.Loop].Loc);
        if (Alone >= LeastGain)
          Note += "; alone it is " + twoDecimals(Alone) + " times";
        Guards.push_back(std::move(Note));
      }
    }
    add(PotentialKind::Mem, Value, std::move(Optimisation), Loc,
        std::move(Text), Gain, std::move(Guards));
  }

  /// True where data decide an address of \p A, or it goes in blocks: no layout
  /// makes it consecutive.
  bool isIrregular(const BoundAccess &A) const {
    auto Is = [](const Stride &S) {
      return S.K == Stride::Kind::Irregular ||
             S.Inside != Stride::Kind::Irregular;
    };
    auto First = K.LoopStrides.begin() + A.FirstLoopStride;
    return std::any_of(A.AlongWorkItems.begin(), A.AlongWorkItems.end(), Is) ||
           std::any_of(First, First + A.NumLoopStrides, Is);
  }

  /// True where the kernel writes the object of \p A: a copy of it in local
  /// memory would be old.
  bool isWritten(const MemoryAccess &A) const {
    return std::any_of(K.Kernel->Accesses.begin(), K.Kernel->Accesses.end(),
                       [&](const MemoryAccess &Other) {
                         return Other.Base == A.Base &&
                                Other.K != MemoryAccess::Kind::Read;
                       });
  }

  /// MC and SM, for all accesses to the object of access \p I, the first.
  void adviseAccess(const BoundBlock &B, uint32_t I, double Value) {
    std::vector<uint32_t> Together = scattered(B, I);
    const MemoryAccess &A = source(K.Accesses[I]);
    if (std::any_of(Together.begin(), Together.end(),
                    [&](uint32_t J) { return isIrregular(K.Accesses[J]); }))
      return;
    bool InLoop = B.ChainLength > 0;
    const bool AlongLoop =
        K.FastestDimension
            ? InLoop && K.LoopStrides[K.Accesses[I].FirstLoopStride].K !=
                            Stride::Kind::Consecutive
            : B.Loop.has_value();
    const std::string Along =
        AlongLoop ? " along the loop" + lineOf(K.Kernel->Loops[*B.Loop].Loc)
        : K.FastestDimension
            ? " along dimension " + std::to_string(*K.FastestDimension)
            : "";
    BoundKernel Coalesced = K, Staged = K;
    double Reuse = 1;
    for (uint32_t J : Together) {
      makeConsecutive(Coalesced, B, Coalesced.Accesses[J], 1);
      double Shared = groupReuse(K.Accesses[J]);
      if (source(K.Accesses[J]).K == MemoryAccess::Kind::Read && Shared > 1)
        makeConsecutive(Staged, B, Staged.Accesses[J], Shared);
      Reuse = std::max(Reuse, Shared);
    }
    addChange(Coalesced, B, Value, "MC", A.Loc,
              "lay out " + nameOf(A) +
                  " so that its addresses are consecutive" + Along,
              {});
    if (Reuse > 1 && InLoop && !isWritten(A))
      addChange(Staged, B, Value, "SM", A.Loc,
                "stage " + nameOf(A) +
                    " in local memory: the work-items of a group share it",
                {"assumes that each element is read once per work-group, by "
                 "consecutive work-items"});
  }

  /// The accesses of a block by where they are, for those that are a constant
  /// distance apart and alike in all else.
  class Spots {
  public:
    Spots(const BoundKernel &K, const BoundBlock &B) {
      for (uint32_t I = B.FirstAccess; I < B.FirstAccess + B.NumAccesses; ++I) {
        const MemoryAccess &A = K.Kernel->Accesses[K.Accesses[I].Access];
        if (!A.Index)
          continue;
        FormNumbers::Form At = Numbers.of(*A.Index);
        At.Number = Numbers.of(std::to_string(At.Number) + " of " + A.Base +
                               "," + std::to_string(int(A.K)) + "," +
                               std::to_string(A.NumBytes));
        Forms.emplace(I, At);
        First.try_emplace(At, I);
      }
    }

    /// The first access \p Bytes behind access \p I.
    std::optional<uint32_t> behind(uint32_t I, int64_t Bytes) const {
      const auto It = Forms.find(I);
      if (It == Forms.end())
        return std::nullopt;
      const auto Found =
          First.find({It->second.Number, int64_t(uint64_t(It->second.Constant) +
                                                 uint64_t(Bytes))});
      return Found == First.end() ? std::nullopt : std::optional(Found->second);
    }

  private:
    FormNumbers Numbers;
    std::map<uint32_t, FormNumbers::Form> Forms; ///< by access
    std::map<FormNumbers::Form, uint32_t> First;
  };

  /// VT, for neighbours in memory of which access \p I of block \p Id is the
  /// first.
  void adviseVector(uint32_t Id, uint32_t I, const Spots &Where, double Value) {
    std::vector<uint32_t> Run{I};
    const MemoryAccess &A = source(K.Accesses[I]);
    if (A.Base.empty() || A.Type.Lanes != 1 ||
        Where.behind(I, -int64_t(A.NumBytes)))
      return;
    while (auto Next = Where.behind(I, int64_t(A.NumBytes) * Run.size()))
      Run.push_back(*Next);
    Run.resize(std::min<size_t>(16, std::bit_floor(Run.size())));
    if (Run.size() < 2)
      return;
    BoundKernel Changed = K;
    BoundAccess &Wide = Changed.Accesses[I];
    Wide.NumBytes *= Run.size();
    auto Widen = [&](Stride &S) {
      Stride::Kind &Kind = S.K == Stride::Kind::Blocks ? S.Inside : S.K;
      if (Kind == Stride::Kind::Strided || Kind == Stride::Kind::Consecutive)
        Kind = S.NumBytes == int64_t(Wide.NumBytes) ? Stride::Kind::Consecutive
                                                    : Stride::Kind::Strided;
    };
    std::for_each(Wide.AlongWorkItems.begin(), Wide.AlongWorkItems.end(),
                  Widen);
    for (uint32_t L = 0; L < Wide.NumLoopStrides; ++L)
      Widen(Changed.LoopStrides[Wide.FirstLoopStride + L]);
    std::sort(Run.begin(), Run.end(), std::greater<>());
    for (uint32_t J : Run)
      if (J != I)
        removeAccess(Changed, Id, J);
    add(PotentialKind::Mem, Value, "VT", A.Loc,
        "read or write " + nameOf(A) + " as one vector of " +
            std::to_string(Run.size()) + " elements: they are neighbours",
        gain(Changed, D),
        {"assumes that the address is aligned to the vector"});
  }

  static void removeAccess(BoundKernel &Changed, uint32_t Block,
                           uint32_t Access) {
    Changed.Accesses.erase(Changed.Accesses.begin() + Access);
    --Changed.Blocks[Block].NumAccesses;
    for (BoundBlock &B : Changed.Blocks)
      if (B.FirstAccess > Access)
        --B.FirstAccess;
  }

  /// How many work-items of a group read the same element.
  double groupReuse(const BoundAccess &A) const {
    double Reuse = 1;
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      if (A.AlongWorkItems[Dim].K == Stride::Kind::Same && K.GroupSize[Dim] > 0)
        Reuse *= K.GroupSize[Dim];
    return Reuse;
  }

  // B_itpp: more work-items
  // -----------------------------------------------------

  void adviseWorkItems(double Value) {
    BoundKernel More = K;
    double Best = 1, BestCount = K.NumWorkItems;
    for (double Factor = 2; Factor <= 4096; Factor *= 2) {
      More.NumWorkItems = K.NumWorkItems * Factor;
      double G = gain(More, D);
      if (G <= Best * 1.01)
        break;
      Best = G;
      BestCount = More.NumWorkItems;
    }
    add(PotentialKind::Itpp, Value, "WI", K.Kernel->Loc,
        "launch at least " + std::to_string(uint64_t(BestCount)) +
            " work-items so that they fill the pipeline",
        Best, {"time per work-item"});
  }

  const BoundKernel &K;
  const Design &D;
  ModelForm Form;
  const std::optional<Utilization> &Used;
  const Device &Board;
  const Estimate &Priced;
  std::vector<Advice> Result;
};

} // namespace

std::vector<Advice> advise(const BoundKernel &K, const Design &D,
                           ModelForm Form,
                           const std::optional<Utilization> &Used,
                           const Device &Board, const Estimate &Priced) {
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(Priced.Blocks.size() == K.Blocks.size() &&
         "the estimate is that of the same kernel");
  return Advisor(K, D, Form, Used, Board, Priced).advise();
}

std::string_view potentialName(PotentialKind K) {
  constexpr std::string_view Names[] = {"B_comp", "B_mem", "B_balance",
                                        "B_itpp"};
  return Names[size_t(K)];
}

} // namespace roofline
