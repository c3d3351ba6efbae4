// Stream kernels from the file of a command line.
#include "StreamInput.h"

#include "Command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace roofline {

static Expected<std::vector<StreamKernel>> readAll(const KernelInput &Input) {
  auto Buffer = MemoryBuffer::getFile(Input.File);
  if (!Buffer)
    return invalid(Input.File + ": " + Buffer.getError().message());
  return readStreamKernels((*Buffer)->getBuffer(), Input.File);
}

Expected<std::vector<StreamKernel>> readStreams(const KernelInput &Input) {
  Expected<std::vector<StreamKernel>> Kernels = readAll(Input);
  if (!Kernels)
    return Kernels;
  if (Kernels->empty())
    return invalid(Input.File + ": no kernel in the file");
  if (Input.Kernel.empty())
    return Kernels;
  std::string Names = join(
      map_range(*Kernels, [](const StreamKernel &K) { return K.Name; }), ", ");
  erase_if(*Kernels,
           [&](const StreamKernel &K) { return K.Name != Input.Kernel; });
  if (Kernels->empty())
    return invalid(Input.File + ": no kernel '" + Input.Kernel +
                   "'; there are: " + Names);
  return Kernels;
}

double largestStream(const StreamKernel &K) {
  double Largest = 0;
  auto Add = [&](const Stream &S) {
    Largest = std::max(Largest, S.Window.volume() * (S.Type.Bits / 8.0));
  };
  for_each(K.Inputs, Add);
  for_each(K.Outputs, Add);
  return Largest;
}

} // namespace roofline
