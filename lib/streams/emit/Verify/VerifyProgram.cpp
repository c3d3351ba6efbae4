// Runs an emitted program on this machine, on new data.
#include "roofline/Verify/VerifyProgram.h"

#include "Simulator.h"

#include "roofline/Json/JsonSchema.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Process/Sandbox.h"
#include "roofline/Programs/ProgramFile.h"
#include "roofline/Verify/CoreFolder.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/ProgramFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {
namespace {

/// The program's own text, which is what is proven; all else is made anew.
bool isProgramText(const TextFile &F) {
  StringRef Extension = sys::path::extension(F.Name);
  return !StringRef(F.Name).contains('/') &&
         (Extension == ".cl" || Extension == ".cpp" || Extension == ".h");
}

class ProgramVerifier {
public:
  ProgramVerifier(StringRef Folder, const VerifyProgramOptions &O)
      : Folder(Folder), O(O) {}
  Expected<ProgramVerification> run();

private:
  Error write(const StreamProgram &Program, bool DataAlone);
  Error build(uint64_t Seed);
  Expected<Outcome> make(const std::string &Target, uint64_t Seed);

  StringRef Folder;
  const VerifyProgramOptions &O;
  LLVMContext Context;
  std::unique_ptr<Module> M;
  RunFolder Work{"roofline-verify"};
};

Error ProgramVerifier::write(const StreamProgram &Program, bool DataAlone) {
  for (const TextFile &F : Program.Files) {
    if (DataAlone && !StringRef(F.Name).starts_with("data/"))
      continue;
    TextFile Copy = F;
    if (isProgramText(F)) {
      std::string Path = (Folder + "/" + F.Name).str();
      auto Own = readInput(Path);
      if (!Own)
        return createStringError(Path + ": " + Own.getError().message());
      Copy.Content = (*Own)->getBuffer();
      if (Copy.Content != F.Content && runLimits().Walls == Sandbox::Auto &&
          !hasSandbox())
        return createStringError(
            Path + ": not what is emitted, and this system has no sandbox; "
                   "--sandbox never runs it as a program of yours");
    }
    if (Error E = writeFile(Work.path(), Copy))
      return E;
  }
  return Error::success();
}

Expected<Outcome> ProgramVerifier::make(const std::string &Target,
                                        uint64_t Seed) {
  Expected<std::string> Make = toolOf("make");
  if (!Make)
    return Make.takeError();
  return runForeign(Work.path(), *Make,
                    {"-s", Target, "SCHEDULES=" + std::to_string(O.Schedules),
                     "SEED=" + std::to_string(Seed)});
}

Error ProgramVerifier::build(uint64_t Seed) {
  Expected<Outcome> Built = make("check.run", Seed);
  if (!Built)
    return Built.takeError();
  return Built->Code
             ? createStringError(Folder + ": the program does not compile:\n" +
                                 lastLines(Built->Output))
             : Error::success();
}

Expected<ProgramVerification> ProgramVerifier::run() {
  Expected<ProgramOrigin> Origin = readProgramOrigin(Folder, Context, M);
  if (!Origin)
    return Origin.takeError();
  if (isLargeLaunch(Origin->K))
    return createStringError(
        Folder + ": a launch of " + Twine(Origin->K.Space.volume()) +
        " positions; up to " + Twine(MaxSmallLaunch) +
        " are run. Emit the kernel for fewer rows and verify that: counters "
        "and constants are all that differs");
  for (StringRef Tool : {StringRef("g++"), StringRef("clang-22")})
    if (Tool == "g++" || Origin->Dialect != ProgramDialect::Hls)
      if (Expected<std::string> Path = toolOf(Tool); !Path)
        return Path.takeError();
  if (std::error_code EC = Work.error())
    return createStringError("a temporary folder: " + EC.message());
  ProgramVerification V;
  V.Kernel = Origin->K.Name;
  V.Variant = Origin->Variant;
  V.Dialect = Origin->Dialect;
  for (uint64_t Seed : O.Seeds) {
    if (O.Progress)
      O.Progress(formatv("{0} schedules, seed {1}", O.Schedules, Seed).str());
    Expected<StreamProgram> Program =
        makeProgram(*M, *Origin, Seed, O.SupportFolder);
    if (!Program)
      return Program.takeError();
    if (Error E = write(*Program, /*DataAlone=*/Seed != O.Seeds.front()))
      return E;
    if (Seed == O.Seeds.front())
      if (Error E = build(Seed))
        return E;
    Expected<Outcome> Ran = make("check", Seed);
    if (!Ran)
      return Ran.takeError();
    if (Ran->Code || !StringRef(Ran->Output).contains("PASS")) {
      V.Failure =
          "seed " + std::to_string(Seed) + ": " + lastLines(Ran->Output);
      return std::move(V);
    }
    V.HasPipes = Origin->Dialect != ProgramDialect::Plain;
    V.Cycles = Program->Cycles;
    V.Schedules += V.HasPipes ? O.Schedules : 1;
  }
  return std::move(V);
}

} // namespace

Expected<ProgramVerification> verifyProgram(StringRef Folder,
                                            const VerifyProgramOptions &O) {
  return ProgramVerifier(Folder, O).run();
}

void printVerification(const ProgramVerification &V, raw_ostream &OS) {
  OS << "program of " << V.Kernel << ", " << V.Variant << ", dialect "
     << name(V.Dialect) << "\n\n";
  if (V.Failure) {
    OS << "  NOT PROVEN: " << *V.Failure << "\n";
    return;
  }
  OS << "  outputs equal the original's, bit for bit: " << V.Schedules
     << (V.HasPipes
             ? " random schedules with FIFOs of the program's depths, no "
               "deadlock\n"
             : " runs\n");
  if (V.HasPipes && V.Cycles)
    OS << "  cycles of a pass that no memory delays: " << *V.Cycles
       << ", as predicted\n";
}

template <typename V> void list(V &Visit, ProgramVerification &S) {
  Visit("kernel", S.Kernel);
  Visit("variant", S.Variant);
  Visit("dialect", S.Dialect);
  Visit.derived("proven", !S.Failure);
  Visit("schedules", S.Schedules);
  const auto Cycles = S.HasPipes ? S.Cycles : std::nullopt;
  Visit("pass_cycles", Cycles, {.Least = 1});
  Visit("failure", S.Failure);
}

static constexpr FileFormat ProgramVerificationFormat = {
    "roofline-program-verification", 1, "program verification", "program",
    "What `roofline verify --json` says of an emitted program. See "
    "docs/opencl.md."};

json::Value toJSON(const ProgramVerification &V) {
  return writeJsonFile(ProgramVerificationFormat, V);
}

json::Value programVerificationSchema() {
  return schemaOf<ProgramVerification>(ProgramVerificationFormat);
}

} // namespace roofline
