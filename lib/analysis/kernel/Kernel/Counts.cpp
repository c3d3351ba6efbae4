// W, Q and I: how much a kernel computes and moves.
#include "roofline/Kernel/Counts.h"

#include "Footprint.h"
#include "RunCounter.h"

#include "roofline/Kernel/Operators.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <tuple>

namespace roofline {

template <typename T>
static std::optional<T> sum(const std::optional<T> &L,
                            const std::optional<T> &R) {
  return L && R ? std::optional<T>(*L + *R) : std::nullopt;
}

Count &Count::operator+=(const Count &Other) {
  const bool IsOne = LeastForm == MostForm && Other.LeastForm == Other.MostForm;
  MostForm = sum(MostForm, Other.MostForm);
  LeastForm = IsOne ? MostForm : sum(LeastForm, Other.LeastForm);
  Least = sum(Least, Other.Least);
  Most = sum(Most, Other.Most);
  IsSampled |= Other.IsSampled;
  return *this;
}

Count Count::operator*(int64_t Factor) const {
  assert(Factor >= 0 &&
         "a negative factor would exchange the bounds of a count");
  Count Result;
  auto Times = [&](const std::optional<Expr> &E) {
    return E ? std::optional(Expr::constant(Factor) * *E) : std::nullopt;
  };
  Result.MostForm = Times(MostForm);
  Result.LeastForm = LeastForm == MostForm ? Result.MostForm : Times(LeastForm);
  Result.Least = Least ? std::optional(*Least * Factor) : std::nullopt;
  Result.Most = Most ? std::optional(*Most * Factor) : std::nullopt;
  Result.IsSampled = IsSampled;
  return Result;
}

namespace {

// Operators -------------------------------------------------------------------

/// True for builtins that move, name or order, and compute nothing.
bool movesOrNames(std::string_view Name) {
  static constexpr std::string_view Prefixes[] = {"get_",
                                                  "vload",
                                                  "vstore",
                                                  "read_",
                                                  "write_",
                                                  "async_",
                                                  "wait_",
                                                  "convert_",
                                                  "as_",
                                                  "atomic_fence",
                                                  "copy_",
                                                  "work_group_barrier",
                                                  "sub_group_barrier",
                                                  "reserve_",
                                                  "commit_",
                                                  "__read_pipe",
                                                  "__write_pipe",
                                                  "__reserve_",
                                                  "__commit_",
                                                  "__fpga_channel_"};
  return std::any_of(std::begin(Prefixes), std::end(Prefixes),
                     [&](std::string_view P) { return Name.starts_with(P); });
}

/// The class of \p Name on values of \p Type; "special" for functions that the
/// list does not have, empty for what computes nothing.
std::string_view classOf(std::string_view Name, ScalarKind Type) {
  if (const auto *Of = kernelOperator(Name, Type == ScalarKind::Float);
      Of && Of->Name == Name)
    return Of->Work;
  return movesOrNames(Name) ? "" : "special";
}

bool isChosen(const OperationChoice &Choice, std::string_view Name,
              ScalarKind Type) {
  std::string_view Class = classOf(Name, Type);
  return std::any_of(
      Choice.Names.begin(), Choice.Names.end(), [&](const std::string &Wanted) {
        return Wanted == Name ||
               (!Class.empty() && (Wanted == Class || Wanted == "all"));
      });
}

/// A step of an operator that is several: \p Number for each lane, and \p
/// Extra.
struct Part {
  std::string_view Name;
  int64_t PerLane = 1, Extra = 0;
};

/// Parts of a fused or structural operator, floating point first.
std::vector<Part> partsOf(std::string_view Name, bool IsFloat) {
  if (Name == "fmuladd" || Name == "fma" || (Name == "mad" && IsFloat))
    return {{"fmul"}, {"fadd"}};
  if (Name == "mad24" || Name == "mad_hi" || Name == "mad_sat")
    return {{"mul"}, {"add"}};
  if (Name == "mix") // x + (y - x) a
    return {{"fsub"}, {"fmul"}, {"fadd"}};
  if (Name == "dot") // a product for each lane, one sum less
    return {{"fmul"}, {"fadd", 1, -1}};
  if (Name == "length" || Name == "fast_length")
    return {{"fmul"}, {"fadd", 1, -1}, {"sqrt", 0, 1}};
  if (Name == "distance" || Name == "fast_distance")
    return {{"fsub"}, {"fmul"}, {"fadd", 1, -1}, {"sqrt", 0, 1}};
  if (Name == "normalize" || Name == "fast_normalize")
    return {{"fmul", 2}, {"fadd", 1, -1}, {"rsqrt", 0, 1}};
  if (Name == "cross")
    return {{"fmul", 0, 6}, {"fsub", 0, 3}};
  if (Name == "clamp")
    return IsFloat ? std::vector<Part>{{"fmax"}, {"fmin"}}
                   : std::vector<Part>{{"max"}, {"min"}};
  return {{Name}};
}

} // namespace

bool isOperatorName(std::string_view Name) {
  const auto All = kernelOperators();
  return Name == "all" ||
         (kernelOperator(Name) && partsOf(Name, true).size() == 1) ||
         std::any_of(All.begin(), All.end(), [&](const KernelOperator &O) {
           return !O.Work.empty() && O.Work == Name;
         });
}

const Count &KernelCounts::work() const {
  return isFloat() ? FloatWork : IntegerWork;
}

bool KernelCounts::isFloat() const {
  return std::any_of(Operations.begin(), Operations.end(),
                     [](const OperationTotal &T) {
                       return T.Counted && T.Type.Scalar == ScalarKind::Float;
                     });
}

Count KernelCounts::requested() const {
  Count Sum;
  for (const Traffic &T : Requested)
    if (T.Space == AddressSpace::Global || T.Space == AddressSpace::Constant ||
        T.Space == AddressSpace::Generic) {
      Sum += T.Read;
      Sum += T.Written;
    }
  return Sum;
}

static bool readsMemory(const Tally &T) {
  return !T.Name.starts_with("store") && !T.Name.starts_with("vstore") &&
         !T.Name.starts_with("write_") && T.Name != "copy_store" &&
         T.Name != "memset";
}

static bool writesMemory(const Tally &T) {
  return !readsMemory(T) || T.Name == "atomicrmw" || T.Name == "cmpxchg" ||
         (T.Name.starts_with("atom") && T.Name != "atomic_load");
}

Count executions(const KernelSummary &Kernel, const Launch &L, const Tally &T) {
  assert((!T.Loop || *T.Loop < Kernel.Loops.size()) &&
         "the loop of a tally is one of its kernel");
  std::vector<MissingInput> Missing;
  return RunCounter(Kernel, L, Missing).runsOf(T) * int64_t(T.Number);
}

namespace {

/// The numbers of \p C alone, or its forms alone.
Count numbersOf(const Count &C) {
  return {Expr::constant(0), Expr::constant(0), C.Least, C.Most, C.IsSampled};
}
Count formsOf(const Count &C) { return {C.LeastForm, C.MostForm, 0, 0}; }

/// A sum of multiples of few counts: most operations run as often as others do,
/// and polynomials are dear.
class Multiples {
public:
  /// \p Times times \p Each of \p C.
  void add(const Count &C, int64_t Times, int64_t Each) {
    int64_t Factor, Both;
    if (__builtin_mul_overflow(Times, Each, &Factor))
      return void(Terms.emplace_back(C * Times, Each));
    auto It = std::find_if(Terms.begin(), Terms.end(),
                           [&](const auto &Term) { return Term.first == C; });
    if (It == Terms.end() || __builtin_add_overflow(It->second, Factor, &Both))
      Terms.emplace_back(C, Factor);
    else
      It->second = Both;
  }

  /// As often as \p Executed says, \p Each at a time.
  void add(const RunCounter::Executions &Executed, int64_t Each) {
    if (Executed.isUniform())
      return add(Executed.Runs, Executed.Each, Each);
    if (Executed.Each)
      add(numbersOf(Executed.Runs), Executed.Each, Each);
    if (Executed.EachOfForms)
      add(formsOf(Executed.Runs), Executed.EachOfForms, Each);
  }

  void add(const Multiples &Other) {
    for (const auto &[C, Factor] : Other.Terms)
      add(C, Factor, 1);
  }

  Count sum() const {
    Count Result;
    for (const auto &[C, Factor] : Terms)
      Result += C * Factor;
    return Result;
  }

private:
  std::vector<std::pair<Count, int64_t>> Terms;
};

struct Moved {
  Multiples Read, Written;
};

} // namespace

KernelCounts countKernel(const KernelSummary &Kernel, const Launch &L,
                         const OperationChoice &Choice) {
  KernelCounts K;
  RunCounter Runs(Kernel, L, K.Missing);
  std::map<std::tuple<std::string, ScalarKind, uint16_t>, Multiples> Operations;
  std::map<AddressSpace, Moved> Spaces;
  RequestsByPlace ByPlace;
  // An operation that no model covers computes and moves any amount.
  const Count Open{Expr::constant(0), std::nullopt, 0, std::nullopt};
  auto IsOpen = [&](const Tally &T) {
    return std::any_of(Kernel.Unknowns.begin(), Kernel.Unknowns.end(),
                       [&](const Unknown &U) {
                         return (U.K == Unknown::Kind::Operation ||
                                 U.K == Unknown::Kind::ControlFlow) &&
                                U.Loc == T.Loc;
                       });
  };
  bool MovesAny = false;
  for (const Tally &T : Kernel.Tallies) {
    const bool AnyAmount = !T.NumBytes && IsOpen(T);
    MovesAny |= AnyAmount;
    RunCounter::Executions Run = Runs.of(T);
    if (AnyAmount)
      Run.Runs = Open;
    if (Run.Each == 0 && Run.EachOfForms == 0)
      continue;
    if (T.IsLoopLost)
      K.Missing.push_back({"operations of a loop that the compiler removed",
                           T.Loc,
                           "how often it turns is no constant below 2^63"});
    for (const Part &P : partsOf(T.Name, T.Type.Scalar == ScalarKind::Float))
      Operations[{std::string(P.Name), T.Type.Scalar, T.Type.Bits}].add(
          Run, P.PerLane * T.Type.Lanes + P.Extra);
    if (!T.NumBytes)
      continue;
    Moved &Of = Spaces[T.Space];
    std::optional<double> Bytes;
    if (Run.Runs.Most)
      Bytes = *Run.Runs.Most * double(Run.Each) * T.NumBytes;
    if (readsMemory(T)) {
      Of.Read.add(Run, int64_t(T.NumBytes));
      ByPlace.add(T, false, Bytes);
    }
    if (writesMemory(T)) {
      Of.Written.add(Run, int64_t(T.NumBytes));
      ByPlace.add(T, true, Bytes);
    }
  }
  if (MovesAny) {
    Spaces[AddressSpace::Global].Read.add(Open, 1, 1);
    Spaces[AddressSpace::Global].Written.add(Open, 1, 1);
  }
  K.Undecided = Runs.undecided();
  Multiples FloatWork, IntegerWork;
  for (const auto &[Key, Executed] : Operations) {
    const auto &[Name, Scalar, Bits] = Key;
    const bool Counted = isChosen(Choice, Name, Scalar);
    if (Counted)
      (Scalar == ScalarKind::Float ? FloatWork : IntegerWork).add(Executed);
    K.Operations.push_back({Name, {Scalar, Bits, 1}, Executed.sum(), Counted});
  }
  K.FloatWork = FloatWork.sum();
  K.IntegerWork = IntegerWork.sum();
  for (const auto &[Space, Of] : Spaces)
    K.Requested.push_back({Space, Of.Read.sum(), Of.Written.sum()});
  K.Compulsory = compulsoryTraffic(Kernel, L, K.requested(), ByPlace);
  if (MovesAny)
    K.Compulsory += Open;
  return K;
}

/// How ceilings call an operator. Source: TUE11 section 2.4.1.
static std::string_view kindOf(std::string_view Name, ScalarKind Type) {
  std::string_view Class = classOf(Name, Type);
  if (Class == "sub")
    return "add";
  if (Class == "shift")
    return "logic";
  return Class == "rem" ? "div" : Class;
}

std::optional<Workload> workload(const KernelSummary &Kernel,
                                 const KernelCounts &Counts, bool Compulsory) {
  Workload W;
  W.Name = Kernel.Name;
  for (const OperationTotal &T : Counts.Operations) {
    if (!T.Counted || (T.Type.Scalar == ScalarKind::Float) != Counts.isFloat())
      continue;
    if (!T.Number.Most)
      return std::nullopt;
    std::string Type = T.Type.Scalar == ScalarKind::Float ? "float" : "int";
    Type += std::to_string(T.Type.Scalar == ScalarKind::Float
                               ? T.Type.Bits
                               : std::max<int>(8, T.Type.Bits));
    W.Operations[{Type, std::string(kindOf(T.Name, T.Type.Scalar))}] +=
        *T.Number.Most;
  }
  Count Bytes = Compulsory ? Counts.Compulsory : Counts.requested();
  if (!Bytes.Most)
    return std::nullopt;
  W.Bytes["external"] = *Bytes.Most;
  return W;
}

} // namespace roofline
