// Stream kernels built by hand.
#include "StreamKernelBuilder.h"

#include <algorithm>
#include <bit>

namespace roofline::test {

StreamKernelBuilder::StreamKernelBuilder(std::string Name, Offset Size) {
  K.Name = std::move(Name);
  K.NumDimensions = Size[2] > 1 ? 3 : Size[1] > 1 ? 2 : 1;
  K.Space.Size = Size;
  K.Active = K.Space;
}

uint32_t StreamKernelBuilder::input(std::string Name, ValueType Type) {
  InputStream In;
  In.Name = std::move(Name);
  In.Type = Type;
  In.Window = K.Space;
  K.Inputs.push_back(std::move(In));
  return K.Inputs.size() - 1;
}

uint32_t StreamKernelBuilder::scalar(std::string Name, ValueType Type,
                                     uint64_t Bits) {
  K.Scalars.push_back({std::move(Name), Type, Bits});
  return K.Scalars.size() - 1;
}

uint32_t StreamKernelBuilder::op(DatapathOp Op, ValueType Type,
                                 std::vector<uint32_t> Operands) {
  DatapathNode N;
  N.Op = Op;
  N.Type = Type;
  N.Operands = std::move(Operands);
  K.Nodes.push_back(std::move(N));
  return K.Nodes.size() - 1;
}

uint32_t StreamKernelBuilder::constant(uint64_t Bits, ValueType Type) {
  uint32_t N = op(DatapathOp::Constant, Type, {});
  K.Nodes[N].Value = Bits;
  return N;
}

uint32_t StreamKernelBuilder::position(unsigned Dimension) {
  uint32_t N = op(DatapathOp::Position, Int32, {});
  K.Nodes[N].Value = Dimension;
  return N;
}

uint32_t StreamKernelBuilder::argument(uint32_t Scalar) {
  uint32_t N = op(DatapathOp::Argument, K.Scalars[Scalar].Type, {});
  K.Nodes[N].Value = Scalar;
  return N;
}

uint32_t StreamKernelBuilder::tap(uint32_t Input, Offset Delta) {
  InputStream &In = K.Inputs[Input];
  if (std::find(In.Taps.begin(), In.Taps.end(), Delta) == In.Taps.end())
    In.Taps.push_back(Delta);
  std::stable_sort(In.Taps.begin(), In.Taps.end(),
                   [&](const Offset &L, const Offset &R) {
                     return K.distance(L) < K.distance(R);
                   });
  uint32_t N = op(DatapathOp::Input, In.Type, {});
  K.Nodes[N].Value = Input;
  K.Nodes[N].Delta = Delta;
  return N;
}

OutputStream &StreamKernelBuilder::output(std::string Name, uint32_t Value) {
  OutputStream Out;
  Out.Name = std::move(Name);
  Out.Type = K.Nodes[Value].Type;
  Out.Window = K.Space;
  Out.Value = Value;
  return K.Outputs.emplace_back(std::move(Out));
}

Reduction &StreamKernelBuilder::reduce(std::string Name, DatapathOp Op,
                                       uint32_t Value) {
  Reduction R;
  R.Name = std::move(Name);
  R.Op = Op;
  R.Type = K.Nodes[Value].Type;
  R.Value = Value;
  return K.Reductions.emplace_back(std::move(R));
}

StreamKernel threePoint(int64_t N) {
  StreamKernelBuilder B("three_point", {N, 1, 1});
  uint32_t In = B.input("in", Int32);
  uint32_t Left = B.tap(In, {-1, 0, 0}), Centre = B.tap(In, {0, 0, 0}),
           Right = B.tap(In, {1, 0, 0});
  uint32_t Sum = B.op(DatapathOp::Add, Int32, {Left, Centre});
  B.output("out", B.op(DatapathOp::Add, Int32, {Sum, Right}));
  B.K.Active = {{1, 0, 0}, {N - 2, 1, 1}};
  return B.K;
}

StreamKernel fivePoint(int64_t Width, int64_t Height) {
  StreamKernelBuilder B("five_point", {Width, Height, 1});
  uint32_t In = B.input("in", Int32);
  uint32_t Centre = B.tap(In, {0, 0, 0});
  uint32_t Sum = B.op(DatapathOp::Mul, Int32, {Centre, B.constant(4)});
  for (Offset Delta : {Offset{0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}})
    Sum = B.op(DatapathOp::Add, Int32, {Sum, B.tap(In, Delta)});
  uint32_t Mean = B.op(DatapathOp::AShr, Int32, {Sum, B.constant(3)});
  uint32_t Inner = B.constant(1, Bool);
  for (unsigned D : {0u, 1u}) {
    uint32_t P = B.position(D);
    uint32_t Last = B.constant((D ? Height : Width) - 1);
    uint32_t Above = B.op(DatapathOp::SLess, Bool, {B.constant(0), P});
    uint32_t Below = B.op(DatapathOp::SLess, Bool, {P, Last});
    Inner = B.op(DatapathOp::And, Bool, {Inner, Above});
    Inner = B.op(DatapathOp::And, Bool, {Inner, Below});
  }
  B.output("out", B.op(DatapathOp::Select, Int32, {Inner, Mean, Centre}));
  return B.K;
}

StreamKernel dotProduct(int64_t N) {
  StreamKernelBuilder B("dot", {N, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
  uint32_t Y = B.tap(B.input("b", Int32), {0, 0, 0});
  B.reduce("sum", DatapathOp::Add, B.op(DatapathOp::Mul, Int32, {X, Y}));
  return B.K;
}

StreamKernel squaredDotProduct(int64_t N) {
  StreamKernel K = dotProduct(N);
  K.Reductions[0].Initial = 0;
  StreamKernelBuilder B("dot_finish", {1, 1, 1});
  B.K.Scalars.push_back({"sum", Int32, std::nullopt});
  uint32_t Sum = B.argument(0);
  B.reduce("out", DatapathOp::Or, B.op(DatapathOp::Mul, Int32, {Sum, Sum}))
      .Initial = 0;
  K.Finish.push_back(B.K);
  return K;
}

StreamKernel saxpy(int64_t N, float A) {
  StreamKernelBuilder B("saxpy", {N, 1, 1});
  uint32_t X = B.tap(B.input("x", Float32), {0, 0, 0});
  uint32_t Y = B.tap(B.input("y", Float32), {0, 0, 0});
  uint32_t Factor = B.argument(B.scalar("a", Float32, bits(A)));
  uint32_t Product = B.op(DatapathOp::FMul, Float32, {Factor, X});
  B.output("y", B.op(DatapathOp::FAdd, Float32, {Product, Y}));
  return B.K;
}

uint64_t bits(float Value) { return std::bit_cast<uint32_t>(Value); }

StreamKernel wide(Offset Size) {
  StreamKernelBuilder B("wide", Size);
  const uint32_t In = B.input("a", Int32);
  uint32_t Sum = B.tap(In, {0, 0, 0});
  for (unsigned D = 0; D < B.K.NumDimensions; ++D)
    for (int64_t By : {-2, 1}) {
      Offset Delta = {0, 0, 0};
      Delta[D] = By;
      Sum = B.op(DatapathOp::Add, Int32, {Sum, B.tap(In, Delta)});
    }
  Sum = B.op(
      DatapathOp::Add, Int32,
      {Sum, B.op(DatapathOp::Mul, Int32, {B.position(0), B.constant(17)})});
  B.output("b", Sum);
  B.K.Active = {{2, 2, 0}, {Size[0] - 4, Size[1] - 4, 1}};
  if (B.K.NumDimensions == 3)
    B.K.Active.Origin[2] = 2, B.K.Active.Size[2] = Size[2] - 4;
  return B.K;
}

} // namespace roofline::test
