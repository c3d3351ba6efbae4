// Names of chains of kernels: "blur,edges".
#ifndef ROOFLINE_KERNEL_KERNELCHAIN_H
#define ROOFLINE_KERNEL_KERNELCHAIN_H

#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// The names of the kernels of a chain: "ey,ex,hz" are three.
std::vector<std::string> kernelsOfChain(std::string_view Name);

} // namespace roofline

#endif
