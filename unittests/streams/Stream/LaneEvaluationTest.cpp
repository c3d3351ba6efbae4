// Variants equal their kernel: lanes and vectors on their own streams, with
// overlapping halos, against evaluate().
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/StreamChain.h"
#include "roofline/Stream/StreamHalo.h"
#include "roofline/Stream/Variant.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// A second implementation: what a lane does with the elements that its streams
/// bring, one after another, and nothing else.
class Lane {
public:
  Lane(const StreamKernel &K, const StreamDesign &D, uint32_t Number,
       const StreamMemory &Before)
      : K(K), D(D), Before(Before) {
    Count = K.Space.volume() / D.Lanes;
    First = Number * Count;
    for (const InputStream &In : K.Inputs)
      Windows.emplace_back(K, In,
                           *const_cast<StreamMemory &>(Before).find(In.Name));
    for (unsigned I = 0; I < 3; ++I) { // counters that begin in the middle
      int64_t Stride = K.distance({I == 0, I == 1, I == 2});
      Element[I] = First / Stride % K.Space.Size[I];
    }
  }

  /// Writes outputs to \p After and gives the lane's own reductions.
  std::vector<std::optional<uint64_t>> run(StreamMemory &After) {
    std::vector<std::optional<uint64_t>> Sums(K.Reductions.size());
    for (int64_t Beat = First; Beat < First + Count; Beat += D.Vector) {
      std::vector<std::vector<std::optional<uint64_t>>> Terms(Sums.size());
      for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
        compute(Beat + Slot);
        store(After);
        for (size_t R = 0; R < Sums.size(); ++R)
          Terms[R].push_back(term(K.Reductions[R]));
        step();
      }
      for (size_t R = 0; R < Sums.size(); ++R) {
        for (size_t Half = 1; Half < D.Vector; Half *= 2) // a tree
          for (size_t I = 0; I + Half < D.Vector; I += 2 * Half)
            join(K.Reductions[R], Terms[R][I], Terms[R][I + Half]);
        join(K.Reductions[R], Sums[R], Terms[R][0]);
      }
    }
    return Sums;
  }

  static void join(const Reduction &R, std::optional<uint64_t> &Sum,
                   const std::optional<uint64_t> &Term) {
    if (Sum && Term)
      Sum = apply(R.Op, R.Type.Bits, *Sum, *Term, 0);
    else if (Term)
      Sum = Term;
  }

private:
  /// The elements that a stream has brought and that are still in reach.
  struct Window {
    Window(const StreamKernel &K, const InputStream &In,
           const StreamMemory::Buffer &B)
        : H(halo(K, In)), Buffer(B) {}
    Halo H;
    const StreamMemory::Buffer &Buffer;
    std::vector<uint64_t> Line; ///< the last one read is at the end
    int64_t Next = -1;          ///< position that is read next
  };

  /// Takes the streams' elements up to those ahead of \p Position.
  void take(int64_t Position) {
    for (Window &W : Windows) {
      if (W.Next < 0)
        W.Next = std::max<int64_t>(0, First - W.H.Behind);
      for (; W.Next <= Position + W.H.Ahead && W.Next < K.Space.volume();
           ++W.Next) {
        bool IsThere = size_t(W.Next) < W.Buffer.Elements.size();
        W.Line.push_back(IsThere ? W.Buffer.Elements[W.Next] : 0xbad);
        if (W.Line.size() > size_t(W.H.Ahead + W.H.Behind + D.Vector))
          W.Line.erase(W.Line.begin());
      }
    }
  }
  static uint64_t tap(const Window &W, int64_t Place) {
    int64_t FromEnd = W.Next - 1 - Place;
    if (FromEnd < 0 || FromEnd >= int64_t(W.Line.size()))
      return 0xbad;
    return W.Line[W.Line.size() - 1 - FromEnd];
  }

  static uint64_t apply(DatapathOp Op, unsigned Bits, uint64_t A, uint64_t B,
                        uint64_t C) {
    auto Signed = [&](uint64_t X) {
      return X >= uint64_t(1) << (Bits - 1) ? int64_t(X) - (int64_t(1) << Bits)
                                            : int64_t(X);
    };
    uint64_t Modulus = uint64_t(1) << Bits;
    switch (Op) {
    case DatapathOp::Add:
      return (A + B) % Modulus;
    case DatapathOp::Sub:
      return (A + Modulus - B) % Modulus;
    case DatapathOp::Mul:
      return A * B % Modulus;
    case DatapathOp::And:
      return A & B;
    case DatapathOp::Xor:
      return A ^ B;
    case DatapathOp::SMin:
      return Signed(A) < Signed(B) ? A : B;
    case DatapathOp::UAbsDiff:
      return A < B ? B - A : A - B;
    case DatapathOp::SAbsDiff:
      return uint64_t(std::abs(Signed(A) - Signed(B))) % Modulus;
    case DatapathOp::ULess:
      return A < B;
    case DatapathOp::ULessEqual:
      return A <= B;
    case DatapathOp::Or:
      return A | B;
    case DatapathOp::SLess:
      return Signed(A) < Signed(B);
    case DatapathOp::NotEqual:
      return A != B;
    case DatapathOp::Select:
      return A ? B : C;
    default:
      ADD_FAILURE() << name(Op);
      return 0;
    }
  }

  void compute(int64_t Position) {
    take(Position);
    Values.assign(K.Nodes.size(), 0);
    computeAt(Position, K.Nodes.size(), Values);
  }

  /// The nodes before \p End; those at offsets are computed over again there.
  void computeAt(int64_t Position, size_t End, std::vector<uint64_t> &Values) {
    for (size_t I = 0; I < End; ++I) {
      const DatapathNode &N = K.Nodes[I];
      if (N.Op == DatapathOp::Constant)
        Values[I] = N.Value;
      else if (N.Op == DatapathOp::Argument)
        Values[I] = Before.Scalars[N.Value];
      else if (N.Op == DatapathOp::Position)
        Values[I] = Position /
                    K.distance({N.Value == 0, N.Value == 1, N.Value == 2}) %
                    K.Space.Size[N.Value];
      else if (N.Op == DatapathOp::Input)
        Values[I] = tap(Windows[N.Value], Position + K.distance(N.Delta));
      else if (N.Op == DatapathOp::AtOffset) {
        int64_t There = Position + K.distance(N.Delta);
        std::vector<uint64_t> Other(K.Nodes.size());
        if (There >= 0 && There < K.Space.volume())
          computeAt(There, N.Operands[0] + 1, Other);
        Values[I] = Other[N.Operands[0]];
      } else {
        uint64_t Of[3] = {0, 0, 0};
        for (size_t J = 0; J < N.Operands.size(); ++J)
          Of[J] = Values[N.Operands[J]];
        unsigned Bits = K.Nodes[N.Operands.back()].Type.Bits;
        Values[I] = apply(N.Op, Bits, Of[0], Of[1], Of[2]);
      }
    }
  }

  bool isActive() const {
    for (unsigned I = 0; I < 3; ++I)
      if (Element[I] < K.Active.Origin[I] ||
          Element[I] >= K.Active.Origin[I] + K.Active.Size[I])
        return false;
    return true;
  }

  /// Windows are the whole space before padding, so that positions are
  /// elements.
  void store(StreamMemory &After) {
    for (const OutputStream &Out : K.Outputs)
      if (isActive() && (!Out.Enable || Values[*Out.Enable]))
        After.find(Out.Name)->Elements[K.distance(Element)] = Values[Out.Value];
  }

  std::optional<uint64_t> term(const Reduction &R) const {
    if (!isActive() || (R.Enable && !Values[*R.Enable]))
      return std::nullopt;
    return Values[R.Value];
  }

  void step() {
    for (unsigned I = 0; I < 3; ++I) {
      if (++Element[I] < K.Space.Size[I])
        return;
      Element[I] = 0;
    }
  }

  const StreamKernel &K;
  const StreamDesign &D;
  const StreamMemory &Before;
  int64_t First, Count;
  Offset Element;
  std::vector<Window> Windows;
  std::vector<uint64_t> Values;
};

void evaluateByLanes(const StreamKernel &K, const StreamDesign &D,
                     StreamMemory &Memory) {
  const StreamMemory Before = Memory;
  std::vector<std::optional<uint64_t>> Sums;
  for (const Reduction &R : K.Reductions)
    Sums.push_back(R.Initial.value_or(Memory.find(R.Name)->Elements[0]));
  for (uint32_t L = 0; L < D.Lanes; ++L) {
    auto Own = Lane(K, D, L, Before).run(Memory);
    for (size_t R = 0; R < Sums.size(); ++R)
      Lane::join(K.Reductions[R], Sums[R], Own[R]);
  }
  for (size_t R = 0; R < Sums.size(); ++R)
    Memory.find(K.Reductions[R].Name)->Elements[0] = *Sums[R];
}

/// A kernel and one that reads its outputs, with buffers of their own.
StreamKernel randomPair(std::mt19937 &Random) {
  StreamKernel First = randomStreamKernel(Random),
               Second = randomStreamKernel(Random, First);
  for (InputStream &In : Second.Inputs)
    In.Name += "_2";
  for (OutputStream &Out : Second.Outputs)
    Out.Name += "_2";
  for (Reduction &R : Second.Reductions)
    R.Name += "_2";
  Second.Scalars[0].Name += "_2";
  Second.Inputs[0].Name = First.Outputs[0].Name;
  StreamKernel Chain;
  EXPECT_FALSE(composeChain({First, Second}, {}, Chain));
  return Chain;
}

TEST(LaneEvaluationTest, EveryVariantComputesItsKernel) {
  std::mt19937 Random(20170530);
  unsigned WithLanes = 0, WithVectors = 0, WithPadding = 0, WithSums = 0;
  for (int Trial = 0; Trial < 400; ++Trial) {
    StreamKernel K =
        Trial % 4 ? randomStreamKernel(Random) : randomPair(Random);
    ASSERT_EQ(verifyStreamKernel(K), std::nullopt);
    StreamMemory Expected = randomMemory(K, Random), Initial = Expected;
    evaluate(K, Expected);
    for (int Choice = 0; Choice < 5; ++Choice) {
      std::string Text = randomVariant(K, Random);
      Variant V;
      std::optional<VariantError> E = parseVariant(Text, V);
      ASSERT_FALSE(E) << Text << ": " << E->Message;
      EXPECT_EQ(print(V), Text);
      LoweredVariant L;
      E = lowerVariant(V, K, L);
      if (E && E->Message.find("across lanes") != E->Message.npos)
        continue; // what the first kernel leaves is read with offsets
      ASSERT_FALSE(E) << Text << ": " << E->Message;
      StreamMemory Memory = Initial;
      evaluateByLanes(padded(K, L.Positions), L.Design, Memory);
      ASSERT_EQ(Memory, Expected) << Text << " in trial " << Trial;
      WithLanes += L.Design.Lanes > 1;
      WithVectors += L.Design.Vector > 1;
      WithPadding += L.Positions != K.Space.volume();
      WithSums += !K.Reductions.empty() && L.Design.Lanes > 1;
    }
  }
  // The generator reaches what the test is about.
  EXPECT_GT(WithLanes, 200u);
  EXPECT_GT(WithVectors, 200u);
  EXPECT_GT(WithPadding, 100u);
  EXPECT_GT(WithSums, 100u);
}

/// TYTRA17 Fig. 13: @f0 with its offset streams, its constants cn2l and cn2s,
/// and the reduction @sorErrAcc, on ui18.
StreamKernel figure13() {
  constexpr ValueType UInt18 = {ScalarKind::Int, 18, 1};
  StreamKernelBuilder B("f0", {6, 4, 4});
  uint32_t P = B.input("p", UInt18);
  uint32_t Rhs = B.tap(B.input("rhs", UInt18), {0, 0, 0});
  uint32_t Far = B.argument(B.scalar("cn2l", UInt18, 5));
  uint32_t Near = B.argument(B.scalar("cn2s", UInt18, 7));
  uint32_t Ahead = B.op(DatapathOp::Mul, UInt18, {B.tap(P, {1, 0, 0}), Far});
  uint32_t Behind = B.op(DatapathOp::Mul, UInt18, {B.tap(P, {-1, 0, 0}), Near});
  uint32_t Sum = B.op(DatapathOp::Add, UInt18, {Ahead, Behind});
  for (Offset Delta : {Offset{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}})
    Sum = B.op(DatapathOp::Add, UInt18, {Sum, B.tap(P, Delta)});
  uint32_t Error = B.op(DatapathOp::Sub, UInt18, {Sum, Rhs});
  B.output("p_new",
           B.op(DatapathOp::Add, UInt18, {Error, B.tap(P, {0, 0, 0})}));
  B.reduce("sorErrAcc", DatapathOp::Add, Error);
  B.K.Active = {{1, 1, 1}, {4, 2, 2}};
  return B.K;
}

TEST(LaneEvaluationTest, TheVariantsOfFigure13) {
  StreamKernel K = figure13();
  ASSERT_EQ(verifyStreamKernel(K), std::nullopt);
  std::mt19937 Random(13);
  StreamMemory Expected = randomMemory(K, Random), Initial = Expected;
  evaluate(K, Expected);
  for (auto [Text, Lanes] :
       {std::pair("map-pipe f0", 1u),                     // a) @f0 pipe
        {"map-par[4](map-pipe f0) . reshapeTo 4", 4u}}) { // b) @f1 par
    Variant V;
    LoweredVariant L;
    ASSERT_FALSE(parseVariant(Text, V));
    ASSERT_FALSE(lowerVariant(V, K, L));
    EXPECT_EQ(L.Design, (StreamDesign{Lanes}));
    StreamMemory Memory = Initial;
    evaluateByLanes(K, L.Design, Memory);
    EXPECT_EQ(Memory, Expected) << Text;
  }
}

} // namespace
