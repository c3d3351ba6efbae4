// The launch file of kernels, to be filled in.
#include "LaunchStub.h"

#include "llvm/Support/FormatVariadic.h"

#include <utility>

using namespace llvm;

namespace roofline {
namespace {

/// The keys of one launch, each line behind \p Indent.
std::string keysOf(const KernelSummary &K, StringRef Indent) {
  std::string Text;
  if (!isSingleWorkItem(K)) {
    const StringRef Sizes =
        StringRef("X, Y, Z").take_front(3 * size_t(usedDimensions(K)) - 2);
    Text += formatv("{0}global: [{1}]  # work-items\n"
                    "{0}# local: [{1}]  # work-items of a group\n",
                    Indent, Sizes);
  }
  bool IsFirst = true;
  for (const KernelArg &A : K.Args) {
    if (A.K != KernelArg::Kind::Scalar || A.Element.Lanes > 1)
      continue;
    if (std::exchange(IsFirst, false))
      Text += formatv("{0}args:\n", Indent);
    Text += formatv("{0}  {1}: VALUE  # {2}\n", Indent, A.Name, A.Type);
  }
  return Text;
}

} // namespace

std::string launchStub(ArrayRef<KernelSummary> Kernels) {
  std::string Text = "format: roofline-launch\nversion: 1\n";
  if (Kernels.size() == 1)
    return Text + "kernel: " + Kernels.front().Name + "\n" +
           keysOf(Kernels.front(), "");
  Text += "launches:\n";
  for (const KernelSummary &K : Kernels)
    Text += "  - kernel: " + K.Name + "\n" + keysOf(K, "    ");
  return Text;
}

} // namespace roofline
