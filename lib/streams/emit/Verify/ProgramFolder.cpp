// The folder of an emitted program.
#include "roofline/Verify/ProgramFolder.h"

#include "OriginFiles.h"
#include "WholeLoop.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Codegen/Verilog.h"
#include "roofline/Programs/ProgramFile.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Steps/StreamIterate.h"
#include "roofline/Verify/CoreFolder.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace roofline {
namespace {

/// The steps of a pass as one kernel, and as many launches of the original.
class PassMaker {
public:
  PassMaker(const Module &M, const ProgramOrigin &Origin)
      : M(M), Origin(Origin) {}
  /// The step and the buffers of the pass, for the printer.
  Error plan(ProgramOptions &O);
  /// Puts into \p O what the launches of a pass leave of random data. An error
  /// where the steps of the pass leave something else.
  Error compare(uint64_t Seed, ProgramOptions &O);
  const StreamKernel &step() const { return State.Step; }
  /// [step] that the last pass of the iteration does.
  uint32_t lastSteps() const {
    const int64_t Rest = Origin.L.Iterate->Steps % Origin.Design.Steps;
    return Rest ? uint32_t(Rest) : Origin.Design.Steps;
  }

private:
  StreamMemory memory(uint64_t Seed) const;
  void setResults(const StreamMemory &Host, StreamMemory &After) const;

  const Module &M;
  const ProgramOrigin &Origin;
  StepState State;
  StencilPass Pass;
};

Error PassMaker::plan(ProgramOptions &O) {
  const uint32_t T = Origin.Design.Steps;
  const Iteration &I = *Origin.L.Iterate;
  if (auto Problem = stateOf(Origin.K, I, State))
    return errorAt(Problem->Loc, Problem->Message);
  O.Stages = T;
  O.MayStop = lastSteps() != T;
  if (auto Problem = passOf(Origin.K, I, Origin.Design, O.MayStop, Pass))
    return errorAt(Problem->Loc, Problem->Message);
  if (Origin.Design.isTiled()) {
    widenConstants(State);
    if (auto Problem = tilesOf(State, Origin.Design, O.Network.emplace()))
      return errorAt(Problem->Loc, Problem->Message);
    O.Places = Pass.Places;
  }
  O.IsState = true;
  O.FieldBuffers = Pass.Results;
  for (const OutputStream &Out : State.Step.Outputs) {
    auto Result = Pass.Results.find(Out.Name);
    const std::string Buffer =
        Result == Pass.Results.end() ? Out.Name : Result->second;
    const bool IsWritten =
        any_of(Pass.Kernel.Outputs, [&](const OutputStream &Output) {
          return Output.Name == Buffer;
        });
    O.Results.push_back(IsWritten ? Buffer : "");
  }
  for (const InputStream &In : State.Step.Inputs)
    O.IsRead.push_back(
        any_of(Pass.Kernel.Inputs, [&](const InputStream &Input) {
          return Input.Name == In.Name;
        }));
  return Error::success();
}

/// Random, with what the promise of the borders asks for.
StreamMemory PassMaker::memory(uint64_t Seed) const {
  StreamMemory Memory = randomMemory(State.Step, Seed);
  auto Grow = [&](const StreamMemory &M) {
    for (const StreamMemory::Buffer &B : M.Buffers) {
      if (!Memory.find(B.Name))
        Memory.Buffers.push_back({B.Name, {}});
      std::vector<uint64_t> &Elements = Memory.find(B.Name)->Elements;
      for (size_t I = Elements.size(); I < B.Elements.size(); ++I)
        Elements.push_back(B.Elements[I]);
    }
  };
  Grow(randomMemory(Origin.K, Seed + 1));
  Grow(randomMemory(Pass.Kernel, Seed + 2));
  for (const auto &[Name, Next] : State.Turns) { // all as large
    std::vector<uint64_t> &A = Memory.find(Name)->Elements;
    std::vector<uint64_t> &B = Memory.find(Next)->Elements;
    for (size_t I = A.size(); I < B.size(); ++I)
      A.push_back(B[I]);
    for (size_t I = B.size(); I < A.size(); ++I)
      B.push_back(A[I]);
    if (State.Loop.SameBorders)
      B = A;
  }
  return Memory;
}

/// Moves what launches, or steps, leave in \p Host to where the pass does.
void PassMaker::setResults(const StreamMemory &Host,
                           StreamMemory &After) const {
  auto ElementsOf = [](const StreamMemory &In, const std::string &Name) {
    return find_if(In.Buffers, [&](const auto &B) { return B.Name == Name; })
        ->Elements;
  };
  for (const OutputStream &Out : State.Step.Outputs) {
    const std::vector<uint64_t> From = ElementsOf(Host, Out.Name);
    auto Result = Pass.Results.find(Out.Name);
    const std::string Buffer =
        Result == Pass.Results.end() ? Out.Name : Result->second;
    std::vector<uint64_t> &To = After.find(Buffer)->Elements;
    const Box &W = Out.Window;
    for (int64_t I = 0; I < W.volume(); ++I) {
      Offset Delta = {W.Origin[0] + I % W.Size[0],
                      W.Origin[1] + I / W.Size[0] % W.Size[1],
                      W.Origin[2] + I / W.Size[0] / W.Size[1]};
      To[*elementAt(Out, Delta)] = From[*elementAt(Out, Delta)];
    }
  }
}

Error PassMaker::compare(uint64_t Seed, ProgramOptions &O) {
  const uint32_t Steps = Seed % 2 ? Origin.Design.Steps : lastSteps();
  ProgramData Data;
  Data.Before = memory(Seed);
  StreamMemory Host = Data.Before, Passed = Data.Before;
  Host.Scalars.resize(Origin.K.Scalars.size());
  if (Error E = runOriginal(M, Origin.K, Origin.L, Host, Steps))
    return E;
  for (uint32_t Step = 0; Step < Steps; ++Step)
    evaluate(State.Step, Passed);
  StreamMemory PassedAfter = Data.After = Data.Before;
  setResults(Host, Data.After);
  setResults(Passed, PassedAfter);
  if (auto Difference = firstDifference(Origin.K, Data.After, PassedAfter))
    return createStringError("kernel '" + Origin.K.Name + "': a pass of " +
                             Twine(Steps) +
                             " steps is not as many launches: " + *Difference);
  if (O.MayStop)
    for (StreamMemory *Memory : {&Data.Before, &Data.After})
      Memory->Scalars.push_back(Steps);
  O.Data = std::move(Data);
  return Error::success();
}

/// One launch, as streams and as the original.
Error compareLaunch(const Module &M, const ProgramOrigin &Origin, uint64_t Seed,
                    ProgramOptions &O) {
  ProgramData Data;
  Data.Before = randomMemory(Origin.K, Seed);
  Data.After = Data.Before;
  StreamMemory Mapped = Data.Before;
  evaluate(Origin.K, Mapped);
  if (Error E = runOriginal(M, Origin.K, Origin.L, Data.After))
    return E;
  if (auto Difference = firstDifference(Origin.K, Data.After, Mapped))
    return createStringError(
        "kernel '" + Origin.K.Name +
        "' as streams is not the original: " + *Difference);
  O.Data = std::move(Data);
  return Error::success();
}

} // namespace

/// The condition of programs that \p D, the design of \p V, breaks.
static std::optional<VariantError> whyNotProgram(const Variant &V,
                                                 const StreamKernel &K,
                                                 const StreamDesign &D,
                                                 ProgramDialect Dialect) {
  auto ColumnOf = [&](ShapeRule::Kind Kind) {
    auto It = find_if(V.Rules, [&](const ShapeRule &R) { return R.K == Kind; });
    return It == V.Rules.end() ? V.Maps.front().Column : It->Column;
  };
  if (D.Lanes > 1)
    return VariantError{V.Maps.front().Column, "a program has one lane, not " +
                                                   std::to_string(D.Lanes) +
                                                   ": vectorise instead"};
  if (D.Form != ElementForm::Pipe)
    return VariantError{V.Maps.back().Column,
                        "a program has the form map-pipe: the vendor's "
                        "compiler decides how a position is computed"};
  if (D.isTiled() && Dialect == ProgramDialect::Plain)
    return VariantError{ColumnOf(ShapeRule::Kind::TileTo),
                        "tiles work side by side, and a program of dialect "
                        "plain is one kernel"};
  const int64_t Row = D.Block[0]
                          ? std::min<int64_t>(D.Block[0], K.Space.Size[0])
                          : K.Space.Size[0];
  if (D.isTiled() && Row % D.Vector)
    return VariantError{ColumnOf(ShapeRule::Kind::Vectorise),
                        "vectors of " + std::to_string(D.Vector) +
                            " positions do not divide rows of " +
                            std::to_string(Row)};
  if (D.isBlocked() && !D.isTiled())
    return VariantError{ColumnOf(ShapeRule::Kind::BlockTo),
                        std::string("a program whose steps are a chain has no "
                                    "blocks: leave blockTo out") +
                            (Dialect == ProgramDialect::Plain
                                 ? ""
                                 : ", or let tiles do the steps, as in "
                                   "'map-seq(map-seq(map-par pipe(map-seq("
                                   "map-pipe f)))) . tileTo 2 . blockTo ..'")};
  return std::nullopt;
}

Expected<ProgramOrigin> applyProgramVariant(StreamKernel K, StringRef Text,
                                            const Launch &L,
                                            ProgramDialect Dialect) {
  Variant V;
  LoweredVariant Lowered;
  std::optional<VariantError> Problem = parseVariant(Text, V);
  if (!Problem)
    Problem = lowerVariant(V, K, L.Iterate, Lowered);
  if (!Problem && V.StageBits)
    Problem = {0, "'" + V.Function + "/" + std::to_string(V.StageBits) +
                      "': the operators of a program are cut by its compiler"};
  if (!Problem)
    Problem = whyNotProgram(V, K, Lowered.Design, Dialect);
  if (Problem)
    return variantError(Text, *Problem);
  ProgramOrigin Origin;
  Origin.K = Lowered.Design.isBlocked()
                 ? std::move(K)
                 : padded(std::move(K), Lowered.Positions);
  Origin.Design = Lowered.Design;
  Origin.Variant = print(V);
  Origin.L = L;
  Origin.Dialect = Dialect;
  return Origin;
}

Expected<StreamProgram> makeProgram(const Module &M,
                                    const ProgramOrigin &Origin, uint64_t Seed,
                                    StringRef SupportFolder, bool WithData) {
  ProgramOptions O;
  O.Dialect = Origin.Dialect;
  O.Depth = Origin.Depth;
  O.Variant = Origin.Variant;
  O.SupportFolder = SupportFolder;
  PassMaker Pass(M, Origin);
  const bool IsPass = Origin.L.Iterate.has_value();
  if (IsPass)
    if (Error E = Pass.plan(O))
      return E;
  if (!WithData) {
    if (!whyNotCompared(Origin.K))
      if (Error E = compareLargeLaunch(M, Origin.K, Origin.L, Seed))
        return E;
  } else if (Error E = IsPass ? Pass.compare(Seed, O)
                              : compareLaunch(M, Origin, Seed, O)) {
    return E;
  } else if (Error E = compareWholeLoop(M, Origin.K, Origin.L, Seed)) {
    return E;
  }
  Expected<StreamProgram> Program =
      emitProgram(IsPass ? Pass.step() : Origin.K, Origin.Design, O);
  if (!Program)
    return Program;
  for (TextFile &F : originFiles(M, Origin.K, Origin.L, Origin.Variant))
    Program->Files.push_back(std::move(F));
  return Program;
}

Expected<ProgramOrigin> readProgramOrigin(StringRef Folder,
                                          LLVMContext &Context,
                                          std::unique_ptr<Module> &M) {
  std::string Path = (Folder + "/program.json").str();
  auto Buffer = readInput(Path);
  if (!Buffer)
    return createStringError(Path + ": " + Buffer.getError().message() +
                             "; is this the folder of a program?");
  Expected<ProgramFile> Program = readProgramFile((*Buffer)->getBuffer(), Path);
  if (!Program)
    return Program.takeError();
  Expected<OriginFiles> Files = readOriginFiles(Folder, "a program", Context);
  if (!Files)
    return Files.takeError();
  M = std::move(Files->M);
  Expected<ProgramOrigin> Origin = applyProgramVariant(
      std::move(Files->K), Files->Variant, Files->L, Program->Dialect);
  if (Origin)
    Origin->Depth = Program->Depth;
  return Origin;
}

} // namespace roofline
