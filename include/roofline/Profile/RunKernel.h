// Runs a kernel, or a whole program, under Oclgrind with our plugin.
//
/// \file
/// The source is compiled without optimisation, so that the counts are those of
/// the author's code. Images, pipes and structures as arguments need a host
/// program: profileProgram().
#ifndef ROOFLINE_PROFILE_RUNKERNEL_H
#define ROOFLINE_PROFILE_RUNKERNEL_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Profile/Profile.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace roofline {

/// Source, options and data of one run.
struct ProfilerRun {
  std::string File;                   ///< OpenCL C
  std::vector<std::string> ClangArgs; ///< -D, -I, -include, -cl-std
  Launch L;                           ///< checked against the kernel
  BufferFills Buffers;
  /// Contents of buffers from files: bits of each scalar, lane by lane.
  std::map<std::string, std::vector<uint64_t>, std::less<>> Contents = {};
};

/// Settings of Oclgrind.
struct Profiler {
  std::string Plugin;   ///< libRooflineProfile.so
  unsigned TimeOut = 0; ///< [s]; 0: none
};

/// Parses "A=1024" or "A=1024:index", a number of elements and their fill, or
/// "A=@a.bin", a file that holds the elements.
llvm::Error parseBuffer(llvm::StringRef Text, BufferFills &All);

/// Completes \p Run: infers missing sizes of buffers from the accesses of
/// \p Kernel, and reads the files of buffers. The error names all buffers of
/// unknown size and all arguments without a value.
llvm::Error completeArguments(const KernelSummary &Kernel, ProfilerRun &Run);

/// Gives the buffers of \p Run whose random integers would index others random
/// indices that these have, or ascending ones where they are ends of rows.
/// Returns a sentence for each.
std::vector<std::string> makePlausible(const KernelSummary &Kernel,
                                       ProfilerRun &Run);

/// Returns a sentence for each buffer of structures in \p Run with made-up
/// contents.
std::vector<std::string> notesOnFills(const KernelSummary &Kernel,
                                      const ProfilerRun &Run);

/// Runs \p Kernel of the file \p Run.File and gives the text of its profile.
llvm::Expected<std::string> profileKernel(const KernelSummary &Kernel,
                                          const ProfilerRun &Run,
                                          const Profiler &P);

/// Runs the OpenCL program \p Command and gives the text of the profile of all
/// its kernels.
llvm::Expected<std::string>
profileProgram(const std::vector<std::string> &Command, const Profiler &P);

} // namespace roofline

#endif
