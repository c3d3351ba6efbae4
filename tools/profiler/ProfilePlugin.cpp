// libRooflineProfile.so: an Oclgrind plugin that counts what kernels execute.
//
/// \file
/// While a kernel runs, the edges between blocks are counted by each of
/// Oclgrind's threads on its own; when it ends they become counts of places of
/// the source. Accesses that calls make (atomics, vloadn, copies) are taken
/// from memory's events, as their sizes are not in the IR.
/// The profile goes to the file that ROOFLINE_PROFILE names.
/// Try: ROOFLINE_PROFILE=k.profile.json oclgrind --plugins
/// libRooflineProfile.so
///      --build-options -cl-opt-disable ./host
#include "BlockTable.h"
#include "Progress.h"
#include "Records.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SHA256.h>

// Oclgrind's headers lean on each other's includes.
#include <list>
#include <queue>
#include <stack>
#include <unordered_map>

#include <oclgrind/Context.h>
#include <oclgrind/Kernel.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/Program.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>

using namespace llvm;
using oclgrind::Context;
using oclgrind::KernelInvocation;
using oclgrind::Memory;
using oclgrind::TypedValue;
using oclgrind::WorkGroup;
using oclgrind::WorkItem;

namespace roofline::profiler {
namespace {

constexpr unsigned NumSpaces = 5;
const char *const SpaceNames[NumSpaces] = {"private", "global", "constant",
                                           "local", "generic"};

/// The space that \p Pointer points into, or each of its lanes.
const char *spaceName(const Value *Pointer) {
  unsigned Space =
      Pointer->getType()->getScalarType()->getPointerAddressSpace();
  return SpaceNames[std::min(Space, NumSpaces - 1)];
}

using SpaceBytes = std::array<BytesRecord, NumSpaces>;

/// Counts of the running kernel by one of Oclgrind's threads.
struct Worker {
  std::vector<uint64_t> Edges;
  std::vector<LoopRecord> Loops;
  /// Iterations of each loop's current entry, of each running work-item.
  std::unordered_map<const WorkItem *, std::vector<uint64_t>> Iterations;
  const WorkItem *Current = nullptr;
  uint64_t *CurrentIterations = nullptr;
  std::unordered_map<const Instruction *, SpaceBytes> CallBytes;
  uint64_t WorkGroups = 0, Barriers = 0, WorkItems = 0;
};

struct ThreadSlot {
  uint64_t Run = 0;
  Worker *W = nullptr;
};
thread_local ThreadSlot Slot;

std::string typeName(Type *T, unsigned &Lanes) {
  Lanes = 1;
  if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    Lanes = Vector->getNumElements();
    T = Vector->getElementType();
  }
  if (T->isPointerTy())
    return "pointer64";
  if (T->isIntegerTy())
    return "int" + std::to_string(T->getIntegerBitWidth());
  if (T->isFloatingPointTy())
    return "float" + std::to_string(T->getPrimitiveSizeInBits().getFixedSize());
  return "none";
}

/// "_Z5clampfff" gives "clamp", "llvm.fmuladd.f32" gives "fmuladd".
StringRef builtinName(const Function &F) {
  StringRef Name = F.getName();
  if (F.isIntrinsic()) {
    Name.consume_front("llvm.");
    return Name.split('.').first;
  }
  StringRef Mangled = Name;
  unsigned Length;
  if (Mangled.consume_front("_Z") && !Mangled.consumeInteger(10, Length) &&
      Length <= Mangled.size())
    return Mangled.take_front(Length);
  return Name;
}

/// Gives the operation that \p I counts as. Instructions that only describe, or
/// give a pointer another type, are none: LLVM has no typed pointers any more.
std::optional<OperationKey> operationKey(const Instruction &I) {
  const auto *Address = dyn_cast<GetElementPtrInst>(&I);
  if ((Address && Address->hasAllZeroIndices()) ||
      (isa<BitCastInst>(I) && I.getType()->isPtrOrPtrVectorTy()))
    return std::nullopt;
  OperationKey Key;
  Key.Name = I.getOpcodeName();
  Type *Of = I.getType();
  if (isa<CmpInst>(I))
    Of = I.getOperand(0)->getType();
  else if (const auto *Store = dyn_cast<StoreInst>(&I))
    Of = Store->getValueOperand()->getType();
  else if (const auto *Branch = dyn_cast<BranchInst>(&I);
           Branch && Branch->isConditional())
    Of = Branch->getCondition()->getType();
  else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd())
      return std::nullopt;
    // The argument tells the lanes of vstore4() and dot().
    if (Call->arg_size())
      if (Type *First = Call->getArgOperand(0)->getType();
          Of->isVoidTy() || (First->isVectorTy() && !Of->isVectorTy()))
        Of = First;
    const Function *Callee = Call->getCalledFunction();
    if (Callee && Callee->isDeclaration())
      Key.Name = builtinName(*Callee).str();
  }
  Key.Type = typeName(Of, Key.Lanes);
  return Key;
}

Place placeOf(const DILocation *Loc, const DIFile *Main) {
  if (!Loc)
    return {};
  Place P{"", Loc->getLine(), Loc->getColumn()};
  if (Main && Loc->getFile()->getFilename() != Main->getFilename())
    P.File = Loc->getFile()->getFilename().str();
  return P;
}

class ProfilePlugin : public oclgrind::Plugin {
public:
  ProfilePlugin(const Context *C, std::string Path)
      : Plugin(C), Path(std::move(Path)) {}

  bool isThreadSafe() const override { return true; }
  void kernelBegin(const KernelInvocation *Launch) override;
  void kernelEnd(const KernelInvocation *Launch) override;
  void log(oclgrind::MessageType Type, const char *Message) override;

  void instructionExecuted(const WorkItem *Item, const Instruction *I,
                           const TypedValue &) override {
    if (I->isTerminator())
      leaveBlock(Item, I);
  }
  void memoryLoad(const Memory *M, const WorkItem *Item, size_t,
                  size_t Size) override {
    if (const Instruction *Call = callOf(M, Item))
      worker().CallBytes[Call][M->getAddressSpace()].Read += Size;
  }
  void memoryStore(const Memory *M, const WorkItem *Item, size_t, size_t Size,
                   const uint8_t *) override {
    if (const Instruction *Call = callOf(M, Item))
      worker().CallBytes[Call][M->getAddressSpace()].Written += Size;
  }
  void memoryAtomicLoad(const Memory *M, const WorkItem *Item,
                        oclgrind::AtomicOp, size_t, size_t Size) override {
    worker()
        .CallBytes[Item->getCurrentInstruction()][M->getAddressSpace()]
        .Read += Size;
  }
  void memoryAtomicStore(const Memory *M, const WorkItem *Item,
                         oclgrind::AtomicOp, size_t, size_t Size) override {
    worker()
        .CallBytes[Item->getCurrentInstruction()][M->getAddressSpace()]
        .Written += Size;
  }
  void memoryLoad(const Memory *M, const WorkGroup *Group, size_t,
                  size_t Size) override {
    worker().CallBytes[Group->getCurrentBarrier()][M->getAddressSpace()].Read +=
        Size;
  }
  void memoryStore(const Memory *M, const WorkGroup *Group, size_t, size_t Size,
                   const uint8_t *) override {
    worker()
        .CallBytes[Group->getCurrentBarrier()][M->getAddressSpace()]
        .Written += Size;
  }
  void workGroupBarrier(const WorkGroup *, uint32_t) override {
    ++worker().Barriers;
  }
  void workGroupComplete(const WorkGroup *Group) override {
    Worker &W = worker();
    oclgrind::Size3 Size = Group->getGroupSize();
    ++W.WorkGroups;
    W.WorkItems += Size.x * Size.y * Size.z;
    W.Iterations.clear();
    W.Current = nullptr;
    Shown.step();
  }

private:
  /// The call that accesses \p M; null for a plain load or store, and for
  /// private memory, whose bytes the IR tells.
  static const Instruction *callOf(const Memory *M, const WorkItem *Item) {
    if (M->getAddressSpace() == oclgrind::AddrSpacePrivate)
      return nullptr;
    const Instruction *I = Item->getCurrentInstruction();
    return isa<LoadInst, StoreInst>(I) ? nullptr : I;
  }

  Worker &worker() {
    if (Slot.Run != Run)
      startWorker();
    return *Slot.W;
  }

  void startWorker() {
    std::lock_guard<std::mutex> Lock(Mutex);
    Workers.push_back(std::make_unique<Worker>());
    Slot = {Run, Workers.back().get()};
    Slot.W->Edges.resize(Table->Edges.size());
    Slot.W->Loops.resize(Table->Loops.size());
  }

  void leaveBlock(const WorkItem *Item, const Instruction *End) {
    Worker &W = worker();
    const Block &B = Table->blockOf(End);
    uint32_t Id = B.FirstEdge;
    if (B.Condition)
      Id += chosen(B, Item->getOperand(B.Condition).getUInt(), End);
    ++W.Edges[Id];
    const Edge &E = Table->Edges[Id];
    if (E.NumSteps)
      step(W, Item, E);
  }

  static uint32_t chosen(const Block &B, uint64_t Value,
                         const Instruction *End) {
    if (!B.IsSwitch)
      return Value & 1 ? 0 : 1;
    for (const auto &Case : cast<SwitchInst>(End)->cases())
      if (Case.getCaseValue()->getZExtValue() == Value)
        return Case.getSuccessorIndex();
    return 0;
  }

  void step(Worker &W, const WorkItem *Item, const Edge &E) {
    if (W.Current != Item) {
      std::vector<uint64_t> &Own = W.Iterations[Item];
      Own.resize(Table->Loops.size());
      W.Current = Item;
      W.CurrentIterations = Own.data();
    }
    for (uint32_t I = E.FirstStep; I < E.FirstStep + E.NumSteps; ++I) {
      const LoopStep &S = Table->Steps[I];
      uint64_t &Iterations = W.CurrentIterations[S.Loop];
      LoopRecord &L = W.Loops[S.Loop];
      switch (S.K) {
      case LoopStep::Kind::Enter:
        Iterations = 0;
        break;
      case LoopStep::Kind::Iterate:
        ++Iterations;
        break;
      case LoopStep::Kind::Leave:
        ++L.Entries;
        L.Iterations += Iterations;
        L.Least = std::min(L.Least, Iterations);
        L.Most = std::max(L.Most, Iterations);
        break;
      }
    }
  }

  LaunchKey launchKey(const KernelInvocation &Launch) const;
  void fold(LaunchRecord &R, const Worker &W) const;
  void foldBlock(LaunchRecord &R, const Worker &W, const Block &B,
                 const DIFile *Main) const;

  std::string Path;
  std::unique_ptr<BlockTable> Table;
  const Function *Kernel = nullptr;
  uint64_t Run = 0; ///< number of the running launch
  std::mutex Mutex; ///< of Workers and of faults
  std::vector<std::unique_ptr<Worker>> Workers;
  uint64_t Faults = 0;
  std::string FirstFault;
  Records All;
  Progress Shown;
};

void ProfilePlugin::kernelBegin(const KernelInvocation *Launch) {
  Kernel = Launch->getKernel()->getFunction();
  Table = std::make_unique<BlockTable>(*Kernel);
  Workers.clear();
  Faults = 0;
  FirstFault.clear();
  ++Run;
  oclgrind::Size3 Groups = Launch->getNumGroups();
  Shown.begin(Launch->getKernel()->getName(), Groups.x * Groups.y * Groups.z);
}

void ProfilePlugin::log(oclgrind::MessageType Type, const char *Message) {
  if (Type != oclgrind::ERROR)
    return;
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Faults++ == 0)
    FirstFault = Message;
}

/// Integer scalars of the launch, by their names.
static std::map<std::string, int64_t> arguments(const oclgrind::Kernel &K) {
  std::map<std::string, int64_t> Args;
  for (auto It = K.values_begin(); It != K.values_end(); ++It)
    if (const auto *A = dyn_cast<Argument>(It->first);
        A && A->getType()->isIntegerTy())
      Args[K.getArgumentName(A->getArgNo()).str()] =
          K.getArgumentTypeName(A->getArgNo()).startswith("u")
              ? int64_t(It->second.getUInt())
              : It->second.getSInt();
  return Args;
}

static std::string sha256(StringRef Text) {
  return toHex(SHA256::hash(arrayRefFromStringRef(Text)), /*LowerCase=*/true);
}

LaunchKey ProfilePlugin::launchKey(const KernelInvocation &Launch) const {
  const oclgrind::Kernel &K = *Launch.getKernel();
  LaunchKey Key;
  Key.Kernel = K.getName();
  Key.Source = sha256(K.getProgram()->getSource());
  Key.Options = K.getProgram()->getBuildOptions();
  if (const char *Added = std::getenv("OCLGRIND_BUILD_OPTIONS"))
    Key.Options += (Key.Options.empty() ? "" : " ") + std::string(Added);
  Key.Dimensions = Launch.getWorkDim();
  for (unsigned D = 0; D < 3; ++D) {
    Key.Global[D] = Launch.getGlobalSize()[D];
    Key.Local[D] = Launch.getLocalSize()[D];
  }
  Key.Args = arguments(K);
  return Key;
}

void ProfilePlugin::kernelEnd(const KernelInvocation *Launch) {
  Shown.end();
  LaunchRecord &R = All[launchKey(*Launch)];
  ++R.Launches;
  if (R.Faults == 0)
    R.FirstFault = FirstFault;
  R.Faults += Faults;
  for (const auto &W : Workers)
    fold(R, *W);
  Workers.clear();
  Table.reset();
  if (!writeProfile(Path, All))
    std::fprintf(stderr, "roofline: error: %s: cannot be written\n",
                 Path.c_str());
}

void ProfilePlugin::fold(LaunchRecord &R, const Worker &W) const {
  const DISubprogram *SP = Kernel->getSubprogram();
  const DIFile *Main = SP ? SP->getFile() : nullptr;
  R.WorkItems += W.WorkItems;
  R.WorkGroups += W.WorkGroups;
  R.Barriers += W.Barriers;
  for (const Block &B : Table->Blocks)
    foldBlock(R, W, B, Main);
  for (size_t I = 0; I < W.Loops.size(); ++I) {
    const LoopRecord &L = W.Loops[I];
    if (L.Entries == 0)
      continue;
    LoopRecord &Sum = R.Loops[placeOf(Table->Loops[I].Loc, Main)];
    Sum.Entries += L.Entries;
    Sum.Iterations += L.Iterations;
    Sum.Least = std::min(Sum.Least, L.Least);
    Sum.Most = std::max(Sum.Most, L.Most);
  }
  for (const auto &[Call, Spaces] : W.CallBytes)
    for (unsigned S = 0; S < NumSpaces; ++S) {
      if (!Spaces[S].Read && !Spaces[S].Written)
        continue;
      BytesRecord &Sum = R.Bytes[SpaceNames[S]];
      Sum.Read += Spaces[S].Read;
      Sum.Written += Spaces[S].Written;
      auto Key = Call ? operationKey(*Call) : std::nullopt;
      if (!Key)
        continue;
      Key->Loc = placeOf(Call->getDebugLoc().get(), Main);
      Key->Space = SpaceNames[S];
      OperationRecord &O = R.Operations[*Key];
      O.Read += Spaces[S].Read;
      O.Written += Spaces[S].Written;
    }
}

void ProfilePlugin::foldBlock(LaunchRecord &R, const Worker &W, const Block &B,
                              const DIFile *Main) const {
  uint64_t Executions = 0;
  for (uint32_t I = 0; I < B.NumEdges; ++I)
    Executions += W.Edges[B.FirstEdge + I];
  if (Executions == 0)
    return;
  if (B.Condition) {
    std::vector<uint64_t> &Arms =
        R.Branches[placeOf(B.IR->getTerminator()->getDebugLoc().get(), Main)];
    Arms.resize(std::max<size_t>(Arms.size(), B.NumEdges));
    for (uint32_t I = 0; I < B.NumEdges; ++I)
      Arms[I] += W.Edges[B.FirstEdge + I];
  }
  const DataLayout &DL = Kernel->getParent()->getDataLayout();
  for (const Instruction &I : *B.IR) {
    std::optional<OperationKey> Key = operationKey(I);
    if (!Key)
      continue;
    Key->Loc = placeOf(I.getDebugLoc().get(), Main);
    const Value *Pointer = getLoadStorePointerOperand(&I);
    uint64_t Bytes = 0;
    if (Pointer) {
      Bytes =
          Executions *
          DL.getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&I)))
              .getFixedSize();
      Key->Space = spaceName(Pointer);
      BytesRecord &Sum = R.Bytes[Key->Space];
      (isa<LoadInst>(I) ? Sum.Read : Sum.Written) += Bytes;
    } else if (isa<GetElementPtrInst>(I)) {
      Key->Space = spaceName(I.getOperand(0));
    } else if (auto It = W.CallBytes.find(&I); It != W.CallBytes.end()) {
      // Under the space that it accesses most, as the bytes are.
      for (unsigned S = 0; S < NumSpaces && Key->Space.empty(); ++S)
        if (It->second[S].Read || It->second[S].Written)
          Key->Space = SpaceNames[S];
    }
    OperationRecord &O = R.Operations[*Key];
    O.Count += Executions;
    (isa<LoadInst>(I) ? O.Read : O.Written) += Bytes;
  }
}

ProfilePlugin *Instance;

} // namespace
} // namespace roofline::profiler

extern "C" __attribute__((visibility("default"))) void
initializePlugins(Context *C) {
  const char *Path = std::getenv("ROOFLINE_PROFILE");
  if (!Path || !*Path) {
    std::fputs("roofline: error: ROOFLINE_PROFILE has to name a file\n",
               stderr);
    return;
  }
  roofline::profiler::Instance = new roofline::profiler::ProfilePlugin(C, Path);
  C->registerPlugin(roofline::profiler::Instance);
}

extern "C" __attribute__((visibility("default"))) void
releasePlugins(Context *C) {
  if (!roofline::profiler::Instance)
    return;
  C->unregisterPlugin(roofline::profiler::Instance);
  delete roofline::profiler::Instance;
  roofline::profiler::Instance = nullptr;
}
