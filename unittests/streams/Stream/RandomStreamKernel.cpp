// Random stream kernels and variants of them.
#include "RandomStreamKernel.h"

#include "StreamKernelBuilder.h"

#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/Variant.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace roofline::test {
namespace {

class Generator {
public:
  explicit Generator(std::mt19937 &Random)
      : Random(Random), B("random", randomSize()),
        Width(std::array<uint16_t, 3>{8, 16, 32}[below(3)]) {}
  Generator(std::mt19937 &Random, const StreamKernel &Like)
      : Random(Random), B("random", Like.Space.Size),
        Width(Like.Inputs[0].Type.Bits) {}

  StreamKernel run() {
    Guarded = below(2);
    // Half of all kernels have a space beyond the positions that are active.
    Margin = Guarded ? 0 : 1 + below(2);
    if (!Guarded)
      shrinkActive();
    Values.push_back(B.constant(below(100), type()));
    Values.push_back(B.argument(B.scalar("factor", type(), below(1u << 7))));
    for (unsigned I = 0, E = 1 + below(3); I < E; ++I)
      addInput(I);
    for (unsigned I = 0, E = 3 + below(10); I < E; ++I)
      addOperation();
    for (unsigned I = 0, E = 1 + below(2); I < E; ++I) {
      OutputStream &Out = B.output("out" + std::to_string(I), value());
      if (below(2))
        B.K.Outputs.back().Enable = comparison();
      (void)Out;
    }
    if (below(2))
      addReduction();
    return B.K;
  }

private:
  unsigned below(unsigned N) { return Random() % N; }
  ValueType type() const { return {ScalarKind::Int, Width, 1}; }
  uint32_t value() { return Values[below(Values.size())]; }

  Offset randomSize() {
    switch (below(3)) {
    case 0:
      return {8 + below(60), 1, 1};
    case 1:
      return {6 + 2 * below(5), 5 + below(8), 1};
    default:
      return {6 + 2 * below(3), 5 + below(3), 5 + below(3)};
    }
  }

  void shrinkActive() {
    for (unsigned D = 0; D < B.K.NumDimensions; ++D) {
      B.K.Active.Origin[D] = Margin;
      B.K.Active.Size[D] -= 2 * Margin;
    }
  }

  void addInput(unsigned Number) {
    uint32_t In = B.input("in" + std::to_string(Number), type());
    for (unsigned T = 0, E = 1 + below(4); T < E; ++T) {
      Offset Delta = {0, 0, 0};
      int Reach = Guarded ? 2 : Margin;
      for (unsigned D = 0; D < B.K.NumDimensions; ++D)
        Delta[D] = int(below(2 * Reach + 1)) - Reach;
      uint32_t Tap = B.tap(In, Delta);
      Values.push_back(Guarded ? guarded(Tap, Delta) : Tap);
    }
  }

  /// \p Tap where the position \p Delta away is in the space, else a constant.
  uint32_t guarded(uint32_t Tap, const Offset &Delta) {
    uint32_t Inside = B.constant(1, Bool);
    for (unsigned D = 0; D < B.K.NumDimensions; ++D) {
      uint32_t There = B.op(DatapathOp::Add, Int32,
                            {B.position(D), B.constant(uint32_t(Delta[D]))});
      uint32_t Less =
          B.op(DatapathOp::ULess, Bool, {There, B.constant(B.K.Space.Size[D])});
      Inside = B.op(DatapathOp::And, Bool, {Inside, Less});
    }
    return B.op(DatapathOp::Select, type(),
                {Inside, Tap, B.constant(below(50), type())});
  }

  uint32_t comparison() {
    constexpr DatapathOp Ops[] = {DatapathOp::ULess, DatapathOp::SLess,
                                  DatapathOp::NotEqual};
    return B.op(Ops[below(3)], Bool, {value(), value()});
  }

  void addOperation() {
    constexpr DatapathOp Ops[] = {DatapathOp::Add,     DatapathOp::Sub,
                                  DatapathOp::Mul,     DatapathOp::Xor,
                                  DatapathOp::SMin,    DatapathOp::UAbsDiff,
                                  DatapathOp::SAbsDiff};
    if (below(4) == 0)
      Values.push_back(
          B.op(DatapathOp::Select, type(), {comparison(), value(), value()}));
    else
      Values.push_back(B.op(Ops[below(7)], type(), {value(), value()}));
  }

  void addReduction() {
    constexpr DatapathOp Ops[] = {DatapathOp::Add, DatapathOp::Mul,
                                  DatapathOp::Xor, DatapathOp::SMin};
    B.reduce("sum", Ops[below(4)], value());
    if (below(2))
      B.K.Reductions[0].Enable = comparison();
    if (below(2))
      B.K.Reductions[0].Initial = below(100);
  }

  std::mt19937 &Random;
  StreamKernelBuilder B;
  bool Guarded = false;
  int Margin = 0;
  uint16_t Width;
  std::vector<uint32_t> Values; ///< nodes of type()
};

/// A random divisor of \p N up to \p Most.
int64_t divisor(int64_t N, int64_t Most, std::mt19937 &Random) {
  std::vector<int64_t> All;
  for (int64_t D = 1; D <= std::min(N, Most); ++D)
    if (N % D == 0)
      All.push_back(D);
  return All[Random() % All.size()];
}

} // namespace

StreamKernel randomStreamKernel(std::mt19937 &Random) {
  return Generator(Random).run();
}

StreamKernel randomStreamKernel(std::mt19937 &Random,
                                const StreamKernel &Like) {
  return Generator(Random, Like).run();
}

std::vector<StreamKernel> randomKernels(unsigned Number, std::mt19937 &Random) {
  std::vector<StreamKernel> Kernels;
  std::set<std::string> Shared;
  for (unsigned I = 0; I < Number; ++I) {
    StreamKernel K =
        I ? randomStreamKernel(Random, Kernels[0]) : randomStreamKernel(Random);
    std::string Own = "_" + std::to_string(I);
    K.Name += Own;
    K.Scalars[0].Name += Own;
    for (Reduction &R : K.Reductions)
      R.Name += Own;
    // No name twice among the inputs, nor among the outputs.
    auto Rename = [&](auto &Streams, unsigned OneIn) {
      std::set<std::string> Taken;
      for (auto &S : Streams) {
        auto Other = Shared.begin();
        if (!Shared.empty())
          std::advance(Other, Random() % Shared.size());
        bool Shares = !Shared.empty() && Random() % OneIn == 0;
        S.Name = Shares && !Taken.count(*Other) ? *Other : S.Name + Own;
        Taken.insert(S.Name);
      }
      return Taken;
    };
    std::set<std::string> Read = Rename(K.Inputs, 1);
    std::set<std::string> Written = Rename(K.Outputs, 3);
    Shared.insert(Read.begin(), Read.end());
    Shared.insert(Written.begin(), Written.end());
    Kernels.push_back(std::move(K));
  }
  return Kernels;
}

StreamMemory randomMemory(const StreamKernel &K, std::mt19937 &Random) {
  StreamMemory M;
  auto Add = [&](const std::string &Name, int64_t Size, const ValueType &T) {
    StreamMemory::Buffer B = {Name, {}};
    for (int64_t I = 0; I < Size; ++I)
      B.Elements.push_back(Random() & (~uint64_t(0) >> (64 - T.Bits)));
    M.Buffers.push_back(std::move(B));
  };
  for (const InputStream &In : K.Inputs)
    Add(In.Name, In.Window.volume(), In.Type);
  for (const OutputStream &Out : K.Outputs)
    Add(Out.Name, Out.Window.volume(), Out.Type);
  for (const Reduction &R : K.Reductions)
    Add(R.Name, 1, R.Type);
  for (const ScalarArgument &S : K.Scalars)
    M.Scalars.push_back(*S.Bits);
  return M;
}

std::string randomVariant(const StreamKernel &K, std::mt19937 &Random) {
  constexpr const char *Forms[] = {"map-pipe", "map-comb", "map-seq"};
  int64_t Positions = K.Space.volume();
  if (Random() % 3 == 0)
    Positions = paddedPositions(K, 1 + Random() % 5);
  int64_t Rest = Positions;
  std::string Text, Rules;
  // Right to left: padding, the vector, chunks that follow on, lanes.
  if (Positions != K.Space.volume())
    Rules = " . padTo " + std::to_string(Positions);
  std::string Leaf = " f";
  int64_t Vector = divisor(std::gcd(K.Space.Size[0], Positions), 4, Random);
  if (Vector > 1) {
    Rules = " . vectorise " + std::to_string(Vector) + Rules;
    Leaf = "(map-par f)";
    Rest /= Vector;
  }
  Text = Forms[Random() % 3] + Leaf;
  auto Split = [&](const std::string &Map) {
    int64_t N = divisor(Rest, 6, Random);
    Rules = " . reshapeTo " + std::to_string(N) + Rules;
    Text = Map + "(" + Text + ")";
    Rest = N;
  };
  if (Random() % 3 == 0)
    Split("map-seq");
  for (unsigned I = Random() % 3; I > 0; --I)
    Split("map-par");
  return Text + Rules;
}

} // namespace roofline::test
