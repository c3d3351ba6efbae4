// Random kernels over every integer operator and width.
#include "CodegenKernels.h"

#include "StreamKernelBuilder.h"

#include "roofline/Stream/DeadNodes.h"
#include "roofline/Stream/Recurrences.h"

#include <random>

namespace roofline::test {
namespace {

using Op = DatapathOp;

class Maker {
public:
  explicit Maker(uint64_t Seed)
      : Random(Seed), B("random", Seed < 1000 ? size() : wideSize()) {}

  StreamKernel run() {
    for (unsigned I = 0, E = 1 + below(3); I < E; ++I)
      addInput(I);
    if (below(2)) {
      ValueType T = type();
      uint64_t Bits = Random() & (~uint64_t(0) >> (64 - T.Bits));
      Values.push_back(B.argument(B.scalar("arg", T, Bits)));
    }
    for (unsigned D = 0; D < B.K.NumDimensions; ++D)
      if (below(2))
        Values.push_back(B.position(D));
    for (unsigned I = 0, E = 4 + below(16); I < E; ++I)
      addOperation();
    for (unsigned I = 0, E = 1 + below(2); I < E; ++I)
      addOutput(I);
    if (below(3) == 0)
      addReduction();
    return B.K;
  }

private:
  std::mt19937_64 Random;
  StreamKernelBuilder B;
  std::vector<uint32_t> Values;

  uint64_t below(uint64_t N) { return Random() % N; }
  ValueType intType(unsigned Bits) {
    return {ScalarKind::Int, uint16_t(Bits), 1};
  }
  ValueType type() {
    const unsigned Usual[] = {8, 16, 32, 64};
    return intType(below(4) ? Usual[below(4)] : 1 + below(64));
  }
  Offset size() {
    Offset S = {int64_t(4 * (1 + below(6))), 1, 1};
    if (below(2))
      S[1] = 1 + below(7);
    if (below(3) == 0)
      S[2] = 1 + below(4);
    return S;
  }
  /// Rows that take ring buffers.
  Offset wideSize() {
    Offset S = {int64_t(4 * (20 + below(30))), 1 + int64_t(below(6)), 1};
    if (below(4) == 0)
      S[2] = 1 + below(3);
    return S;
  }
  Box window() {
    Box W;
    for (int D = 0; D < 3; ++D) {
      W.Origin[D] = below(3) ? 0 : below(B.K.Space.Size[D]);
      W.Size[D] = B.K.Space.Size[D] - W.Origin[D];
      if (below(3) == 0)
        W.Size[D] = 1 + below(W.Size[D]);
    }
    return W;
  }

  void addInput(unsigned I) {
    const unsigned Usual[] = {8, 16, 32, 64};
    uint32_t In = B.input("in" + std::to_string(I), intType(Usual[below(4)]));
    B.K.Inputs[In].Window = window();
    for (unsigned T = 0, E = 1 + below(4); T < E; ++T) {
      Offset Delta = {0, 0, 0};
      for (unsigned D = 0; D < B.K.NumDimensions; ++D)
        Delta[D] = int64_t(below(5)) - 2;
      Values.push_back(guarded(In, Delta));
    }
  }

  /// The element, or 0 where the window has none: a kernel guards such reads.
  uint32_t guarded(uint32_t In, const Offset &Delta) {
    const Box &W = B.K.Inputs[In].Window;
    uint32_t Value = B.tap(In, Delta), Inside = 0;
    bool Any = false;
    auto Require = [&](uint32_t Condition) {
      Inside = Any ? B.op(Op::And, Bool, {Inside, Condition}) : Condition;
      Any = true;
    };
    for (unsigned D = 0; D < B.K.NumDimensions; ++D) {
      int64_t First = W.Origin[D] - Delta[D];
      int64_t Last = First + W.Size[D] - 1;
      uint32_t Here = B.position(D);
      if (First > 0)
        Require(
            B.op(Op::SLessEqual, Bool, {B.constant(uint32_t(First)), Here}));
      if (Last < B.K.Space.Size[D] - 1)
        Require(B.op(Op::SLessEqual, Bool, {Here, B.constant(uint32_t(Last))}));
    }
    if (!Any)
      return Value;
    const ValueType T = B.K.Inputs[In].Type;
    return B.op(Op::Select, T, {Inside, Value, B.constant(0, T)});
  }

  /// A value of a type: one there is, converted, or a constant.
  uint32_t operand(const ValueType &T, bool MayBeConstant = true) {
    if (MayBeConstant && below(5) == 0)
      return constant(T);
    uint32_t V = Values[below(Values.size())];
    const ValueType &Type = B.K.Nodes[V].Type;
    if (Type.Bits == T.Bits)
      return V;
    if (Type.Bits > T.Bits)
      return B.op(Op::Truncate, T, {V});
    return B.op(below(2) ? Op::ZeroExtend : Op::SignExtend, T, {V});
  }

  uint32_t constant(const ValueType &T) {
    uint64_t Ones = ~uint64_t(0) >> (64 - T.Bits), Value = Random();
    switch (below(5)) {
    case 0: // a power of two, or its opposite
      Value = uint64_t(1) << below(T.Bits);
      Value = below(2) ? -Value : Value;
      break;
    case 1:
      Value = below(20);
      break;
    case 2:
      Value = -below(20);
      break;
    case 3: // two powers of two
      Value = (uint64_t(1) << below(T.Bits)) - (uint64_t(1) << below(T.Bits));
      break;
    }
    return B.constant(Value & Ones, T);
  }

  void addOperation() {
    Op O = Op(unsigned(Op::Add) +
              below(unsigned(Op::Select) - unsigned(Op::Add) + 1));
    ValueType T = type();
    if (O == Op::SwapBytes)
      T.Bits = 8 * ((T.Bits + 7) / 8);
    if (O == Op::Select) {
      Values.push_back(
          B.op(O, T, {operand(Bool, false), operand(T), operand(T)}));
      return;
    }
    std::vector<uint32_t> Of = {operand(T, numOperands(O) > 1)};
    while (Of.size() < numOperands(O))
      Of.push_back(operand(T));
    Values.push_back(B.op(O, O >= Op::Equal ? Bool : T, Of));
  }

  void addOutput(unsigned I) {
    const unsigned Usual[] = {8, 16, 32, 64};
    uint32_t Value = operand(intType(Usual[below(4)]), false);
    std::optional<uint32_t> Enable;
    if (below(3) == 0)
      Enable = operand(Bool, false);
    OutputStream &Out = B.output("out" + std::to_string(I), Value);
    Out.Window = window();
    Out.Enable = Enable;
  }

  void addReduction() {
    const Op Ops[] = {Op::Add,  Op::Mul,  Op::And,  Op::Or,  Op::Xor,
                      Op::UMin, Op::UMax, Op::SMin, Op::SMax};
    uint32_t Value = operand(intType(8 * (1 + below(8))), false);
    std::optional<uint32_t> Enable;
    if (below(2))
      Enable = operand(Bool, false);
    Reduction &R = B.reduce("total", Ops[below(9)], Value);
    if (below(2))
      R.Initial = Random() & (~uint64_t(0) >> (64 - R.Type.Bits));
    R.Enable = Enable;
    if (below(2))
      B.K.Active = window();
  }
};

} // namespace

StreamKernel randomKernel(uint64_t Seed) { return Maker(Seed).run(); }

StreamKernel recurrentKernel(uint64_t Seed, bool Restarts) {
  StreamKernel K = randomKernel(Seed);
  std::mt19937_64 Random(~Seed), Distances(Seed);
  std::vector<uint32_t> Operators;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (!K.Nodes[I].Operands.empty() && K.Nodes[I].Type.Bits > 1)
      Operators.push_back(I); // conditions guard what may be read
  // What is read stands before all others: a Previous of each and, where they
  // restart, their first values and choices.
  const uint32_t Count = 1 + Random() % 3;
  std::vector<DatapathNode> Front;
  std::vector<uint32_t> Values, Reads;
  auto Add = [&](Op O, ValueType Type, std::vector<uint32_t> Operands,
                 uint64_t Value) {
    Front.push_back({O, Type, std::move(Operands), Value, {}, {}});
    return uint32_t(Front.size() - 1);
  };
  for (uint32_t R = 0; R < Count; ++R) {
    Values.push_back(Operators[Random() % Operators.size()]);
    const ValueType Type = K.Nodes[Values[R]].Type;
    const uint64_t First = Random() & (~uint64_t(0) >> (64 - Type.Bits));
    const int64_t Distance =
        !Restarts && isOneRun(K.Active, K.Space) ? Distances() % 12 + 1 : 1;
    K.Recurrences.push_back({Type, 0, First, {}, Distance, {}});
    Reads.push_back(Add(Op::Previous, Type, {}, R));
  }
  if (Restarts) {
    const uint32_t At = Add(Op::Position, Int32, {}, 0);
    const uint32_t First =
        Add(Op::Constant, Int32, {}, uint64_t(K.Active.Origin[0]));
    const uint32_t IsFirst = Add(Op::Equal, Bool, {At, First}, 0);
    for (uint32_t R = 0; R < Count; ++R) {
      const ValueType Type = K.Recurrences[R].Type;
      const uint32_t Begin =
          Add(Op::Constant, Type, {}, *K.Recurrences[R].Initial / 3);
      Reads[R] = Add(Op::Select, Type, {IsFirst, Begin, Reads[R]}, 0);
    }
  }
  const uint32_t By = uint32_t(Front.size());
  for (DatapathNode &N : K.Nodes)
    for (uint32_t &O : N.Operands)
      O += By;
  forEachResult(K, [&](uint32_t &N) { N += By; });
  for (uint32_t R = 0; R < Count; ++R)
    K.Recurrences[R].Value = Values[R] + By;
  K.Nodes.insert(K.Nodes.begin(), Front.begin(), Front.end());
  for (uint32_t I = By; I < K.Nodes.size(); ++I) {
    const OperatorClass Class = facts(K.Nodes[I].Op).Class;
    if (Class == OperatorClass::Quotient || Class == OperatorClass::Shift ||
        facts(K.Nodes[I].Op).Types == OperandTypes::Compare ||
        K.Nodes[I].Value) // guards, and what does not take any operands
      continue;
    for (uint32_t &O : K.Nodes[I].Operands)
      for (uint32_t R = 0; R < Count; ++R)
        if (O >= By && K.Nodes[O].Type == K.Recurrences[R].Type &&
            Random() % 3 == 0)
          O = Reads[R];
  }
  return K;
}

} // namespace roofline::test
