// LLVM IR to KernelSummary.
#include "roofline/Analysis/KernelAnalysis.h"

#include "AddTallies.h"
#include "PathConditions.h"
#include "SourceFacts.h"

#include "roofline/Analysis/Guards.h"
#include "roofline/Analysis/KernelAttributes.h"
#include "roofline/Analysis/LoopFacts.h"
#include "roofline/Analysis/SettleIndices.h"
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace roofline {
namespace {

SourceLocation kernelLocation(const Function &F) {
  const DISubprogram *SP = F.getSubprogram();
  return SP ? SourceLocation{SP->getFilename().str(), SP->getLine(), 0}
            : SourceLocation{};
}

/// Local arrays of the kernel: the addrspace(3) variables that it uses.
void addLocalArrays(const Function &F, KernelSummary &Kernel) {
  SmallPtrSet<const GlobalVariable *, 8> Seen;
  auto Visit = [&](const Value *V, auto &&Self) -> void {
    if (const auto *G = dyn_cast<GlobalVariable>(V)) {
      if (G->getAddressSpace() != 3 || !Seen.insert(G).second)
        return;
      StringRef Name = G->getName();
      Name.consume_front((F.getName() + ".").str());
      Kernel.LocalArrays.push_back(
          {Name.str(), F.getDataLayout()
                           .getTypeAllocSize(G->getValueType())
                           .getFixedValue()});
    } else if (const auto *C = dyn_cast<ConstantExpr>(V)) {
      for (const Value *Op : C->operands())
        Self(Op, Self);
    }
  };
  for (const Instruction &I : instructions(F))
    for (const Value *Op : I.operands())
      Visit(Op, Visit);
}

/// Element type and direction of each buffer, from the accesses.
void describeBuffers(KernelSummary &Kernel) {
  for (const MemoryAccess &A : Kernel.Accesses)
    for (KernelArg &Arg : Kernel.Args) {
      if (Arg.Name != A.Base)
        continue;
      if (Arg.Element.Scalar == ScalarKind::None)
        Arg.Element = A.Type;
      Arg.Read |= A.K != MemoryAccess::Kind::Write;
      Arg.Written |= A.K != MemoryAccess::Kind::Read;
    }
}

void addUnknownsOfLoopsAndAccesses(KernelSummary &Kernel) {
  for (const Loop &L : Kernel.Loops)
    if (L.Trip.K == TripCount::Kind::Unknown)
      Kernel.Unknowns.push_back(
          {Unknown::Kind::TripCount, L.Trip.Reason, L.Loc});
  // An index that moves irregularly is known to; one that is not there is
  // unknown.
  for (const MemoryAccess &A : Kernel.Accesses)
    if (!A.Index &&
        (A.Space == AddressSpace::Global || A.Space == AddressSpace::Generic))
      Kernel.Unknowns.push_back({Unknown::Kind::Access, A.Reason, A.Loc});
}

/// True where \p B goes on with what \p A accesses, or stands within the same
/// \p NumBytes: two parts of one access of the source.
bool arePartsOfOne(const MemoryAccess &A, const MemoryAccess &B,
                   uint32_t NumBytes) {
  if (A.Loc != B.Loc || A.Base != B.Base || A.K != B.K || A.Space != B.Space ||
      A.Predicated != B.Predicated || !A.Index || !B.Index)
    return false;
  const std::optional<int64_t> Gap = constantDistance(*A.Index, *B.Index);
  return Gap && std::max<int64_t>(A.NumBytes, *Gap + B.NumBytes) -
                        std::min<int64_t>(0, *Gap) <=
                    int64_t(NumBytes);
}

/// Joins the parts of a value that the source reads or writes at once into one
/// access. The compiler may take the value to pieces: a structure, the elements
/// of vstore_half4().
void joinParts(KernelSummary &Kernel, BytesByPlace WidestAt) {
  for (const Tally &T : Kernel.Tallies)
    if (T.NumBytes) {
      uint32_t &Widest = WidestAt[T.Loc];
      Widest = std::max(Widest, T.NumBytes);
    }
  std::vector<MemoryAccess> Joined;
  std::vector<uint32_t> NewId;
  // Accesses of each place that may be a part, all of one block.
  std::map<SourceLocation, std::vector<uint32_t>> PartsAt;
  for (MemoryAccess &A : Kernel.Accesses) {
    const auto Widest = WidestAt.find(A.Loc);
    MemoryAccess *Whole = nullptr;
    if (Widest != WidestAt.end() && A.NumBytes < Widest->second) {
      std::vector<uint32_t> &Parts = PartsAt[A.Loc];
      if (!Parts.empty() && Joined[Parts.back()].BlockId != A.BlockId)
        Parts.clear();
      auto Part = find_if(reverse(Parts), [&](uint32_t Id) {
        return arePartsOfOne(Joined[Id], A, Widest->second);
      });
      if (Part != Parts.rend())
        Whole = &Joined[*Part];
      else
        Parts.push_back(Joined.size());
    }
    NewId.push_back(Whole ? Whole - Joined.data() : Joined.size());
    if (!Whole) {
      Joined.push_back(std::move(A));
      continue;
    }
    const int64_t Gap = *constantDistance(*Whole->Index, *A.Index);
    const int64_t End = std::max<int64_t>(Whole->NumBytes, Gap + A.NumBytes);
    if (Gap < 0)
      Whole->Index = std::move(A.Index);
    Whole->NumBytes = uint32_t(End - std::min<int64_t>(0, Gap));
  }
  Kernel.Accesses = std::move(Joined);
  for (Operation &Op : Kernel.Operations)
    if (Op.Access)
      Op.Access = NewId[*Op.Access];
}

/// Conditions of branches and loops that work-items of a group may answer
/// differently.
void addDivergentBranches(const Function &F, Variation &Varies,
                          KernelSummary &Kernel) {
  for (const BasicBlock &B : F) {
    const Instruction *Exit = B.getTerminator();
    if (Exit->getNumSuccessors() < 2 || !Exit->getNumOperands() ||
        !Varies.differsInGroup(Exit->getOperand(0)))
      continue;
    SourceLocation Place = sourceLocation(Exit->getOperand(0));
    if (!Place)
      Place = sourceLocation(Exit);
    // A rotated loop tests twice.
    if (!is_contained(Kernel.DivergentBranches, Place))
      Kernel.DivergentBranches.push_back(Place);
  }
}

Loop describeLoop(const llvm::Loop &L, unsigned Id, const Hierarchy &H) {
  Loop Result;
  Result.Name = "loop" + std::to_string(Id);
  Result.Loc = loopPlace(L);
  if (const llvm::Loop *Parent = L.getParentLoop())
    Result.Parent = H.LoopIds.lookup(Parent);
  readLoopHints(L, Result);
  return Result;
}

} // namespace

static KernelArg describeArgument(const Argument &A, const ArgInfo &Info) {
  KernelArg Arg;
  Arg.Name = Info.Name;
  Arg.Type = Info.Type;
  for (const auto &[Offset, Field] : Info.Fields)
    Arg.Fields.push_back(Field);
  Type *T = A.getType();
  if (auto *Target = dyn_cast<TargetExtType>(T)) {
    StringRef Name = Target->getName();
    Arg.K = Name.contains("Image")     ? KernelArg::Kind::Image
            : Name.contains("Sampler") ? KernelArg::Kind::Sampler
                                       : KernelArg::Kind::Pipe;
  } else if (A.hasByValAttr()) {
    Arg.K = KernelArg::Kind::Aggregate;
  } else if (T->isPointerTy()) {
    Arg.K = KernelArg::Kind::Buffer;
    Arg.Space = addressSpaceOf(&A);
  } else {
    Arg.Element = valueType(T);
  }
  return Arg;
}

KernelArg describeArgument(const Argument &A) {
  return describeArgument(A, kernelArgument(A));
}

KernelSummary summarizeKernel(Function &F, SourceForm Source,
                              std::vector<ChannelUse> *Uses) {
  KernelSummary Kernel;
  Kernel.Name = F.getName();
  Kernel.Loc = kernelLocation(F);
  if (Error E = readKernelAttributes(F, Kernel.Attributes))
    Kernel.Unknowns.push_back(
        {Unknown::Kind::Operation, toString(std::move(E)), Kernel.Loc});

  DominatorTree DT(F);
  LoopInfo LI(DT);
  AssumptionCache AC(F);
  TargetLibraryInfoImpl TLII(targetTriple(*F.getParent()));
  TargetLibraryInfo TLI(TLII);
  ScalarEvolution SE(F, TLI, AC, DT, LI);

  SymbolicForm::ArgumentNames Names;
  for (const Argument &A : F.args()) {
    Names[&A] = kernelArgument(A);
    Kernel.Args.push_back(describeArgument(A, Names[&A]));
    if (Kernel.Args.back().K == KernelArg::Kind::Pipe) {
      Channel Pipe;
      Pipe.K = Channel::Kind::Pipe;
      Pipe.Name = Names[&A].Name;
      Pipe.Depth = Names[&A].Depth;
      Kernel.Channels.push_back(std::move(Pipe));
    }
  }
  Hierarchy H = buildHierarchy(F, LI);
  Variation Varies(F, LI, DT, H.LoopIds);
  SymbolicForm Forms(SE, H.LoopIds, Names, Varies, Kernel.Loc.File);
  for (const auto &[Id, L] : enumerate(H.Loops)) {
    Kernel.Loops.push_back(describeLoop(*L, Id, H));
    Kernel.Loops.back().Trip = tripCount(*L, SE, Forms);
  }
  const PathConditions Paths(F);
  OperationGraph Graph(Kernel, H, Forms, SE, LI, Paths, Names);
  Graph.build();
  if (Uses)
    *Uses = Graph.takeChannelUses();
  settleIndices(Kernel, Launch());
  Guards When(F, SE, LI, DT, Forms, H);
  for (const auto &[Id, B] : enumerate(H.Blocks))
    Kernel.Blocks[Id].When = When.of(*B);
  for (const auto &[Id, L] : enumerate(H.Loops))
    Kernel.Loops[Id].When = When.entering(*L);
  Kernel.Nodes = std::move(H.Nodes);
  for (const auto &[Id, L] : enumerate(H.Loops))
    Kernel.Loops[Id].Dependences = carriedDependences(*L, Id, Kernel, H, Graph);

  Kernel.Unknowns.insert(Kernel.Unknowns.end(), H.Unknowns.begin(),
                         H.Unknowns.end());
  addDivergentBranches(F, Varies, Kernel);
  addLocalArrays(F, Kernel);
  describeBuffers(Kernel);
  addUnknownsOfLoopsAndAccesses(Kernel);
  BytesByPlace Copies = std::move(Source.Copies);
  addTallies(std::move(Source), H.Loops, Kernel);
  joinParts(Kernel, std::move(Copies));
  return Kernel;
}

std::vector<KernelSummary>
summarizeKernels(const Module &M, ArrayRef<std::string> Tops, AddFacts Add) {
  std::vector<KernelSummary> Result;
  if (none_of(M, isKernel) && Tops.empty())
    return Result;
  SourceForms Sources;
  std::unique_ptr<Module> Clone =
      canonicalClone(M, Sources, DataOverflow::Undefined, sourceFacts, Tops);
  std::vector<std::vector<ChannelUse>> Uses;
  for (Function &F : *Clone)
    if (isKernel(F)) {
      Result.push_back(
          summarizeKernel(F, std::move(Sources[&F]), &Uses.emplace_back()));
      if (Add)
        Add(F, Result.back());
    }
  addMisusesOfChannels(Result, Uses);
  return Result;
}

} // namespace roofline
