// Bandwidth of local memory, and of the link between host and device.
#include "Benchmarks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace roofline {
namespace {

/// Each work-item walks through the group's tile, all in step: eight reads a
/// round, into eight sums.
constexpr char LocalText[] = R"(
#define READ(n) s##n += tile[(at + n) & (TILE - 1)];
kernel void walk(global VEC *out, uint rounds) {
  local VEC tile[TILE];
  uint at = get_local_id(0);
  for (uint i = at; i < TILE; i += get_local_size(0))
    tile[i] = (VEC)(i * 2654435761u);
  barrier(CLK_LOCAL_MEM_FENCE);
  VEC s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
  for (uint r = 0; r < rounds; ++r) {
    READ(0) READ(1) READ(2) READ(3) READ(4) READ(5) READ(6) READ(7)
    at += 9;
  }
  out[get_global_id(0)] = s0 + 3 * s1 + 5 * s2 + 7 * s3 + 9 * s4 + 11 * s5 +
                          13 * s6 + 15 * s7;
}
)";

/// Result of work-item \p Id of a group, in each lane.
uint32_t walked(uint32_t Id, uint32_t Tile, uint32_t Rounds) {
  uint32_t Sum = 0, At = Id;
  for (uint32_t R = 0; R < Rounds; ++R, At += 9)
    for (uint32_t N = 0; N < 8; ++N)
      Sum += (2 * N + 1) * (((At + N) & (Tile - 1)) * 2654435761u);
  return Sum;
}

/// How the walk is spread: a CPU's compiler does best with one work-item.
struct WalkForm {
  unsigned Lanes;
  size_t Group;
};

/// The walk in one of its forms.
struct Walk {
  Kernel K;
  Buffer Out;
  WalkForm Form;
  size_t Items, Tile; ///< Tile [vector]
  uint32_t Rounds;
  double bytes() const {
    return double(Items) * Rounds * 8 * Form.Lanes * sizeof(uint32_t);
  }
};

constexpr uint64_t TileBytes = 8 << 10; // fits a CPU's first cache

Expected<Walk> prepareWalk(const Bench &B, WalkForm F) {
  const DeviceInfo &I = B.S.info();
  size_t VectorBytes = F.Lanes * sizeof(uint32_t);
  size_t Tile = bit_floor(std::min(TileBytes, I.LocalBytes) / VectorBytes);
  // About as many reads, whatever the form.
  size_t Items = F.Group * 32 * std::max(1u, I.ComputeUnits);
  uint32_t Rounds = std::max<uint64_t>(64, (uint64_t(1) << 20) / Items);
  std::string Vector = F.Lanes == 1 ? "" : std::to_string(F.Lanes);
  Expected<Kernel> K = B.S.build(
      LocalText, "walk", formatv("-DVEC=uint{0} -DTILE={1}", Vector, Tile));
  if (!K)
    return K.takeError();
  Expected<Buffer> Out = B.S.allocate(Items * VectorBytes);
  if (!Out)
    return Out.takeError();
  Walk W{std::move(*K), std::move(*Out), F, Items, Tile, Rounds};
  if (Error E = W.K.setAll(W.Out, cl_uint(Rounds)))
    return E;
  return W;
}

Error verifyWalk(const Bench &B, const Walk &W) {
  std::vector<uint32_t> Got(W.Items * W.Form.Lanes);
  Expected<Seconds> Read =
      B.S.read(W.Out, Got.data(), Got.size() * sizeof(uint32_t));
  if (!Read)
    return Read.takeError();
  std::vector<uint32_t> Right(W.Form.Group);
  for (uint32_t Id = 0; Id < Right.size(); ++Id)
    Right[Id] = walked(Id, W.Tile, W.Rounds);
  for (size_t I = 0; I < Got.size(); ++I)
    if (uint32_t Wanted = Right[I / W.Form.Lanes % Right.size()];
        Got[I] != Wanted)
      return wrongResult("local memory", I, Wanted, Got[I]);
  return Error::success();
}

} // namespace

Error measureLocalMemory(const Bench &B, DeviceMeasurement &M) {
  std::optional<Walk> Best;
  double BestRate = 0;
  auto Run = [&](const Walk &W) {
    return B.S.run(W.K, {W.Items}, {W.Form.Group});
  };
  for (WalkForm F : {WalkForm{1, 256}, {4, 256}, {4, 1}, {8, 1}, {16, 1}}) {
    if (F.Group > B.S.info().MaxGroup)
      continue;
    B.Say("local memory: " + Twine(F.Lanes) + " lanes, groups of " +
          Twine(F.Group));
    Expected<Walk> W = prepareWalk(B, F);
    if (!W)
      return W.takeError();
    if (Expected<Seconds> Warm = Run(*W); !Warm)
      return Warm.takeError();
    Expected<double> Rate = B.tryOut([&] { return Run(*W); }, W->bytes());
    if (!Rate)
      return Rate.takeError();
    if (*Rate > BestRate) {
      BestRate = *Rate;
      Best.emplace(std::move(*W));
    }
  }
  Expected<Spread> Rates = B.repeat([&] { return Run(*Best); }, Best->bytes());
  if (!Rates)
    return Rates.takeError();
  M.Sources.push_back(
      {"internal", *Rates,
       formatv("reads of local memory; {0} lanes, groups of {1}, a tile of {2} "
               "bytes",
               Best->Form.Lanes, Best->Form.Group,
               Best->Tile * Best->Form.Lanes * sizeof(uint32_t))});
  return verifyWalk(B, *Best);
}

Error measureHostLink(const Bench &B, DeviceMeasurement &M) {
  uint64_t Bytes = bit_floor(std::min<uint64_t>(
      {64 << 20, B.S.info().AllocationBytes, B.S.info().GlobalBytes / 4}));
  Expected<Buffer> Device = B.S.allocate(Bytes);
  if (!Device)
    return Device.takeError();
  std::vector<uint32_t> Sent(Bytes / sizeof(uint32_t)), Back(Sent.size());
  for (size_t I = 0; I < Sent.size(); ++I)
    Sent[I] = uint32_t(I * 2654435761u);
  auto Write = [&] { return B.S.write(*Device, Sent.data(), Bytes); };
  auto Read = [&] { return B.S.read(*Device, Back.data(), Bytes); };
  if (Expected<Seconds> Warm = Write(); !Warm)
    return Warm.takeError();
  if (Expected<Seconds> Warm = Read(); !Warm)
    return Warm.takeError();
  B.Say("host link: " + Twine(Bytes >> 20) + " MiB to the device");
  Expected<Spread> To = B.repeat(Write, Bytes);
  if (!To)
    return To.takeError();
  B.Say("host link: " + Twine(Bytes >> 20) + " MiB from the device");
  Expected<Spread> From = B.repeat(Read, Bytes);
  if (!From)
    return From.takeError();
  for (size_t I = 0; I < Sent.size(); ++I)
    if (Sent[I] != Back[I])
      return wrongResult("host link", I, Sent[I], Back[I]);
  M.Table.push_back({"host-write", sizeof(uint32_t), Bytes, *To});
  M.Table.push_back({"host-read", sizeof(uint32_t), Bytes, *From});
  bool FasterTo = To->Best > From->Best;
  M.Sources.push_back({"interconnect", FasterTo ? *To : *From,
                       formatv("clEnqueue{0}Buffer of {1} MiB, the faster "
                               "direction",
                               FasterTo ? "Write" : "Read", Bytes >> 20)});
  return Error::success();
}

} // namespace roofline
