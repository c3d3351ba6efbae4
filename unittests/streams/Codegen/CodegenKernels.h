// Kernels whose cores are simulated.
#ifndef ROOFLINE_UNITTESTS_CODEGEN_CODEGENKERNELS_H
#define ROOFLINE_UNITTESTS_CODEGEN_CODEGENKERNELS_H

#include "roofline/Stream/StreamKernel.h"

#include <optional>
#include <string>

namespace roofline::test {

/// By name, see kernelNames(); nothing for another name.
std::optional<StreamKernel> codegenKernel(const std::string &Name);
const std::vector<std::string> &kernelNames();

/// A kernel over every integer operator and width, by chance: several inputs
/// with taps, windows, outputs with enables, reductions. From seed 1000 on with
/// long rows.
StreamKernel randomKernel(uint64_t Seed);

/// randomKernel(Seed), with one to three recurrences that depend on each other
/// by chance; with \p Restarts they begin anew with each row.
StreamKernel recurrentKernel(uint64_t Seed, bool Restarts = false);

} // namespace roofline::test

#endif
