// Running a kernel, or a whole program, under Oclgrind with our plugin.
//
/// \file
/// The source is compiled without optimisation, so that what is counted is
/// what the author wrote. Images, pipes and structures as arguments need a host
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

/// A kernel and what it is run with.
struct ProfilerRun {
  std::string File;                   ///< OpenCL C
  std::vector<std::string> ClangArgs; ///< -D, -I, -include, -cl-std
  Launch L;                           ///< checked against the kernel
  BufferFills Buffers;
  /// Contents of buffers from files: scalars by their bits, lane after lane.
  std::map<std::string, std::vector<uint64_t>, std::less<>> Contents = {};
};

/// How Oclgrind is run.
struct Profiler {
  std::string Plugin;   ///< libRooflineProfile.so
  unsigned TimeOut = 0; ///< [s]; 0: none
};

/// "A=1024" or "A=1024:index": elements and how they are filled; "A=@a.bin":
/// the file that holds them.
llvm::Error parseBuffer(llvm::StringRef Text, BufferFills &All);

/// Sizes the buffers that \p Run does not, from what \p Kernel accesses; an
/// error names all whose size does not follow, and all arguments that have no
/// value. Reads the files of buffers.
llvm::Error completeArguments(const KernelSummary &Kernel, ProfilerRun &Run);

/// A sentence for each buffer of \p Run whose content has no meaning.
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
