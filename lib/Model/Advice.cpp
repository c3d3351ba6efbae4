// What to change in a kernel, where, and what that would gain.
#include "roofline/Model/Advice.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace roofline {
namespace {

constexpr double LeastGain = 1.01;

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
      adviseUnroll(PotentialKind::Balance, P.Balance);
    if (P.ItppRepaired > 0)
      adviseWorkItems(P.ItppRepaired);
    std::stable_sort(Result.begin(), Result.end(),
                     [](const Advice &L, const Advice &R) {
                       return L.PotentialValue != R.PotentialValue
                                  ? L.PotentialValue > R.PotentialValue
                                  : L.Gain > R.Gain;
                     });
    return std::move(Result);
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
      Result.push_back({Kind, Value, std::move(Optimisation), Loc, std::move(Text),
                        Gain, std::move(Guards)});
  }

  const MemoryAccess &source(const BoundAccess &A) const {
    return K.Kernel->Accesses[A.Access];
  }

  std::string lineOf(const SourceLocation &Loc) const {
    return Loc ? " at line " + std::to_string(Loc.Line) : "";
  }

  // B_comp: more of the device ------------------------------------------------

  void adviseCompute(double Value) {
    Design Twice = D;
    Twice.ComputeUnits *= 2;
    add(PotentialKind::Comp, Value, "CU", K.Kernel->Loc,
        "replicate the pipeline: num_compute_units(" +
            std::to_string(Twice.ComputeUnits) + ")",
        gain(K, Twice), {"compute units share the global memory bandwidth"});
    if (!K.SingleWorkItem && D.Simd < 16) {
      Design Wide = D;
      Wide.Simd *= 2;
      add(PotentialKind::Comp, Value, "SIMD", K.Kernel->Loc,
          "vectorise the kernel: num_simd_work_items(" + std::to_string(Wide.Simd) +
              ")",
          gain(K, Wide), simdGuards(Wide.Simd));
    }
    adviseUnroll(PotentialKind::Comp, Value);
  }

  std::vector<std::string> simdGuards(uint32_t Simd) const {
    std::vector<std::string> Guards;
    const auto &Size = K.Kernel->Attributes.ReqdWorkGroupSize;
    if (!Size)
      Guards.push_back("needs a reqd_work_group_size that " + std::to_string(Simd) +
                       " divides in dimension 0");
    else if ((*Size)[0] % Simd)
      Guards.push_back(std::to_string(Simd) + " does not divide the work-group size " +
                       std::to_string((*Size)[0]));
    auto IsBranch = [](const Node &N) { return N.K == Node::Kind::Branch; };
    if (std::any_of(K.Kernel->Nodes.begin(), K.Kernel->Nodes.end(), IsBranch))
      Guards.push_back("a kernel whose branches depend on the work-item is not "
                       "vectorised");
    return Guards;
  }

  // B_balance, B_comp: unroll the slowest block's loop --------------------------

  void adviseUnroll(PotentialKind Kind, double Value) {
    if (K.Blocks.empty())
      return;
    const BoundBlock &Slowest = K.Blocks[Priced.LimitingBlock];
    if (!Slowest.Loop)
      return;
    uint32_t Id = *Slowest.Loop;
    const BoundLoop &L = K.Loops[Id];
    Design Best = D;
    double BestGain = 1;
    for (uint32_t Factor = 2; Factor <= 64 && Factor <= L.Trip; Factor *= 2) {
      Design Unrolled = D;
      Unrolled.Unroll[Id] = D.Unroll[Id] * Factor;
      if (Unrolled.Unroll[Id] > L.Trip || exceedsWidth(Slowest, Id, Unrolled))
        break;
      // A larger factor has to pay for its hardware.
      if (double G = gain(K, Unrolled); G > BestGain * 1.1) {
        BestGain = G;
        Best = Unrolled;
      }
    }
    add(Kind, Value, "UL", K.Kernel->Loops[Id].Loc,
        "unroll the loop" + lineOf(K.Kernel->Loops[Id].Loc) + ": #pragma unroll " +
            std::to_string(Best.Unroll[Id]),
        BestGain, designGuards(K, Best));
  }

  /// True when the lanes of a coalesced access are wider than a transaction.
  bool exceedsWidth(const BoundBlock &B, uint32_t Loop, const Design &Wide) const {
    for (uint32_t I = B.FirstAccess; I < B.FirstAccess + B.NumAccesses; ++I)
      if (K.Accesses[I].NumBytes * Wide.Unroll[Loop] * Wide.Simd > K.TransactionWidth)
        return true;
    return false;
  }

  // B_mem: fewer transactions ---------------------------------------------------

  void adviseMemory(double Value) {
    for (const BoundBlock &B : K.Blocks)
      for (uint32_t I = B.FirstAccess; I < B.FirstAccess + B.NumAccesses; ++I) {
        AccessEstimate E = estimateAccess(K, B, K.Accesses[I], D, Form);
        if (!E.OrderCoalesces)
          adviseAccess(B, I, Value);
      }
    adviseUnroll(PotentialKind::Mem, Value);
  }

  void adviseAccess(const BoundBlock &B, uint32_t I, double Value) {
    const MemoryAccess &A = source(K.Accesses[I]);
    std::string What = (A.Base.empty() ? "the access" : "`" + A.Base + "`") +
                       lineOf(A.Loc);
    auto WithAccess = [&](double Reuse) {
      BoundKernel Changed = K;
      BoundAccess &C = Changed.Accesses[I];
      C.NumBytes /= Reuse;
      Stride Consecutive{Stride::Kind::Consecutive, int64_t(A.NumBytes)};
      C.AlongWorkItems[0] = Consecutive;
      if (C.NumLoopStrides)
        Changed.LoopStrides[C.FirstLoopStride] = Consecutive;
      return Changed;
    };
    bool InLoop = B.ChainLength > 0;
    bool IsScratch = InLoop && A.Space == AddressSpace::Global &&
                     K.LoopStrides[K.Accesses[I].FirstLoopStride].K ==
                         Stride::Kind::Same;
    if (IsScratch) {
      double Trip = std::max(1.0, K.Loops[*B.Loop].Trip);
      add(PotentialKind::Mem, Value, "PM", A.Loc,
          "keep " + What + " in private memory during the loop: its address does not "
          "change", gain(WithAccess(Trip), D), {});
      return;
    }
    add(PotentialKind::Mem, Value, "MC", A.Loc,
        "lay out " + What + " so that its addresses are consecutive along " +
            (InLoop ? "the loop" + lineOf(K.Kernel->Loops[*B.Loop].Loc)
                    : std::string("dimension 0")),
        gain(WithAccess(1), D), {});
    double Reuse = groupReuse(K.Accesses[I]);
    if (Reuse > 1 && InLoop && A.K == MemoryAccess::Kind::Read)
      add(PotentialKind::Mem, Value, "SM", A.Loc,
          "stage " + What + " in local memory: the work-items of a group share it",
          gain(WithAccess(Reuse), D),
          {"assumes that each element is read once per work-group, by consecutive "
           "work-items"});
  }

  /// How many work-items of a group read the same element.
  double groupReuse(const BoundAccess &A) const {
    double Reuse = 1;
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      if (A.AlongWorkItems[Dim].K == Stride::Kind::Same && K.GroupSize[Dim] > 0)
        Reuse *= K.GroupSize[Dim];
    return Reuse;
  }

  // B_itpp: more work-items -----------------------------------------------------

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

std::vector<Advice> advise(const BoundKernel &K, const Design &D, ModelForm Form,
                           const std::optional<Utilization> &Used,
                           const Device &Board, const Estimate &Priced) {
  return Advisor(K, D, Form, Used, Board, Priced).advise();
}

std::vector<std::string> designGuards(const BoundKernel &K, const Design &D) {
  std::vector<std::string> Guards;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id) {
    uint32_t Factor = D.Unroll[Id];
    double Trip = K.Loops[Id].Trip;
    std::string Line = std::to_string(K.Kernel->Loops[Id].Loc.Line);
    if (Factor > 1 && std::fmod(Trip, Factor) != 0)
      Guards.push_back("the factor " + std::to_string(Factor) +
                       " does not divide the trip count of the loop at line " + Line +
                       ": the last pass is partly idle");
    for (const BoundBlock &B : K.Blocks)
      for (uint32_t I = B.FirstAccess; I < B.FirstAccess + B.NumAccesses; ++I)
        if (Factor > 1 && B.Loop == Id &&
            K.Accesses[I].NumBytes * Factor * D.Simd > K.TransactionWidth) {
          Guards.push_back("the factor " + std::to_string(Factor) +
                           " of the loop at line " + Line +
                           " is wider than a memory transaction");
          I = B.FirstAccess + B.NumAccesses;
        }
  }
  return Guards;
}

std::string_view potentialName(PotentialKind K) {
  constexpr std::string_view Names[] = {"B_comp", "B_mem", "B_balance", "B_itpp"};
  return Names[size_t(K)];
}

/// Sets the unroll factor of the loops whose statement is at \p Line.
static bool unrollAt(const BoundKernel &K, uint32_t Line, uint32_t Factor, Design &D) {
  bool Found = false;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id)
    if (K.Kernel->Loops[Id].Loc.Line == Line) {
      D.Unroll[Id] = Factor;
      Found = true;
    }
  return Found;
}

std::variant<Design, std::string> parseWhatIf(std::string_view Text,
                                              const BoundKernel &K, Design D) {
  auto Number = [](std::string_view S, uint32_t &Value) {
    auto [End, Error] = std::from_chars(S.data(), S.data() + S.size(), Value);
    return Error == std::errc() && End == S.data() + S.size() && Value > 0;
  };
  while (!Text.empty()) {
    std::string_view Part = Text.substr(0, Text.find(','));
    Text.remove_prefix(std::min(Text.size(), Part.size() + 1));
    size_t Equals = Part.find('=');
    std::string_view Name = Part.substr(0, Equals);
    uint32_t Factor = 0, Line = 0;
    std::string Error = "'" + std::string(Part) + "': ";
    if (Equals == std::string_view::npos || !Number(Part.substr(Equals + 1), Factor) ||
        Factor > 65536)
      return Error + "ul@LINE=N, simd=N or cu=N expected, N from 1 to 65536";
    if (Name == "cu") {
      D.ComputeUnits = Factor;
    } else if (Name == "simd") {
      if (Factor > 16 || (Factor & (Factor - 1)))
        return Error + "simd has to be a power of two up to 16";
      D.Simd = Factor;
    } else if (Name.starts_with("ul@") && Number(Name.substr(3), Line)) {
      if (!unrollAt(K, Line, Factor, D))
        return Error + "no loop starts at line " + std::to_string(Line);
    } else {
      return Error + "ul@LINE=N, simd=N or cu=N expected";
    }
  }
  return D;
}

} // namespace roofline
