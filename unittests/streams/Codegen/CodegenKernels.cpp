// Kernels whose cores are simulated.
#include "CodegenKernels.h"

#include "StreamKernelBuilder.h"

#include <functional>
#include <map>

namespace roofline::test {
namespace {

using Op = DatapathOp;
constexpr ValueType Int8 = {ScalarKind::Int, 8, 1};
constexpr ValueType Int16 = {ScalarKind::Int, 16, 1};
constexpr ValueType Int64 = {ScalarKind::Int, 64, 1};

Box inner(const Box &Space, int64_t Border) {
  Box B = Space;
  for (int I = 0; I < 3; ++I)
    if (B.Size[I] > 1) {
      B.Origin[I] = Border;
      B.Size[I] -= 2 * Border;
    }
  return B;
}

StreamKernel vectorAdd(ValueType T) {
  StreamKernelBuilder B("vecadd", {64, 1, 1});
  uint32_t X = B.input("a", T), Y = B.input("b", T);
  uint32_t Sum = B.op(Op::Add, T, {B.tap(X, {0, 0, 0}), B.tap(Y, {0, 0, 0})});
  B.K.Nodes[Sum].Loc = {"vecadd.cl", 4, 17};
  B.output("c", Sum);
  return B.K;
}

StreamKernel saxpyInt() {
  StreamKernelBuilder B("saxpy", {48, 1, 1});
  uint32_t A = B.argument(B.scalar("alpha", Int32, 77));
  uint32_t X = B.input("x", Int32), Y = B.input("y", Int32);
  uint32_t Product = B.op(Op::Mul, Int32, {A, B.tap(X, {0, 0, 0})});
  B.output("y", B.op(Op::Add, Int32, {Product, B.tap(Y, {0, 0, 0})}));
  return B.K;
}

/// Mean of the five points, within the border, as a kernel with a guard has it.
StreamKernel jacobi(int64_t Width, int64_t Height, uint64_t Divisor) {
  StreamKernelBuilder B("jacobi2d", {Width, Height, 1});
  uint32_t In = B.input("in", Int32);
  auto At = [&](int64_t X, int64_t Y) { return B.tap(In, {X, Y, 0}); };
  auto Sum = [&](uint32_t L, uint32_t R) {
    return B.op(Op::Add, Int32, {L, R});
  };
  uint32_t All =
      Sum(At(0, 0), Sum(Sum(At(-1, 0), At(1, 0)), Sum(At(0, -1), At(0, 1))));
  uint32_t Mean = B.op(Op::SDiv, Int32, {All, B.constant(Divisor)});
  B.output("out", Mean).Window = inner(B.K.Space, 1);
  return B.K;
}

/// The same in 3-D with seven points; the guard is an enable, and only
/// positions within it are active.
StreamKernel jacobi3D() {
  StreamKernelBuilder B("jacobi3d", {8, 6, 5});
  uint32_t In = B.input("in", Int32);
  uint32_t Sum = B.tap(In, {0, 0, 0});
  for (int D = 0; D < 3; ++D)
    for (int64_t By : {-1, 1}) {
      Offset Delta = {0, 0, 0};
      Delta[D] = By;
      Sum = B.op(Op::Add, Int32, {Sum, B.tap(In, Delta)});
    }
  uint32_t Guard = B.constant(1, Bool);
  for (unsigned D = 0; D < 3; ++D) {
    uint32_t Here = B.position(D);
    uint32_t Size = B.constant(B.K.Space.Size[D] - 1);
    uint32_t Low = B.op(Op::SLess, Bool, {B.constant(0), Here});
    uint32_t High = B.op(Op::SLess, Bool, {Here, Size});
    Guard = B.op(Op::And, Bool, {Guard, B.op(Op::And, Bool, {Low, High})});
  }
  B.output("out", Sum).Enable = Guard;
  return B.K;
}

/// The same: only the positions within the border are active.
StreamKernel guarded() {
  StreamKernel K = jacobi3D();
  K.Name = "guarded";
  K.Outputs[0].Enable.reset();
  K.Active = inner(K.Space, 1);
  return K;
}

/// in[max(i-1, 0)] + in[min(i+1, n-1)]: clamped, by Select on the position.
StreamKernel clamped() {
  StreamKernelBuilder B("clamped", {40, 1, 1});
  uint32_t In = B.input("in", Int16), X = B.position(0);
  uint32_t Here = B.tap(In, {0, 0, 0});
  uint32_t First = B.op(Op::Equal, Bool, {X, B.constant(0)});
  uint32_t Last = B.op(Op::Equal, Bool, {X, B.constant(39)});
  uint32_t Left = B.op(Op::Select, Int16, {First, Here, B.tap(In, {-1, 0, 0})});
  uint32_t Right = B.op(Op::Select, Int16, {Last, Here, B.tap(In, {1, 0, 0})});
  B.output("out", B.op(Op::Sub, Int16, {Left, Right}));
  return B.K;
}

/// Two outputs of different latency, one input with a smaller window.
StreamKernel twoOutputs() {
  StreamKernelBuilder B("two_outputs", {16, 6, 1});
  uint32_t A = B.input("a", Int8), C = B.input("module", Int8);
  uint32_t X = B.tap(A, {0, 0, 0}), Y = B.tap(C, {0, 0, 0});
  B.K.Inputs[C].Window = {{3, 1, 0}, {9, 4, 1}};
  B.output("sum", B.op(Op::Add, Int8, {X, B.tap(A, {0, 1, 0})})).Window = {
      {0, 0, 0}, {16, 5, 1}};
  uint32_t Quotient = B.op(Op::UDiv, Int8, {X, Y});
  B.output("quotient", Quotient).Window = B.K.Inputs[C].Window;
  return B.K;
}

StreamKernel wide() { // 64 bits, a variable shift and a comparison
  StreamKernelBuilder B("wide", {32, 1, 1});
  uint32_t A = B.input("a", Int64), S = B.input("s", Int64);
  uint32_t X = B.tap(A, {0, 0, 0}), Y = B.tap(S, {2, 0, 0});
  B.K.Inputs[S].Window = {{2, 0, 0}, {30, 1, 1}};
  uint32_t By = B.op(Op::And, Int64, {Y, B.constant(63, Int64)});
  uint32_t Shifted = B.op(Op::AShr, Int64, {X, By});
  uint32_t Out = B.op(Op::SMax, Int64, {Shifted, B.op(Op::Mul, Int64, {X, Y})});
  B.output("out", Out).Window = {{0, 0, 0}, {30, 1, 1}};
  return B.K;
}

/// Multiplies numbers with and without a sign, and by a constant below 0.
StreamKernel narrowProducts() {
  StreamKernelBuilder B("products", {200, 1, 1});
  auto Wide = [&](Op Extend, ValueType T, const char *Name) {
    return B.op(Extend, Int32, {B.tap(B.input(Name, T), {0, 0, 0})});
  };
  uint32_t A = Wide(Op::SignExtend, Int8, "a");
  uint32_t C = Wide(Op::SignExtend, Int16, "c");
  uint32_t D = Wide(Op::ZeroExtend, Int16, "d");
  auto Product = [&](const char *Name, uint32_t X, uint32_t Y) {
    B.output(Name, B.op(Op::Mul, Int32, {X, Y}));
  };
  Product("bytes", A, A);
  Product("mixed", A, D);
  Product("shorts", C, C);
  Product("scaled", C, B.constant(uint32_t(-1000)));
  Product("without", D, D);
  uint32_t Half = B.op(Op::AShr, Int32, {C, B.constant(1)});
  Product("whole", B.op(Op::Add, Int32, {C, D}), Half);
  return B.K;
}

StreamKernel sumAndMaximum() {
  StreamKernelBuilder B("sum_max", {64, 1, 1});
  uint32_t A = B.input("a", Int32), X = B.tap(A, {0, 0, 0});
  uint32_t Y = B.input("b", Int32);
  uint32_t P = B.op(Op::Mul, Int32, {X, B.tap(Y, {0, 0, 0})});
  B.reduce("dot", Op::Add, P).Initial = 5;
  Reduction &Max = B.reduce("largest", Op::SMax, X);
  Max.Enable = B.op(Op::SLess, Bool, {X, B.constant(1 << 30)});
  B.K.Active = {{3, 0, 0}, {50, 1, 1}};
  return B.K;
}

StreamKernel gaussian(int64_t Width) { // 5x5 of bytes
  StreamKernelBuilder B("gaussian", {Width, 12, 1});
  uint32_t In = B.input("in", Int8);
  const uint64_t Weight[5] = {1, 4, 6, 4, 1};
  uint32_t Sum = B.constant(128, Int16);
  for (int64_t Y = -2; Y <= 2; ++Y)
    for (int64_t X = -2; X <= 2; ++X) {
      uint32_t V = B.op(Op::ZeroExtend, Int16, {B.tap(In, {X, Y, 0})});
      uint64_t W = Weight[X + 2] * Weight[Y + 2];
      V = B.op(Op::Mul, Int16, {V, B.constant(W, Int16)});
      Sum = B.op(Op::Add, Int16, {Sum, V});
    }
  uint32_t Out = B.op(Op::Truncate, Int8,
                      {B.op(Op::LShr, Int16, {Sum, B.constant(8, Int16)})});
  B.output("out", Out).Window = inner(B.K.Space, 2);
  return B.K;
}

StreamKernel jacobiFloat(int64_t Width, int64_t Height) {
  StreamKernelBuilder B("jacobi2d_float", {Width, Height, 1});
  uint32_t In = B.input("in", Float32), Sum = B.tap(In, {0, 0, 0});
  for (Offset Delta :
       {Offset{-1, 0, 0}, Offset{1, 0, 0}, Offset{0, -1, 0}, Offset{0, 1, 0}})
    Sum = B.op(Op::FAdd, Float32, {Sum, B.tap(In, Delta)});
  uint32_t Fifth = B.constant(bits(0.2f), Float32);
  B.output("out", B.op(Op::FMul, Float32, {Sum, Fifth})).Window =
      inner(B.K.Space, 1);
  return B.K;
}

/// Summed in the order of the walk.
StreamKernel dotFloat() {
  StreamKernelBuilder B("dot_float", {40, 1, 1});
  uint32_t X = B.input("x", Float32), Y = B.input("y", Float32);
  uint32_t P =
      B.op(Op::FMul, Float32, {B.tap(X, {0, 0, 0}), B.tap(Y, {0, 0, 0})});
  B.reduce("sum", Op::FAdd, P).Enable =
      B.op(Op::FLess, Bool,
           {B.constant(bits(-100.0f), Float32), B.tap(X, {0, 0, 0})});
  return B.K;
}

/// Every floating-point operator of one width, and both conversions.
StreamKernel floatOperators(ValueType T, ValueType Other) {
  StreamKernelBuilder B("float_operators", {64, 1, 1});
  uint32_t X = B.tap(B.input("x", T), {0, 0, 0});
  uint32_t Y = B.tap(B.input("y", T), {0, 0, 0});
  uint32_t I = B.tap(B.input("i", Int32), {0, 0, 0});
  auto F = [&](Op O, std::vector<uint32_t> Operands) {
    return B.op(O, T, Operands);
  };
  uint32_t Sum = F(Op::FAdd, {X, Y}), Product = F(Op::FMul, {X, Y});
  B.output("sub", F(Op::FSub, {Sum, Product}));
  B.output("minmax",
           F(Op::FMin, {F(Op::FMax, {X, Y}), F(Op::FNeg, {Product})}));
  uint32_t Less = B.op(Op::FLess, Bool, {X, Y});
  uint32_t Unordered = B.op(Op::FUnordered, Bool, {Sum, Y});
  uint32_t Equal = B.op(Op::FEqual, Bool, {X, F(Op::FAbs, {X})});
  uint32_t LessEqual = B.op(Op::FLessEqual, Bool, {Sum, Product});
  uint32_t Either = B.op(Op::Or, Bool, {Less, Unordered});
  Either =
      B.op(Op::Xor, Bool, {Either, B.op(Op::And, Bool, {Equal, LessEqual})});
  B.output("select", F(Op::Select, {Either, X, Y}));
  uint32_t Other0 = B.op(Op::FToF, Other, {Product});
  B.output("other", B.op(Op::FAdd, Other, {Other0, Other0}));
  uint32_t FromInt = F(Op::SIntToF, {I}), FromUnsigned = F(Op::UIntToF, {I});
  B.output("from", F(Op::FAdd, {FromInt, FromUnsigned}));
  uint32_t ToInt = B.op(Op::FToSInt, Int32, {X});
  uint32_t ToUnsigned = B.op(Op::FToUInt, Int32, {F(Op::FAbs, {Y})});
  B.output("to", B.op(Op::Add, Int32, {ToInt, ToUnsigned}));
  return B.K;
}

/// Division, square root and the fused operation.
StreamKernel slowFloatOperators() {
  StreamKernelBuilder B("slow_float", {64, 1, 1});
  uint32_t X = B.tap(B.input("x", Float32), {0, 0, 0});
  uint32_t Y = B.tap(B.input("y", Float32), {0, 0, 0});
  uint32_t Root = B.op(Op::FSqrt, Float32, {B.op(Op::FAbs, Float32, {X})});
  B.output("fma", B.op(Op::Fma, Float32, {X, Y, Root}));
  B.output("quotient", B.op(Op::FDiv, Float32, {Root, Y}));
  return B.K;
}

const std::map<std::string, std::function<StreamKernel()>> &all() {
  static const std::map<std::string, std::function<StreamKernel()>> Kernels = {
      {"vecadd32", [] { return vectorAdd(Int32); }},
      {"vecadd8", [] { return vectorAdd(Int8); }},
      {"vecadd64", [] { return vectorAdd(Int64); }},
      {"saxpy", saxpyInt},
      {"three-point", [] { return threePoint(64); }},
      {"five-point", [] { return fivePoint(16, 8); }},
      {"jacobi", [] { return jacobi(16, 8, 5); }},
      {"jacobi-wide", [] { return jacobi(512, 8, 5); }},
      {"jacobi-512", [] { return jacobi(512, 512, 5); }},
      {"jacobi-shift", [] { return jacobi(512, 512, 4); }},
      {"jacobi3d", jacobi3D},
      {"guarded", guarded},
      {"clamped", clamped},
      {"two-outputs", twoOutputs},
      {"wide", wide},
      {"dot", [] { return dotProduct(64); }},
      {"sum-max", sumAndMaximum},
      {"products", narrowProducts},
      {"gaussian", [] { return gaussian(80); }},
      {"gaussian-512", [] { return gaussian(512); }},
      {"jacobi-float", [] { return jacobiFloat(16, 8); }},
      {"jacobi-float-512", [] { return jacobiFloat(512, 512); }},
      {"dot-float", dotFloat},
      {"float32", [] { return floatOperators(Float32, Float64); }},
      {"float64", [] { return floatOperators(Float64, Float32); }},
      {"slow-float", slowFloatOperators},
      {"saxpy-float", [] { return saxpy(64, 1.5f); }}};
  return Kernels;
}

} // namespace

std::optional<StreamKernel> codegenKernel(const std::string &Name) {
  auto It = all().find(Name);
  return It == all().end() ? std::nullopt
                           : std::optional<StreamKernel>(It->second());
}

const std::vector<std::string> &kernelNames() {
  static const std::vector<std::string> Names = [] {
    std::vector<std::string> N;
    for (const auto &[Name, Make] : all())
      N.push_back(Name);
    return N;
  }();
  return Names;
}

} // namespace roofline::test
