// OpenCL loaded on demand: the loader, a device, buffers and launches.
//
/// \file
/// The ICD loader is opened at run time, so that a program which measures
/// nothing runs without OpenCL. Every error names the failed step and the
/// OpenCL status. The time of a kernel has no limit here: see Worker.h.
#ifndef ROOFLINE_MEASURE_OPENCL_H
#define ROOFLINE_MEASURE_OPENCL_H

#include "roofline/Base/Units.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace roofline {

struct OpenCLApi;

/// One of the machine's devices, as the command line names it.
struct DeviceChoice {
  std::string Platform; ///< its number, or a part of its name; empty: the first
  unsigned Device = 0;  ///< its number on that platform
};

/// Properties that a device reports of itself.
struct DeviceInfo {
  std::string Platform, Name, Vendor, Driver;
  cl_device_type Type = 0;
  unsigned ComputeUnits = 0;
  unsigned ClockMHz = 0;        ///< 0: not reported
  uint64_t GlobalBytes = 0;     ///< [byte]
  uint64_t AllocationBytes = 0; ///< [byte] the largest buffer
  uint64_t LocalBytes = 0;      ///< [byte] per work-group
  uint64_t CacheBytes = 0;      ///< [byte] cache of global memory
  uint64_t MaxGroup = 0;        ///< [work-item]
  bool Doubles = false;         ///< computes in float64
  std::string PciAddress;       ///< "0000:65:00.0"; empty: not reported
};

class Buffer;
class Kernel;

/// A context and a profiling queue on one device.
class Session {
public:
  static llvm::Expected<Session> open(const DeviceChoice &Choice);
  Session(Session &&);
  ~Session();

  const DeviceInfo &info() const { return Info; }

  /// Builds kernel \p Name of \p Source. When it does not compile, the error
  /// holds the compiler's log.
  llvm::Expected<Kernel> build(llvm::StringRef Source, const std::string &Name,
                               const std::string &Options) const;
  llvm::Expected<Buffer> allocate(uint64_t NumBytes) const;

  /// Both copy, wait for the end, and give the time by the device's clock.
  llvm::Expected<Seconds> write(const Buffer &To, const void *Data,
                                uint64_t NumBytes) const;
  llvm::Expected<Seconds> read(const Buffer &From, void *Data,
                               uint64_t NumBytes) const;
  /// Runs \p K to its end and gives the time between the event's START and END.
  /// An empty \p Local leaves the work-group to the device.
  llvm::Expected<Seconds> run(const Kernel &K, llvm::ArrayRef<size_t> Global,
                              llvm::ArrayRef<size_t> Local = {}) const;

private:
  friend class Buffer;
  friend class Kernel;
  Session(const OpenCLApi &Api) : Api(&Api) {}
  /// Time of the command that \p Enqueue enqueues, by the device's timer.
  llvm::Expected<Seconds>
  time(const std::string &Doing,
       llvm::function_ref<cl_int(cl_event *)> Enqueue) const;

  const OpenCLApi *Api; ///< lives as long as the process
  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  DeviceInfo Info;
};

class Buffer {
public:
  Buffer(Buffer &&Other);
  ~Buffer();

private:
  friend class Session;
  friend class Kernel;
  Buffer(const OpenCLApi &Api, cl_mem Memory) : Api(&Api), Memory(Memory) {}
  const OpenCLApi *Api;
  cl_mem Memory;
};

class Kernel {
public:
  Kernel(Kernel &&Other);
  ~Kernel();

  llvm::Error set(unsigned Index, const Buffer &B) const;
  llvm::Error set(unsigned Index, const void *Value, size_t NumBytes) const;
  template <typename T> llvm::Error set(unsigned Index, const T &Value) const {
    return set(Index, &Value, sizeof(T));
  }
  /// Reserves \p NumBytes of local memory for argument \p Index.
  llvm::Error setLocal(unsigned Index, size_t NumBytes) const;
  /// Sets the arguments from the first on.
  template <typename... Args> llvm::Error setAll(const Args &...Values) const {
    unsigned Index = 0;
    llvm::Error First = llvm::Error::success();
    auto One = [&](const auto &Value) {
      if (!First)
        First = set(Index++, Value);
    };
    (One(Values), ...);
    return First;
  }
  const std::string &name() const { return Name; }

private:
  friend class Session;
  Kernel(const OpenCLApi &Api) : Api(&Api) {}
  const OpenCLApi *Api;
  cl_program Program = nullptr;
  cl_kernel Handle = nullptr;
  std::string Name;
};

/// Lists the platforms and devices of the machine, numbered as for `--platform`
/// and `--opencl-device`.
llvm::Expected<std::string> listOpenCLDevices();

} // namespace roofline

#endif
