// The operators that a kernel asks for, from the list of Operators.def.
#ifndef ROOFLINE_KERNEL_OPERATORS_H
#define ROOFLINE_KERNEL_OPERATORS_H

#include <algorithm>
#include <span>
#include <string_view>

namespace roofline {

/// An instruction or intrinsic of LLVM, or a function of OpenCL; columns of
/// Operators.def.
struct KernelOperator {
  std::string_view Name;
  std::string_view Latency; ///< key of a latency table; see latencyClass()
  std::string_view Work;    ///< class of `--ops`; empty computes nothing
  /// Operator of a datapath; "signed/unsigned" where the operands' type
  /// decides; or empty.
  std::string_view Datapath;
  bool IsFunction = false; ///< of OpenCL

  std::string_view datapath(bool IsUnsigned) const noexcept {
    const size_t Slash = std::min(Datapath.find('/'), Datapath.size());
    return !IsUnsigned || Slash == Datapath.size() ? Datapath.substr(0, Slash)
                                                   : Datapath.substr(Slash + 1);
  }
  bool isFloat() const noexcept { return Latency.starts_with("fp_"); }
};

/// In the order of the list.
std::span<const KernelOperator> kernelOperators() noexcept;

/// The operator \p Name, also where it is "native_" or "half_" of it; nothing
/// where the list has none. Where one on floats has its name, \p OnFloats
/// chooses.
const KernelOperator *kernelOperator(std::string_view Name,
                                     bool OnFloats = false) noexcept;

} // namespace roofline

#endif
