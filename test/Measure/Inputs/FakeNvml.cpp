// NVML of a machine with one GPU that uses 123.456 W.
#include <cstdio>

#define EXPORT extern "C" [[gnu::visibility("default")]]

EXPORT int nvmlInit_v2() { return 0; }
EXPORT int nvmlDeviceGetCount_v2(unsigned *Count) {
  *Count = 1;
  return 0;
}
EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned, void **Device) {
  *Device = nullptr;
  return 0;
}
EXPORT int nvmlDeviceGetHandleByPciBusId_v2(const char *, void **) {
  return 6; // not found
}
EXPORT int nvmlDeviceGetPowerUsage(void *, unsigned *MilliWatts) {
  *MilliWatts = 123456;
  return 0;
}
EXPORT int nvmlDeviceGetName(void *, char *Name, unsigned Size) {
  std::snprintf(Name, Size, "Fake GPU");
  return 0;
}
EXPORT const char *nvmlErrorString(int) { return "Not Found"; }
