// Runs a kernel on an OpenCL device and compares what it leaves.
//
//   host [--device N] [FOLDER]
//
// The device is one of those of all platforms, in their order; the default is
// the first.
#ifndef ROOFLINE_HOST_H
#define ROOFLINE_HOST_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "data.h"

namespace roofline {

inline void require(cl_int Code, const char *What) {
  if (Code == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", What, Code);
  std::exit(2);
}

inline cl_device_id findDevice(unsigned Index) {
  cl_uint Platforms = 0;
  if (clGetPlatformIDs(0, nullptr, &Platforms) != CL_SUCCESS)
    Platforms = 0;
  std::vector<cl_platform_id> Ids(Platforms);
  if (Platforms)
    require(clGetPlatformIDs(Platforms, Ids.data(), nullptr), "platforms");
  std::vector<cl_device_id> All;
  for (cl_platform_id Platform : Ids) {
    cl_uint Count = 0;
    if (clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &Count) !=
        CL_SUCCESS)
      continue;
    All.resize(All.size() + Count);
    require(clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, Count,
                           &All[All.size() - Count], nullptr),
            "devices");
  }
  if (Index >= All.size()) {
    std::fprintf(stderr, "no OpenCL device %u; there are %zu\n", Index,
                 All.size());
    std::exit(2);
  }
  return All[Index];
}

inline std::string textOf(const char *Path) {
  std::FILE *F = std::fopen(Path, "r");
  if (!F) {
    std::fprintf(stderr, "%s: cannot be read\n", Path);
    std::exit(2);
  }
  std::string Text;
  char Part[4096];
  while (size_t N = std::fread(Part, 1, sizeof Part, F))
    Text.append(Part, N);
  std::fclose(F);
  return Text;
}

/// A scalar argument: so many bytes of its bits.
struct ScalarInfo {
  unsigned Bytes;
};

inline int runOnDevice(int argc, char **argv, const char *Source,
                       const char *Kernel, std::vector<BufferInfo> Buffers,
                       std::vector<ScalarInfo> Scalars) {
  unsigned Index = 0;
  std::string Folder = "data";
  for (int I = 1; I < argc; ++I)
    if (std::string(argv[I]) == "--device" && I + 1 < argc)
      Index = unsigned(std::atoi(argv[++I]));
    else
      Folder = argv[I];
  Data D(std::move(Buffers), unsigned(Scalars.size()), Folder);
  cl_int Code;
  cl_device_id Device = findDevice(Index);
  cl_context Context =
      clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Code);
  require(Code, "context");
  cl_command_queue Queue = clCreateCommandQueue(Context, Device, 0, &Code);
  require(Code, "queue");
  const std::string Text = textOf(Source);
  const char *Begin = Text.c_str();
  cl_program Program =
      clCreateProgramWithSource(Context, 1, &Begin, nullptr, &Code);
  require(Code, "program");
  // Divisions and roots are rounded as the kernel's were, where the device can.
  cl_device_fp_config Single = 0;
  clGetDeviceInfo(Device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof Single, &Single,
                  nullptr);
  const char *Options = Single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
                            ? "-cl-fp32-correctly-rounded-divide-sqrt"
                            : "";
  Code = clBuildProgram(Program, 1, &Device, Options, nullptr, nullptr);
  if (Code != CL_SUCCESS) {
    std::string Log(1 << 16, '\0');
    clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, Log.size(),
                          Log.data(), nullptr);
    std::fprintf(stderr, "%s", Log.c_str());
    require(Code, "build");
  }
  cl_kernel K = clCreateKernel(Program, Kernel, &Code);
  require(Code, Kernel);
  std::vector<cl_mem> Memory;
  cl_uint Argument = 0;
  for (size_t I = 0; I < D.buffers(); ++I) {
    Memory.push_back(
        clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                       std::max<size_t>(1, D.size(I)), D.buffer(I), &Code));
    require(Code, "buffer");
    require(clSetKernelArg(K, Argument++, sizeof(cl_mem), &Memory.back()),
            "argument");
  }
  for (size_t I = 0; I < Scalars.size(); ++I) {
    uint64_t Bits = D.scalar<uint64_t>(I);
    require(clSetKernelArg(K, Argument++, Scalars[I].Bytes, &Bits), "argument");
  }
  const size_t One = 1;
  require(clEnqueueNDRangeKernel(Queue, K, 1, nullptr, &One, &One, 0, nullptr,
                                 nullptr),
          "launch");
  for (size_t I = 0; I < D.buffers(); ++I)
    require(clEnqueueReadBuffer(Queue, Memory[I], CL_TRUE, 0, D.size(I),
                                D.buffer(I), 0, nullptr, nullptr),
            "read");
  std::string Difference = D.difference();
  char Name[256] = "";
  clGetDeviceInfo(Device, CL_DEVICE_NAME, sizeof Name - 1, Name, nullptr);
  std::printf("%s: %s\n", Difference.empty() ? "PASS" : "FAIL",
              Difference.empty() ? Name : Difference.c_str());
  return Difference.empty() ? 0 : 1;
}

} // namespace roofline

#endif
