// Kernels whose sizes a core takes at run time.
//
/// \file
/// A kernel is recognised for neighbouring launch values near the greatest
/// ones, whose low bits differ. All have to be the same datapath; integer
/// constants that follow from the values become expressions of them, and the
/// spaces are kept as StreamKernel::Sizes. Constants that follow in another way
/// than as polynomials are errors, and so are comparisons of sizes alone that
/// come out in several ways.
/// Try: roofline verify k.cl --global width,height --max width=1920 ...
#ifndef ROOFLINE_RECOGNITION_SIZEDKERNEL_H
#define ROOFLINE_RECOGNITION_SIZEDKERNEL_H

#include "roofline/Base/Polynomial.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

class SizeChoices;

class SizedKernel {
public:
  /// Recognises \p Kernels of \p M, as recognizeChain() does, for values up to
  /// Launch::Maxima of \p L, at multiples of \p Vector and of work-groups.
  static llvm::Expected<SizedKernel>
  recognize(const llvm::Module &M, llvm::StringRef Kernels,
            const std::vector<std::string> &Temporaries, const Launch &L,
            uint32_t Vector);
  SizedKernel(SizedKernel &&);
  ~SizedKernel();

  const StreamKernel &kernel() const { return Sized; }
  /// Distance between values, by Launch::Maxima, of which all are recognised.
  const std::vector<int64_t> &steps() const { return Steps; }
  /// The kernel for \p Values, by Launch::Maxima, recognised anew.
  struct Other {
    StreamKernel K;
    KernelSizes Sizes;
    /// It is kernel() node by node. Else the compiler may have written the same
    /// in another way, as a product of a power of two.
    bool IsSame = false;
  };
  /// An error where its streams are not those of kernel(), or comparisons of
  /// sizes come out in another way.
  llvm::Expected<Other> at(const std::vector<int64_t> &Values) const;

private:
  /// A constant, of the kernel or of its finish, that follows from the values.
  struct Varying {
    bool OfFinish = false;
    uint32_t Node = 0;
    Polynomial Form;
  };
  using Values = std::vector<int64_t>;

  SizedKernel(const llvm::Module &M, llvm::StringRef Kernels,
              std::vector<std::string> Temporaries, Launch L, uint32_t Vector);
  llvm::Expected<StreamKernel> recognized(const Values &Point) const;
  std::string valuesText(const Values &Point) const;
  std::vector<Values> pointsFrom(int64_t Shift, bool GreatFirst) const;
  llvm::Error fit(const std::vector<Values> &Points);
  llvm::Error addVarying(const std::vector<StreamKernel> &All,
                         const std::vector<Values> &Points, bool OfFinish);
  llvm::Error checkChoices(const Values &Point) const;
  void addScalars(StreamKernel &To) const;
  void replaceConstants(StreamKernel &Kernel, bool IsFinish) const;
  StreamKernel withConstants(const Values &Point) const;

  const llvm::Module &M;
  std::string Kernels;
  std::vector<std::string> Temporaries;
  Launch L;
  std::vector<int64_t> Most, Steps;
  std::unique_ptr<SizeChoices> Choices;
  std::vector<bool> Chosen; ///< SizeChoices::outcomes() of all values
  StreamKernel Plain;       ///< as recognised, of values without coincidences
  StreamKernel Sized;
  std::vector<Varying> Constants;
};

} // namespace roofline

#endif
