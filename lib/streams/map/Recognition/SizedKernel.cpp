// Recognises a kernel for several launch values, and finds what follows.
#include "roofline/Recognition/SizedKernel.h"

#include "SizeChoices.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Narrow/NarrowDatapath.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Stream/DeadNodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>
#include <map>
#include <numeric>

using namespace llvm;

namespace roofline {
namespace {

/// \p K with what may follow from launch values as \p Kernel has it.
StreamKernel asIn(StreamKernel K, const StreamKernel &Kernel) {
  if (K.Inputs.size() != Kernel.Inputs.size() ||
      K.Outputs.size() != Kernel.Outputs.size() ||
      K.Temporaries.size() != Kernel.Temporaries.size())
    return K;
  K = withSizes(std::move(K), sizesOf(Kernel, {}));
  // The compiler names one of several places that compute the same.
  auto SetPlaces = [](auto &All, const auto &Others) {
    for (auto [One, Other] : zip(All, Others))
      One.Loc = Other.Loc;
  };
  SetPlaces(K.Nodes, Kernel.Nodes);
  SetPlaces(K.Reductions, Kernel.Reductions);
  SetPlaces(K.Recurrences, Kernel.Recurrences);
  for (auto [N, Other] : zip(K.Nodes, Kernel.Nodes))
    if (N.Op == DatapathOp::Constant && Other.Op == DatapathOp::Constant)
      N.Value = Other.Value;
  for (auto [S, Other] : zip(K.Scalars, Kernel.Scalars))
    S.Bits = Other.Bits;
  for (auto [Finish, Other] : zip(K.Finish, Kernel.Finish))
    Finish = asIn(Finish, Other);
  return K;
}

/// Place of the first operator in which \p K and \p Kernel differ, or the
/// kernel's.
SourceLocation differenceOf(const StreamKernel &K, const StreamKernel &Kernel) {
  for (const auto &[N, Other] : zip(K.Nodes, Kernel.Nodes))
    if (N.Op != Other.Op || N.Type != Other.Type ||
        N.Operands != Other.Operands || N.Delta != Other.Delta)
      return N.Loc ? N.Loc : K.Loc;
  return K.Loc;
}

/// The number that node \p N, an integer, is.
int64_t numberOf(const DatapathNode &N) {
  const uint32_t Unused = 64 - N.Type.Bits;
  return int64_t(N.Value << Unused) >> Unused;
}

const StreamKernel &partOf(const StreamKernel &K, bool Finish) {
  return Finish ? K.Finish.front() : K;
}

/// Shifts, and masks of low bits, by constants as products, quotients and
/// remainders, and bits that do not meet as sums: the compiler writes those of
/// powers of two so.
void writeAsProducts(StreamKernel &K) {
  std::vector<DatapathNode> Nodes;
  std::vector<uint32_t> Now;
  for (const DatapathNode &N : K.Nodes) {
    DatapathNode New = N;
    for (uint32_t &O : New.Operands)
      O = Now[O];
    if (N.Op == DatapathOp::Or && N.Value == 1) {
      New.Op = DatapathOp::Add;
      New.Value = 0;
    }
    const DatapathNode *C =
        New.Operands.size() == 2 ? &Nodes[New.Operands[1]] : nullptr;
    if (C && C->Op == DatapathOp::Constant) {
      const uint64_t Mask = lowMask(N.Type.Bits);
      std::optional<uint64_t> By;
      const bool IsShift = N.Op == DatapathOp::Shl || N.Op == DatapathOp::LShr;
      if (IsShift && C->Value < N.Type.Bits)
        By = uint64_t(1) << C->Value;
      else if (N.Op == DatapathOp::And && C->Value != Mask &&
               isMask_64(C->Value))
        By = C->Value + 1;
      if (By) {
        New.Op = N.Op == DatapathOp::Shl    ? DatapathOp::Mul
                 : N.Op == DatapathOp::LShr ? DatapathOp::UDiv
                                            : DatapathOp::URem;
        DatapathNode Factor = *C;
        Factor.Value = *By & Mask;
        New.Operands[1] = uint32_t(Nodes.size());
        Nodes.push_back(std::move(Factor));
      }
    }
    Now.push_back(uint32_t(Nodes.size()));
    Nodes.push_back(std::move(New));
  }
  K.Nodes = std::move(Nodes);
  forEachResult(K, [&](uint32_t &N) { N = Now[N]; });
  removeDeadNodes(K, /*KeepTaps=*/true);
  for (StreamKernel &Finish : K.Finish)
    writeAsProducts(Finish);
}

/// \p K as it is compared: equal nodes once, without places in the source.
StreamKernel comparable(StreamKernel K) {
  mergeEqualNodes(K);
  removeDeadNodes(K, /*KeepTaps=*/true);
  K.Loc = {};
  auto Clear = [](auto &All) {
    for (auto &One : All)
      One.Loc = {};
  };
  Clear(K.Nodes);
  Clear(K.Reductions);
  Clear(K.Recurrences);
  for (StreamKernel &Finish : K.Finish)
    Finish = comparable(std::move(Finish));
  return K;
}

} // namespace

SizedKernel::SizedKernel(const Module &M, StringRef Kernels,
                         std::vector<std::string> Temporaries, Launch Launched,
                         uint32_t Vector)
    : M(M), Kernels(Kernels), Temporaries(std::move(Temporaries)),
      L(std::move(Launched)),
      Choices(std::make_unique<SizeChoices>(M, Kernels)) {
  for (const auto &[Name, Value] : L.Maxima) {
    const bool IsRow = L.Dimensions == 0 || L.GlobalNames[0] == Name;
    int64_t Step = IsRow ? Vector : 1;
    for (size_t D = 0; D < 3; ++D)
      if (L.Local && L.GlobalNames[D] == Name)
        Step = std::lcm(Step, int64_t((*L.Local)[D]));
    Most.push_back(Value);
    Steps.push_back(Step);
  }
}
SizedKernel::SizedKernel(SizedKernel &&) = default;
SizedKernel::~SizedKernel() = default;

/// The grid of fitPolynomial(), \p Shift steps below the greatest values and so
/// that no two values have equal ones, and points that confirm.
std::vector<SizedKernel::Values>
SizedKernel::pointsFrom(int64_t Shift, bool GreatFirst) const {
  const uint32_t Degree = highestPower(Most.size());
  auto Rank = [&](size_t I) {
    int64_t Before = 0;
    for (size_t J = 0; J < Most.size(); ++J) {
      const std::pair Other = {Most[J], J}, Own = {Most[I], I};
      Before += GreatFirst ? Own < Other : Other < Own;
    }
    return Before;
  };
  auto Below = [&](const std::vector<uint32_t> &Down) {
    Values V = Most;
    for (size_t I = 0; I < V.size(); ++I)
      V[I] -= Steps[I] * (Down[I] + Rank(I) * (Degree + 2) + Shift);
    return V;
  };
  std::vector<Values> Points;
  std::vector<uint32_t> Down(Most.size());
  for (;;) {
    Points.push_back(Below(Down));
    size_t I = 0;
    while (I < Down.size() && Down[I] == Degree)
      Down[I++] = 0;
    if (I == Down.size())
      break;
    ++Down[I];
  }
  Points.push_back(Below(std::vector<uint32_t>(Most.size(), Degree + 1)));
  return Points;
}

std::string SizedKernel::valuesText(const Values &Point) const {
  std::string Text;
  for (size_t I = 0; const auto &[Name, Most] : L.Maxima)
    Text += (I ? ", " : "") + Name + " = " + std::to_string(Point[I]), ++I;
  return Text;
}

Expected<StreamKernel> SizedKernel::recognized(const Values &Point) const {
  Expected<StreamKernel> K =
      recognizeChain(M, Kernels, Temporaries, withValues(L, Point));
  if (!K)
    return createStringError("for " + valuesText(Point) + ": " +
                             toString(K.takeError()));
  writeAsProducts(*K);
  return K;
}

/// An error where a comparison of sizes alone comes out in another way than for
/// the other values.
Error SizedKernel::checkChoices(const Values &Point) const {
  const Launch Launched = withValues(L, Point);
  const std::vector<bool> Outcomes = Choices->outcomes(Launched);
  const auto Differs = std::mismatch(Outcomes.begin(), Outcomes.end(),
                                     Chosen.begin(), Chosen.end());
  if (Differs.first == Outcomes.end() && Differs.second == Chosen.end())
    return Error::success();
  return errorAt(
      Choices->place(Launched, size_t(Differs.first - Outcomes.begin())),
      "a comparison of sizes comes out in another way for " +
          valuesText(Point) + " than for " + valuesText(Most) +
          ": one core is not for both");
}

/// Finds the constants that differ between \p All.
Error SizedKernel::addVarying(const std::vector<StreamKernel> &All,
                              const std::vector<Values> &Points,
                              bool OfFinish) {
  const std::vector<DatapathNode> &Nodes = partOf(All[0], OfFinish).Nodes;
  for (uint32_t N = 0; N < Nodes.size(); ++N) {
    auto Of = [&](const StreamKernel &K) -> const DatapathNode & {
      return partOf(K, OfFinish).Nodes[N];
    };
    if (all_of(All, [&](const StreamKernel &K) {
          return Of(K).Value == Nodes[N].Value;
        }))
      continue;
    Values Numbers;
    for (const StreamKernel &K : All)
      Numbers.push_back(numberOf(Of(K)));
    std::optional<Polynomial> Form;
    if (Nodes[N].Type.Scalar == ScalarKind::Int)
      Form = fitPolynomial(Points, Numbers);
    if (!Form || Form->Shift)
      return errorAt(Nodes[N].Loc ? Nodes[N].Loc : All[0].Loc,
                     "a constant follows from launch values, and not as a "
                     "polynomial of at most degree " +
                         Twine(highestPower(Most.size())) +
                         " in each: --max is not possible");
    Constants.push_back({OfFinish, N, std::move(*Form)});
  }
  return Error::success();
}

/// Makes the launch values scalars, where they are not.
void SizedKernel::addScalars(StreamKernel &To) const {
  const size_t Before = To.Scalars.size();
  for (const auto &[Name, Most] : L.Maxima) {
    auto It = find_if(To.Scalars, [N = Name](const ScalarArgument &S) {
      return S.Name == N;
    });
    if (It == To.Scalars.end())
      It = To.Scalars.insert(
          It, {Name,
               {ScalarKind::Int, uint16_t(bitsFor(uint64_t(Most))), 1},
               uint64_t(Most)});
    To.SizeScalars.push_back(uint32_t(It - To.Scalars.begin()));
  }
  for (StreamKernel &Finish : To.Finish) {
    Finish.Scalars.insert(Finish.Scalars.begin() + ptrdiff_t(Before),
                          To.Scalars.begin() + ptrdiff_t(Before),
                          To.Scalars.end());
    for (DatapathNode &N : Finish.Nodes)
      if (N.Op == DatapathOp::Argument && N.Value >= Before)
        N.Value += To.Scalars.size() - Before;
  }
}

namespace {

/// Adds nodes that compute numbers from launch values.
class FormNodes {
public:
  FormNodes(const StreamKernel &K, const std::vector<uint32_t> &Scalars,
            std::vector<DatapathNode> &Nodes)
      : K(K), Scalars(Scalars), Nodes(Nodes) {}

  /// The node of \p Form, in place of \p Node.
  uint32_t add(const Polynomial &Form, const DatapathNode &Node) {
    Type = Node.Type;
    Loc = Node.Loc;
    std::optional<uint32_t> Sum;
    for (const PolynomialTerm &T : Form.Terms) {
      std::optional<uint32_t> Product;
      for (size_t V = 0; V < T.Powers.size(); ++V)
        for (uint32_t I = 0; I < T.Powers[V]; ++I)
          Product = join(DatapathOp::Mul, Product, value(V));
      // The widths of a term's parts wrap as the constant's own.
      const bool Negates = Sum && T.Factor < 0;
      const uint64_t Factor = uint64_t(Negates ? -T.Factor : T.Factor);
      if (Factor != 1 || !Product)
        Product = join(DatapathOp::Mul, Product, constant(Factor));
      Sum = join(Negates ? DatapathOp::Sub : DatapathOp::Add, Sum, *Product);
    }
    return Sum ? *Sum : constant(0);
  }

private:
  const StreamKernel &K;
  const std::vector<uint32_t> &Scalars;
  std::vector<DatapathNode> &Nodes;
  ValueType Type;
  SourceLocation Loc;

  uint32_t push(DatapathOp Op, const ValueType &T,
                std::vector<uint32_t> Operands, uint64_t Value = 0) {
    Nodes.push_back({Op, T, std::move(Operands), Value, {}, Loc});
    return uint32_t(Nodes.size() - 1);
  }
  uint32_t constant(uint64_t Value) {
    return push(DatapathOp::Constant, Type, {}, Value & lowMask(Type.Bits));
  }
  uint32_t join(DatapathOp Op, std::optional<uint32_t> A, uint32_t B) {
    return A ? push(Op, Type, {*A, B}) : B;
  }
  /// Launch value \p V in the width of the constant.
  uint32_t value(size_t V) {
    const ValueType &T = K.Scalars[Scalars[V]].Type;
    const uint32_t Argument = push(DatapathOp::Argument, T, {}, Scalars[V]);
    return T.Bits == Type.Bits
               ? Argument
               : push(T.Bits < Type.Bits ? DatapathOp::ZeroExtend
                                         : DatapathOp::Truncate,
                      Type, {Argument});
  }
};

} // namespace

/// Computes the constants of \p Kernel that follow from launch values.
void SizedKernel::replaceConstants(StreamKernel &Kernel, bool IsFinish) const {
  std::vector<DatapathNode> Nodes;
  std::vector<uint32_t> Now;
  FormNodes Forms(Kernel, Sized.SizeScalars, Nodes);
  for (uint32_t I = 0; I < Kernel.Nodes.size(); ++I) {
    const auto Form = find_if(Constants, [&](const Varying &C) {
      return C.OfFinish == IsFinish && C.Node == I;
    });
    if (Form != Constants.end()) {
      Now.push_back(Forms.add(Form->Form, Kernel.Nodes[I]));
      continue;
    }
    Now.push_back(uint32_t(Nodes.size()));
    Nodes.push_back(Kernel.Nodes[I]);
    for (uint32_t &O : Nodes.back().Operands)
      O = Now[O];
  }
  Kernel.Nodes = std::move(Nodes);
  auto Renumber = [&](auto &Results) {
    for (auto &R : Results)
      forEachNode(R, [&](uint32_t &N) { N = Now[N]; });
  };
  Renumber(Kernel.Outputs);
  Renumber(Kernel.Reductions);
  Renumber(Kernel.Recurrences);
}

/// Finds the kernel of the values \p Points, and how its constants follow.
Error SizedKernel::fit(const std::vector<Values> &Points) {
  std::vector<StreamKernel> All;
  Chosen = Choices->outcomes(withValues(L, Points[0]));
  for (const Values &Point : Points) {
    Expected<StreamKernel> One = recognized(Point);
    if (!One)
      return One.takeError();
    if (Error E = checkChoices(Point))
      return E;
    if (!All.empty() && asIn(*One, All[0]) != All[0])
      return errorAt(differenceOf(*One, All[0]),
                     "kernel '" + One->Name + "' is another one for " +
                         valuesText(Point) + " than for " +
                         valuesText(Points[0]) + ": --max is not possible");
    All.push_back(std::move(*One));
  }
  Constants.clear();
  if (Error E = addVarying(All, Points, /*OfFinish=*/false))
    return E;
  if (!All[0].Finish.empty())
    if (Error E = addVarying(All, Points, /*OfFinish=*/true))
      return E;
  Plain = Sized = All[0];
  addScalars(Sized);
  for (size_t I = 0; I < All.size(); ++I)
    Sized.Sizes.push_back(sizesOf(All[I], Points[I]));
  for (StreamKernel &Finish : Sized.Finish)
    replaceConstants(Finish, /*IsFinish=*/true);
  replaceConstants(Sized, /*IsFinish=*/false);
  return Error::success();
}

Expected<SizedKernel>
SizedKernel::recognize(const Module &M, StringRef Kernels,
                       const std::vector<std::string> &Temporaries,
                       const Launch &L, uint32_t Vector) {
  assert(!L.Maxima.empty() &&
         "a kernel that takes sizes has a size with a greatest value");
  assert(Vector >= 1 && "a beat has at least one position");
  SizedKernel K(M, Kernels, Temporaries, L, Vector);
  // A constant may happen to be another one's number at some values.
  // The smallest value begins nearest to its greatest, or the greatest one
  // does.
  constexpr std::pair<int64_t, bool> Tries[] = {
      {0, false}, {0, true}, {5, false}, {5, true}, {1, false}, {13, false}};
  std::string Why;
  bool IsFound = false;
  for (auto [Shift, GreatFirst] : Tries) {
    const std::vector<Values> Points = K.pointsFrom(Shift, GreatFirst);
    const auto Least = min_element(Points.back());
    if (*Least < 1 && Why.empty()) {
      const size_t V = size_t(Least - Points.back().begin());
      const auto &[Name, Value] = *std::next(L.Maxima.begin(), ptrdiff_t(V));
      return createStringError("--max " + Name + "=" + Twine(Value) +
                               ": too small to vary; at least " +
                               Twine(Value - *Least + 1));
    }
    if (*Least < 1)
      continue;
    Error E = K.fit(Points);
    if (!E) {
      IsFound = true;
      break;
    }
    const std::string Text = toString(std::move(E));
    if (Why.empty())
      Why = Text;
  }
  if (!IsFound)
    return createStringError(Why);
  Expected<Other> Own = K.at(K.Most);
  if (!Own)
    return Own.takeError();
  K.Sized = withSizes(std::move(K.Sized), Own->Sizes, /*KeepSizes=*/true);
  K.Sized.Sizes.insert(K.Sized.Sizes.begin(), std::move(Own->Sizes));
  K.Sized = narrowed(K.Sized);
  if (std::optional<std::string> Broken = verifyStreamKernel(K.Sized))
    return createStringError("kernel '" + K.Sized.Name +
                             "': no stream kernel for --max: " + *Broken);
  return K;
}

/// The kernel as recognised, with the constants of \p Point.
StreamKernel SizedKernel::withConstants(const Values &Point) const {
  StreamKernel K = Plain;
  for (const Varying &C : Constants) {
    DatapathNode &N = (C.OfFinish ? K.Finish.front() : K).Nodes[C.Node];
    N.Value = uint64_t(C.Form.at(Point)) & lowMask(N.Type.Bits);
  }
  return K;
}

Expected<SizedKernel::Other> SizedKernel::at(const Values &Point) const {
  assert(Point.size() == L.Maxima.size() &&
         "each argument that is known at run time has a value");
  Expected<StreamKernel> K = recognized(Point);
  if (!K)
    return K.takeError();
  if (Error E = checkChoices(Point))
    return E;
  StreamKernel Be = comparable(withConstants(Point));
  auto NamesOf = [](const auto &Streams) {
    std::vector<std::string> Names;
    for (const Stream &S : Streams)
      Names.push_back(S.Name + ":" + std::to_string(S.Fields));
    return Names;
  };
  if (NamesOf(K->Inputs) != NamesOf(Be.Inputs) ||
      NamesOf(K->Outputs) != NamesOf(Be.Outputs) ||
      NamesOf(K->Temporaries) != NamesOf(Be.Temporaries) ||
      K->Scalars.size() != Be.Scalars.size() ||
      K->Reductions.size() != Be.Reductions.size())
    return errorAt(K->Loc, "kernel '" + K->Name + "' has other streams for " +
                               valuesText(Point) +
                               " than for neighbouring sizes");
  Other Of = {*K, sizesOf(*K, Point), false};
  const StreamKernel Is = comparable(std::move(*K));
  Be = withSizes(std::move(Be), Of.Sizes);
  for (auto [S, Own] : zip(Be.Scalars, Is.Scalars))
    S.Bits = Own.Bits;
  for (auto [Finish, Own] : zip(Be.Finish, Is.Finish))
    for (auto [S, OfOwn] : zip(Finish.Scalars, Own.Scalars))
      S.Bits = OfOwn.Bits;
  Of.IsSame = Is == Be;
  return Of;
}

} // namespace roofline
