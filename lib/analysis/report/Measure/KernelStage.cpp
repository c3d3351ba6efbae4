// Request and answer of the kernel stage, on the driver's side.
#include "roofline/Measure/KernelStage.h"

#include "roofline/Kernel/Reach.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace roofline {
namespace {

/// Element of a buffer of OpenCL's own scalars or vectors, by its type's name:
/// the IR knows nothing of a buffer that the kernel does not use.
std::optional<ValueType> elementType(StringRef Type) {
  Type = Type.rtrim("* ");
  StringRef Scalar = Type.rtrim("0123456789");
  auto Is = [](ScalarKind K, uint16_t Bits) {
    return std::optional<ValueType>({K, Bits, 1});
  };
  using enum ScalarKind;
  StringRef Signed = Scalar;
  if (!Signed.consume_front("unsigned "))
    Signed.consume_front("u");
  auto Element = StringSwitch<std::optional<ValueType>>(Signed)
                     .Case("char", Is(Int, 8))
                     .Case("short", Is(Int, 16))
                     .Case("int", Is(Int, 32))
                     .Case("long", Is(Int, 64))
                     .Case("half", Is(Float, 16))
                     .Case("float", Is(Float, 32))
                     .Case("double", Is(Float, 64))
                     .Default(std::nullopt);
  StringRef Lanes = Type.drop_front(Scalar.size());
  if (Element && !Lanes.empty() && Lanes.getAsInteger(10, Element->Lanes))
    return std::nullopt;
  return Element;
}

/// [byte] of one element; vectors of three take the room of four.
uint64_t elementBytes(const ValueType &T) {
  return uint64_t(T.Bits) / 8 * (T.Lanes == 3 ? 4 : T.Lanes);
}

Error needsProgram(const KernelArg &A, const KernelSummary &Kernel) {
  return createStringError("argument '" + A.Name + "' of kernel '" +
                           Kernel.Name + "' is of type '" + A.Type +
                           "', for which a launch has no values");
}

/// True where data choose an address of \p Kernel.
bool dataIndex(const KernelSummary &Kernel) {
  return any_of(Kernel.Accesses, [](const MemoryAccess &A) {
    return !A.Index || any_of(symbols(A.Index->Irregular), [](StringRef Name) {
      return Name.starts_with("value:");
    });
  });
}

/// As far as the kernel reaches, random where it is read.
Expected<BufferFill> inferredBuffer(const KernelArg &A, uint64_t Bytes,
                                    const KernelSummary &Kernel,
                                    const Launch &L) {
  const auto End = reach(Kernel, L, A.Name);
  if (const auto *Why = std::get_if<std::string>(&End))
    return createStringError("buffer '" + A.Name + "' of kernel '" +
                             Kernel.Name +
                             "' has no size, and none follows: " + *Why +
                             "; give it under `buffers` in the launch file");
  if (A.Read && A.Element.Scalar == ScalarKind::Int && dataIndex(Kernel))
    return createStringError(
        "buffer '" + A.Name + "' of kernel '" + Kernel.Name +
        "' has no size: data may be an index here, so give it under `buffers` "
        "in the launch file, with `below`");
  BufferFill B;
  B.K = A.Read ? BufferFill::Kind::Random : BufferFill::Kind::Zero;
  B.Elements =
      std::max<uint64_t>(1, divideCeil(std::get<uint64_t>(End), Bytes));
  return B;
}

/// An error where \p B, of elements of \p Bytes, is certainly too short.
Error checkLength(const KernelArg &A, const BufferFill &B, uint64_t Bytes,
                  const KernelSummary &Kernel, const Launch &L) {
  const auto Far = certainReach(Kernel, L, A.Name);
  if (!Far || Far->End <= B.Elements * Bytes)
    return Error::success();
  std::string Id;
  for (unsigned D = 0; D < L.Dimensions; ++D)
    Id += (D ? ", " : "") + std::to_string(Far->WorkItem[D]);
  return createStringError(
      placePrefix(Far->Loc) + "buffer '" + A.Name + "' has " +
      Twine(B.Elements) + " elements, and " +
      (Id.empty() ? Twine("the kernel") : "work-item " + Twine(Id)) +
      " accesses element " + Twine(divideCeil(Far->End, Bytes) - 1));
}

Expected<json::Value> bufferArgument(const KernelArg &A,
                                     const KernelSummary &Kernel,
                                     const Launch &L,
                                     const BufferFills &Buffers) {
  std::optional<ValueType> Element = elementType(A.Type);
  if (!Element)
    return needsProgram(A, Kernel);
  const uint64_t Bytes = elementBytes(*Element);
  auto It = Buffers.find(A.Name);
  Expected<BufferFill> Fill = It == Buffers.end()
                                  ? inferredBuffer(A, Bytes, Kernel, L)
                                  : Expected<BufferFill>(It->second);
  if (!Fill)
    return Fill.takeError();
  const BufferFill &B = *Fill;
  static const char *const Fills[] = {"random", "zero", "index"};
  if (B.K == BufferFill::Kind::File)
    return createStringError("buffer '" + A.Name +
                             "' comes from a file, which roofline profile "
                             "reads; give 'elements' and 'fill' to measure");
  if (Error E = checkLength(A, B, Bytes, Kernel, L))
    return E;
  json::Object Argument{
      {"kind", A.Space == AddressSpace::Local ? "local" : "buffer"},
      {"name", A.Name},
      {"bytes", int64_t(B.Elements * Bytes)},
      {"fill", Fills[unsigned(B.K)]},
      {"float", Element->Scalar == ScalarKind::Float},
      {"bits", Element->Bits}};
  if (B.Below)
    Argument["below"] = int64_t(*B.Below);
  return Argument;
}

Expected<json::Value> scalarArgument(const KernelArg &A,
                                     const KernelSummary &Kernel,
                                     const Launch &L) {
  json::Object Argument{
      {"kind", "scalar"}, {"name", A.Name}, {"bits", A.Element.Bits}};
  auto Integer = L.Args.find(A.Name);
  auto Float = L.Floats.find(A.Name);
  bool IsFloat = A.Element.Scalar == ScalarKind::Float;
  if (A.Element.Lanes != 1 || (IsFloat && A.Element.Bits == 16))
    return needsProgram(A, Kernel);
  if (!IsFloat && Integer != L.Args.end())
    Argument["integer"] = Integer->second;
  else if (IsFloat && Float != L.Floats.end())
    Argument["number"] = Float->second;
  else
    return createStringError("argument '" + A.Name + "' of kernel '" +
                             Kernel.Name + "' has no value: give it by --arg " +
                             A.Name + "=VALUE");
  return Argument;
}

json::Array requestSizes(const std::array<uint64_t, 3> &Sizes,
                         unsigned Dimensions) {
  json::Array A;
  for (unsigned D = 0; D < std::max(1u, Dimensions); ++D)
    A.push_back(int64_t(Sizes[D]));
  return A;
}

} // namespace

Expected<json::Value> makeKernelRequest(const KernelSummary &Kernel,
                                        const Launch &L,
                                        const BufferFills &Buffers,
                                        const KernelRunOptions &O) {
  for (const auto &[Name, B] : Buffers)
    if (none_of(Kernel.Args, [N = StringRef(Name)](const KernelArg &A) {
          return A.Name == N && A.K == KernelArg::Kind::Buffer;
        }))
      return createStringError("buffer '" + Name + "': kernel '" + Kernel.Name +
                               "' has no such buffer");
  if (!L.Dimensions && !isSingleWorkItem(Kernel))
    return createStringError(
        "kernel '" + Kernel.Name +
        "' needs an NDRange: give --global or a launch file");
  json::Array Arguments;
  Error Missing = Error::success();
  auto ArgumentOf = [&](const KernelArg &A) -> Expected<json::Value> {
    switch (A.K) {
    case KernelArg::Kind::Buffer:
      return bufferArgument(A, Kernel, L, Buffers);
    case KernelArg::Kind::Scalar:
      return scalarArgument(A, Kernel, L);
    default:
      return needsProgram(A, Kernel);
    }
  };
  for (const KernelArg &A : Kernel.Args) {
    Expected<json::Value> Argument = ArgumentOf(A);
    if (Argument)
      Arguments.push_back(std::move(*Argument));
    else
      Missing = joinErrors(std::move(Missing), Argument.takeError());
  }
  if (Missing)
    return std::move(Missing);
  return json::Object{
      {"do", "kernel"},
      {"platform", O.Platform},
      {"device", O.DeviceNumber},
      {"source", O.Source},
      {"options", O.BuildOptions},
      {"kernel", Kernel.Name},
      {"arguments", std::move(Arguments)},
      {"global", requestSizes(L.Global, L.Dimensions)},
      {"local", L.Local ? requestSizes(*L.Local, L.Dimensions) : json::Array{}},
      {"runs", O.Runs},
      {"seconds", O.Seconds},
      {"meter", O.Meter.Meter},
      {"power_command", O.Meter.Command},
      {"sysfs", O.Meter.Sysfs}};
}

Expected<KernelRun> readKernelRun(const json::Value &Answer) {
  KernelRun R;
  json::Path::Root Root("answer");
  json::ObjectMapper Map(Answer, Root);
  if (!Map || !Map.map("device", R.Device) ||
      !Map.map("platform", R.Platform) || !Map.map("driver", R.Driver) ||
      !Map.map("times", R.Times) || !Map.map("meter", R.Power.Meter) ||
      !Map.map("watts", R.Power.Samples) ||
      !Map.map("no_power", R.Power.Missing))
    return Root.getError();
  return R;
}

} // namespace roofline
