// Runs kernels and their variants on this machine, through LLVM's JIT.
//
/// \file
/// The original is clang's own output, called once for each work-item. This
/// program provides the work-item functions and the builtins. Work-items of a
/// group take turns at barriers.
#ifndef ROOFLINE_VERIFY_KERNELRUNNER_H
#define ROOFLINE_VERIFY_KERNELRUNNER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// SPIR's address space of local memory.
constexpr unsigned LocalSpace = 3;

/// Bytes of a kernel's arguments: the elements of a buffer, the value of a
/// scalar.
using ArgumentBytes = std::vector<std::vector<uint8_t>>;

class KernelRunner {
public:
  KernelRunner();

  /// Compiles \p M, which it changes, and gives its function \p Name. A call
  /// takes a pointer to each argument and runs Items work-items of dimension 0,
  /// at least one; exactly one if ownStack() gives a size.
  using Code = void (*)(void **Arguments, uint64_t Items);
  Code compile(std::unique_ptr<llvm::Module> M, llvm::StringRef Name,
               bool Optimise);

  /// [byte] Stack that each work-item of \p M needs for itself; nothing when
  /// none waits for others.
  static std::optional<size_t> ownStack(const llvm::Module &M);

  /// Calls \p Original for each work-item of \p Global; an error when
  /// work-items wait for others of the group that are done.
  static llvm::Error runNDRange(Code Original, std::optional<size_t> OwnStack,
                                llvm::ArrayRef<uint64_t> Global,
                                llvm::ArrayRef<uint64_t> Local,
                                ArgumentBytes &Data);
  static void run(Code Variant, ArgumentBytes &Data);

  llvm::orc::ThreadSafeContext Context;

  /// Why compile() must not have \p M: it uses symbols that are no builtins of
  /// OpenCL, or reaches beyond a kernel; nothing when it may.
  static std::optional<std::string> whyNotRun(const llvm::Module &M);

private:
  static llvm::Error runGroups(Code Original, size_t OwnStack,
                               void **Arguments);

  std::unique_ptr<llvm::orc::LLJIT> Jit;
  unsigned NumModules = 0;
};

} // namespace roofline

#endif
