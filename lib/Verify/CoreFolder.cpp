// The folder of an emitted core.
#include "roofline/Verify/CoreFolder.h"

#include "OriginFiles.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Stream/LowerVariant.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

/// The column of what in \p V makes \p D, which cannot be built.
static unsigned culprit(const Variant &V, const StreamKernel &K,
                        StreamDesign D) {
  auto RuleOf = [&](ShapeRule::Kind Kind) {
    auto At = find_if(V.Rules, [&](const ShapeRule &R) { return R.K == Kind; });
    return At == V.Rules.end() ? V.Maps.front().Column : At->Column;
  };
  if (std::exchange(D.Vector, 1) > 1 && !whyNotBuildable(K, D))
    return RuleOf(ShapeRule::Kind::Vectorise);
  if (std::exchange(D.Lanes, 1) > 1 && !whyNotBuildable(K, D))
    return RuleOf(ShapeRule::Kind::ReshapeTo);
  auto Formed = find_if(
      V.Maps, [](const MapLevel &M) { return M.K != MapLevel::Kind::Par; });
  return Formed == V.Maps.end() ? V.Maps.front().Column : Formed->Column;
}

Expected<CoreOrigin> applyVariant(StreamKernel K, StringRef Text,
                                  const Launch &L) {
  Variant V;
  LoweredVariant Lowered;
  std::optional<VariantError> Problem = parseVariant(Text, V);
  if (!Problem)
    Problem = lowerVariant(V, K, Lowered);
  if (!Problem) {
    K = padded(std::move(K), Lowered.Positions);
    if (std::optional<std::string> Why = whyNotBuildable(K, Lowered.Design))
      Problem = {culprit(V, K, Lowered.Design), *Why};
  }
  if (Problem)
    return variantError(Text, *Problem);
  return CoreOrigin{std::move(K), Lowered.Design, print(V), L, {}, {}};
}

/// Runs the streams of a small launch against the original, on the data that
/// \p O gets.
static Error compareSmallLaunch(const Module &M, const CoreOrigin &Origin,
                                VerilogOptions &O) {
  O.Memory = randomMemory(Origin.K, O.Seed);
  StreamMemory Mapped = *O.Memory, Original = *O.Memory;
  evaluate(Origin.K, Mapped);
  if (Error E = runOriginal(M, Origin.K, Origin.L, Original))
    return E;
  if (auto Difference = firstDifference(Origin.K, Original, Mapped))
    return createStringError(
        "kernel '" + Origin.K.Name +
        "' as streams is not the original: " + *Difference);
  return Error::success();
}

Expected<VerilogCore> makeCore(const Module &M, const CoreOrigin &Origin,
                               uint64_t Seed, StringRef RtlFolder,
                               bool WithTestbench) {
  VerilogOptions O;
  O.RtlFolder = RtlFolder;
  O.Variant = Origin.Variant;
  O.Seed = Seed;
  O.Masters = Origin.Masters;
  O.Cost = Origin.Cost;
  O.Testbench = WithTestbench;
  if (WithTestbench) {
    if (Error E = compareSmallLaunch(M, Origin, O))
      return E;
  } else if (!whyNotCompared(Origin.K)) {
    if (Error E = compareLargeLaunch(M, Origin.K, Origin.L, Seed))
      return E;
  }
  Expected<VerilogCore> Core = emitVerilog(Origin.K, Origin.Design, O);
  if (!Core)
    return Core;
  for (TextFile &F : originFiles(M, Origin.K, Origin.L, Origin.Variant))
    Core->Files.push_back(std::move(F));
  return Core;
}

Error writeFolder(StringRef Path, const std::vector<TextFile> &Files) {
  if (sys::fs::exists(Path))
    return createStringError(Path + ": exists; a core goes into a new folder");
  SmallString<128> Whole(Path);
  while (Whole.size() > 1 && sys::path::is_separator(Whole.back()))
    Whole.pop_back();
  SmallString<128> Part;
  auto CannotWrite = [&](std::error_code EC) {
    if (!Part.empty())
      sys::fs::remove_directories(Part);
    return createStringError(Path + ": " + EC.message());
  };
  sys::fs::createUniquePath(Whole + "-%%%%%%.tmp", Part, false);
  for (const TextFile &F : Files) {
    SmallString<128> Name(Part);
    sys::path::append(Name, F.Name);
    if (std::error_code EC =
            sys::fs::create_directories(sys::path::parent_path(Name)))
      return CannotWrite(EC);
    std::error_code EC;
    raw_fd_ostream OS(Name, EC);
    if (!EC)
      OS << F.Content, OS.close(), EC = OS.error();
    OS.clear_error();
    if (EC)
      return CannotWrite(EC);
  }
  if (std::error_code EC = sys::fs::rename(Part, Whole))
    return CannotWrite(EC);
  return Error::success();
}

/// Of core.json, where the core has any.
static Expected<std::optional<MemoryMasters>> readMasters(StringRef Folder) {
  std::string Path = (Folder + "/core.json").str();
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Path + ": " + Buffer.getError().message() +
                             "; is this the folder of a core?");
  Expected<json::Value> Core = json::parse((*Buffer)->getBuffer());
  if (!Core)
    return createStringError(Path + ": " + toString(Core.takeError()));
  const json::Object *Object = Core->getAsObject();
  const json::Value *Memory = Object ? Object->get("memory") : nullptr;
  if (!Memory)
    return std::optional<MemoryMasters>();
  json::Path::Root Root("memory");
  json::ObjectMapper Map(*Memory, Root);
  MemoryMasters M;
  if (!Map || !Map.map("data_bits", M.DataBits) ||
      !Map.map("address_bits", M.AddressBits) ||
      !Map.map("burst_words", M.Burst) ||
      !Map.map("outstanding_bursts", M.Outstanding))
    return createStringError(Path + ": " + toString(Root.getError()));
  return M;
}

Expected<CoreOrigin> readOrigin(StringRef Folder, LLVMContext &Context,
                                std::unique_ptr<Module> &M) {
  Expected<OriginFiles> Files = readOriginFiles(Folder, "a core", Context);
  if (!Files)
    return Files.takeError();
  Expected<std::optional<MemoryMasters>> Masters = readMasters(Folder);
  if (!Masters)
    return Masters.takeError();
  M = std::move(Files->M);
  Expected<CoreOrigin> Read =
      applyVariant(std::move(Files->K), Files->Variant, Files->L);
  if (Read)
    Read->Masters = *Masters;
  return Read;
}

} // namespace roofline
