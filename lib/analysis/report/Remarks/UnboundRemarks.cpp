// Remarks on a kernel of unknown sizes.
#include "UnboundRemarks.h"

#include "AccessPattern.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Report/ClosedForm.h"
#include "roofline/Report/CountsReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

using namespace llvm;

namespace roofline {

using NV = SourceRemark::Piece;

void addEnds(const AnalysisResult &R, uint32_t Id, uint32_t Dep,
             SourceRemark &To) {
  const Loop &Around = R.Kernel->Loops[Id];
  const CarriedDependence &D = Around.Dependences[Dep];
  const bool IsMemory = D.K == CarriedDependence::Kind::Memory;
  To.Others.push_back({placeInLoop(*R.Kernel, Around, D.Producer),
                       IsMemory ? "written here" : "computed here"});
  To.Others.push_back({placeInLoop(*R.Kernel, Around, D.Consumer),
                       IsMemory ? "read here by a later iteration"
                                : "needed here by a later iteration"});
}

// W / Q
// ---------------------------------------------------------------------------

namespace {

/// A product: a constant, and factors that are none.
struct Term {
  int64_t Constant = 1;
  std::vector<Expr> Factors;
};

std::vector<Expr> operandsOf(const Expr &E, Expr::Kind K) {
  return E.K == K ? E.Operands : std::vector<Expr>{E};
}

std::vector<Term> termsOf(const Expr &E) {
  std::vector<Term> Terms;
  for (const Expr &Addend : operandsOf(E, Expr::Kind::Add)) {
    Term &T = Terms.emplace_back();
    for (const Expr &Factor : operandsOf(Addend, Expr::Kind::Mul))
      if (Factor.isConstant())
        T.Constant *= Factor.Value;
      else
        T.Factors.push_back(Factor);
  }
  return Terms;
}

Expr sumOf(const std::vector<Term> &Terms) {
  std::vector<Expr> Addends;
  for (const Term &T : Terms) {
    Expr Product = Expr::constant(T.Constant);
    for (const Expr &Factor : T.Factors)
      Product = Product * Factor;
    Addends.push_back(std::move(Product));
  }
  return sum(Addends);
}

/// Takes out of all terms of \p W and \p Q what they have in common.
void cancel(std::vector<Term> &W, std::vector<Term> &Q) {
  std::vector<Term *> All;
  for (std::vector<Term> *Terms : {&W, &Q})
    for (Term &T : *Terms)
      All.push_back(&T);
  int64_t Divisor = 0;
  for (const Term *T : All)
    Divisor = std::gcd(Divisor, T->Constant);
  const std::vector<Expr> Candidates = All.front()->Factors;
  for (const Expr &Factor : Candidates)
    if (all_of(All, [&](Term *T) { return is_contained(T->Factors, Factor); }))
      for (Term *T : All)
        T->Factors.erase(find(T->Factors, Factor));
  for (Term *T : All)
    T->Constant /= Divisor;
}

/// The factors that are no constants in the longest product of \p E.
unsigned degree(const Expr &E) {
  unsigned Most = 0, Sum = 0;
  for (const Expr &Operand : E.Operands) {
    const unsigned Of = degree(Operand);
    Most = std::max(Most, Of);
    Sum += Of;
  }
  switch (E.K) {
  case Expr::Kind::Constant:
    return 0;
  case Expr::Kind::Symbol:
    return 1;
  case Expr::Kind::Mul:
    return Sum;
  case Expr::Kind::Div:
    return degree(E.Operands.front());
  default:
    return Most;
  }
}

} // namespace

/// Three digits: "0.125".
static std::string ratioText(double Ratio) {
  std::string Text;
  raw_string_ostream(Text) << format("%.3g", Ratio);
  return Text;
}

/// W / Q where that is a number.
static std::optional<double> constantRatio(const std::vector<Term> &W,
                                           const std::vector<Term> &Q) {
  const int64_t Above = W.front().Constant, Below = Q.front().Constant;
  if (sumOf(W) * Expr::constant(Below) == sumOf(Q) * Expr::constant(Above))
    return double(Above) / double(Below);
  return std::nullopt;
}

/// The terms with the most factors, which outgrow the others.
static std::vector<Term> leading(std::vector<Term> Terms) {
  size_t Most = 0;
  for (const Term &T : Terms)
    Most = std::max(Most, T.Factors.size());
  erase_if(Terms, [&](const Term &T) { return T.Factors.size() < Most; });
  return Terms;
}

std::string intensityForm(const AnalysisResult &R) {
  constexpr size_t MostLength = 60; // W and Q are in the remark already
  const Count &Work = R.Counts.work(), Traffic = R.Counts.requested();
  if (closedFormOf(R, Work).empty() || closedFormOf(R, Traffic).empty())
    return "";
  const SymbolValue Symbols = launchSymbols(*R.Kernel, R.L);
  const Expr WorkForm = substitute(*Work.MostForm, Symbols),
             TrafficForm = substitute(*Traffic.MostForm, Symbols);
  if (WorkForm.isConstant(0) || TrafficForm.isConstant(0))
    return "";
  std::vector<Term> W = termsOf(WorkForm), Q = termsOf(TrafficForm);
  cancel(W, Q);
  if (const auto Ratio = constantRatio(W, Q))
    return ratioText(*Ratio);
  auto Text = [&](const Expr &E) {
    const std::string Form = formText(*R.Kernel, E);
    return E.Operands.empty() ? Form : "(" + Form + ")";
  };
  const Expr Above = sumOf(W), Below = sumOf(Q);
  const std::string Form = Below.isConstant(1)
                               ? formText(*R.Kernel, Above)
                               : Text(Above) + " / " + Text(Below);
  if (Form.size() <= MostLength)
    return Form;
  const auto Limit = constantRatio(leading(W), leading(Q));
  return Limit ? "about " + ratioText(*Limit) : "";
}

// Cycles, loops, accesses
// ---------------------------------------------------------------------------

namespace {

/// A block, and what its pipeline alone takes, whatever runs beside it.
struct BlockForm {
  uint32_t Block = 0;
  ClosedForm Form;
};

/// True where the block may run less often than \p Form has it.
bool isAtMost(const AnalysisResult &R, uint32_t Block, const ClosedForm &Form) {
  return Form.AtMost || R.Bound.Blocks[Block].AtMost;
}

/// The one whose form has the longest product of unknowns, which is the largest
/// of all when these are large; of several one that is no bound.
BlockForm largestBlock(const AnalysisResult &R) {
  BlockForm Largest{0, closedForm(R, 0)};
  for (uint32_t I = 1; I < R.Bound.Blocks.size(); ++I) {
    ClosedForm Form = closedForm(R, I);
    const unsigned Degree = degree(Form.Comp), Most = degree(Largest.Form.Comp);
    const bool IsExact = !isAtMost(R, I, Form),
               WasExact = !isAtMost(R, Largest.Block, Largest.Form);
    const bool IsLarger = IsExact != WasExact
                              ? IsExact
                              : !hasNegative(Form.Comp - Largest.Form.Comp);
    if (Degree > Most || (Degree == Most && IsLarger))
      Largest = {I, std::move(Form)};
  }
  return Largest;
}

class UnboundList {
public:
  explicit UnboundList(const AnalysisResult &R) : R(R) {}

  std::vector<SourceRemark> make() {
    loops();
    accesses();
    return std::move(Result);
  }

private:
  void loops() {
    const auto Main = R.Bound.Blocks[largestBlock(R).Block].Loop;
    if (Main)
      loop(*Main, "has the most cycles; ");
    for (uint32_t Id = 0; Id < R.Kernel->Loops.size(); ++Id)
      if (Id != Main && forcedInterval(R, Id))
        loop(Id, "");
  }

  void loop(uint32_t Id, StringRef Words) {
    const BoundLoop &B = R.Bound.Loops[Id];
    const auto Forced = forcedInterval(R, Id);
    const double Interval = std::max(B.interval(), Forced ? Forced->Cycles : 1);
    const auto Forcing = Forced ? std::optional(Forced->Dependence) : B.Forcing;
    SourceRemark L("LimitingLoop", R.Kernel->Loops[Id].Loc);
    L << Words << "trip count " << NV{"TripCount", tripText(R, Id)}
      << ", initiation interval of one work-item "
      << NV{"InitiationInterval", remarkNumber(Interval)};
    if (Interval > 1 && !R.Bound.SingleWorkItem)
      L << ", which other work-items fill";
    if (Forcing) {
      L << ": " << NV{"Forcing", dependenceText(R, Id, *Forcing)};
      addEnds(R, Id, *Forcing, L);
      L.IsWarning = R.Bound.SingleWorkItem;
    }
    for (std::optional<uint32_t> Of = Id; Of; Of = R.Kernel->Loops[*Of].Parent)
      if (const auto Dep = serialDependence(R, *Of)) {
        L << "; passes of the loop at line "
          << NV{"SerialLoop", lineText(*R.Kernel, R.Kernel->Loops[*Of].Loc)}
          << " do not overlap: " << NV{"Serial", dependenceText(R, *Of, *Dep)};
        addEnds(R, *Of, *Dep, L);
        L.IsWarning = true;
      }
    Result.push_back(std::move(L));
  }

  /// An access that reads and writes one place is one fact.
  struct Spot {
    std::string Kind, Pattern;
    const MemoryAccess *A;
    std::string Change;
  };

  void accesses() {
    std::vector<Spot> Spots;
    for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I) {
      const BoundBlock &B = R.Bound.Blocks[I];
      for (uint32_t A = B.FirstAccess; A < B.FirstAccess + B.NumAccesses; ++A)
        addSpot(I, A, Spots);
    }
    for (const Spot &S : Spots) {
      SourceRemark C("CostlyAccess", S.A->Loc);
      C << S.Kind << " of "
        << NV{"Object", S.A->Base.empty() ? "memory" : S.A->Base} << ": "
        << NV{"Bytes", std::to_string(S.A->NumBytes)} << " bytes each, "
        << NV{"Pattern", S.Pattern};
      C.IsWarning = !S.Change.empty();
      if (C.IsWarning)
        C << "; " << NV{"Change", S.Change};
      else
        C << "; work-items side by side share transactions";
      Result.push_back(std::move(C));
    }
  }

  void addSpot(uint32_t Block, uint32_t Access, std::vector<Spot> &Spots) {
    const MemoryAccess &A = R.Kernel->Accesses[R.Bound.Accesses[Access].Access];
    const auto Directions = directionsOf(R, Block, Access);
    const auto Inner = find_if(Directions, [](const AccessDirection &D) {
      return D.Loop.has_value();
    });
    const bool StridesInLoop =
        Inner != Directions.end() && isScattered({*Inner});
    if (!isScattered(Directions) && !StridesInLoop)
      return;
    Spot S{accessText(A.K), patternText(R, Block, Access), &A,
           changeOfAccess(R, A, Directions)};
    for (Spot &Other : Spots)
      if (Other.A->Base == A.Base && Other.A->Loc.File == A.Loc.File &&
          Other.A->Loc.Line == A.Loc.Line && Other.Pattern == S.Pattern) {
        if (Other.Kind != S.Kind)
          Other.Kind = "read and write";
        return;
      }
    Spots.push_back(std::move(S));
  }

  const AnalysisResult &R;
  std::vector<SourceRemark> Result;
};

} // namespace

SourceRemark unboundCost(const AnalysisResult &R) {
  const auto [Block, Form] = largestBlock(R);
  SourceRemark K("KernelCost", R.Kernel->Loc);
  K << "kernel " << NV{"Kernel", R.Kernel->Name}
    << (isAtMost(R, Block, Form) ? ": its longest computation takes at most "
                                 : ": at least ")
    << NV{"ClosedForm", Form.CompMin} << " cycles at "
    << NV{"ClockMHz", remarkNumber(std::round(R.Bound.Clock / 1e6))}
    << " MHz on " << NV{"Device", R.Board};
  if (!R.Bound.KnowsWorkItems)
    K << " (WI: work-items)";
  return K;
}

std::vector<SourceRemark> unboundRemarks(const AnalysisResult &R) {
  return UnboundList(R).make();
}

namespace {

/// Arguments that are not known, each once.
class UnknownArguments {
public:
  explicit UnknownArguments(const AnalysisResult &R)
      : R(R), Known(launchSymbols(*R.Kernel, R.L)) {}

  /// Adds the unknown arguments of \p Form, which stands at \p Loc.
  void add(const Expr &Form, const SourceLocation &Loc) {
    for (const std::string &Symbol : symbols(Form)) {
      const std::string What = "argument " + Symbol;
      auto IsIt = [&](const MissingInput &M) { return M.What == What; };
      if (hasArgument(Symbol) && !Known(Symbol) &&
          none_of(R.Bound.Missing, IsIt) && none_of(Found, IsIt))
        Found.push_back({What, Loc, "bind with --arg " + Symbol + "=VALUE"});
    }
  }
  std::vector<MissingInput> Found;

private:
  bool hasArgument(StringRef Symbol) const {
    return any_of(R.Kernel->Args, [&](const KernelArg &Arg) {
      return Arg.Name == Symbol.split('.').first;
    });
  }

  const AnalysisResult &R;
  const SymbolValue Known;
};

} // namespace

std::vector<MissingInput> furtherUnknowns(const AnalysisResult &R) {
  UnknownArguments Unknown(R);
  const KernelSummary &K = *R.Kernel;
  for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I) {
    const BoundBlock &B = R.Bound.Blocks[I];
    const Node &N = K.Nodes[B.Node];
    Unknown.add(K.Blocks[N.Index].When.Form, N.Range.Begin);
    for (uint32_t A = B.FirstAccess; A < B.FirstAccess + B.NumAccesses; ++A)
      for (const AccessDirection &D : directionsOf(R, I, A))
        Unknown.add(D.Coefficient, K.Accesses[R.Bound.Accesses[A].Access].Loc);
  }
  for (const Loop &L : K.Loops)
    Unknown.add(L.When.Form, L.Loc);
  for (uint32_t Id : largestBlock(R).Form.Means) {
    const Loop &L = K.Loops[Id];
    const std::string Line = std::to_string(L.Loc.Line);
    Unknown.Found.push_back(
        {"trip(" + Line + "), the mean of " + formText(K, L.Trip.Count), L.Loc,
         "bind with --trip " + toString(shortPlace(K, Id)) + "=COUNT"});
  }
  return std::move(Unknown.Found);
}

} // namespace roofline
