// One step of a kernel's time loop, and how its steps follow one another.
#include "NestRecognition.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Nest/TimeLoop.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Steps/StreamIterate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include <array>

using namespace llvm;

namespace roofline {

/// The first and the last position at which \p K writes \p O.
static std::array<Offset, 2> endsOf(const StreamKernel &K,
                                    const OutputStream &O) {
  Offset First, Last;
  for (unsigned D = 0; D < 3; ++D) {
    const auto End = [D](const Box &B) { return B.Origin[D] + B.Size[D]; };
    First[D] = std::max(O.Window.Origin[D], K.Active.Origin[D]);
    Last[D] = std::min(End(O.Window), End(K.Active)) - 1;
  }
  return {First, Last};
}

/// The buffer whose elements output \p O of \p K takes as they are, each from
/// the same place of that buffer; nothing where it computes.
static const InputStream *copiedBy(const StreamKernel &K,
                                   const OutputStream &O) {
  const DatapathNode &N = K.Nodes[O.Value];
  if (N.Op != DatapathOp::Input || N.Delta != Offset{0, 0, 0} || O.Enable)
    return nullptr;
  const InputStream &From = K.Inputs[N.Value];
  const bool IsSamePlace = all_of(endsOf(K, O), [&](const Offset &Delta) {
    return elementAt(From, Delta) == elementAt(O, Delta);
  });
  return IsSamePlace && From.Type == O.Type ? &From : nullptr;
}

/// True where \p A of \p K and \p B of \p Other write elements with the same
/// numbers.
static bool writeSameElements(const StreamKernel &K, const OutputStream &A,
                              const StreamKernel &Other,
                              const OutputStream &B) {
  const auto [First, Last] = endsOf(K, A);
  const auto [OtherFirst, OtherLast] = endsOf(Other, B);
  for (unsigned D = 0; D < 3; ++D)
    if (Last[D] - First[D] != OtherLast[D] - OtherFirst[D])
      return false;
  return A.Type == B.Type && elementAt(A, First) == elementAt(B, OtherFirst) &&
         elementAt(A, Last) == elementAt(B, OtherLast);
}

namespace {

/// The nests of a step, the last ones of which may copy back what it wrote.
class Step {
public:
  Step(Nests All, std::vector<std::string> Temporaries, Iteration &I)
      : All(std::move(All)), Temporaries(std::move(Temporaries)), I(I) {}
  Expected<StreamKernel> run(StringRef Kernel, bool MayTakeTurns);

private:
  std::vector<SwapPair> copiesOfLast() const;
  bool isWhole(ArrayRef<SwapPair> Copies, const StreamKernel &Computing) const;
  bool isHidden(const std::string &Buffer, StringRef Kernel) const;

  Nests All;
  std::vector<std::string> Temporaries;
  Iteration &I;
};

} // namespace

/// The copies of the last nest, to Read from Written; none where it computes.
std::vector<SwapPair> Step::copiesOfLast() const {
  const StreamKernel &Last = All.Parts.back();
  std::vector<SwapPair> Copies;
  for (const OutputStream &O : Last.Outputs) {
    const InputStream *From = copiedBy(Last, O);
    if (!From || !Last.Reductions.empty())
      return {};
    Copies.push_back({O.Name, From->Name});
  }
  return Copies;
}

/// True where the last nest copies all that \p Computing, the nests before it,
/// write to the buffers that it copies from, and they read nothing of these.
/// Before such a copy another one may take what was there.
bool Step::isWhole(ArrayRef<SwapPair> Copies,
                   const StreamKernel &Computing) const {
  const StreamKernel &Last = All.Parts.back();
  auto OutputOf = [](const StreamKernel &K, const std::string &Name) {
    auto It = find_if(K.Outputs, [&](auto &O) { return O.Name == Name; });
    return It == K.Outputs.end() ? nullptr : &*It;
  };
  return all_of(Copies, [&](const SwapPair &P) {
    auto Is = [&](const Stream &S) { return S.Name == P.Written; };
    const OutputStream &To = *OutputOf(Last, P.Read);
    if (OutputOf(Computing, P.Read))
      return false;
    if (const OutputStream *Next = OutputOf(Last, P.Written))
      return !OutputOf(Computing, P.Written) &&
             writeSameElements(Last, *Next, Last, To);
    const OutputStream *From = OutputOf(Computing, P.Written);
    return From && !From->Enable && count_if(Computing.Outputs, Is) == 1 &&
           none_of(Computing.Inputs, Is) &&
           writeSameElements(Computing, *From, Last, To);
  });
}

/// True where no step reads what an earlier one left in \p Buffer, which it
/// writes.
bool Step::isHidden(const std::string &Buffer, StringRef Kernel) const {
  std::vector<std::string> Hidden = Temporaries;
  Hidden.push_back(Buffer);
  Expected<StreamKernel> K = joinNests(All, Hidden, Kernel);
  if (!K) {
    consumeError(K.takeError());
    return false;
  }
  auto Is = [&](const Stream &S) { return S.Name == Buffer; };
  return any_of(K->Temporaries, Is) && none_of(K->Inputs, Is);
}

Expected<StreamKernel> Step::run(StringRef Kernel, bool MayTakeTurns) {
  std::vector<SwapPair> Copies;
  if (All.Parts.size() > 1 && I.Swap.empty())
    Copies = copiesOfLast();
  if (Copies.empty())
    return joinNests(All, Temporaries, Kernel);
  if (MayTakeTurns) {
    Nests Before = {{All.Parts.begin(), All.Parts.end() - 1}, All.Arrays};
    Expected<StreamKernel> K = joinNests(Before, Temporaries, Kernel);
    if (!K)
      return K;
    if (isWhole(Copies, *K)) {
      I.Swap = Copies;
      I.Runner = StepLoop::Copies;
      return K;
    }
  }
  for (const SwapPair &P : Copies)
    if (isHidden(P.Written, Kernel))
      Temporaries.push_back(P.Written);
  return joinNests(All, Temporaries, Kernel);
}

/// The error of a loop whose steps are not fused, by \p WhyNotFused. What
/// forbids the first step and all of them in one pass alike comes before that.
static Error whyNoRepetition(const std::string &WhyNotFused,
                             Expected<Nests> &FirstStep,
                             Expected<StreamKernel> OnePass) {
  const std::string WhyNoStep =
      FirstStep ? "" : toString(FirstStep.takeError());
  if (OnePass)
    return createStringError(WhyNotFused +
                             ", or leave 'fuse' out, and all steps are one "
                             "pass");
  const std::string WhyNoPass = toString(OnePass.takeError());
  return createStringError(WhyNoStep == WhyNoPass ? WhyNoPass : WhyNotFused);
}

Expected<std::optional<StreamKernel>>
recognizeTimeStep(const Module &M, StringRef Kernel,
                  const std::vector<std::string> &Temporaries, Launch &L) {
  Expected<std::optional<TimeLoop>> Loop = openTimeLoop(M, Kernel, L);
  if (!Loop)
    return Loop.takeError();
  if (!*Loop)
    return std::nullopt;
  Expected<Nests> All = (*Loop)->Step ? nestsOf(*(*Loop)->Step, Kernel, L)
                                      : Expected<Nests>(Nests());
  if (!(*Loop)->WhyNotFused.empty())
    return whyNoRepetition((*Loop)->WhyNotFused, All,
                           recognizeChain(M, Kernel, Temporaries, L));
  if (!All)
    return All.takeError();
  Iteration I = {(*Loop)->Steps, (*Loop)->Swap, L.SameBorders,
                 StepLoop::Kernel};
  Expected<StreamKernel> K =
      Step(std::move(*All), Temporaries, I).run(Kernel, L.SameBorders);
  if (!K)
    return K.takeError();
  StepState State;
  if (std::optional<ChainError> Why = stateOf(*K, I, State))
    return errorAt(Why->Loc, Why->Message);
  L.Iterate = std::move(I);
  return std::move(*K);
}

} // namespace roofline
