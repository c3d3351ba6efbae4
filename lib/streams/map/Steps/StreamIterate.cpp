// A stream kernel as one step of many, and steps fused into one pass.
#include "roofline/Steps/StreamIterate.h"

#include "roofline/Stream/BoxTest.h"
#include "roofline/Stream/ChainSpace.h"
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

using NoStep = std::optional<ChainError>;

template <typename List> auto findNamed(List &Streams, std::string_view Name) {
  return std::find_if(Streams.begin(), Streams.end(),
                      [&](const auto &S) { return S.Name == Name; });
}
template <typename List> bool hasNamed(List &Streams, std::string_view Name) {
  return findNamed(Streams, Name) != Streams.end();
}

uint32_t addNode(StreamKernel &K, DatapathNode N) {
  K.Nodes.push_back(std::move(N));
  return uint32_t(K.Nodes.size() - 1);
}

/// The node of input \p Name at its own position.
uint32_t inputHere(StreamKernel &K, std::string_view Name) {
  auto In = findNamed(K.Inputs, Name);
  assert(In != K.Inputs.end() && "a field that is needed has an input");
  const uint64_t Index = In - K.Inputs.begin();
  addTap(K, Index, {0, 0, 0});
  for (uint32_t N = 0; N < K.Nodes.size(); ++N)
    if (K.Nodes[N].Op == DatapathOp::Input && K.Nodes[N].Value == Index &&
        K.Nodes[N].Delta == Offset{0, 0, 0})
      return N;
  return addNode(K, {DatapathOp::Input, In->Type, {}, Index, {0, 0, 0}, {}});
}

/// Whether an input goes into \p Node.
bool dependsOnData(const StreamKernel &K, uint32_t Node) {
  std::vector<bool> IsData(Node + 1);
  for (uint32_t N = 0; N <= Node; ++N) {
    IsData[N] = K.Nodes[N].Op == DatapathOp::Input;
    for (uint32_t Operand : K.Nodes[N].Operands)
      IsData[N] = IsData[N] || IsData[Operand];
  }
  return IsData[Node];
}

/// The argument whose buffer each argument has in the next step; the chains of
/// \p Swap are closed. Nothing, or what is wrong with it.
class Turns {
public:
  NoStep read(const StreamKernel &K, const std::vector<SwapPair> &Swap);
  /// \p Name itself where its buffer stays.
  const std::string &next(const std::string &Name) const {
    auto It = Next.find(Name);
    return It == Next.end() ? Name : It->second;
  }
  bool takesTurns(const std::string &Name) const { return Next.count(Name); }
  /// \p Name and those that it takes turns with.
  std::vector<std::string> cycleOf(const std::string &Name) const {
    std::vector<std::string> All = {Name};
    while (next(All.back()) != Name)
      All.push_back(next(All.back()));
    return All;
  }

  const std::map<std::string, std::string> &all() const { return Next; }

private:
  std::map<std::string, std::string> Next;
};

NoStep Turns::read(const StreamKernel &K, const std::vector<SwapPair> &Swap) {
  std::map<std::string, std::string> Before;
  for (const auto &[Read, Written] : Swap) {
    const std::string Pair = "swap " + Read + "=" + Written + ": ";
    for (const std::string &Name : {Read, Written})
      if (!hasNamed(K.Inputs, Name) && !hasNamed(K.Outputs, Name))
        return ChainError{
            K.Loc, Pair + (hasNamed(K.Temporaries, Name)
                               ? "'" + Name +
                                     "' is a temporary of the chain, "
                                     "which nobody needs afterwards"
                               : "kernel '" + K.Name + "' has no stream of '" +
                                     Name + "'")};
    if (Read == Written)
      return ChainError{K.Loc, Pair + "a buffer does not take turns with "
                                      "itself"};
    if (!Next.emplace(Read, Written).second)
      return ChainError{K.Loc, Pair + "'" + Read + "' already has another one"};
    if (!Before.emplace(Written, Read).second)
      return ChainError{K.Loc,
                        Pair + "'" + Written + "' is already given to another"};
  }
  Next = turnsOf(Swap);
  return std::nullopt;
}

class StateMaker {
public:
  StateMaker(const StreamKernel &K, const Iteration &I, StepState &Out)
      : K(K), I(I), Out(Out), S(Out.Step) {}
  NoStep run();

private:
  NoStep check() const;
  NoStep findFields();
  bool staysSame(const std::string &Written) const;
  bool isCovered(const std::string &Field, const std::string &Written) const;
  NoStep align(const std::string &Field);
  void addField(const std::string &Field);
  NoStep addOthers();
  std::string withTemporaries() const;
  auto adder() {
    return [this](DatapathNode N) { return addNode(S, std::move(N)); };
  }
  SourceLocation placeOfWrite(const OutputStream &O) const {
    return K.Nodes[O.Value].Loc ? K.Nodes[O.Value].Loc : K.Loc;
  }

  const StreamKernel &K;
  const Iteration &I;
  StepState &Out;
  StreamKernel &S;
  Turns Turn;
  std::vector<std::string> Fields;
  std::map<std::string, Stream> Whole; ///< by field: its elements
};

NoStep StateMaker::check() const {
  const std::string Subject = "kernel '" + K.Name + "' is no step: ";
  if (!K.Reductions.empty())
    return ChainError{K.Loc, Subject +
                                 "it leaves one value for all cells, in '" +
                                 K.Reductions.front().Name + "'"};
  if (!K.Recurrences.empty())
    return ChainError{K.Recurrences.front().Loc,
                      Subject + "a position leaves a value to the next"};
  if (K.Outputs.empty())
    return ChainError{K.Loc, Subject + "it writes no field"};
  if (K.Active.volume() == 1)
    return ChainError{K.Loc, Subject + "one position alone writes; a grid has "
                                       "more than one inside of its border"};
  for (const OutputStream &O : K.Outputs) {
    const SourceLocation Place = placeOfWrite(O);
    if (std::optional<std::string> Why = whyNotSingle(K, O))
      return ChainError{Place, Subject + "'" + O.Name + "' " + *Why};
    if (&*findNamed(K.Outputs, O.Name) != &O)
      return ChainError{Place,
                        Subject + "it writes '" + O.Name + "' in two places"};
    bool IsRead = hasNamed(K.Inputs, O.Name);
    if (!IsRead && !Turn.takesTurns(O.Name) && I.Steps > 1 &&
        K.Outputs.size() == 1)
      return ChainError{Place,
                        Subject + "nothing says what the next step reads of '" +
                            O.Name +
                            "', which this one writes: --swap READ=" + O.Name};
  }
  for (const SwapPair &P : I.Swap)
    if (std::vector<std::string> Cycle = Turn.cycleOf(P.Read);
        std::none_of(Cycle.begin(), Cycle.end(), [&](const std::string &N) {
          return hasNamed(K.Inputs, N);
        }))
      return ChainError{K.Loc, Subject +
                                   "it reads no buffer that takes turns "
                                   "with '" +
                                   P.Written + "'"};
  return std::nullopt;
}

/// Whether what a step leaves in \p Written is the same after all steps: it is
/// promised, and no data decide what that is.
bool StateMaker::staysSame(const std::string &Written) const {
  auto O = findNamed(K.Outputs, Written);
  if (!I.SameBorders || O == K.Outputs.end() || !O->Enable)
    return I.SameBorders;
  return !dependsOnData(K, *O->Enable);
}

/// Whether a step writes all of what \p Field has.
bool StateMaker::isCovered(const std::string &Field,
                           const std::string &Written) const {
  auto O = findNamed(K.Outputs, Written);
  return O != K.Outputs.end() && !O->Enable &&
         contains(intersection(O->Window, K.Active),
                  Whole.find(Field)->second.Window);
}

/// A field for each argument whose content the next step needs.
NoStep StateMaker::findFields() {
  auto Need = [&](const std::string &Name) {
    if (std::find(Fields.begin(), Fields.end(), Name) == Fields.end())
      Fields.push_back(Name);
  };
  for (const InputStream &In : K.Inputs)
    if (Turn.takesTurns(In.Name) || hasNamed(K.Outputs, In.Name))
      Need(In.Name);
  for (size_t F = 0; F < Fields.size(); ++F) {
    const std::string Field = Fields[F], From = Turn.next(Field);
    if (NoStep B = align(Field))
      return B;
    if (!hasNamed(K.Outputs, From) ||
        (!staysSame(From) && !isCovered(Field, From)))
      Need(From);
  }
  return std::nullopt;
}

/// Finds Whole of \p Field: the elements of all that takes turns with it.
NoStep StateMaker::align(const std::string &Field) {
  std::optional<Stream> Known;
  auto Grow = [&](const Stream &S) -> NoStep {
    if (!Known) {
      Known = S;
      return std::nullopt;
    }
    std::optional<std::string> Why;
    Offset Shift = {0, 0, 0};
    if (S.Type != Known->Type)
      Why = "has elements of another type than '" + Known->Name + "'";
    else if (!(Why = whyNotSingle(K, S)))
      Why = shiftBetween(*Known, S, Shift);
    if (!Why && Shift != Offset{0, 0, 0})
      Why = "is at another place from the work-item than '" + Known->Name + "'";
    if (Why)
      return ChainError{placeOf(K, S.Name), "'" + S.Name +
                                                "', which takes turns with '" +
                                                Known->Name + "', " + *Why};
    growWindow(*Known, S);
    return std::nullopt;
  };
  for (const std::string &Name : Turn.cycleOf(Field)) {
    for (const InputStream &In : K.Inputs)
      if (In.Name == Name)
        if (NoStep B = Grow(In))
          return B;
    for (const OutputStream &O : K.Outputs)
      if (O.Name == Name)
        if (NoStep B = Grow(O))
          return B;
  }
  Whole[Field] = *Known;
  Whole[Field].Name = Field;
  return std::nullopt;
}

/// Adds the value that the next step has in \p Field.
void StateMaker::addField(const std::string &Field) {
  const std::string From = Turn.next(Field);
  auto O = findNamed(K.Outputs, From);
  OutputStream Next = {Whole[Field], 0, {}};
  if (O == K.Outputs.end()) {
    Next.Value = inputHere(S, From);
  } else {
    std::optional<uint32_t> Is = addBoth(
        addInBox(intersection(O->Window, K.Active), Next.Window, adder()),
        O->Enable, adder());
    Next.Value = O->Value;
    if (Is) {
      const uint32_t Before = inputHere(S, staysSame(From) ? Field : From);
      Next.Value = addNode(S, {DatapathOp::Select,
                               Next.Type,
                               {*Is, O->Value, Before},
                               0,
                               {},
                               placeOfWrite(*O)});
    }
  }
  S.Outputs.push_back(std::move(Next));
}

/// Says which outputs of a chain are to be temporaries, so that it is a step;
/// empty where that would not help.
std::string StateMaker::withTemporaries() const {
  StreamKernel Chain = K;
  std::string Names;
  std::erase_if(Chain.Outputs, [&](const OutputStream &O) {
    const bool IsKept =
        !Turn.takesTurns(O.Name) ||
        std::any_of(Fields.begin(), Fields.end(), [&](const std::string &F) {
          return Turn.next(F) == O.Name;
        });
    if (!IsKept)
      Names += (Names.empty() ? "" : ",") + O.Name;
    return !IsKept;
  });
  StepState Ignored;
  if (kernelsOfChain(K.Name).size() == 1 || stateOf(Chain, I, Ignored))
    return "";
  return ": where later kernels of the chain alone read that, say so by "
         "--temporary " +
         Names;
}

/// Outputs that no step reads.
NoStep StateMaker::addOthers() {
  for (const OutputStream &O : K.Outputs) {
    if (std::any_of(Fields.begin(), Fields.end(), [&](const std::string &F) {
          return Turn.next(F) == O.Name;
        }))
      continue;
    if (Turn.takesTurns(O.Name))
      return ChainError{placeOfWrite(O),
                        "kernel '" + K.Name + "' is no step: '" + O.Name +
                            "' takes turns, but no step reads what this one "
                            "writes to it" +
                            withTemporaries()};
    OutputStream Other = O;
    Other.Enable = addBoth(addInBox(intersection(O.Window, K.Active),
                                    intersection(O.Window, S.Active), adder()),
                           O.Enable, adder());
    S.Outputs.push_back(std::move(Other));
  }
  return std::nullopt;
}

NoStep StateMaker::run() {
  if (NoStep B = Turn.read(K, I.Swap))
    return B;
  if (NoStep B = check())
    return B;
  if (NoStep B = findFields())
    return B;
  S = K;
  S.Outputs.clear();
  for (const std::string &Field : Fields) {
    if (!hasNamed(S.Inputs, Field))
      S.Inputs.push_back({Whole[Field], {}});
    auto In = findNamed(S.Inputs, Field);
    static_cast<Stream &>(*In) = Whole[Field];
    S.Active = hull(S.Active, Whole[Field].Window);
  }
  for (const std::string &Field : Fields)
    addField(Field);
  if (NoStep B = addOthers())
    return B;
  mergeEqualNodes(S);
  removeUnused(S);
  Out.NumFields = uint32_t(Fields.size());
  Out.Turns = Turn.all();
  Out.MayStop =
      I.SameBorders || std::all_of(Fields.begin(), Fields.end(), [&](auto &F) {
        return !Turn.takesTurns(F) ||
               (Whole[F].FirstElement == 0 && Whole[F].Window == S.Space);
      });
  Out.Loop = I;
  if (std::optional<std::string> Why = verifyStreamKernel(S))
    return ChainError{K.Loc, "step '" + K.Name + "': " + *Why};
  return std::nullopt;
}

/// Stage \p Number of a pass: the fields stay as they are where the pass does
/// no more steps than that.
StreamKernel stoppable(StreamKernel K, uint32_t NumFields, uint32_t Number) {
  constexpr ValueType Count = {ScalarKind::Int, 32, 1};
  const uint64_t Scalar = K.Scalars.size();
  K.Scalars.push_back({std::string(StepsScalar), Count, {}});
  const uint32_t Steps =
      addNode(K, {DatapathOp::Argument, Count, {}, Scalar, {}, {}});
  const uint32_t This =
      addNode(K, {DatapathOp::Constant, Count, {}, Number, {}, {}});
  const uint32_t Is =
      addNode(K, {DatapathOp::ULess, BitType, {This, Steps}, 0, {}, {}});
  for (uint32_t F = 0; F < NumFields; ++F) {
    OutputStream &O = K.Outputs[F];
    const uint32_t Before = inputHere(K, O.Name);
    O.Value = addNode(
        K, {DatapathOp::Select, O.Type, {Is, O.Value, Before}, 0, {}, {}});
  }
  for (size_t Other = NumFields; Other < K.Outputs.size(); ++Other)
    K.Outputs[Other].Enable =
        addBoth(K.Outputs[Other].Enable, Is,
                [&](DatapathNode N) { return addNode(K, std::move(N)); });
  return K;
}

/// The input whose elements output \p O hands on as they are, or nothing.
const InputStream *handedOn(const StreamKernel &K, const OutputStream &O) {
  const DatapathNode &N = K.Nodes[O.Value];
  return N.Op == DatapathOp::Input && N.Delta == Offset{0, 0, 0} && !O.Enable
             ? &K.Inputs[N.Value]
             : nullptr;
}

/// Whether the buffer of \p Other is, some steps later, that of \p Field.
bool takeTurns(const StepState &S, const std::string &Field,
               const std::string &Other) {
  std::string Next = S.nextOf(Field);
  while (Next != Field && Next != Other)
    Next = S.nextOf(Next);
  return Next == Other;
}

/// The argument whose buffer \p Field has \p T steps later.
std::string after(const StepState &S, std::string Field, uint32_t T) {
  for (; T > 0; --T)
    Field = S.nextOf(Field);
  return Field;
}

/// Gives each field that a pass of \p T steps changes a buffer that holds none
/// of the others: where elements beside its window tell buffers apart, the one
/// that it has then; else that of the next step where the pass does not read
/// it, its own, or another one of those that take turns.
void nameResults(const StepState &S, uint32_t T, FusedSteps &F) {
  std::map<std::string, std::string> &BufferOf = F.Results;
  auto IsFree = [&](const std::string &Buffer) {
    return std::none_of(BufferOf.begin(), BufferOf.end(),
                        [&](const auto &B) { return B.second == Buffer; });
  };
  std::vector<OutputStream> Kept;
  for (OutputStream &O : F.Kernel.Outputs)
    if (const InputStream *Same = handedOn(F.Kernel, O);
        Same && S.isField(O) && takeTurns(S, O.Name, Same->Name))
      BufferOf[O.Name] = Same->Name;
    else
      Kept.push_back(std::move(O));
  for (const OutputStream &O : Kept)
    if (S.isField(O) && !S.MayStop)
      BufferOf[O.Name] = after(S, O.Name, T);
    else if (S.isField(O) && !hasNamed(F.Kernel.Inputs, S.nextOf(O.Name)))
      BufferOf[O.Name] = S.nextOf(O.Name);
  for (OutputStream &O : Kept) {
    if (!S.isField(O))
      continue;
    std::string Buffer = O.Name;
    while (!BufferOf.count(O.Name) && !IsFree(Buffer))
      Buffer = S.nextOf(Buffer);
    O.Name = BufferOf.try_emplace(O.Name, Buffer).first->second;
  }
  F.Kernel.Outputs = std::move(Kept);
  removeUnused(F.Kernel);
}

} // namespace

const std::string &StepState::nextOf(const std::string &Name) const {
  auto It = Turns.find(Name);
  return It == Turns.end() ? Name : It->second;
}

bool StepState::isField(const OutputStream &O) const {
  return findNamed(Step.Outputs, O.Name) - Step.Outputs.begin() < NumFields;
}

std::optional<ChainError> stateOf(const StreamKernel &K, const Iteration &I,
                                  StepState &Out) {
  Out = {};
  return StateMaker(K, I, Out).run();
}

std::optional<SwapPair> likelyTurn(const StreamKernel &K) {
  if (K.Outputs.size() != 1 || !K.Reductions.empty() ||
      hasNamed(K.Inputs, K.Outputs.front().Name))
    return std::nullopt;
  const OutputStream &Out = K.Outputs.front();
  for (const InputStream &In : K.Inputs) {
    const Iteration Twice = {2, {{In.Name, Out.Name}}, true};
    StepState Ignored;
    if (In.Taps.size() > 1 && In.Window.volume() >= Out.Window.volume() &&
        !stateOf(K, Twice, Ignored))
      return Twice.Swap.front();
  }
  return std::nullopt;
}

std::vector<SwapPair> forgottenTurns(const StreamKernel &K,
                                     const Iteration &I) {
  Iteration Known = I;
  std::vector<SwapPair> Forgotten;
  auto Turns = [&](const std::string &Name) {
    return std::any_of(Known.Swap.begin(), Known.Swap.end(), [&](auto &P) {
      return P.Read == Name || P.Written == Name;
    });
  };
  for (const OutputStream &Out : K.Outputs)
    for (const InputStream &In : K.Inputs) {
      if (Turns(Out.Name) || Turns(In.Name) || hasNamed(K.Inputs, Out.Name) ||
          hasNamed(K.Outputs, In.Name) || In.Type != Out.Type ||
          In.Window.volume() < Out.Window.volume())
        continue;
      Iteration More = Known;
      More.Swap.push_back({In.Name, Out.Name});
      if (StepState Ignored; stateOf(K, More, Ignored))
        continue;
      Forgotten.push_back(More.Swap.back());
      Known = std::move(More);
    }
  return Forgotten;
}

std::optional<ChainError> fuseSteps(const StepState &S, uint32_t T,
                                    bool MayStop, FusedSteps &Out) {
  assert(T >= 1 && T <= MaxStages && "a pass has 1 to MaxStages steps");
  if (MayStop && !S.MayStop)
    return ChainError{S.Step.Loc,
                      "kernel '" + S.Step.Name +
                          "': " + std::to_string(S.Loop.Steps) +
                          " steps are no whole passes of " + std::to_string(T) +
                          ", and a shorter one would leave elements that no "
                          "step reads or writes in another buffer; with the "
                          "promise --borders same they are equal"};
  // The last step that writes it leaves what no step reads.
  const bool LastDecides =
      !MayStop &&
      std::none_of(S.Step.Outputs.begin() + S.NumFields, S.Step.Outputs.end(),
                   [&](const OutputStream &O) {
                     return O.Enable && dependsOnData(S.Step, *O.Enable);
                   });
  std::vector<StreamKernel> Stages;
  for (uint32_t Number = 0; Number < T; ++Number) {
    StreamKernel Stage = S.Step;
    if (Number + 1 < T && LastDecides)
      Stage.Outputs.resize(S.NumFields);
    Stages.push_back(MayStop && Number > 0
                         ? stoppable(std::move(Stage), S.NumFields, Number)
                         : std::move(Stage));
  }
  StreamKernel Pass;
  if (std::optional<ChainError> Problem = composeChain(Stages, {}, Pass))
    return Problem;
  Pass.Name = S.Step.Name;
  Out = {std::move(Pass), {}};
  nameResults(S, T, Out);
  return std::nullopt;
}

} // namespace roofline
