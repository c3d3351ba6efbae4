// Functions of C and C++ as kernels, which all analyses know.
//
/// \file
/// A top function becomes a kernel: a wrapper that takes its pointers in the
/// address space of buffers and calls it. From there on a C++ kernel is a
/// kernel of one work-item whose arguments are memories.
#ifndef ROOFLINE_CANONICAL_HLSKERNELS_H
#define ROOFLINE_CANONICAL_HLSKERNELS_H

#include "roofline/Canonical/SourceDirectives.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class AllocaInst;
class Function;
class Loop;
class Module;
} // namespace llvm

namespace roofline {

/// Attribute of a kernel that was a top function: the name in the object file
/// of each function that it may call, itself first, joined by blanks.
constexpr llvm::StringLiteral HlsFunctions = "roofline.hls-functions";

/// Returns the functions of \p M with a body whose name in the source is \p
/// Name, by their names in the object file: "gemm", "fir::run" or a mangled
/// name.
std::vector<std::string> functionsNamed(const llvm::Module &M,
                                        llvm::StringRef Name);

/// Returns \p F and all functions that it calls, by way of others, too; those
/// without a body as well.
llvm::SmallSetVector<llvm::Function *, 8> calledBy(llvm::Function &F);

/// Returns the functions of \p M that `#pragma HLS top` chooses.
std::vector<std::string> topsByPragma(const llvm::Module &M);

/// Makes kernels of the functions \p Tops of \p M, and marks the loops and
/// arrays of all functions that the parser knows.
void makeHlsKernels(llvm::Module &M, llvm::ArrayRef<std::string> Tops);

/// Makes kernels of the functions \p Tops of \p M that are launched as those of
/// OpenCL: they have SPIR's target and the names of the source, and their
/// result is the one element of a buffer "ap_return", and streams are buffers
/// and arrays. \p Values: of integer arguments, by name.
void makeLaunchedKernels(llvm::Module &M, llvm::ArrayRef<std::string> Tops,
                         const llvm::StringMap<int64_t> &Values);

/// Returns why \p Callee, a method of hls::stream, is still called after
/// makeLaunchedKernels(); empty for other functions.
llvm::StringRef whyStreamStays(const llvm::Function &Callee);

/// Returns what the parser knows of the functions that \p Kernel was made of;
/// none for a kernel of OpenCL.
std::vector<const SourceFunction *>
sourceFunctions(const llvm::Function &Kernel);

/// Returns the room of an element of \p A [byte]; 0 where it is not known.
uint64_t elementBytes(const SourceArray &A);

/// A memory that a call passes as an argument of a function.
struct PassedMemory {
  const SourceFunction *Function = nullptr; ///< that is called
  std::string Argument;                     ///< of it
  std::string Memory; ///< name in the source, or the argument of the top
  std::string Owner;  ///< function that declares it; empty for a global one
  bool operator==(const PassedMemory &) const = default;
};

/// Returns which memories the calls in \p Kernel, before they were inlined,
/// passed as arguments.
std::vector<PassedMemory> passedMemories(const llvm::Function &Kernel);

/// A loop as its function has it.
struct LoopInSource {
  const SourceFunction *Function = nullptr; ///< null where nothing is known
  LinePlace Place;
};

/// Returns which loop of the source \p L was before it was inlined.
LoopInSource loopInSource(const llvm::Loop &L);

/// An array as its function declares it; null where nothing is known.
struct ArrayInSource {
  const SourceArray *Array = nullptr;
  const SourceFunction *Function = nullptr;
};

/// Returns the array of the source that \p Array holds.
ArrayInSource arrayInSource(const llvm::AllocaInst &Array);

} // namespace roofline

#endif
