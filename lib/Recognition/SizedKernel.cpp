// Recognises a kernel for several launch values, and finds what follows.
#include "roofline/Recognition/SizedKernel.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Narrow/NarrowDatapath.h"
#include "roofline/Recognition/StreamRecognition.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace roofline {
namespace {

using Values = std::vector<int64_t>;

/// Distance of sizes below \p Most at which a kernel is recognised: whole
/// vectors of rows, of which \p Count are no more than a half.
int64_t stepOf(int64_t Most, uint32_t Count) {
  int64_t Step = 64;
  while (Step > 1 && (Most % Step || Step * Count > Most / 2))
    Step /= 2;
  return Step;
}

/// The grid of fitPolynomial(), and points that confirm.
std::vector<Values> pointsBelow(const Values &Most) {
  const uint32_t Degree = highestPower(Most.size());
  auto Below = [&](const std::vector<uint32_t> &Steps) {
    Values V = Most;
    for (size_t I = 0; I < V.size(); ++I)
      V[I] -= Steps[I] * stepOf(Most[I], Degree + 1);
    return V;
  };
  std::vector<Values> Points;
  std::vector<uint32_t> Steps(Most.size());
  for (;;) {
    Points.push_back(Below(Steps));
    size_t I = 0;
    while (I < Steps.size() && Steps[I] == Degree)
      Steps[I++] = 0;
    if (I == Steps.size())
      break;
    ++Steps[I];
  }
  for (size_t I = 0; Most.size() > 1 && I < Most.size(); ++I) {
    std::vector<uint32_t> One(Most.size());
    One[I] = Degree + 1;
    Points.push_back(Below(One));
  }
  Points.push_back(Below(std::vector<uint32_t>(Most.size(), Degree + 1)));
  return Points;
}

/// \p K with what may follow from launch values as \p Of has it.
StreamKernel asIn(StreamKernel K, const StreamKernel &Of) {
  if (K.Inputs.size() != Of.Inputs.size() ||
      K.Outputs.size() != Of.Outputs.size() ||
      K.Temporaries.size() != Of.Temporaries.size())
    return K;
  K = withSizes(std::move(K), sizesOf(Of, {}));
  // The compiler names one of several places that compute the same.
  auto SetPlaces = [](auto &All, const auto &Others) {
    for (auto [One, Other] : zip(All, Others))
      One.Loc = Other.Loc;
  };
  SetPlaces(K.Nodes, Of.Nodes);
  SetPlaces(K.Reductions, Of.Reductions);
  SetPlaces(K.Recurrences, Of.Recurrences);
  for (auto [N, Other] : zip(K.Nodes, Of.Nodes))
    if (N.Op == DatapathOp::Constant && Other.Op == DatapathOp::Constant)
      N.Value = Other.Value;
  for (auto [S, Other] : zip(K.Scalars, Of.Scalars))
    S.Bits = Other.Bits;
  for (auto [Finish, Other] : zip(K.Finish, Of.Finish))
    Finish = asIn(Finish, Other);
  return K;
}

/// Place of the first operator in which \p K and \p Of differ, or the kernel's.
SourceLocation differenceOf(const StreamKernel &K, const StreamKernel &Of) {
  for (const auto &[N, Other] : zip(K.Nodes, Of.Nodes))
    if (N.Op != Other.Op || N.Type != Other.Type ||
        N.Operands != Other.Operands || N.At != Other.At)
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

} // namespace

std::string SizedKernel::valuesText(const Values &At) const {
  std::string Text;
  for (size_t I = 0; const auto &[Name, Most] : L.Maxima)
    Text += (I ? ", " : "") + Name + " = " + std::to_string(At[I]), ++I;
  return Text;
}

Expected<StreamKernel> SizedKernel::recognized(const Values &At,
                                               StringRef Kernels) const {
  Expected<StreamKernel> K =
      recognizeChain(M, Kernels, Temporaries, withValues(L, At));
  if (K)
    return K;
  return createStringError("for " + valuesText(At) + ": " +
                           toString(K.takeError()));
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
                     "a constant follows from launch values, and not as sums "
                     "and products of them: --max is not possible");
    Constants.push_back({OfFinish, N, std::move(*Form)});
  }
  return Error::success();
}

/// Makes the launch values scalars, where they are not.
void SizedKernel::addScalars() {
  const size_t Before = Sized.Scalars.size();
  for (const auto &[Name, Most] : L.Maxima) {
    auto At = find_if(Sized.Scalars, [N = Name](const ScalarArgument &S) {
      return S.Name == N;
    });
    if (At == Sized.Scalars.end())
      At = Sized.Scalars.insert(
          At, {Name,
               {ScalarKind::Int, uint16_t(bitsFor(uint64_t(Most))), 1},
               uint64_t(Most)});
    Sized.SizeScalars.push_back(uint32_t(At - Sized.Scalars.begin()));
  }
  for (StreamKernel &Finish : Sized.Finish) {
    Finish.Scalars.insert(Finish.Scalars.begin() + ptrdiff_t(Before),
                          Sized.Scalars.begin() + ptrdiff_t(Before),
                          Sized.Scalars.end());
    for (DatapathNode &N : Finish.Nodes)
      if (N.Op == DatapathOp::Argument && N.Value >= Before)
        N.Value += Sized.Scalars.size() - Before;
  }
}

namespace {

/// Adds nodes that compute numbers from launch values.
class FormNodes {
public:
  FormNodes(const StreamKernel &K, const std::vector<uint32_t> &Scalars,
            std::vector<DatapathNode> &Nodes)
      : K(K), Scalars(Scalars), Nodes(Nodes) {}

  /// The node of \p Form, in place of \p Of.
  uint32_t add(const Polynomial &Form, const DatapathNode &Of) {
    Type = Of.Type;
    Loc = Of.Loc;
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
    const ValueType &Of = K.Scalars[Scalars[V]].Type;
    const uint32_t Argument = push(DatapathOp::Argument, Of, {}, Scalars[V]);
    return Of.Bits == Type.Bits
               ? Argument
               : push(Of.Bits < Type.Bits ? DatapathOp::ZeroExtend
                                          : DatapathOp::Truncate,
                      Type, {Argument});
  }
};

} // namespace

/// Computes the constants of \p Of that follow from launch values.
void SizedKernel::replaceConstants(StreamKernel &Of, bool IsFinish) {
  std::vector<DatapathNode> Nodes;
  std::vector<uint32_t> Now;
  FormNodes Forms(Of, Sized.SizeScalars, Nodes);
  for (uint32_t I = 0; I < Of.Nodes.size(); ++I) {
    const auto Form = find_if(Constants, [&](const Varying &C) {
      return C.OfFinish == IsFinish && C.Node == I;
    });
    if (Form != Constants.end()) {
      Now.push_back(Forms.add(Form->Form, Of.Nodes[I]));
      continue;
    }
    Now.push_back(uint32_t(Nodes.size()));
    Nodes.push_back(Of.Nodes[I]);
    for (uint32_t &O : Nodes.back().Operands)
      O = Now[O];
  }
  Of.Nodes = std::move(Nodes);
  auto Renumber = [&](auto &Results) {
    for (auto &R : Results)
      forEachNode(R, [&](uint32_t &N) { N = Now[N]; });
  };
  Renumber(Of.Outputs);
  Renumber(Of.Reductions);
  Renumber(Of.Recurrences);
}

Expected<SizedKernel>
SizedKernel::recognize(const Module &M, StringRef Kernels,
                       const std::vector<std::string> &Temporaries,
                       const Launch &L) {
  SizedKernel K(M, Temporaries, L);
  const std::vector<Values> Points = pointsBelow(Values(
      make_second_range(L.Maxima).begin(), make_second_range(L.Maxima).end()));
  std::vector<StreamKernel> All;
  for (const Values &At : Points) {
    if (min_element(At) < At.begin() || *min_element(At) < 1)
      return createStringError("--max " + K.valuesText(Points[0]) +
                               ": too small to vary");
    Expected<StreamKernel> One = K.recognized(At, Kernels);
    if (!One)
      return One.takeError();
    if (!All.empty() && asIn(*One, All[0]) != All[0])
      return errorAt(differenceOf(*One, All[0]),
                     "kernel '" + One->Name + "' is another one for " +
                         K.valuesText(At) + " than for " +
                         K.valuesText(Points[0]) + ": --max is not possible");
    All.push_back(std::move(*One));
  }
  if (Error E = K.addVarying(All, Points, /*OfFinish=*/false))
    return std::move(E);
  if (!All[0].Finish.empty())
    if (Error E = K.addVarying(All, Points, /*OfFinish=*/true))
      return std::move(E);
  K.Plain = K.Sized = All[0];
  K.addScalars();
  for (size_t I = 0; I < All.size(); ++I)
    K.Sized.Sizes.push_back(sizesOf(All[I], Points[I]));
  for (StreamKernel &Finish : K.Sized.Finish)
    K.replaceConstants(Finish, /*IsFinish=*/true);
  K.replaceConstants(K.Sized, /*IsFinish=*/false);
  K.Sized = narrowed(K.Sized);
  if (std::optional<std::string> Broken = verifyStreamKernel(K.Sized))
    return createStringError("kernel '" + K.Sized.Name +
                             "': no stream kernel for --max: " + *Broken);
  return K;
}

Expected<KernelSizes> SizedKernel::at(const Values &At) const {
  Expected<StreamKernel> K = recognized(At, Plain.Name);
  if (!K)
    return K.takeError();
  bool IsSame = asIn(*K, Plain) == Plain;
  auto IsVarying = [&](bool OfFinish, uint32_t N) {
    return find_if(Constants, [&](const Varying &C) {
      return C.OfFinish == OfFinish && C.Node == N;
    });
  };
  for (bool OfFinish : {false, true}) {
    if (!IsSame || (OfFinish && Plain.Finish.empty()))
      break;
    const StreamKernel &Of = partOf(*K, OfFinish);
    for (uint32_t N = 0; N < Of.Nodes.size(); ++N) {
      const DatapathNode &Node = Of.Nodes[N];
      if (Node.Op != DatapathOp::Constant)
        continue;
      const auto Form = IsVarying(OfFinish, N);
      const uint64_t Want =
          Form == Constants.end()
              ? partOf(Plain, OfFinish).Nodes[N].Value
              : uint64_t(Form->Form.at(At)) & lowMask(Node.Type.Bits);
      IsSame &= Node.Value == Want;
    }
  }
  if (!IsSame)
    return errorAt(K->Loc, "kernel '" + K->Name + "' is another one for " +
                               valuesText(At) + " than for the maxima");
  return sizesOf(*K, At);
}

} // namespace roofline
