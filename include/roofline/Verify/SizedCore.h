// Cores that take launch values at run time, for single ones.
//
/// \file
/// For some values such a core does what a core of these constants does, at the
/// same ports: that one's testbench and the original's results prove it.
#ifndef ROOFLINE_VERIFY_SIZEDCORE_H
#define ROOFLINE_VERIFY_SIZEDCORE_H

#include "roofline/Codegen/Verilog.h"
#include "roofline/Recognition/SizedKernel.h"
#include "roofline/Verify/CoreFolder.h"

namespace roofline {

class SizedCore {
public:
  /// Recognises the kernel of \p Origin anew and finds the values that its core
  /// can take. \p M and \p Origin must outlive the result.
  static llvm::Expected<SizedCore> of(const llvm::Module &M,
                                      const CoreOrigin &Origin);

  /// Range of each value, by StreamKernel::SizeScalars.
  const std::vector<SizeRange> &ranges() const { return Ranges; }
  /// The core of constant sizes for \p Values; an error where it is not as that
  /// of the greatest values.
  llvm::Expected<CoreOrigin> at(const std::vector<int64_t> &Values) const;

  /// Values to check the core with, by \p Seed: the least ones, then others,
  /// of launches of at most \p Positions; \p Count of them, or fewer.
  std::vector<std::vector<int64_t>> samples(size_t Count, int64_t Positions,
                                            uint64_t Seed) const;

private:
  SizedCore(const CoreOrigin &Origin, SizedKernel Kernel)
      : Origin(Origin), Kernel(std::move(Kernel)) {}
  llvm::Expected<KernelSizes> sizesAt(const std::vector<int64_t> &Values) const;
  llvm::Error check(const std::vector<int64_t> &Values) const;
  bool fits(const std::vector<int64_t> &Values) const;
  bool cornersFit() const;
  llvm::Error findRanges();
  std::vector<std::vector<int64_t>> between(size_t Count, uint64_t Seed) const;

  const CoreOrigin &Origin;
  SizedKernel Kernel;
  std::vector<SizeRange> Ranges;
};

} // namespace roofline

#endif
