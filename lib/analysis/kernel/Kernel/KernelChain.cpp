// Names of chains of kernels: "blur,edges".
#include "roofline/Kernel/KernelChain.h"

namespace roofline {

std::vector<std::string> kernelsOfChain(std::string_view Name) {
  std::vector<std::string> Names;
  while (true) {
    size_t Comma = Name.find(',');
    Names.emplace_back(Name.substr(0, Comma));
    if (Comma == Name.npos)
      return Names;
    Name.remove_prefix(Comma + 1);
  }
}

} // namespace roofline
