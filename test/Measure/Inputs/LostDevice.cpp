// An OpenCL layer that loses the device: after $LOSE_AFTER launches of kernels,
// each further one fails as a driver's does whose device is gone.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>

#include <cstdlib>

static const cl_icd_dispatch *Below;
static cl_icd_dispatch Layer;

static cl_int CL_API_CALL launch(cl_command_queue Queue, cl_kernel Kernel,
                                 cl_uint Dimensions, const size_t *Offset,
                                 const size_t *Global, const size_t *Local,
                                 cl_uint NumEvents, const cl_event *Events,
                                 cl_event *Event) {
  static int Left = std::atoi(std::getenv("LOSE_AFTER"));
  if (Left-- <= 0)
    return CL_DEVICE_NOT_AVAILABLE;
  return Below->clEnqueueNDRangeKernel(Queue, Kernel, Dimensions, Offset,
                                       Global, Local, NumEvents, Events, Event);
}

extern "C" {

[[gnu::visibility("default")]] cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info Name, size_t Size, void *Value, size_t *Needed) {
  if (Name != CL_LAYER_API_VERSION || (Value && Size < sizeof(cl_uint)))
    return CL_INVALID_VALUE;
  if (Value)
    *static_cast<cl_uint *>(Value) = CL_LAYER_API_VERSION_100;
  if (Needed)
    *Needed = sizeof(cl_uint);
  return CL_SUCCESS;
}

[[gnu::visibility("default")]] cl_int CL_API_CALL
clInitLayer(cl_uint NumEntries, const cl_icd_dispatch *Target,
            cl_uint *NumEntriesGiven, const cl_icd_dispatch **LayerGiven) {
  if (NumEntries * sizeof(void *) < sizeof(Layer))
    return CL_INVALID_VALUE;
  Below = Target;
  Layer = *Target;
  Layer.clEnqueueNDRangeKernel = launch;
  *NumEntriesGiven = sizeof(Layer) / sizeof(void *);
  *LayerGiven = &Layer;
  return CL_SUCCESS;
}
}
