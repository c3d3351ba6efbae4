// Stream kernels from the file of a command line.
#include "StreamInput.h"

#include "Command.h"
#include "SlowNote.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Analysis/KernelAttributes.h"
#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Core/StreamUnits.h"
#include "roofline/Nest/TimeLoop.h"
#include "roofline/Options/LaunchOptions.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Recognition/SizedKernel.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Steps/StreamIterate.h"
#include "roofline/Stream/Variant.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <memory>

using namespace llvm;

namespace roofline {

/// Chooses the kernels of the file that \p Input asks for, or all.
static Expected<std::vector<std::string>>
chosenNames(const KernelInput &Input, std::vector<std::string> Names) {
  if (Names.empty())
    return invalid(Input.File + ": no kernel in the file");
  if (Input.Kernel.empty())
    return Names;
  if (is_contained(Names, Input.Kernel)) // a chain may have been read
    return std::vector<std::string>{Input.Kernel};
  for (const std::string &Name : kernelsOfChain(Input.Kernel))
    if (!is_contained(Names, Name))
      return invalid(Input.File + ": no kernel '" + Name +
                     "'; there are: " + join(Names, ", "));
  return std::vector<std::string>{Input.Kernel};
}

Expected<std::string> onlyKernel(KernelInput &Input, const Module &M,
                                 Launch &L) {
  if (Error E = Input.takeFound(kernelNames(M), L))
    return E;
  Expected<std::vector<std::string>> Names = chosenNames(Input, kernelNames(M));
  if (!Names)
    return Names.takeError();
  if (Names->size() > 1)
    return invalid(Input.File + ": several kernels; choose one by --kernel: " +
                   join(*Names, ", "));
  return Names->front();
}

Error checkArguments(const Module &M, ArrayRef<std::string> Kernels,
                     Launch &L) {
  std::vector<KernelArg> Args;
  for (const std::string &Kernel : Kernels)
    for (const std::string &Part : kernelsOfChain(Kernel))
      if (const Function *F = M.getFunction(Part))
        for (const Argument &A : F->args())
          if (KernelArg Arg = describeArgument(A); none_of(
                  Args, [&](auto &Known) { return Known.Name == Arg.Name; }))
            Args.push_back(std::move(Arg));
  return checkArguments(Args, "'" + join(Kernels, "', '") + "'", L);
}

Error checkGroups(const Module &M, StringRef Kernel, Launch &L) {
  if (L.Dimensions)
    for (const std::string &Part : kernelsOfChain(Kernel.str()))
      if (const Function *F = M.getFunction(Part)) {
        KernelAttributes Attributes;
        if (Error E = readKernelAttributes(*F, Attributes))
          return E;
        if (Error E = checkWorkGroup(Attributes, Part, L))
          return E;
      }
  return Error::success();
}

/// Says what --iterate means for a kernel with a loop of steps.
static void noteOwnLoop(const Module &M, StringRef Kernel, const Launch &L) {
  if (L.Dimensions || !L.Iterate || kernelsOfChain(Kernel.str()).size() > 1)
    return;
  Expected<std::optional<TimeLoop>> Own = openTimeLoop(M, Kernel, L);
  if (Own && *Own && (*Own)->WhyNotFused.empty())
    errs() << "roofline: note: " << placePrefix((*Own)->Loc) << "kernel '"
           << Kernel << "' has a loop of " << (*Own)->Steps
           << " steps: --iterate " << L.Iterate->Steps
           << " repeats all of them; without it these are the steps\n";
  consumeError(Own.takeError());
}

/// Says which buffers --swap may have left out.
static void noteForgotten(const StreamKernel &K, const Launch &L) {
  if (!L.Iterate || L.Iterate->Swap.empty())
    return;
  for (const SwapPair &P : forgottenTurns(K, *L.Iterate))
    errs() << "roofline: note: " << placePrefix(K.Loc) << "kernel '" << K.Name
           << "': no step reads what is written to '" << P.Written
           << "', and none writes '" << P.Read
           << "'; if they take turns, add --swap " << P.Read << '=' << P.Written
           << '\n';
}

/// Of the values up to those of --max.
static Expected<StreamKernel> recognizeSized(const Module &M, StringRef Kernel,
                                             ArrayRef<std::string> Temporaries,
                                             Launch &L, uint32_t Vector) {
  if (L.Iterate)
    return invalid("--max beside --iterate: steps are of constant sizes");
  if (Error E = checkGroups(M, Kernel, L))
    return E;
  Expected<SizedKernel> Sized =
      SizedKernel::recognize(M, Kernel, Temporaries.vec(), L, Vector);
  if (!Sized)
    return Sized.takeError();
  return Sized->kernel();
}

Expected<StreamKernel> recognizeStreams(const Module &M, StringRef Kernel,
                                        ArrayRef<std::string> Temporaries,
                                        Launch &L) {
  if (Error E = checkGroups(M, Kernel, L))
    return E;
  if (L.SameBorders)
    return invalid("--borders is a promise about steps: kernel '" + Kernel +
                   "' has no loop of steps that is taken as such, and "
                   "--iterate is not given");
  noteOwnLoop(M, Kernel, L);
  Expected<StreamKernel> K = recognizeChain(M, Kernel, Temporaries, L);
  if (K)
    noteForgotten(*K, L);
  return K;
}

/// One step of the time loop of \p Kernel, whose steps \p L gets; nothing where
/// \p L repeats the kernel itself, or it has no such loop.
static Expected<std::optional<StreamKernel>>
recognizeOwnStep(const Module &M, StringRef Kernel,
                 ArrayRef<std::string> Temporaries, Launch &L) {
  if (L.Iterate || !L.Maxima.empty() ||
      kernelsOfChain(Kernel.str()).size() != 1)
    return std::nullopt;
  if (Error E = checkGroups(M, Kernel, L))
    return E;
  return recognizeTimeStep(M, Kernel, Temporaries.vec(), L);
}

Expected<StreamKernel> recognizeSteps(const Module &M, StringRef Kernel,
                                      ArrayRef<std::string> Temporaries,
                                      Launch &L) {
  Expected<std::optional<StreamKernel>> Step =
      recognizeOwnStep(M, Kernel, Temporaries, L);
  if (!Step)
    return Step.takeError();
  if (*Step)
    return std::move(**Step);
  return recognizeStreams(M, Kernel, Temporaries, L);
}

Expected<StreamKernel> readKernelFor(StringRef Text, KernelInput &Input,
                                     LLVMContext &Context,
                                     std::unique_ptr<Module> &M, Launch &L) {
  if (Error E = Input.readLaunch(L))
    return E;
  Expected<std::unique_ptr<Module>> Read = Input.readModule(Context);
  if (!Read)
    return Read.takeError();
  M = std::move(*Read);
  Expected<std::string> Kernel = onlyKernel(Input, *M, L);
  if (!Kernel)
    return Kernel.takeError();
  if (Error E = checkArguments(*M, *Kernel, L))
    return E;
  if (!Input.TakesMaxima)
    L.Maxima.clear();
  Variant V;
  const bool Fuses =
      !parseVariant(Text, V) && any_of(V.Rules, [](const ShapeRule &R) {
        return R.K == ShapeRule::Kind::Fuse;
      });
  uint32_t Vector = 1;
  for (const ShapeRule &R : V.Rules)
    if (R.K == ShapeRule::Kind::Vectorise)
      Vector = uint32_t(R.Size);
  Expected<StreamKernel> K =
      !L.Maxima.empty()
          ? recognizeSized(*M, *Kernel, Input.Temporaries, L, Vector)
      : Fuses ? recognizeSteps(*M, *Kernel, Input.Temporaries, L)
              : recognizeStreams(*M, *Kernel, Input.Temporaries, L);
  if (K && Input.Reassociates)
    return interleaved(std::move(*K));
  return K;
}

/// One step of the kernel alone where it has a time loop; where that is no
/// iteration, all of its steps.
static Expected<StreamKernel> recognizeAlone(const Module &M, StringRef Kernel,
                                             ArrayRef<std::string> Temporaries,
                                             Launch &L, TimeLoopUse &Loop) {
  Launch Steps = L;
  Expected<std::optional<StreamKernel>> Step =
      recognizeOwnStep(M, Kernel, Temporaries, Steps);
  if (Step && *Step) {
    L = Steps;
    return std::move(**Step);
  }
  Expected<StreamKernel> Whole = recognizeStreams(M, Kernel, Temporaries, L);
  if (Step)
    return Whole;
  if (!Whole) {
    consumeError(Whole.takeError());
    return Step.takeError();
  }
  Loop.WhyLaidOut = toString(Step.takeError());
  return Whole;
}

static Expected<std::vector<StreamKernel>>
recognizeAll(KernelInput &Input, Launch &L, TimeLoopUse &Loop) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = Input.readModule(Context);
  if (!M)
    return M.takeError();
  if (Error E = Input.takeFound(kernelNames(**M), L))
    return E;
  Expected<std::vector<std::string>> Names =
      chosenNames(Input, kernelNames(**M));
  if (!Names)
    return Names.takeError();
  std::vector<StreamKernel> Kernels;
  if (Error E = checkArguments(**M, *Names, L))
    return E;
  L.Maxima.clear();
  for (const std::string &Name : *Names) {
    Launch OwnLaunch = L;
    Expected<StreamKernel> K =
        Loop.IsTaken && Names->size() == 1
            ? recognizeAlone(**M, Name, Input.Temporaries, L, Loop)
            : recognizeStreams(**M, Name, Input.Temporaries, OwnLaunch);
    if (!K)
      return K.takeError();
    Kernels.push_back(Input.Reassociates ? interleaved(std::move(*K))
                                         : std::move(*K));
  }
  return Kernels;
}

Expected<std::vector<StreamKernel>> readStreams(KernelInput &Input, Launch &L,
                                                TimeLoopUse &Loop) {
  if (Error E = Input.readLaunch(L))
    return E;
  auto Buffer = readInput(Input.File);
  if (!Buffer)
    return invalid(Input.File + ": " + Buffer.getError().message());
  if (sys::path::extension(Input.File) != ".json") {
    // Work-groups that share memory are followed instruction by instruction.
    const auto Slow = sys::Process::StandardErrIsDisplayed()
                          ? std::make_unique<SlowNote>(
                                std::chrono::seconds(2),
                                "still following what the kernel's work-items "
                                "do; a launch of fewer (--global) is faster")
                          : nullptr;
    return recognizeAll(Input, L, Loop);
  }
  Expected<std::vector<StreamKernel>> Kernels =
      readStreamKernels((*Buffer)->getBuffer(), Input.File);
  if (!Kernels)
    return Kernels;
  std::vector<std::string> Names;
  for (const StreamKernel &K : *Kernels)
    Names.push_back(K.Name);
  Expected<std::vector<std::string>> Chosen = chosenNames(Input, Names);
  if (!Chosen)
    return Chosen.takeError();
  std::vector<StreamKernel> Result;
  for (const std::string &Name : *Chosen) {
    std::vector<StreamKernel> Parts;
    bool IsThere = is_contained(Names, Name);
    for (const std::string &Part :
         IsThere ? std::vector{Name} : kernelsOfChain(Name))
      Parts.push_back((*Kernels)[find(Names, Part) - Names.begin()]);
    Expected<StreamKernel> K = chainOf(Parts, Input.Temporaries);
    if (!K)
      return K.takeError();
    Result.push_back(std::move(*K));
  }
  return Result;
}

std::string noteOnSteps(const StreamKernel &K, const Launch &L,
                        const TimeLoopUse &Loop) {
  if (!Loop.WhyLaidOut.empty())
    return "all steps of the loop are one pass: " + Loop.WhyLaidOut;
  const auto Turn = L.Iterate ? std::nullopt : likelyTurn(K);
  if (!Turn)
    return "";
  return "where a host repeats this kernel, --iterate N --swap " + Turn->Read +
         "=" + Turn->Written + " fuses its steps";
}

Error parseLaunches(StringRef Value, double &Out) {
  if (Value.getAsDouble(Out) || !(Out >= 1 && Out <= 1e18))
    return invalid("--launches '" + Value +
                   "': a number from 1 to 1e18 is expected");
  return Error::success();
}

} // namespace roofline
