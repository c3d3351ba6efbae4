// Test kernels by their names on a command line.
#ifndef ROOFLINE_UNITTESTS_CODEGEN_NAMEDKERNEL_H
#define ROOFLINE_UNITTESTS_CODEGEN_NAMEDKERNEL_H

#include "roofline/Stream/StreamKernel.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace roofline::test {

/// A name of CodegenKernels.cpp, random:SEED, narrowed:SEED (what recognition
/// would make of that one), cut:SEED (in stages of 8 bits), chain:SEED, or a
/// file of one stream kernel, NAME.json; \p Seed gets the number.
llvm::Expected<StreamKernel> namedKernel(llvm::StringRef Name, uint64_t &Seed);

} // namespace roofline::test

#endif
