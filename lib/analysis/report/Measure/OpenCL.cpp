// A context and queue on one device; buffers, kernels and timed launches.
#include "roofline/Measure/OpenCL.h"
#include "OpenCLApi.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace roofline {

Session::Session(Session &&Other)
    : Api(Other.Api), Device(Other.Device),
      Context(std::exchange(Other.Context, nullptr)),
      Queue(std::exchange(Other.Queue, nullptr)), Info(std::move(Other.Info)) {}

Session::~Session() {
  if (Queue)
    Api->clReleaseCommandQueue(Queue);
  if (Context)
    Api->clReleaseContext(Context);
}

static std::string buildLog(const OpenCLApi &Api, cl_program Program,
                            cl_device_id Device) {
  size_t Size = 0;
  Api.clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, 0, nullptr,
                            &Size);
  std::string Log(Size, '\0');
  Api.clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, Size,
                            Log.data(), nullptr);
  return StringRef(Log).rtrim(StringRef("\0\n ", 3)).str();
}

Expected<Kernel> Session::build(StringRef Source, const std::string &Name,
                                const std::string &Options) const {
  const char *Text = Source.data();
  size_t Size = Source.size();
  cl_int Status;
  Kernel K(*Api);
  K.Name = Name;
  K.Program = Api->clCreateProgramWithSource(Context, 1, &Text, &Size, &Status);
  if (Error E = checkStatus(Status, "making a program"))
    return E;
  Status = Api->clBuildProgram(K.Program, 1, &Device, Options.c_str(), nullptr,
                               nullptr);
  if (Status == CL_BUILD_PROGRAM_FAILURE)
    return createStringError(inconvertibleErrorCode(),
                             "the device's compiler rejects the source:\n" +
                                 buildLog(*Api, K.Program, Device));
  if (Error E = checkStatus(Status, "building the source"))
    return E;
  K.Handle = Api->clCreateKernel(K.Program, Name.c_str(), &Status);
  if (Error E = checkStatus(Status, "finding kernel '" + Name + "'"))
    return E;
  return K;
}

Expected<Buffer> Session::allocate(uint64_t NumBytes) const {
  cl_int Status;
  cl_mem Memory = Api->clCreateBuffer(Context, CL_MEM_READ_WRITE, NumBytes,
                                      nullptr, &Status);
  if (Error E = checkStatus(Status, "allocating " + Twine(NumBytes) + " bytes"))
    return E;
  return Buffer(*Api, Memory);
}

Expected<Seconds>
Session::time(const std::string &Doing,
              function_ref<cl_int(cl_event *)> Enqueue) const {
  cl_event Event;
  if (Error E = checkStatus(Enqueue(&Event), Doing))
    return E;
  cl_ulong Start = 0, End = 0;
  cl_int Status = Api->clWaitForEvents(1, &Event);
  if (Status == CL_SUCCESS)
    Status = Api->clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_START,
                                          sizeof(Start), &Start, nullptr);
  if (Status == CL_SUCCESS)
    Status = Api->clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_END,
                                          sizeof(End), &End, nullptr);
  Api->clReleaseEvent(Event);
  if (Error E = checkStatus(Status, Doing))
    return E;
  if (End <= Start)
    return createStringError(inconvertibleErrorCode(),
                             Doing + ": the device's timer gives no time");
  return Seconds(double(End - Start) * 1e-9);
}

Expected<Seconds> Session::write(const Buffer &To, const void *Data,
                                 uint64_t NumBytes) const {
  return time("writing a buffer", [&](cl_event *Event) {
    return Api->clEnqueueWriteBuffer(Queue, To.Memory, CL_FALSE, 0, NumBytes,
                                     Data, 0, nullptr, Event);
  });
}

Expected<Seconds> Session::read(const Buffer &From, void *Data,
                                uint64_t NumBytes) const {
  return time("reading a buffer", [&](cl_event *Event) {
    return Api->clEnqueueReadBuffer(Queue, From.Memory, CL_FALSE, 0, NumBytes,
                                    Data, 0, nullptr, Event);
  });
}

Expected<Seconds> Session::run(const Kernel &K, ArrayRef<size_t> Global,
                               ArrayRef<size_t> Local) const {
  return time("running kernel '" + K.Name + "'", [&](cl_event *Event) {
    return Api->clEnqueueNDRangeKernel(
        Queue, K.Handle, Global.size(), nullptr, Global.data(),
        Local.empty() ? nullptr : Local.data(), 0, nullptr, Event);
  });
}

Buffer::Buffer(Buffer &&Other)
    : Api(Other.Api), Memory(std::exchange(Other.Memory, nullptr)) {}

Buffer::~Buffer() {
  if (Memory)
    Api->clReleaseMemObject(Memory);
}

Kernel::Kernel(Kernel &&Other)
    : Api(Other.Api), Program(std::exchange(Other.Program, nullptr)),
      Handle(std::exchange(Other.Handle, nullptr)),
      Name(std::move(Other.Name)) {}

Kernel::~Kernel() {
  if (Handle)
    Api->clReleaseKernel(Handle);
  if (Program)
    Api->clReleaseProgram(Program);
}

Error Kernel::set(unsigned Index, const void *Value, size_t NumBytes) const {
  return checkStatus(Api->clSetKernelArg(Handle, Index, NumBytes, Value),
                     "setting argument " + Twine(Index) + " of '" + Name + "'");
}

Error Kernel::set(unsigned Index, const Buffer &B) const {
  return set(Index, &B.Memory, sizeof(cl_mem));
}

Error Kernel::setLocal(unsigned Index, size_t NumBytes) const {
  return set(Index, static_cast<const void *>(nullptr), NumBytes);
}

} // namespace roofline
