// The ICD loader, opened at run time, and the names of its statuses.
#include "OpenCLApi.h"

#include "llvm/ADT/Twine.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {

Expected<const OpenCLApi *> OpenCLApi::get() {
  static OpenCLApi Api;
  static void *Library = nullptr;
  if (Library)
    return &Api;
  void *Opened = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Opened)
    return createStringError(Twine("no OpenCL loader: ") + dlerror() +
                             " (Debian: ocl-icd-libopencl1)");
#define ROOFLINE_OPENCL_LOOKUP(Name)                                           \
  Api.Name = reinterpret_cast<decltype(&::Name)>(dlsym(Opened, #Name));        \
  if (!Api.Name)                                                               \
    return createStringError("the OpenCL loader lacks " #Name);
  ROOFLINE_OPENCL_ENTRIES(ROOFLINE_OPENCL_LOOKUP)
#undef ROOFLINE_OPENCL_LOOKUP
  Library = Opened;
  return &Api;
}

static const char *statusName(cl_int Status) {
  switch (Status) {
#define ROOFLINE_STATUS(Name)                                                  \
  case Name:                                                                   \
    return #Name;
    ROOFLINE_STATUS(CL_DEVICE_NOT_FOUND)
    ROOFLINE_STATUS(CL_DEVICE_NOT_AVAILABLE)
    ROOFLINE_STATUS(CL_COMPILER_NOT_AVAILABLE)
    ROOFLINE_STATUS(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    ROOFLINE_STATUS(CL_OUT_OF_RESOURCES)
    ROOFLINE_STATUS(CL_OUT_OF_HOST_MEMORY)
    ROOFLINE_STATUS(CL_PROFILING_INFO_NOT_AVAILABLE)
    ROOFLINE_STATUS(CL_BUILD_PROGRAM_FAILURE)
    ROOFLINE_STATUS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    ROOFLINE_STATUS(CL_INVALID_VALUE)
    ROOFLINE_STATUS(CL_INVALID_CONTEXT)
    ROOFLINE_STATUS(CL_INVALID_COMMAND_QUEUE)
    ROOFLINE_STATUS(CL_INVALID_BUILD_OPTIONS)
    ROOFLINE_STATUS(CL_INVALID_KERNEL_NAME)
    ROOFLINE_STATUS(CL_INVALID_KERNEL_ARGS)
    ROOFLINE_STATUS(CL_INVALID_ARG_VALUE)
    ROOFLINE_STATUS(CL_INVALID_ARG_SIZE)
    ROOFLINE_STATUS(CL_INVALID_WORK_DIMENSION)
    ROOFLINE_STATUS(CL_INVALID_WORK_GROUP_SIZE)
    ROOFLINE_STATUS(CL_INVALID_WORK_ITEM_SIZE)
    ROOFLINE_STATUS(CL_INVALID_BUFFER_SIZE)
    ROOFLINE_STATUS(CL_INVALID_GLOBAL_WORK_SIZE)
#undef ROOFLINE_STATUS
  case -1001: // of cl_khr_icd
    return "CL_PLATFORM_NOT_FOUND_KHR";
  default:
    return nullptr;
  }
}

/// Drivers differ in the status by which they say that the device is gone.
static bool meansLost(cl_int Status) {
  return Status == CL_DEVICE_NOT_AVAILABLE || Status == CL_OUT_OF_RESOURCES ||
         Status == CL_INVALID_CONTEXT || Status == CL_INVALID_COMMAND_QUEUE ||
         Status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

Error checkStatus(cl_int Status, const Twine &Doing) {
  if (Status == CL_SUCCESS)
    return Error::success();
  const char *Name = statusName(Status);
  return createStringError(
      Doing + ": OpenCL status " + (Name ? Twine(Name) : Twine(Status)) +
      (meansLost(Status) ? ": the device was lost or ran out of "
                           "resources"
                         : ""));
}

} // namespace roofline
