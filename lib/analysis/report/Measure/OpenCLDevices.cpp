// Platforms and devices: which there are, what they say of themselves.
#include "OpenCLApi.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

/// A text of a platform or device, without the blanks that some end with.
template <typename GetInfo> static std::string text(GetInfo Get) {
  size_t Size = 0;
  if (Get(0, nullptr, &Size) != CL_SUCCESS)
    return {};
  std::string Text(Size, '\0');
  Get(Size, Text.data(), nullptr);
  return StringRef(Text.c_str()).trim().str();
}

static std::string platformName(const OpenCLApi &Api, cl_platform_id P) {
  return text([&](size_t Size, void *To, size_t *Needed) {
    return Api.clGetPlatformInfo(P, CL_PLATFORM_NAME, Size, To, Needed);
  });
}

static std::string deviceText(const OpenCLApi &Api, cl_device_id D,
                              cl_device_info What) {
  return text([&](size_t Size, void *To, size_t *Needed) {
    return Api.clGetDeviceInfo(D, What, Size, To, Needed);
  });
}

/// The number \p What of a device; zero where it does not know.
template <typename T>
static T number(const OpenCLApi &Api, cl_device_id D, cl_device_info What) {
  T Value{};
  if (Api.clGetDeviceInfo(D, What, sizeof(T), &Value, nullptr) != CL_SUCCESS)
    return T{};
  return Value;
}

/// By NVIDIA's own query, then by Khronos' extension.
static std::string pciAddress(const OpenCLApi &Api, cl_device_id D) {
  constexpr cl_device_info Bus = 0x4008, Slot = 0x4009, Domain = 0x400A;
  cl_uint At = 0;
  if (Api.clGetDeviceInfo(D, Bus, sizeof(At), &At, nullptr) == CL_SUCCESS) {
    auto Place = number<cl_uint>(Api, D, Slot);
    return formatv("{0:x-4}:{1:x-2}:{2:x-2}.{3}",
                   number<cl_uint>(Api, D, Domain), At, Place >> 3, Place & 7);
  }
  constexpr cl_device_info BusInfo = 0x410F;
  std::array<cl_uint, 4> Numbers{};
  if (Api.clGetDeviceInfo(D, BusInfo, sizeof(Numbers), Numbers.data(),
                          nullptr) == CL_SUCCESS)
    return formatv("{0:x-4}:{1:x-2}:{2:x-2}.{3}", Numbers[0], Numbers[1],
                   Numbers[2], Numbers[3]);
  return {};
}

static DeviceInfo describe(const OpenCLApi &Api, cl_platform_id P,
                           cl_device_id D) {
  DeviceInfo I;
  I.Platform = platformName(Api, P);
  I.Name = deviceText(Api, D, CL_DEVICE_NAME);
  I.Vendor = deviceText(Api, D, CL_DEVICE_VENDOR);
  I.Driver = deviceText(Api, D, CL_DRIVER_VERSION);
  I.Type = number<cl_device_type>(Api, D, CL_DEVICE_TYPE);
  I.ComputeUnits = number<cl_uint>(Api, D, CL_DEVICE_MAX_COMPUTE_UNITS);
  I.ClockMHz = number<cl_uint>(Api, D, CL_DEVICE_MAX_CLOCK_FREQUENCY);
  I.GlobalBytes = number<cl_ulong>(Api, D, CL_DEVICE_GLOBAL_MEM_SIZE);
  I.AllocationBytes = number<cl_ulong>(Api, D, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  I.LocalBytes = number<cl_ulong>(Api, D, CL_DEVICE_LOCAL_MEM_SIZE);
  I.CacheBytes = number<cl_ulong>(Api, D, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  I.MaxGroup = number<size_t>(Api, D, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  I.Doubles =
      number<cl_device_fp_config>(Api, D, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  I.PciAddress = pciAddress(Api, D);
  return I;
}

namespace {
/// OpenCL on this machine.
struct Machine {
  const OpenCLApi &Api;
  std::vector<cl_platform_id> Platforms;
};
} // namespace

/// An error where there is no platform.
static Expected<Machine> machine() {
  Expected<const OpenCLApi *> Loaded = OpenCLApi::get();
  if (!Loaded)
    return Loaded.takeError();
  const OpenCLApi &Api = **Loaded;
  cl_uint Count = 0;
  cl_int Status = Api.clGetPlatformIDs(0, nullptr, &Count);
  if (Status == -1001 || (Status == CL_SUCCESS && Count == 0))
    return createStringError(
        "no OpenCL platform: the loader finds no driver in "
        "/etc/OpenCL/vendors or $OCL_ICD_VENDORS (Debian's for the "
        "CPU: pocl-opencl-icd)");
  std::vector<cl_platform_id> All(Count);
  if (Status == CL_SUCCESS)
    Status = Api.clGetPlatformIDs(Count, All.data(), nullptr);
  if (Error E = checkStatus(Status, "listing the OpenCL platforms"))
    return E;
  return Machine{Api, std::move(All)};
}

static std::vector<cl_device_id> devices(const OpenCLApi &Api,
                                         cl_platform_id P) {
  cl_uint Count = 0;
  if (Api.clGetDeviceIDs(P, CL_DEVICE_TYPE_ALL, 0, nullptr, &Count) !=
      CL_SUCCESS)
    return {};
  std::vector<cl_device_id> All(Count);
  Api.clGetDeviceIDs(P, CL_DEVICE_TYPE_ALL, Count, All.data(), nullptr);
  return All;
}

static std::string list(const OpenCLApi &Api,
                        ArrayRef<cl_platform_id> Platforms) {
  std::string Text;
  for (size_t P = 0; P < Platforms.size(); ++P) {
    Text += formatv("platform {0}: {1}\n", P, platformName(Api, Platforms[P]));
    std::vector<cl_device_id> All = devices(Api, Platforms[P]);
    for (size_t D = 0; D < All.size(); ++D)
      Text += formatv("  device {0}: {1}\n", D,
                      deviceText(Api, All[D], CL_DEVICE_NAME));
  }
  return Text;
}

Expected<std::string> listOpenCLDevices() {
  Expected<Machine> M = machine();
  if (!M)
    return M.takeError();
  return list(M->Api, M->Platforms);
}

static Expected<cl_platform_id>
choose(const OpenCLApi &Api, ArrayRef<cl_platform_id> All, StringRef Wanted) {
  unsigned Number = 0;
  if (Wanted.empty() ||
      (!Wanted.getAsInteger(10, Number) && Number < All.size()))
    return All[Number];
  for (cl_platform_id P : All)
    if (StringRef(platformName(Api, P)).contains_insensitive(Wanted))
      return P;
  return createStringError("no OpenCL platform '" + Wanted + "'; there are:\n" +
                           StringRef(list(Api, All)).rtrim());
}

Expected<Session> Session::open(const DeviceChoice &Choice) {
  Expected<Machine> M = machine();
  if (!M)
    return M.takeError();
  const OpenCLApi &Api = M->Api;
  Expected<cl_platform_id> P = choose(Api, M->Platforms, Choice.Platform);
  if (!P)
    return P.takeError();
  std::vector<cl_device_id> Devices = devices(Api, *P);
  if (Choice.Device >= Devices.size())
    return createStringError("no OpenCL device " + Twine(Choice.Device) +
                             "; there are:\n" +
                             StringRef(list(Api, M->Platforms)).rtrim());
  Session S(Api);
  S.Device = Devices[Choice.Device];
  S.Info = describe(Api, *P, S.Device);
  cl_int Status;
  S.Context =
      Api.clCreateContext(nullptr, 1, &S.Device, nullptr, nullptr, &Status);
  if (Error E = checkStatus(Status, "making a context on " + S.Info.Name))
    return E;
  S.Queue = Api.clCreateCommandQueue(S.Context, S.Device,
                                     CL_QUEUE_PROFILING_ENABLE, &Status);
  if (Error E = checkStatus(Status, "making a queue on " + S.Info.Name))
    return E;
  return S;
}

} // namespace roofline
