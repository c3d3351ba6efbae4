// W, Q and I: how much a kernel computes and moves.
#include "roofline/Kernel/Counts.h"

#include "Footprint.h"

#include "roofline/Kernel/LatencyClass.h"
#include "roofline/Kernel/Summation.h"
#include "roofline/Kernel/TripBinder.h"

#include <algorithm>
#include <array>
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

/// How often each loop is entered and its body runs, over all work-items.
class RunCounter {
public:
  RunCounter(const KernelSummary &Kernel, const Launch &L,
             std::vector<MissingInput> &Missing)
      : Kernel(Kernel), L(L), Trips(Kernel, L, Missing) {
    countWorkItems();
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
      countLoop(Id);
  }

  /// Executions of one operation of \p T.
  Count of(const Tally &T) const {
    Count Result = T.Loop ? Bodies[*T.Loop] : WorkItems;
    if (T.Loop && T.AlsoAtExit)
      Result += Entries[*T.Loop];
    if (T.IsLoopLost)
      Result = {{}, {}, {}, {}};
    if (T.Predicated)
      dropLeast(Result);
    const SourcePlace Place{T.Loc.Line, T.Loc.Column};
    if (auto It = L.Measured.Shares.find({Place, T.Name});
        It != L.Measured.Shares.end())
      setNumber(Result, It->second);
    return Result;
  }

private:
  /// A measured share of the most; the form stays a range.
  static void setNumber(Count &C, double Share) {
    C.Least = C.Most =
        C.Most ? std::optional(wholeOf(*C.Most * Share)) : std::nullopt;
  }

  static void dropLeast(Count &C) {
    C.LeastForm = Expr::constant(0);
    C.Least = 0;
  }

  void countWorkItems() {
    Expr Form = !isSingleWorkItem(Kernel) || L.Dimensions ? Expr::symbol("WI")
                                                          : Expr::constant(1);
    WorkItems.LeastForm = WorkItems.MostForm = Form;
    std::optional<double> Number;
    if (L.Dimensions)
      Number = double(L.Global[0]) * L.Global[1] * L.Global[2];
    else if (isSingleWorkItem(Kernel))
      Number = 1;
    else
      Trips.miss("number of work-items", Kernel.Loc,
                 "bind with --global X[,Y[,Z]]");
    WorkItems.Least = WorkItems.Most = Number;
  }

  void countLoop(uint32_t Id) {
    const Loop &Source = Kernel.Loops[Id];
    Count Entered = Source.Parent ? Bodies[*Source.Parent] : WorkItems;
    if (Source.Parent && Source.AlsoAtExit)
      Entered += Entries[*Source.Parent];
    if (Source.Predicated)
      dropLeast(Entered);
    if (auto It =
            L.Measured.EntryShares.find({Source.Loc.Line, Source.Loc.Column});
        It != L.Measured.EntryShares.end())
      setNumber(Entered, It->second);
    Entries.push_back(Entered);

    Count Body;
    const MeanTrip Trip = Trips.bind(Id);
    const bool Known = Trip.IsKnown;
    const bool AtMost = Known ? Trip.AtMost
                              : Source.Trip.K == TripCount::Kind::AtMost &&
                                    !boundTrip(Source, L);
    auto Times = [&](const std::optional<double> &Times) {
      return Known && Times ? std::optional(wholeOf(*Times * Trip.Value))
                            : std::nullopt;
    };
    Body.IsSampled = Entered.IsSampled || Trip.IsSampled;
    Body.Least = Times(Entered.Least);
    Body.Most = Times(Entered.Most);
    std::optional<Expr> Form = bodyForm(Id);
    Body.LeastForm = Body.MostForm = Form;
    if (AtMost || (Entered.LeastForm && Entered.LeastForm->isConstant(0)))
      Body.LeastForm = Expr::constant(0);
    if (AtMost || Entered.Least == 0)
      Body.Least = 0;
    Bodies.push_back(Body);
  }

  /// A mean times its number of terms misses a whole number by its last digits.
  static double wholeOf(double Number) {
    double Whole = std::round(Number);
    return std::abs(Number - Whole) <= 1e-9 * std::abs(Number) ? Whole : Number;
  }

  Expr tripForm(uint32_t Id) const {
    const Loop &Source = Kernel.Loops[Id];
    if (Source.Trip.K == TripCount::Kind::Unknown || boundTrip(Source, L) ||
        !sumsAsItStands(Kernel, Source))
      return Expr::symbol("trip(" + std::to_string(Source.Loc.Line) + ")");
    return Source.Trip.Count;
  }

  /// Iterations of loop \p Id over all entries: the sum of its trip counts over
  /// the iterations around it and the work-items.
  std::optional<Expr> bodyForm(uint32_t Id) const {
    std::optional<Expr> Form = tripForm(Id);
    for (auto Around = Kernel.Loops[Id].Parent; Around && Form;
         Around = Kernel.Loops[*Around].Parent)
      Form = sumOver(*Form, symbolOfLoop(*Around), tripForm(*Around));
    return Form ? sumOverWorkItems(*Form, *WorkItems.MostForm) : std::nullopt;
  }

  const KernelSummary &Kernel;
  const Launch &L;
  TripBinder Trips;
  Count WorkItems;
  std::vector<Count> Entries, Bodies; ///< by loop
};

// Operators -------------------------------------------------------------------

struct OperatorClass {
  std::string_view Name;
  std::vector<std::string_view> Operators;
};

const std::vector<OperatorClass> &operatorClasses() {
  static const std::vector<OperatorClass> Classes = {
      {"add", {"add", "fadd"}},
      {"sub", {"sub", "fsub", "fneg"}},
      {"mul", {"mul", "fmul", "mul24", "mul_hi"}},
      {"div", {"udiv", "sdiv", "fdiv"}},
      {"rem", {"urem", "srem", "frem"}},
      {"shift", {"shl", "lshr", "ashr", "rotate"}},
      {"logic", {"and", "or", "xor"}},
      {"compare", {"icmp", "fcmp", "min", "max", "fmin", "fmax"}},
      {"convert",
       {"trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi",
        "uitofp", "sitofp"}},
      {"select", {"select"}},
      {"address", {"getelementptr"}},
  };
  return Classes;
}

/// Builtins and instructions that move, name or order, and compute nothing.
bool computesNothing(std::string_view Name) {
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
  static constexpr std::string_view Names[] = {
      "load",
      "store",
      "barrier",
      "mem_fence",
      "read_mem_fence",
      "write_mem_fence",
      "fence",
      "prefetch",
      "extractelement",
      "insertelement",
      "shufflevector",
      "extractvalue",
      "insertvalue",
      "bitcast",
      "addrspacecast",
      "ptrtoint",
      "inttoptr",
      "freeze",
      "shuffle",
      "shuffle2",
      "memset",
      "memcpy",
      "memmove",
      "va_arg",
      "atomic_work_item_fence",
      "__translate_sampler_initializer",
      "stacksave",
      "stackrestore"};
  return std::find(std::begin(Names), std::end(Names), Name) !=
             std::end(Names) ||
         std::any_of(std::begin(Prefixes), std::end(Prefixes),
                     [&](std::string_view P) { return Name.starts_with(P); });
}

/// The class of \p Name; "special" for builtins, empty for what computes
/// nothing.
std::string_view classOf(std::string_view Name) {
  for (const OperatorClass &C : operatorClasses())
    if (std::find(C.Operators.begin(), C.Operators.end(), Name) !=
        C.Operators.end())
      return C.Name;
  return computesNothing(Name) ? "" : "special";
}

bool isChosen(const OperationChoice &Choice, std::string_view Name) {
  std::string_view Class = classOf(Name);
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

/// What a fused or structural operator consists of, floating point first.
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
  if (Name == "all" || Name == "special")
    return true;
  for (const OperatorClass &C : operatorClasses())
    if (C.Name == Name || std::find(C.Operators.begin(), C.Operators.end(),
                                    Name) != C.Operators.end())
      return true;
  static constexpr std::string_view Builtins[] = {
      // clang-format off
      "sqrt", "rsqrt", "cbrt", "exp", "exp2", "exp10", "expm1", "log", "log2",
      "log10", "log1p", "pow", "pown", "powr", "rootn", "sin", "cos", "tan",
      "sincos", "sinpi", "cospi", "tanpi", "asin", "acos", "atan", "atan2",
      "asinpi", "acospi", "atanpi", "atan2pi", "sinh", "cosh", "tanh", "asinh",
      "acosh", "atanh", "hypot", "erf", "erfc", "tgamma", "lgamma", "recip",
      "fract", "modf", "nan", "nextafter", "step", "smoothstep", "sign"};
  // clang-format on
  return std::find(std::begin(Builtins), std::end(Builtins), Name) !=
             std::end(Builtins) ||
         isKnownOperator(Name);
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
  std::vector<MissingInput> Missing;
  return RunCounter(Kernel, L, Missing).of(T) * int64_t(T.Number);
}

namespace {

/// A sum of multiples of few counts: most operations run as often as others do,
/// and polynomials are dear.
class Multiples {
public:
  /// \p Times times \p Each of \p C.
  void add(const Count &C, int64_t Times, int64_t Each) {
    int64_t Factor;
    if (__builtin_mul_overflow(Times, Each, &Factor)) {
      Terms.emplace_back(C * Times, Each);
      return;
    }
    auto It = std::find_if(Terms.begin(), Terms.end(),
                           [&](const auto &Term) { return Term.first == C; });
    if (It == Terms.end() ||
        __builtin_add_overflow(It->second, Factor, &Factor))
      Terms.emplace_back(C, Factor);
    else
      It->second = Factor;
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
    const Count Run = AnyAmount ? Open : Runs.of(T);
    // An upper bound has the larger of two arms; a profile says of each arm how
    // often it ran.
    const bool IsBound = Run.Least == 0 && L.Measured.Shares.empty();
    const auto Times = int64_t(T.Number - (IsBound ? T.InStead : 0));
    if (Times == 0)
      continue;
    if (T.IsLoopLost)
      K.Missing.push_back({"trip count of the loop around " + T.Name, T.Loc,
                           "the compiler removed the loop"});
    for (const Part &P : partsOf(T.Name, T.Type.Scalar == ScalarKind::Float))
      Operations[{std::string(P.Name), T.Type.Scalar, T.Type.Bits}].add(
          Run, Times, P.PerLane * T.Type.Lanes + P.Extra);
    if (!T.NumBytes)
      continue;
    Moved &Of = Spaces[T.Space];
    std::optional<double> Bytes;
    if (Run.Most)
      Bytes = *Run.Most * double(Times) * T.NumBytes;
    if (readsMemory(T)) {
      Of.Read.add(Run, Times, int64_t(T.NumBytes));
      ByPlace.add(T, false, Bytes);
    }
    if (writesMemory(T)) {
      Of.Written.add(Run, Times, int64_t(T.NumBytes));
      ByPlace.add(T, true, Bytes);
    }
  }
  if (MovesAny) {
    Spaces[AddressSpace::Global].Read.add(Open, 1, 1);
    Spaces[AddressSpace::Global].Written.add(Open, 1, 1);
  }
  Multiples FloatWork, IntegerWork;
  for (const auto &[Key, Executed] : Operations) {
    const auto &[Name, Scalar, Bits] = Key;
    const bool Counted = isChosen(Choice, Name);
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
static std::string_view kindOf(std::string_view Name) {
  std::string_view Class = classOf(Name);
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
    W.Operations[{Type, std::string(kindOf(T.Name))}] += *T.Number.Most;
  }
  Count Bytes = Compulsory ? Counts.Compulsory : Counts.requested();
  if (!Bytes.Most)
    return std::nullopt;
  W.Bytes["external"] = *Bytes.Most;
  return W;
}

} // namespace roofline
