// OpenCL for the sample checks.
#include "Session.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace samples {

[[noreturn]] static void giveUp(const std::string &Message) {
  std::cerr << "roofline-sample-check: " << Message << '\n';
  std::exit(1);
}

void Session::check(cl_int Status, const std::string &Doing) {
  if (Status != CL_SUCCESS)
    giveUp(Doing + " failed with OpenCL status " + std::to_string(Status));
}

static cl::Device findDevice() {
  std::vector<cl::Platform> Platforms;
  cl::Platform::get(&Platforms);
  for (cl_device_type Type :
       {cl_device_type(CL_DEVICE_TYPE_CPU), cl_device_type(CL_DEVICE_TYPE_ALL)})
    for (const cl::Platform &P : Platforms) {
      std::vector<cl::Device> Devices;
      if (P.getDevices(Type, &Devices) == CL_SUCCESS && !Devices.empty())
        return Devices.front();
    }
  giveUp("no OpenCL device (Debian: pocl-opencl-icd)");
}

Session::Session(std::string Folder)
    : Folder(std::move(Folder)), Device(findDevice()) {
  cl_int Status;
  Context = cl::Context(Device, nullptr, nullptr, nullptr, &Status);
  check(Status, "making a context");
  Queue = cl::CommandQueue(Context, Device, cl_command_queue_properties(0),
                           &Status);
  check(Status, "making a queue");
}

cl::Kernel Session::kernel(const std::string &Sample, const std::string &Name,
                           const std::string &FileName) {
  std::string Path = Folder + "/" + Sample + "/" +
                     (FileName.empty() ? Name : FileName) + ".cl";
  std::ifstream Source(Path);
  std::stringstream Text;
  Text << Source.rdbuf();
  if (!Source)
    giveUp("cannot read " + Path);
  cl_int Status;
  cl::Program Program(Context, Text.str(), false, &Status);
  check(Status, "making a program of " + Path);
  if (Program.build(Device, "-cl-std=CL2.0") != CL_SUCCESS)
    giveUp(Path + " does not compile:\n" +
           Program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(Device));
  cl::Kernel Kernel(Program, Name.c_str(), &Status);
  check(Status, "finding kernel " + Name);
  return Kernel;
}

cl::Buffer Session::upload(const void *Data, size_t NumBytes) {
  cl_int Status;
  cl::Buffer B(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, NumBytes,
               const_cast<void *>(Data), &Status);
  check(Status, "making a buffer");
  return B;
}

void Session::download(const cl::Buffer &B, void *Data, size_t NumBytes) {
  check(Queue.enqueueReadBuffer(B, CL_TRUE, 0, NumBytes, Data),
        "reading a buffer");
}

void Session::launch(const cl::Kernel &Kernel, cl::NDRange Global,
                     cl::NDRange Local) {
  check(Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, Global, Local),
        "starting a kernel");
  check(Queue.finish(), "running a kernel");
}

} // namespace samples
