// A stream kernel from a file, for tools that take test kernels.
#include "KernelFile.h"

#include "roofline/StreamFiles/StreamKernelJSON.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace roofline::test {

Expected<StreamKernel> kernelOfFile(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": " + Buffer.getError().message());
  Expected<std::vector<StreamKernel>> Kernels =
      readStreamKernels((*Buffer)->getBuffer(), Path);
  if (!Kernels)
    return Kernels.takeError();
  if (Kernels->size() != 1)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": one kernel is expected, not " +
                                 Twine(Kernels->size()));
  return std::move(Kernels->front());
}

} // namespace roofline::test
