// Random stream kernels and variants of them, for property tests.
#ifndef ROOFLINE_UNITTESTS_MODEL_RANDOMSTREAMKERNEL_H
#define ROOFLINE_UNITTESTS_MODEL_RANDOMSTREAMKERNEL_H

#include "roofline/Stream/EvaluateStreamKernel.h"

#include <random>

namespace roofline::test {

/// A small integer kernel that depends on no element outside of its streams:
/// by its active positions, or by guards of its own.
StreamKernel randomStreamKernel(std::mt19937 &Random);
/// With the space and the elements of \p Like.
StreamKernel randomStreamKernel(std::mt19937 &Random, const StreamKernel &Like);

/// \p Number kernels of one size, which share buffers: each reads a buffer of
/// one before it, some write one again.
std::vector<StreamKernel> randomKernels(unsigned Number, std::mt19937 &Random);

/// Random contents of all its buffers.
StreamMemory randomMemory(const StreamKernel &K, std::mt19937 &Random);

/// A random text over random rules that divide \p K's space, padded now and
/// then; lanes and vectors alone where \p K lets them be.
std::string randomVariant(const StreamKernel &K, std::mt19937 &Random);

} // namespace roofline::test

#endif
