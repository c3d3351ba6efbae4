// Kernels that run one after another, as one stream kernel.
#include "roofline/Stream/StreamChain.h"

#include "roofline/Stream/BoxTest.h"
#include "roofline/Stream/ChainSpace.h"
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// Contents of a buffer after the kernels so far.
struct Written {
  uint32_t Value = 0;             ///< node, at the element's own position
  Box Where;                      ///< elsewhere it holds what it held
  std::optional<uint32_t> Enable; ///< node; within Where
  Stream Elements;                ///< around those of its writers
  /// Node: what the buffer holds, also where it was not written.
  std::optional<uint32_t> Whole;
  bool IsRead = false; ///< by a later kernel
};

class Composer {
public:
  Composer(const std::vector<StreamKernel> &Kernels,
           const std::vector<std::string> &Temporaries, StreamKernel &Chain)
      : Kernels(Kernels), Temporaries(Temporaries), C(Chain) {}
  std::optional<ChainError> run();

private:
  using Broken = std::optional<ChainError>;

  Broken checkUses() const;
  Broken checkTemporaries() const;
  Broken addKernel(size_t I);
  Broken addScalar(const StreamKernel &K, const DatapathNode &N, uint32_t &To);
  uint32_t add(DatapathOp Op, ValueType Type, std::vector<uint32_t> Operands,
               uint64_t Value = 0, Offset Delta = {0, 0, 0},
               SourceLocation Loc = {});
  auto adder() {
    return [this](DatapathNode N) {
      return add(N.Op, N.Type, std::move(N.Operands), N.Value);
    };
  }
  uint32_t position(const DatapathNode &N, const Offset &Shift);
  uint32_t input(Stream Elements, const DatapathNode &Node);
  uint32_t read(const StreamKernel &K, const DatapathNode &N,
                const Offset &Shift);
  uint32_t shifted(uint32_t N, const Offset &Delta, const SourceLocation &Loc);
  std::optional<uint32_t> inBox(const Box &B, const Box &Within);
  std::optional<uint32_t> both(std::optional<uint32_t> A,
                               std::optional<uint32_t> B);
  void write(Written After);
  void addOutputs();

  const std::vector<StreamKernel> &Kernels;
  const std::vector<std::string> &Temporaries;
  StreamKernel &C;
  ChainSpace Space;
  std::vector<bool> Varies; ///< an input goes into the node
  std::map<std::string, Written, std::less<>> Buffers;
  std::vector<std::string> Order; ///< of the buffers in Buffers
  std::map<std::pair<uint32_t, Offset>, uint32_t> Shifted;
};

uint32_t Composer::add(DatapathOp Op, ValueType Type,
                       std::vector<uint32_t> Operands, uint64_t Value,
                       Offset Delta, SourceLocation Loc) {
  bool Varying = Op == DatapathOp::Input;
  for (uint32_t O : Operands)
    Varying |= Varies[O];
  Varies.push_back(Varying);
  C.Nodes.push_back(
      {Op, Type, std::move(Operands), Value, Delta, std::move(Loc)});
  return uint32_t(C.Nodes.size() - 1);
}

/// A coordinate of the kernel's own space.
uint32_t Composer::position(const DatapathNode &N, const Offset &Shift) {
  uint32_t P = add(DatapathOp::Position, N.Type, {}, N.Value, {}, N.Loc);
  int64_t By = Shift[N.Value];
  if (By == 0)
    return P;
  uint64_t Mask = ~uint64_t(0) >> (64 - N.Type.Bits);
  uint32_t Back = add(DatapathOp::Constant, N.Type, {}, uint64_t(-By) & Mask);
  return add(DatapathOp::Add, N.Type, {P, Back}, 0, {}, N.Loc);
}

/// The element of a buffer as it was before the chain.
uint32_t Composer::input(Stream Elements, const DatapathNode &Node) {
  auto It = std::find_if(
      C.Inputs.begin(), C.Inputs.end(),
      [&](const InputStream &In) { return In.Name == Elements.Name; });
  if (It == C.Inputs.end())
    It = C.Inputs.insert(It, {Elements, {}});
  growWindow(*It, Elements);
  return add(DatapathOp::Input, Elements.Type, {},
             uint64_t(It - C.Inputs.begin()), Node.Delta, Node.Loc);
}

/// The value of \p N at the position \p Delta away, as \p Loc reads it.
uint32_t Composer::shifted(uint32_t N, const Offset &Delta,
                           const SourceLocation &Loc) {
  const DatapathNode Node = C.Nodes[N];
  if (Delta == Offset{0, 0, 0} || Node.Op == DatapathOp::Constant ||
      Node.Op == DatapathOp::Argument)
    return N;
  if (auto It = Shifted.find({N, Delta}); It != Shifted.end())
    return It->second;
  Offset Sum;
  for (int D = 0; D < 3; ++D)
    Sum[D] = Node.Delta[D] + Delta[D];
  uint32_t Result;
  if (Node.Op == DatapathOp::Input) {
    Result = add(Node.Op, Node.Type, {}, Node.Value, Sum, Node.Loc);
  } else if (Node.Op == DatapathOp::AtOffset) {
    Result = shifted(Node.Operands[0], Sum, Loc);
  } else if (Varies[N]) {
    Result = add(DatapathOp::AtOffset, Node.Type, {N}, 0, Delta, Loc);
  } else if (Node.Op == DatapathOp::Position) {
    Offset Back = {-Delta[0], -Delta[1], -Delta[2]};
    Result = position(Node, Back);
  } else { // of positions and arguments: computed once more
    std::vector<uint32_t> Operands;
    for (uint32_t O : Node.Operands)
      Operands.push_back(shifted(O, Delta, Loc));
    Result = add(Node.Op, Node.Type, Operands, 0, {}, Node.Loc);
  }
  Shifted[{N, Delta}] = Result;
  return Result;
}

std::optional<uint32_t> Composer::inBox(const Box &B, const Box &Within) {
  return addInBox(B, Within, adder());
}

std::optional<uint32_t> Composer::both(std::optional<uint32_t> A,
                                       std::optional<uint32_t> B) {
  return addBoth(A, B, adder());
}

/// The positions of the elements that \p N, an input of \p K, brings to active
/// positions; those of the whole stream where values of others are kept, too.
static Box readElements(const StreamKernel &K, const DatapathNode &N,
                        const Offset &Shift) {
  if (hasOffsets(K))
    return moved(K.Inputs[N.Value].Window, Shift);
  return moved(moved(K.Active, Shift), N.Delta);
}

/// An element that \p K reads: of a kernel before, or from memory.
uint32_t Composer::read(const StreamKernel &K, const DatapathNode &N,
                        const Offset &Shift) {
  Stream Elements = K.Inputs[N.Value];
  Elements.Window = moved(Elements.Window, Shift);
  auto It = Buffers.find(Elements.Name);
  if (It == Buffers.end())
    return input(Elements, N);
  Written &W = It->second;
  W.IsRead = true;
  if (!W.Enable && (contains(W.Where, Elements.Window) ||
                    contains(W.Where, readElements(K, N, Shift))))
    return shifted(W.Value, N.Delta, N.Loc);
  DatapathNode Own = N;
  Own.Delta = {0, 0, 0};
  uint32_t Before = input(Elements, Own); // its window grows in any case
  if (!W.Whole) {
    std::optional<uint32_t> Is = both(inBox(W.Where, C.Space), W.Enable);
    W.Whole = add(DatapathOp::Select, Elements.Type, {*Is, W.Value, Before}, 0,
                  {}, N.Loc);
  }
  return shifted(*W.Whole, N.Delta, N.Loc);
}

/// The later of two writers wins.
void Composer::write(Written After) {
  const std::string Name = After.Elements.Name;
  auto It = Buffers.find(Name);
  if (It == Buffers.end()) {
    Order.push_back(Name);
    Buffers.emplace(Name, std::move(After));
    return;
  }
  const Written Before = It->second;
  growWindow(After.Elements, Before.Elements);
  if (After.Enable || !contains(After.Where, Before.Where)) {
    Box Around = hull(Before.Where, After.Where);
    uint32_t Is = *both(inBox(After.Where, Around), After.Enable);
    std::optional<uint32_t> Was =
        both(inBox(Before.Where, Around), Before.Enable);
    After.Value = add(DatapathOp::Select, After.Elements.Type,
                      {Is, After.Value, Before.Value});
    After.Enable.reset();
    if (Was)
      After.Enable = add(DatapathOp::Or, BitType, {Is, *Was});
    After.Where = Around;
  }
  It->second = std::move(After);
}

Composer::Broken Composer::addScalar(const StreamKernel &K,
                                     const DatapathNode &N, uint32_t &To) {
  const ScalarArgument &S = K.Scalars[N.Value];
  auto It = std::find_if(
      C.Scalars.begin(), C.Scalars.end(),
      [&](const ScalarArgument &Known) { return Known.Name == S.Name; });
  uint64_t Index = It - C.Scalars.begin();
  if (It == C.Scalars.end())
    C.Scalars.push_back(S);
  else if (It->Type != S.Type)
    return ChainError{N.Loc ? N.Loc : K.Loc,
                      "'" + S.Name +
                          "' has another type than before in the chain"};
  To = add(N.Op, N.Type, {}, Index, {}, N.Loc);
  return std::nullopt;
}

Composer::Broken Composer::addKernel(size_t I) {
  const StreamKernel &K = Kernels[I];
  const Offset &Shift = Space.Shifts[I];
  std::vector<uint32_t> To(K.Nodes.size());
  for (size_t J = 0; J < K.Nodes.size(); ++J) {
    const DatapathNode &N = K.Nodes[J];
    if (N.Op == DatapathOp::Argument) {
      if (Broken B = addScalar(K, N, To[J]))
        return B;
    } else if (N.Op == DatapathOp::Position) {
      To[J] = position(N, Shift);
    } else if (N.Op == DatapathOp::Input) {
      To[J] = read(K, N, Shift);
    } else if (N.Op == DatapathOp::AtOffset) {
      To[J] = shifted(To[N.Operands[0]], N.Delta, N.Loc);
    } else {
      std::vector<uint32_t> Operands;
      for (uint32_t O : N.Operands)
        Operands.push_back(To[O]);
      To[J] = add(N.Op, N.Type, std::move(Operands), N.Value, {}, N.Loc);
    }
  }
  auto Node = [&](const std::optional<uint32_t> &N) {
    return N ? std::optional<uint32_t>(To[*N]) : std::nullopt;
  };
  Box Active = moved(K.Active, Shift);
  for (const OutputStream &Out : K.Outputs) {
    Written W = {To[Out.Value], {}, Node(Out.Enable), Out, {}};
    W.Elements.Window = moved(Out.Window, Shift);
    W.Where = intersection(W.Elements.Window, Active);
    write(std::move(W));
  }
  for (Reduction R : K.Reductions) {
    forEachValue(R, [&](uint32_t &N) { N = To[N]; });
    R.Enable = both(inBox(Active, C.Active), Node(R.Enable));
    C.Reductions.push_back(std::move(R));
  }
  return std::nullopt;
}

/// Refuses values that are complete after the launch only: they are no streams.
Composer::Broken Composer::checkUses() const {
  auto IsReduced = [&](std::string_view Name, const StreamKernel *But) {
    return std::any_of(
        Kernels.begin(), Kernels.end(), [&](const StreamKernel &K) {
          return &K != But &&
                 std::any_of(
                     K.Reductions.begin(), K.Reductions.end(),
                     [&](const Reduction &R) { return R.Name == Name; });
        });
  };
  auto IsStream = [&](const std::string &Name) {
    return std::any_of(
        Kernels.begin(), Kernels.end(), [&](const StreamKernel &K) {
          auto Is = [&](const Stream &S) { return S.Name == Name; };
          return std::any_of(K.Inputs.begin(), K.Inputs.end(), Is) ||
                 std::any_of(K.Outputs.begin(), K.Outputs.end(), Is);
        });
  };
  for (const StreamKernel &K : Kernels) {
    if (!K.Finish.empty())
      return ChainError{K.Loc, "'" + K.Name +
                                   "' computes with what its loops sum up, "
                                   "behind them: kernels, or nests, one after "
                                   "another are one core only without that; "
                                   "emit each as a core of its own"};
    if (!K.Recurrences.empty())
      return ChainError{K.Recurrences.front().Loc,
                        "a value that one position leaves to the next: "
                        "kernels, or nests, one after another are one core "
                        "only without that; emit each as a core of its own"};
    auto Look = [&](const Stream &S) -> Broken {
      if (std::optional<std::string> Why = whyNotSingle(K, S))
        return ChainError{placeOf(K, S.Name), "'" + S.Name + "' " + *Why};
      return std::nullopt;
    };
    for (const InputStream &S : K.Inputs)
      if (Broken B = Look(S))
        return B;
    for (const OutputStream &S : K.Outputs)
      if (Broken B = Look(S))
        return B;
    for (const Reduction &R : K.Reductions)
      if (R.InitialScalar)
        return ChainError{R.Loc ? R.Loc : K.Loc,
                          "'" + R.Name +
                              "' begins with an argument: kernels, or nests, "
                              "one after another are one core only without "
                              "that"};
    for (const Reduction &R : K.Reductions)
      if (IsStream(R.Name))
        return ChainError{R.Loc ? R.Loc : K.Loc,
                          "'" + R.Name +
                              "' is a stream of one kernel of the "
                              "chain and a reduction of another"};
    for (const Reduction &R : K.Reductions)
      if (IsReduced(R.Name, &K))
        return ChainError{R.Loc ? R.Loc : K.Loc,
                          "two kernels of the chain reduce into '" + R.Name +
                              "'"};
    for (const DatapathNode &N : K.Nodes) {
      if (N.Op != DatapathOp::Argument)
        continue;
      const std::string &Element = K.Scalars[N.Value].Name;
      std::string Buffer = Element.substr(0, Element.find('['));
      if (Buffer != Element && (IsStream(Buffer) || IsReduced(Buffer, nullptr)))
        return ChainError{
            N.Loc ? N.Loc : K.Loc,
            "'" + Element + "' is the same for all work-items, and '" + Buffer +
                "' a stream or a reduction of another kernel of "
                "the chain"};
    }
  }
  return std::nullopt;
}

Composer::Broken Composer::checkTemporaries() const {
  for (const std::string &Name : Temporaries) {
    auto It = Buffers.find(Name);
    std::string Subject = "temporary '" + Name + "': ";
    if (It == Buffers.end())
      return ChainError{{}, Subject + "no kernel of the chain writes it"};
    if (!It->second.IsRead)
      return ChainError{
          {}, Subject + "no later kernel of the chain reads what is written"};
  }
  return std::nullopt;
}

void Composer::addOutputs() {
  for (const std::string &Name : Order) {
    const Written &W = Buffers.find(Name)->second;
    if (std::find(Temporaries.begin(), Temporaries.end(), Name) !=
        Temporaries.end()) {
      C.Temporaries.push_back(Space.Buffers.find(Name)->second);
      continue;
    }
    Box Reached = intersection(W.Elements.Window, C.Active);
    C.Outputs.push_back(
        {W.Elements, W.Value, both(inBox(W.Where, Reached), W.Enable)});
  }
}

Composer::Broken Composer::run() {
  if (Broken B = checkUses())
    return B;
  if (Broken B = findChainSpace(Kernels, Space))
    return B;
  C = {};
  for (const StreamKernel &K : Kernels)
    C.Name += (C.Name.empty() ? "" : ",") + K.Name;
  C.Loc = Kernels.front().Loc;
  C.NumDimensions = Space.NumDimensions;
  C.Space = Space.Space;
  C.Active = Space.Active;
  for (size_t I = 0; I < Kernels.size(); ++I)
    if (Broken B = addKernel(I))
      return B;
  if (Broken B = checkTemporaries())
    return B;
  addOutputs();
  removeUnused(C);
  if (std::optional<std::string> Why = verifyStreamKernel(C))
    return ChainError{C.Loc, "chain '" + C.Name + "': " + *Why};
  return std::nullopt;
}

} // namespace

std::optional<ChainError>
composeChain(const std::vector<StreamKernel> &Kernels,
             const std::vector<std::string> &Temporaries, StreamKernel &Chain) {
  assert(!Kernels.empty() && "a chain has a kernel");
  if (Kernels.size() == 1 && Temporaries.empty()) {
    Chain = Kernels.front();
    return std::nullopt;
  }
  return Composer(Kernels, Temporaries, Chain).run();
}

std::string shortName(std::string_view Name) {
  std::string Short(Name);
  if (Short.size() > LongestShortName)
    if (std::vector<std::string> Kernels = kernelsOfChain(Name);
        Kernels.size() > 1)
      Short = Kernels.front() + "_to_" + Kernels.back();
  if (Short.size() > LongestShortName)
    Short.replace(LongestShortName / 2, Short.size() - LongestShortName + 1,
                  "_");
  return Short;
}

} // namespace roofline
