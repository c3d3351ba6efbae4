// Bandwidth of global memory: STREAM's triad, and copies by size and stride.
//
/// \file
/// Bytes are counted as STREAM counts them: each element read or written once,
/// whatever a cache adds. The copies move 32-bit integers, of which consecutive
/// work-items take elements that are a stride apart, as a column of a matrix is
/// read; each element is still moved once. Source: TYTRA17 Fig. 11.
#include "Benchmarks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace roofline {
namespace {

/// A power of two, to which every group size divides.
uint64_t streamBytes(const DeviceInfo &I) {
  uint64_t Wanted = std::max<uint64_t>(64 << 20, 4 * I.CacheBytes);
  uint64_t Most = std::min(I.AllocationBytes, I.GlobalBytes / 8);
  return bit_floor(std::min<uint64_t>(std::min(Wanted, Most), 1u << 30));
}

std::vector<size_t> groupSizes(const DeviceInfo &I) {
  std::vector<size_t> Sizes;
  for (size_t Size : {64, 256, 1024, 4096})
    if (Size <= I.MaxGroup)
      Sizes.push_back(Size);
  if (Sizes.empty())
    Sizes.push_back(bit_floor(std::max<uint64_t>(1, I.MaxGroup)));
  return Sizes;
}

constexpr char TriadText[] = R"(
kernel void triad(global FLOAT *a, global const FLOAT *b,
                  global const FLOAT *c, float s) {
  size_t i = get_global_id(0);
  a[i] = b[i] + s * c[i];
}
)";

/// Work-item (row, column) of a matrix of rows x STRIDE elements.
constexpr char CopyText[] = R"(
kernel void copy(global uint *to, global const uint *from) {
  size_t at = get_global_id(0) * STRIDE + get_global_id(1);
  to[at] = from[at];
}
)";

struct Streams {
  Buffer A, B, C;
};

Expected<Streams> makeStreams(const Bench &B, uint64_t Bytes) {
  Expected<Buffer> One = B.S.allocate(Bytes);
  if (!One)
    return One.takeError();
  Expected<Buffer> Two = B.S.allocate(Bytes);
  if (!Two)
    return Two.takeError();
  Expected<Buffer> Three = B.S.allocate(Bytes);
  if (!Three)
    return Three.takeError();
  return Streams{std::move(*One), std::move(*Two), std::move(*Three)};
}

/// a = b + 3 c with b = i mod 4096 and c = 2: whole numbers below 2^24.
constexpr float Factor = 3, Added = 2;

Error fill(const Bench &B, const Streams &S, uint64_t Bytes) {
  std::vector<float> Host(Bytes / sizeof(float), -1);
  for (const Buffer *To : {&S.A, &S.B, &S.C}) {
    if (To == &S.B)
      for (size_t I = 0; I < Host.size(); ++I)
        Host[I] = float(I % 4096);
    if (To == &S.C)
      std::fill(Host.begin(), Host.end(), Added);
    Expected<Seconds> Written = B.S.write(*To, Host.data(), Bytes);
    if (!Written)
      return Written.takeError();
  }
  return Error::success();
}

Error verifyTriad(const Bench &B, const Streams &S, uint64_t Bytes) {
  std::vector<float> Host(Bytes / sizeof(float));
  Expected<Seconds> Read = B.S.read(S.A, Host.data(), Bytes);
  if (!Read)
    return Read.takeError();
  for (size_t I = 0; I < Host.size(); ++I)
    if (float Right = float(I % 4096) + Factor * Added; Host[I] != Right)
      return wrongResult("triad", I, Right, Host[I]);
  return Error::success();
}

/// The triad in the best of its forms: how many lanes a work-item has, and how
/// many work-items a group.
Error measureTriad(const Bench &B, const Streams &S, uint64_t Bytes,
                   DeviceMeasurement &M) {
  struct Form {
    Kernel K;
    size_t Items, Group;
    unsigned Lanes;
  };
  std::optional<Form> Best;
  double BestRate = 0;
  double Moved = 3.0 * Bytes;
  auto Run = [&](const Form &F) { return B.S.run(F.K, {F.Items}, {F.Group}); };
  for (unsigned Lanes : {1, 4, 16})
    for (size_t Group : groupSizes(B.S.info())) {
      B.Say("global memory: triad, " + Twine(Lanes) + " lanes, groups of " +
            Twine(Group));
      std::string Vector = Lanes == 1 ? "" : std::to_string(Lanes);
      Expected<Kernel> K =
          B.S.build(TriadText, "triad", "-DFLOAT=float" + Vector);
      if (!K)
        return K.takeError();
      if (Error E = K->setAll(S.A, S.B, S.C, Factor))
        return E;
      Form F{std::move(*K), Bytes / sizeof(float) / Lanes, Group, Lanes};
      if (Expected<Seconds> Warm = Run(F); !Warm)
        return Warm.takeError();
      Expected<double> Rate = B.tryOut([&] { return Run(F); }, Moved);
      if (!Rate)
        return Rate.takeError();
      if (*Rate > BestRate) {
        BestRate = *Rate;
        Best.emplace(std::move(F));
      }
    }
  Expected<Spread> Rates = B.repeat([&] { return Run(*Best); }, Moved);
  if (!Rates)
    return Rates.takeError();
  M.Sources.push_back({"external", *Rates,
                       formatv("triad a = b + s c of float32, {0} MiB each; "
                               "{1} lanes, groups of {2}",
                               Bytes >> 20, Best->Lanes, Best->Group)});
  M.Table.push_back({"triad", sizeof(float), Bytes, *Rates});
  return verifyTriad(B, S, Bytes);
}

/// One cell: \p Bytes copied by a stride of \p Stride elements.
Expected<Spread> measureCopy(const Bench &B, const Kernel &K, const Streams &S,
                             uint64_t Bytes, uint64_t Stride) {
  uint64_t Elements = Bytes / sizeof(uint32_t), Rows = Elements / Stride;
  size_t Group = std::min<uint64_t>(
      {256, Rows, bit_floor(std::max<uint64_t>(1, B.S.info().MaxGroup))});
  if (Error E = K.setAll(S.A, S.B))
    return E;
  std::vector<uint32_t> Host(Elements);
  if (Expected<Seconds> Cleared = B.S.write(S.A, Host.data(), Bytes); !Cleared)
    return Cleared.takeError();
  for (uint64_t I = 0; I < Elements; ++I)
    Host[I] = uint32_t(I * 2654435761u);
  if (Expected<Seconds> Written = B.S.write(S.B, Host.data(), Bytes); !Written)
    return Written.takeError();
  auto Run = [&] { return B.S.run(K, {Rows, Stride}, {Group, 1}); };
  if (Expected<Seconds> Warm = Run(); !Warm)
    return Warm.takeError();
  Expected<Spread> Rates = B.repeat(Run, 2.0 * Bytes);
  if (!Rates)
    return Rates;
  std::vector<uint32_t> Got(Elements);
  if (Expected<Seconds> Read = B.S.read(S.A, Got.data(), Bytes); !Read)
    return Read.takeError();
  for (uint64_t I = 0; I < Elements; ++I)
    if (Got[I] != Host[I])
      return wrongResult("strided copy", I, Host[I], Got[I]);
  return Rates;
}

/// Sizes from 16 KiB by eights, strides from 1 element by eights. A walk down a
/// few rows says nothing of the stride.
Error measureTable(const Bench &B, const Streams &S, uint64_t Most,
                   DeviceMeasurement &M) {
  DeviceStageOptions Short = B.O;
  Short.SecondsEach = B.O.SecondsEach * 0.25;
  Bench Shorter{B.S, Short, B.Say, B.Begin};
  for (uint64_t Stride = 1; Stride <= 4096; Stride *= 8) {
    Expected<Kernel> K =
        B.S.build(CopyText, "copy", "-DSTRIDE=" + std::to_string(Stride));
    if (!K)
      return K.takeError();
    uint64_t StrideBytes = Stride * sizeof(uint32_t);
    for (uint64_t Bytes = 16 << 10; Bytes <= Most; Bytes *= 8) {
      if (Stride > 1 && Bytes / StrideBytes < 16)
        continue;
      B.Say("global memory: copy of " + Twine(Bytes >> 10) +
            " KiB, stride of " + Twine(StrideBytes) + " bytes");
      Expected<Spread> Rates = measureCopy(Shorter, *K, S, Bytes, Stride);
      if (!Rates)
        return Rates.takeError();
      M.Table.push_back(
          {Stride > 1 ? "strided" : "contiguous", StrideBytes, Bytes, *Rates});
    }
  }
  return Error::success();
}

} // namespace

Error measureGlobalMemory(const Bench &B, DeviceMeasurement &M) {
  uint64_t Bytes = streamBytes(B.S.info());
  Expected<Streams> S = makeStreams(B, Bytes);
  if (!S)
    return S.takeError();
  if (Error E = fill(B, *S, Bytes))
    return E;
  if (Error E = measureTriad(B, *S, Bytes, M))
    return E;
  return measureTable(B, *S, Bytes, M);
}

} // namespace roofline
