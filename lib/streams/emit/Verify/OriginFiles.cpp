// Files of an emitted folder with the kernel that it is derived from.
#include "OriginFiles.h"

#include "roofline/Base/Nesting.h"
#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Stream/StreamChain.h"
#include "roofline/StreamFiles/StreamKernelJSON.h"
#include "roofline/Verify/CoreFolder.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace roofline {

static std::string launchText(const StreamKernel &K, const Launch &L) {
  std::string Text =
      "format: roofline-launch\nversion: 1\nkernel: " + K.Name + "\n";
  auto AddSizes = [&](StringRef Key, const std::array<uint64_t, 3> &Sizes) {
    Text += (Key + ": [").str();
    for (unsigned D = 0; D < L.Dimensions; ++D)
      Text += (D ? ", " : "") + (Key == "global" && !L.GlobalNames[D].empty()
                                     ? L.GlobalNames[D]
                                     : std::to_string(Sizes[D]));
    Text += "]\n";
  };
  for (const Stream &S : K.Temporaries)
    Text += (&S == &K.Temporaries.front() ? "temporaries: [" : ", ") + S.Name +
            (&S == &K.Temporaries.back() ? "]\n" : "");
  if (L.Dimensions)
    AddSizes("global", L.Global);
  if (L.Dimensions && L.Local)
    AddSizes("local", *L.Local);
  auto AddArguments = [&](StringRef Key, bool AreMaxima) {
    std::string List;
    for (const auto &[Name, Value] : argumentTexts(L))
      if (L.Maxima.count(Name) == AreMaxima)
        List += "  " + Name + ": " + Value + "\n";
    if (!List.empty())
      Text += (Key + ":\n" + List).str();
  };
  AddArguments("args", false);
  AddArguments("max", true);
  if (!L.Iterate)
    return Text;
  Text += "iterate: " + std::to_string(L.Iterate->Steps) + "\n";
  for (const SwapPair &P : L.Iterate->Swap)
    Text += (&P == &L.Iterate->Swap.front() ? "swap: {" : ", ") + P.Read +
            ": " + P.Written + (&P == &L.Iterate->Swap.back() ? "}\n" : "");
  if (L.Iterate->SameBorders)
    Text += "borders: same\n";
  if (L.Iterate->Runner != StepLoop::Host)
    Text += L.Iterate->Runner == StepLoop::Kernel ? "time_loop: swaps\n"
                                                  : "time_loop: copies\n";
  return Text;
}

std::vector<TextFile> originFiles(const Module &M, const StreamKernel &K,
                                  const Launch &L, const std::string &Variant) {
  std::string Ir;
  raw_string_ostream OS(Ir);
  M.print(OS, nullptr);
  return {{"origin/kernel.ll", std::move(Ir)},
          {"origin/launch.yaml", launchText(K, L)},
          {"origin/variant.txt", Variant + "\n"},
          {"origin/kernel.streams.json",
           formatv("{0:2}\n", toJSON(std::vector<StreamKernel>{K})).str()}};
}

Expected<OriginLaunch> readOriginLaunch(StringRef Folder,
                                        LLVMContext &Context) {
  const std::string Origin = (Folder + "/origin/").str();
  Expected<LaunchFile> Launch = loadLaunch(Origin + "launch.yaml");
  if (!Launch)
    return Launch.takeError();
  OriginLaunch Read = {Launch->Kernel, Launch->L, nullptr};
  auto Ir = readInput(Origin + "kernel.ll");
  if (!Ir)
    return createStringError(Origin + "kernel.ll: " + Ir.getError().message());
  const StringRef Text = (*Ir)->getBuffer();
  constexpr unsigned MaxNesting = 1000; // LLVM's parser recurses
  if (auto Place = findTooDeep(Text, MaxNesting, "([{", ")]}"))
    return createStringError(Origin + "kernel.ll:" + *Place +
                             ": nested too deeply");
  SMDiagnostic Problem;
  Read.M =
      parseIR(MemoryBufferRef(Text, Origin + "kernel.ll"), Problem, Context);
  if (!Read.M)
    return createStringError(Origin + "kernel.ll: " + Problem.getMessage());
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (verifyModule(*Read.M, &OS))
    return createStringError(
        Origin + "kernel.ll: malformed IR: " + StringRef(Broken).rtrim());
  // No OpenCL C has these, and what is beside the kernels is not run.
  if (!Read.M->getModuleInlineAsm().empty())
    return createStringError(Origin + "kernel.ll: assembly in a kernel");
  for (StringRef Name : {"llvm.global_ctors", "llvm.global_dtors"})
    if (Read.M->getNamedGlobal(Name))
      return createStringError(Origin + "kernel.ll: a static constructor or "
                                        "destructor in a kernel");
  for (const std::string &Name : kernelsOfChain(Read.Kernel))
    if (!Read.M->getFunction(Name))
      return createStringError(Origin + "kernel.ll: no kernel '" + Name + "'");
  return std::move(Read);
}

Expected<OriginFiles> readOriginFiles(StringRef Folder, StringRef What,
                                      LLVMContext &Context) {
  std::string Origin = (Folder + "/origin/").str();
  auto Text = [&](StringRef Name) -> Expected<std::string> {
    auto Buffer = readInput((Origin + Name).str());
    if (!Buffer)
      return createStringError(Origin + Name + ": " +
                               Buffer.getError().message() +
                               "; is this the folder of " + What + "?");
    return (*Buffer)->getBuffer().str();
  };
  Expected<std::string> Json = Text("kernel.streams.json");
  if (!Json)
    return Json.takeError();
  Expected<std::string> Variant = Text("variant.txt");
  if (!Variant)
    return Variant.takeError();
  Expected<std::vector<StreamKernel>> Kernels =
      readStreamKernels(*Json, Origin + "kernel.streams.json");
  if (!Kernels)
    return Kernels.takeError();
  if (Kernels->size() != 1)
    return createStringError(Origin +
                             "kernel.streams.json: one kernel is expected");
  Expected<OriginLaunch> Read = readOriginLaunch(Folder, Context);
  if (!Read)
    return Read.takeError();
  for (const std::string &Name : kernelsOfChain(Kernels->front().Name))
    if (!Read->M->getFunction(Name))
      return createStringError(Origin + "kernel.ll: no kernel '" + Name + "'");
  return OriginFiles{std::move(Kernels->front()), std::move(Read->L),
                     StringRef(*Variant).trim().str(), std::move(Read->M)};
}

Error variantError(StringRef Text, const VariantError &Problem) {
  return createStringError(
      "variant '" + Text + "'" +
      (Problem.Column ? ", column " + Twine(Problem.Column) : "") + ": " +
      Problem.Message);
}

} // namespace roofline
