// NVML, NVIDIA's library of meters, opened at run time.
#include "Meters.h"

#include "llvm/ADT/Twine.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {
namespace {

/// The entries that are used, by NVML's published interface.
struct Nvml {
  using Handle = void *;
  int (*nvmlInit_v2)() = nullptr;
  int (*nvmlDeviceGetCount_v2)(unsigned *) = nullptr;
  int (*nvmlDeviceGetHandleByIndex_v2)(unsigned, Handle *) = nullptr;
  int (*nvmlDeviceGetHandleByPciBusId_v2)(const char *, Handle *) = nullptr;
  int (*nvmlDeviceGetPowerUsage)(Handle, unsigned *) = nullptr; ///< [mW]
  int (*nvmlDeviceGetName)(Handle, char *, unsigned) = nullptr;
  const char *(*nvmlErrorString)(int) = nullptr;

  Error failed(const char *Doing, int Status) const {
    return noMeter(Twine("NVML: ") + Doing + ": " + nvmlErrorString(Status));
  }
};

Expected<Nvml> openLibrary() {
  void *Library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return noMeter("no NVML (libnvidia-ml.so.1)");
  Nvml N;
#define ROOFLINE_NVML(Name)                                                    \
  N.Name = reinterpret_cast<decltype(N.Name)>(dlsym(Library, #Name));          \
  if (!N.Name)                                                                 \
    return noMeter("NVML lacks " #Name);
  ROOFLINE_NVML(nvmlInit_v2)
  ROOFLINE_NVML(nvmlDeviceGetCount_v2)
  ROOFLINE_NVML(nvmlDeviceGetHandleByIndex_v2)
  ROOFLINE_NVML(nvmlDeviceGetHandleByPciBusId_v2)
  ROOFLINE_NVML(nvmlDeviceGetPowerUsage)
  ROOFLINE_NVML(nvmlDeviceGetName)
  ROOFLINE_NVML(nvmlErrorString)
#undef ROOFLINE_NVML
  return N;
}

class NvmlMeter : public PowerMeter {
public:
  NvmlMeter(const Nvml &N, Nvml::Handle Device, std::string Name)
      : N(N), Device(Device), Name(std::move(Name)) {}
  std::string name() const override { return "NVML: " + Name; }
  Expected<std::optional<Watts>> read() override {
    unsigned MilliWatts;
    if (int Status = N.nvmlDeviceGetPowerUsage(Device, &MilliWatts))
      return N.failed("reading the power", Status);
    return Watts(MilliWatts * 1e-3);
  }

private:
  Nvml N;
  Nvml::Handle Device;
  std::string Name;
};

} // namespace

Expected<std::unique_ptr<PowerMeter>> openNvml(const std::string &PciAddress) {
  Expected<Nvml> N = openLibrary();
  if (!N)
    return N.takeError();
  if (int Status = N->nvmlInit_v2())
    return N->failed("starting", Status);
  Nvml::Handle Device;
  if (PciAddress.empty()) {
    unsigned Count = 0;
    if (int Status = N->nvmlDeviceGetCount_v2(&Count))
      return N->failed("counting the GPUs", Status);
    if (Count != 1)
      return noMeter("NVML: which of " + Twine(Count) +
                     " GPUs is the device is not known");
    if (int Status = N->nvmlDeviceGetHandleByIndex_v2(0, &Device))
      return N->failed("finding the GPU", Status);
  } else if (int Status = N->nvmlDeviceGetHandleByPciBusId_v2(
                 PciAddress.c_str(), &Device))
    return N->failed("finding the GPU", Status);
  char Name[96] = "GPU";
  N->nvmlDeviceGetName(Device, Name, sizeof(Name));
  return std::make_unique<NvmlMeter>(*N, Device, Name);
}

} // namespace roofline
