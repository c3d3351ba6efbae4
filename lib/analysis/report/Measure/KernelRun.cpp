// The kernel stage on the worker's side: arguments, runs, power.
#include "KernelRun.h"
#include "roofline/LLVM/LLVMVersions.h"
#include "roofline/Measure/OpenCL.h"
#include "roofline/Measure/PowerMeter.h"

#include "llvm/ADT/Twine.h"

#include <chrono>
#include <cstring>
#include <limits>
#include <random>

using namespace llvm;

namespace roofline {
namespace {

struct Argument {
  std::string Kind, Name, Fill;
  uint64_t Bytes = 0;
  unsigned Bits = 0; ///< of a scalar, or of a lane of a buffer's element
  bool Float = false;
  std::optional<uint64_t> Below; ///< random whole numbers up to here
  std::optional<int64_t> Integer;
  std::optional<double> Number;
};

bool fromJSON(const json::Value &Value, Argument &A, json::Path P) {
  json::ObjectMapper Map(Value, P);
  return Map && Map.map("kind", A.Kind) && Map.map("name", A.Name) &&
         Map.map("bits", A.Bits) && Map.mapOptional("fill", A.Fill) &&
         Map.mapOptional("bytes", A.Bytes) &&
         Map.mapOptional("float", A.Float) && Map.map("below", A.Below) &&
         Map.map("integer", A.Integer) && Map.map("number", A.Number);
}

struct Request {
  DeviceChoice Device;
  std::string Source, Options, Kernel;
  std::vector<Argument> Arguments;
  std::vector<uint64_t> Global, Local;
  unsigned Runs = 5;
  double Seconds = 1;
  MeterChoice Meter;
};

bool fromJSON(const json::Value &Value, Request &R, json::Path P) {
  json::ObjectMapper Map(Value, P);
  return Map && Map.map("platform", R.Device.Platform) &&
         Map.map("device", R.Device.Device) && Map.map("source", R.Source) &&
         Map.map("options", R.Options) && Map.map("kernel", R.Kernel) &&
         Map.map("arguments", R.Arguments) && Map.map("global", R.Global) &&
         Map.map("local", R.Local) && Map.map("runs", R.Runs) &&
         Map.map("seconds", R.Seconds) && Map.map("meter", R.Meter.Meter) &&
         Map.map("power_command", R.Meter.Command) &&
         Map.map("sysfs", R.Meter.Sysfs);
}

/// One lane of a filled buffer: floats from 0 to 1 of 24 bits, whole numbers of
/// all values, or the lane's number. The same on every machine.
class Lanes {
public:
  Lanes(const Argument &A, unsigned Seed) : A(A), Engine(Seed) {}
  uint64_t next() {
    if (A.Fill == "zero")
      return 0;
    if (A.Fill == "index")
      return A.Float ? bitsOf(double(Number++)) : Number++;
    uint64_t Bits = Engine();
    if (A.Below)
      return A.Float ? bitsOf(double(Bits % *A.Below)) : Bits % *A.Below;
    return A.Float ? bitsOf(double(Bits >> 40) / (1 << 24)) : Bits;
  }

private:
  uint64_t bitsOf(double Value) const;

  const Argument &A;
  std::mt19937_64 Engine;
  uint64_t Number = 0;
};

uint64_t Lanes::bitsOf(double Value) const {
  if (A.Bits == 64)
    return bit_cast<uint64_t>(Value);
  if (A.Bits == 32)
    return bit_cast<uint32_t>(float(Value));
  // Half: a value from 0.5 to 1 by its mantissa.
  return 0x3800 + (uint64_t(Value * 1024) & 0x3ff);
}

std::vector<char> content(const Argument &A, unsigned Seed) {
  std::vector<char> Bytes(A.Bytes);
  size_t Width = A.Bits / 8;
  Lanes From(A, Seed);
  for (size_t At = 0; At + Width <= Bytes.size(); At += Width) {
    uint64_t Bits = From.next();
    std::memcpy(Bytes.data() + At, &Bits, Width); // little-endian
  }
  return Bytes;
}

/// The kernel with its arguments; each run begins with the same buffers.
class Runner {
public:
  Runner(const Session &S, const Request &R, const Kernel &K, Progress Say)
      : S(S), R(R), K(K), Say(Say), Global(R.Global.begin(), R.Global.end()),
        Local(R.Local.begin(), R.Local.end()) {}
  Error setArguments();
  Expected<Seconds> run();
  Expected<json::Value> measure();

private:
  Error setScalar(unsigned Index, const Argument &A);

  const Session &S;
  const Request &R;
  const Kernel &K;
  Progress Say;
  std::vector<size_t> Global, Local;
  struct Filled {
    Buffer Target;
    std::vector<char> Content;
  };
  std::vector<Filled> Buffers;
};

Error Runner::setScalar(unsigned Index, const Argument &A) {
  uint64_t Bits = A.Integer      ? uint64_t(*A.Integer)
                  : A.Bits == 64 ? bit_cast<uint64_t>(*A.Number)
                                 : bit_cast<uint32_t>(float(*A.Number));
  return K.set(Index, &Bits, A.Bits / 8); // little-endian
}

Error Runner::setArguments() {
  for (unsigned I = 0; I < R.Arguments.size(); ++I) {
    const Argument &A = R.Arguments[I];
    Error E = Error::success();
    if (A.Kind == "scalar")
      E = setScalar(I, A);
    else if (A.Kind == "local")
      E = K.setLocal(I, A.Bytes);
    else {
      Say("filling buffer '" + Twine(A.Name) + "', " + Twine(A.Bytes) +
          " bytes");
      Expected<Buffer> B = S.allocate(A.Bytes);
      if (!B)
        return joinErrors(std::move(E), B.takeError());
      Buffers.push_back({std::move(*B), content(A, I + 1)});
      E = K.set(I, Buffers.back().Target);
    }
    if (E)
      return E;
  }
  return Error::success();
}

Expected<Seconds> Runner::run() {
  for (const Filled &F : Buffers)
    if (Expected<Seconds> T =
            S.write(F.Target, F.Content.data(), F.Content.size());
        !T)
      return T;
  return S.run(K, Global, Local);
}

Expected<json::Value> Runner::measure() {
  Say("running kernel '" + Twine(K.name()) + "' to warm up");
  if (Expected<Seconds> Warm = run(); !Warm)
    return Warm.takeError();
  MeterChoice Meter = R.Meter;
  Meter.IsCpu = S.info().Type & CL_DEVICE_TYPE_CPU;
  Meter.PciAddress = S.info().PciAddress;
  std::vector<double> Times;
  PowerRecorder Recorder(openMeter(Meter));
  auto Begin = std::chrono::steady_clock::now();
  std::chrono::duration<double> Passed{};
  while (Times.size() < R.Runs || Passed.count() < R.Seconds) {
    Say("running kernel '" + Twine(K.name()) + "', run " +
        Twine(Times.size() + 1));
    Expected<Seconds> T = run();
    if (!T)
      return T.takeError();
    Times.push_back(T->value());
    Passed = std::chrono::steady_clock::now() - Begin;
  }
  PowerRecord Power = Recorder.stop();
  return json::Object{
      {"device", S.info().Name},   {"platform", S.info().Platform},
      {"driver", S.info().Driver}, {"times", Times},
      {"meter", Power.Meter},      {"watts", Power.Samples},
      {"no_power", Power.Missing}};
}

} // namespace

Expected<json::Value> answerKernel(const json::Value &Asked, Progress Say) {
  Request R;
  json::Path::Root Root("request");
  if (!fromJSON(Asked, R, Root))
    return Root.getError();
  Say("opening the device");
  Expected<Session> S = Session::open(R.Device);
  if (!S)
    return S.takeError();
  Say("building kernel '" + Twine(R.Kernel) + "'");
  Expected<Kernel> K = S->build(R.Source, R.Kernel, R.Options);
  if (!K)
    return K.takeError();
  Runner Runs(*S, R, *K, Say);
  if (Error E = Runs.setArguments())
    return E;
  return Runs.measure();
}

} // namespace roofline
