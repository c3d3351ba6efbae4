// Kernels whose sizes a core takes at run time.
//
/// \file
/// A kernel is recognised for the greatest launch values that are asked for and
/// for smaller ones. All have to be the same datapath; integer constants of it
/// that follow from the values become expressions of them, and the spaces are
/// kept as StreamKernel::Sizes. Constants, or operators, that follow from the
/// values in another way than as polynomials are errors.
/// Try: roofline verify k.cl --global width,height --max width=1920 ...
#ifndef ROOFLINE_RECOGNITION_SIZEDKERNEL_H
#define ROOFLINE_RECOGNITION_SIZEDKERNEL_H

#include "roofline/Base/Polynomial.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

class SizedKernel {
public:
  /// Recognises \p Kernels of \p M, as recognizeChain() does, for all values up
  /// to Launch::Maxima of \p L.
  static llvm::Expected<SizedKernel>
  recognize(const llvm::Module &M, llvm::StringRef Kernels,
            const std::vector<std::string> &Temporaries, const Launch &L);

  const StreamKernel &kernel() const { return Sized; }
  /// The sizes for \p Values, by Launch::Maxima: the kernel is recognised anew.
  /// An error where it is not that of the maxima.
  llvm::Expected<KernelSizes> at(const std::vector<int64_t> &Values) const;

private:
  /// A constant, of the kernel or of its finish, that follows from the values.
  struct Varying {
    bool OfFinish = false;
    uint32_t Node = 0;
    Polynomial Form;
  };

  SizedKernel(const llvm::Module &M, std::vector<std::string> Temporaries,
              Launch L)
      : M(M), Temporaries(std::move(Temporaries)), L(std::move(L)) {}
  llvm::Expected<StreamKernel> recognized(const std::vector<int64_t> &Values,
                                          llvm::StringRef Kernels) const;
  std::string valuesText(const std::vector<int64_t> &Values) const;
  llvm::Error addVarying(const std::vector<StreamKernel> &All,
                         const std::vector<std::vector<int64_t>> &Points,
                         bool OfFinish);
  void addScalars();
  void replaceConstants(StreamKernel &Of, bool IsFinish);

  const llvm::Module &M;
  std::vector<std::string> Temporaries;
  Launch L;
  StreamKernel Plain; ///< of the maxima, as recognised
  StreamKernel Sized;
  std::vector<Varying> Constants;
};

} // namespace roofline

#endif
