// The operators that a kernel asks for, from the list of Operators.def.
#include "roofline/Kernel/Operators.h"

namespace roofline {

static constexpr KernelOperator Operators[] = {
#define LLVM_OPERATOR(NAME, LATENCY, WORK, DATAPATH)                           \
  {NAME, LATENCY, WORK, DATAPATH, false},
#define OPENCL_FUNCTION(NAME, LATENCY, WORK, DATAPATH)                         \
  {NAME, LATENCY, WORK, DATAPATH, true},
#include "roofline/Kernel/Operators.def"
};

std::span<const KernelOperator> kernelOperators() noexcept { return Operators; }

const KernelOperator *kernelOperator(std::string_view Name,
                                     bool OnFloats) noexcept {
  const KernelOperator *Found = nullptr;
  for (const KernelOperator &O : Operators)
    if (O.Name == Name && (!Found || O.isFloat() == OnFloats))
      Found = &O;
  for (std::string_view Prefix : {"native_", "half_"})
    if (!Found && Name.starts_with(Prefix))
      return kernelOperator(Name.substr(Prefix.size()), OnFloats);
  return Found;
}

} // namespace roofline
