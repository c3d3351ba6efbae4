// A kernel and its launch as a map over streams.
#include "roofline/Transform/StreamRecognition.h"

#include "DatapathBuilder.h"
#include "StreamGeometry.h"
#include "StreamReduction.h"

#include "roofline/Analysis/ArgumentNames.h"
#include "roofline/Analysis/CloneKernels.h"
#include "roofline/Analysis/SourcePlace.h"
#include "roofline/Model/StreamChain.h"
#include "roofline/Transform/NarrowDatapath.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

namespace {

class Recognizer {
public:
  explicit Recognizer(StreamBody Body)
      : Body(std::move(Body)),
        Forms(this->Body.Sizes, this->Body.Variables, *this->Body.DT,
              this->Body.F->getDataLayout()) {}

  Expected<StreamKernel> run(StringRef Name);

private:
  Error collect();
  Error addAccess(Instruction &I);
  Error mergeStores();
  void addStreams();
  uint32_t load(const LoadInst &I);
  uint32_t tap(const StreamAccess &A, unsigned Stream, unsigned D,
               int64_t Shift);
  uint32_t uniform(const StreamAccess &A);
  Error addOutputs();
  Error bindBuffers();

  StreamBody Body;
  IndexForms Forms;
  StreamKernel K;
  StreamGeometry Geometry;
  std::vector<StreamAccess> Accesses;
  DenseMap<const Instruction *, unsigned> AccessOf;
  std::unique_ptr<DatapathBuilder> Nodes;
};

} // namespace

Error Recognizer::addAccess(Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  Type *T = getLoadStoreType(&I);
  if (I.isVolatile())
    return notAStream(&I, "a volatile access");
  std::optional<ValueType> Element = streamType(T);
  if (!Element || Element->Bits % 8 != 0)
    return notAStream(&I, "elements that are vectors or structures; a stream "
                          "has integers of 8 to 64 bits, float or double");
  std::optional<Place> P = Forms.placeOf(Pointer);
  if (!P)
    return notAStream(&I, "the index of this access is not the work-item's own "
                          "place and a constant offset");
  const auto *Buffer = dyn_cast<Argument>(P->Base);
  if (!Buffer)
    return notAStream(&I, isa<AllocaInst>(P->Base)
                              ? "a private array whose index is not constant"
                              : "a table whose index is not constant");
  StreamAccess A;
  A.At = &I;
  A.Buffer = Buffer->getArgNo();
  A.Name = kernelArgument(*Body.Kernel->getArg(A.Buffer)).Name;
  A.Type = *Element;
  A.IsStore = isa<StoreInst>(I);
  if (std::optional<std::string> Why =
          fitAccess(P->Offset, Forms.runs(I.getParent()), Body.Sizes, A))
    return notAStream(&I, *Why);
  AccessOf[&I] = Accesses.size();
  Accesses.push_back(std::move(A));
  return Error::success();
}

/// Every access within the nest; results of reductions are stored behind it.
Error Recognizer::collect() {
  for (BasicBlock &B : *Body.F)
    for (Instruction &I : B) {
      if (!isa<LoadInst, StoreInst>(I) || !Body.isInNest(B))
        continue;
      if (isa<StoreInst>(I) && !Body.isInBody(B))
        return notAStream(&I, "a store outside the innermost mapped loop");
      if (Error E = addAccess(I))
        return E;
    }
  return Error::success();
}

/// A buffer that is written may be read at the very same place alone, and each
/// place is written once.
Error Recognizer::mergeStores() {
  for (const StreamAccess &S : Accesses)
    if (S.IsStore)
      for (const StreamAccess &A : Accesses) {
        if (A.Buffer != S.Buffer || &A == &S)
          continue;
        if (A.Type != S.Type)
          return notAStream(A.At, "'" + A.Name + "' is accessed by two types");
        if (!A.isSamePlace(S))
          return notAStream(A.At, "'" + A.Name +
                                      "' is written and also accessed at "
                                      "another place: the order of work-items "
                                      "matters");
        if (!A.IsStore && !Body.DT->dominates(A.At, S.At) &&
            Body.DT->dominates(S.At, A.At))
          return notAStream(A.At,
                            "'" + A.Name + "' is read after it is written");
      }
  return Error::success();
}

void Recognizer::addStreams() {
  for (const StreamAccess &A : Accesses) {
    if (A.isUniform())
      continue;
    auto IsOurs = [&](const Stream &S) { return S.Name == A.Name; };
    Stream S{A.Name, A.Type, Geometry.window(A.Buffer),
             Geometry.firstElement(A.Buffer)};
    if (A.IsStore) {
      if (none_of(K.Outputs, IsOurs)) {
        OutputStream Out;
        static_cast<Stream &>(Out) = S;
        K.Outputs.push_back(Out);
      }
    } else if (none_of(K.Inputs, IsOurs)) {
      InputStream In;
      static_cast<Stream &>(In) = S;
      K.Inputs.push_back(In);
    }
  }
}

/// The element that \p A reads when the dimensions from \p D on are yet to be
/// chosen from, \p Shift [element] by those before.
uint32_t Recognizer::tap(const StreamAccess &A, unsigned Stream, unsigned D,
                         int64_t Shift) {
  if (D == Body.NumDimensions) {
    Offset At = Geometry.offset(A, Shift);
    InputStream &In = K.Inputs[Stream];
    if (!is_contained(In.Taps, At))
      In.Taps.push_back(At);
    return Nodes->add(DatapathOp::Input, A.Type, {}, A.At, Stream, At);
  }
  uint32_t Result = tap(A, Stream, D + 1, Shift);
  for (const IndexRun &R : A.Runs[D]) {
    uint32_t There = tap(A, Stream, D + 1, Shift + R.Shift);
    uint32_t Within = Nodes->isWithin(D, R.First, R.Last);
    Result =
        Nodes->add(DatapathOp::Select, A.Type, {Within, There, Result}, A.At);
  }
  return Result;
}

/// The same element for every position: a port, like a scalar argument.
uint32_t Recognizer::uniform(const StreamAccess &A) {
  std::string Name = A.Name + "[" + std::to_string(A.Base) + "]";
  auto It = find_if(K.Scalars,
                    [&](const ScalarArgument &S) { return S.Name == Name; });
  uint64_t Index = It - K.Scalars.begin();
  if (It == K.Scalars.end())
    K.Scalars.push_back({Name, A.Type, std::nullopt});
  return Nodes->add(DatapathOp::Argument, A.Type, {}, A.At, Index);
}

uint32_t Recognizer::load(const LoadInst &I) {
  auto It = AccessOf.find(&I);
  if (It == AccessOf.end())
    return Nodes->fail(&I, "a load outside the mapped loops");
  const StreamAccess &A = Accesses[It->second];
  if (A.isUniform())
    return uniform(A);
  unsigned Stream =
      find_if(K.Inputs,
              [&](const InputStream &In) { return In.Name == A.Name; }) -
      K.Inputs.begin();
  return tap(A, Stream, 0, 0);
}

/// Stores of one buffer become one output: the later one wins.
Error Recognizer::addOutputs() {
  for (const StreamAccess &A : Accesses) {
    if (!A.IsStore)
      continue;
    if (A.isUniform())
      return notAStream(A.At, "every work-item writes the same element");
    const auto *Store = cast<StoreInst>(A.At);
    uint32_t Value = Nodes->node(Store->getValueOperand());
    std::optional<uint32_t> Enable = Nodes->runs(Store->getParent());
    OutputStream &Out = *find_if(
        K.Outputs, [&](const OutputStream &O) { return O.Name == A.Name; });
    if (Nodes->failed())
      return Nodes->problem();
    bool IsFirst = none_of(Accesses, [&](const StreamAccess &B) {
      return B.IsStore && B.Buffer == A.Buffer && &B < &A;
    });
    constexpr ValueType Bit = {ScalarKind::Int, 1, 1};
    if (IsFirst) {
      Out.Value = Value;
      Out.Enable = Enable;
    } else if (!Enable) {
      Out.Value = Value;
      Out.Enable.reset();
    } else {
      Out.Value = Nodes->add(DatapathOp::Select, A.Type,
                             {*Enable, Value, Out.Value}, A.At);
      if (Out.Enable)
        Out.Enable = Nodes->add(DatapathOp::Or, Bit, {*Out.Enable, *Enable});
    }
  }
  return Nodes->problem();
}

Expected<StreamKernel> Recognizer::run(StringRef Name) {
  K.Name = Name;
  K.Loc = sourceLocation(&*Body.Kernel->getEntryBlock().begin());
  if (const DISubprogram *Where = Body.Kernel->getSubprogram())
    K.Loc = {Where->getFilename().str(), Where->getLine(), 1};
  if (Error E = collect())
    return E;
  if (Error E = mergeStores())
    return E;
  if (Error E = Geometry.layOut(Accesses, Body.Sizes, Body.NumDimensions))
    return E;
  K.NumDimensions = Geometry.numDimensions();
  K.Space = Geometry.space();
  K.Active = Geometry.active();
  addStreams();
  Nodes = std::make_unique<DatapathBuilder>(
      K, Body, Forms, Geometry.origin(), Geometry.spaceDimension(),
      [this](const LoadInst &I) { return load(I); });
  if (Error E = addOutputs())
    return E;
  if (Error E = addReductions(Body, *Nodes, K))
    return E;
  if (K.Outputs.empty() && K.Reductions.empty())
    return notAStream(&*Body.Kernel->getEntryBlock().begin(),
                      "the kernel writes nothing");
  erase_if(K.Inputs, [](const InputStream &In) { return In.Taps.empty(); });
  for (InputStream &In : K.Inputs)
    sort(In.Taps, [&](const Offset &L, const Offset &R) {
      return std::pair(K.distance(L), L) < std::pair(K.distance(R), R);
    });
  K = narrowed(K);
  if (std::optional<std::string> Broken = verifyStreamKernel(K))
    return createStringError(inconvertibleErrorCode(),
                             Name + ": no stream kernel: " + *Broken);
  return std::move(K);
}

std::vector<std::string> kernelNames(const Module &M) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (isKernel(F))
      Names.push_back(F.getName().str());
  return Names;
}

Expected<StreamKernel> recognizeStreams(const Module &M, StringRef Kernel,
                                        const Launch &L) {
  Expected<StreamBody> Body = prepareStreamBody(M, Kernel, L);
  if (!Body)
    return Body.takeError();
  Recognizer R(std::move(*Body));
  Expected<StreamKernel> K = R.run(Kernel);
  if (K)
    for (ScalarArgument &S : K->Scalars)
      if (auto Bound = L.Args.find(S.Name);
          Bound != L.Args.end() && S.Type.Scalar == ScalarKind::Int)
        S.Bits = uint64_t(Bound->second) &
                 (S.Type.Bits < 64 ? (uint64_t(1) << S.Type.Bits) - 1 : ~0ull);
  return K;
}

Expected<StreamKernel> chainOf(const std::vector<StreamKernel> &Kernels,
                               const std::vector<std::string> &Temporaries) {
  StreamKernel Chain;
  std::optional<ChainError> Why = composeChain(Kernels, Temporaries, Chain);
  if (!Why)
    return Chain;
  std::string At = Why->Loc
                       ? Why->Loc.File + ":" + std::to_string(Why->Loc.Line) +
                             ":" + std::to_string(Why->Loc.Column) + ": "
                       : std::string();
  return createStringError(inconvertibleErrorCode(), At + Why->Message);
}

Expected<StreamKernel>
recognizeChain(const Module &M, StringRef Kernels,
               const std::vector<std::string> &Temporaries, const Launch &L) {
  std::vector<StreamKernel> Parts;
  for (const std::string &Name : kernelsOfChain(Kernels)) {
    Expected<StreamKernel> K = recognizeStreams(M, Name, L);
    if (!K)
      return K.takeError();
    Parts.push_back(std::move(*K));
  }
  return chainOf(Parts, Temporaries);
}

} // namespace roofline
