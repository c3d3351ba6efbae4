// The used functions of OpenCL, from the loader.
#ifndef ROOFLINE_LIB_MEASURE_OPENCLAPI_H
#define ROOFLINE_LIB_MEASURE_OPENCLAPI_H

#include "roofline/Measure/OpenCL.h"

namespace roofline {

#define ROOFLINE_OPENCL_ENTRIES(ENTRY)                                         \
  ENTRY(clGetPlatformIDs)                                                      \
  ENTRY(clGetPlatformInfo)                                                     \
  ENTRY(clGetDeviceIDs)                                                        \
  ENTRY(clGetDeviceInfo)                                                       \
  ENTRY(clCreateContext)                                                       \
  ENTRY(clReleaseContext)                                                      \
  ENTRY(clCreateCommandQueue)                                                  \
  ENTRY(clReleaseCommandQueue)                                                 \
  ENTRY(clCreateBuffer)                                                        \
  ENTRY(clReleaseMemObject)                                                    \
  ENTRY(clCreateProgramWithSource)                                             \
  ENTRY(clBuildProgram)                                                        \
  ENTRY(clGetProgramBuildInfo)                                                 \
  ENTRY(clReleaseProgram)                                                      \
  ENTRY(clCreateKernel)                                                        \
  ENTRY(clReleaseKernel)                                                       \
  ENTRY(clSetKernelArg)                                                        \
  ENTRY(clEnqueueNDRangeKernel)                                                \
  ENTRY(clEnqueueReadBuffer)                                                   \
  ENTRY(clEnqueueWriteBuffer)                                                  \
  ENTRY(clWaitForEvents)                                                       \
  ENTRY(clGetEventProfilingInfo)                                               \
  ENTRY(clReleaseEvent)

struct OpenCLApi {
#define ROOFLINE_OPENCL_POINTER(Name) decltype(&::Name) Name = nullptr;
  ROOFLINE_OPENCL_ENTRIES(ROOFLINE_OPENCL_POINTER)
#undef ROOFLINE_OPENCL_POINTER

  /// Opens the ICD loader once; it stays open.
  static llvm::Expected<const OpenCLApi *> get();
};

/// Success, or an error that names the status and the step \p Doing.
llvm::Error checkStatus(cl_int Status, const llvm::Twine &Doing);

} // namespace roofline

#endif
