// OpenCL for the sample checks: build a sample, fill buffers, run, read back.
//
/// \file
/// Errors of OpenCL end the program with a message and status 1: a check that
/// cannot run has failed. The device is the first CPU device, else the first.
#ifndef ROOFLINE_SAMPLES_CHECK_SESSION_H
#define ROOFLINE_SAMPLES_CHECK_SESSION_H

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <string>
#include <vector>

namespace samples {

class Session {
public:
  /// \p Folder is opencl-samples.
  explicit Session(std::string Folder);

  /// Kernel \p Name of the file `SAMPLE/NAME.cl`, or `SAMPLE/FILE.cl`.
  cl::Kernel kernel(const std::string &Sample, const std::string &Name,
                    const std::string &File = "");

  template <typename T> cl::Buffer buffer(const std::vector<T> &Values) {
    return upload(Values.data(), Values.size() * sizeof(T));
  }

  template <typename T> std::vector<T> read(const cl::Buffer &B, size_t Count) {
    std::vector<T> Values(Count);
    download(B, Values.data(), Count * sizeof(T));
    return Values;
  }

  template <typename... Args>
  void run(cl::Kernel Kernel, cl::NDRange Global, cl::NDRange Local,
           const Args &...Arguments) {
    cl_uint Index = 0;
    (check(Kernel.setArg(Index++, Arguments), "setting an argument"), ...);
    launch(Kernel, Global, Local);
  }

private:
  static void check(cl_int Status, const std::string &Doing);
  cl::Buffer upload(const void *Data, size_t NumBytes);
  void download(const cl::Buffer &B, void *Data, size_t NumBytes);
  void launch(const cl::Kernel &Kernel, cl::NDRange Global, cl::NDRange Local);

  std::string Folder;
  cl::Device Device;
  cl::Context Context;
  cl::CommandQueue Queue;
};

} // namespace samples

#endif
