// Stream kernels built by hand, for tests and benchmarks.
#ifndef ROOFLINE_UNITTESTS_MODEL_STREAMKERNELBUILDER_H
#define ROOFLINE_UNITTESTS_MODEL_STREAMKERNELBUILDER_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline::test {

constexpr ValueType Int32 = {ScalarKind::Int, 32, 1};
constexpr ValueType Bool = {ScalarKind::Int, 1, 1};
constexpr ValueType Float32 = {ScalarKind::Float, 32, 1};
constexpr ValueType Float64 = {ScalarKind::Float, 64, 1};

/// Adds nodes in order and keeps the taps of the inputs sorted.
class StreamKernelBuilder {
public:
  StreamKernelBuilder(std::string Name, Offset Size);

  uint32_t input(std::string Name, ValueType Type);
  uint32_t scalar(std::string Name, ValueType Type, uint64_t Bits);
  uint32_t op(DatapathOp Op, ValueType Type, std::vector<uint32_t> Operands);
  uint32_t constant(uint64_t Bits, ValueType Type = Int32);
  uint32_t position(unsigned Dimension);
  uint32_t argument(uint32_t Scalar);
  uint32_t tap(uint32_t Input, Offset Delta);
  /// Over the whole space.
  OutputStream &output(std::string Name, uint32_t Value);
  Reduction &reduce(std::string Name, DatapathOp Op, uint32_t Value);

  StreamKernel K;
};

/// out[i] = in[i-1] + in[i] + in[i+1] for 0 < i < n - 1, int32.
StreamKernel threePoint(int64_t N);
/// out = (N + S + W + E + 4 C) >> 3 within the border, else in; int32.
StreamKernel fivePoint(int64_t Width, int64_t Height);
/// sum += a[i] * b[i], int32.
StreamKernel dotProduct(int64_t N);
/// out = sum * sum of sum = 0 + a[i] * b[i] + .., int32.
StreamKernel squaredDotProduct(int64_t N);
/// out[i] = a * x[i] + y[i], float32, two roundings.
StreamKernel saxpy(int64_t N, float A);

/// b = the sum of a two before and one after in each dimension and here, and of
/// 17 x, within a border of two, int32.
StreamKernel wide(Offset Size);

/// The bits of a float32.
uint64_t bits(float Value);

} // namespace roofline::test

#endif
