// Random kernels as LLVM IR.
//
/// \file
/// Writes what a front end may hand to the analysis: variables in memory, as
/// clang -O0 has them, so that every jump is lawful and SROA makes the phis.
#ifndef ROOFLINE_BENCH_FUZZ_MODULEGENERATOR_H
#define ROOFLINE_BENCH_FUZZ_MODULEGENERATOR_H

#include "llvm/IR/Module.h"

#include <memory>

namespace roofline {

/// Returns a module of one to three kernels, the same for the same \p Seed:
/// loops with counters of every width and step, branches, switches, jumps into
/// loops, barriers, local and private arrays, vectors, structs, atomics, calls,
/// recursion, loop metadata.
std::unique_ptr<llvm::Module> structuredModule(uint64_t Seed,
                                               llvm::LLVMContext &Context);

/// Makes kernels of a SPIR target of the functions of \p M that nobody calls.
void makeKernels(llvm::Module &M);

} // namespace roofline

#endif
