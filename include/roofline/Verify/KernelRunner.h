// Runs kernels and their variants on this machine, through LLVM's JIT.
//
/// \file
/// The original is clang's own output, called once for each work-item; what it
/// asks of its place is answered by this program, and so are the builtins. The
/// work-items of a group that wait for one another take turns.
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

/// The bytes of a kernel's arguments: a buffer's elements, a scalar's value.
using Memory = std::vector<std::vector<uint8_t>>;

class KernelRunner {
public:
  KernelRunner();

  /// Compiles \p M, which is changed to fit, and gives its function \p Name,
  /// called with a pointer to each argument for each of \p Items work-items of
  /// dimension 0, at least one; for one work-item where there is an
  /// ownStack().
  using Code = void (*)(void **Arguments, uint64_t Items);
  Code compile(std::unique_ptr<llvm::Module> M, llvm::StringRef Name,
               bool Optimise);

  /// [byte] of the stack that each work-item of \p M needs for itself; nothing
  /// where none of them waits for others.
  static std::optional<size_t> ownStack(const llvm::Module &M);

  /// Calls \p Original for each work-item of \p Global; an error where some of
  /// a group wait for others that are done.
  static llvm::Error runNDRange(Code Original, std::optional<size_t> OwnStack,
                                llvm::ArrayRef<uint64_t> Global,
                                llvm::ArrayRef<uint64_t> Local, Memory &Data);
  static void run(Code Variant, Memory &Data);

  llvm::orc::ThreadSafeContext Context;

  /// The declared functions of \p M that compile() has no code for.
  static std::vector<std::string> missingBuiltins(const llvm::Module &M);

private:
  static llvm::Error runGroups(Code Original, size_t OwnStack,
                               void **Arguments);

  std::unique_ptr<llvm::orc::LLJIT> Jit;
  unsigned NumModules = 0;
};

} // namespace roofline

#endif
