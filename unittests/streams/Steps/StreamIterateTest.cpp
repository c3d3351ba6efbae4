// Steps fused into a pass equal as many launches between which a host swaps
// buffers.
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Steps/StreamIterate.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;
using Op = DatapathOp;

namespace {

constexpr int64_t Width = 7, Height = 6;

/// b = (N + W + 2 E + 3 S + C) within a border that nobody writes.
StreamKernel interior() {
  StreamKernelBuilder B("interior", {Width, Height, 1});
  uint32_t In = B.input("a", Int32);
  uint32_t Sum = B.tap(In, {0, 0, 0});
  for (Offset Delta :
       {Offset{0, -1, 0}, {-1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}})
    Sum = B.op(Op::Add, Int32, {Sum, B.tap(In, Delta)});
  B.output("b", Sum);
  B.K.Active = {{1, 1, 0}, {Width - 2, Height - 2, 1}};
  return B.K;
}

/// b = a of the next position, the last one its own; where a is odd alone.
StreamKernel guarded() {
  StreamKernelBuilder B("guarded", {Width, 1, 1});
  uint32_t In = B.input("a", Int32);
  uint32_t Here = B.tap(In, {0, 0, 0});
  uint32_t Last = B.op(Op::Equal, Bool, {B.position(0), B.constant(Width - 1)});
  uint32_t Next = B.op(Op::Select, Int32, {Last, Here, B.tap(In, {1, 0, 0})});
  B.output("b", B.op(Op::Add, Int32, {Next, B.constant(3)})).Enable =
      B.op(Op::Truncate, Bool, {Here});
  return B.K;
}

/// next = 2 cur - prev + c (left + right of cur), within the ends.
StreamKernel wave() {
  StreamKernelBuilder B("wave", {Width, 1, 1});
  uint32_t Prev = B.input("prev", Int32), Cur = B.input("cur", Int32),
           C = B.input("c", Int32);
  uint32_t Sides =
      B.op(Op::Add, Int32, {B.tap(Cur, {-1, 0, 0}), B.tap(Cur, {1, 0, 0})});
  uint32_t Twice =
      B.op(Op::Add, Int32, {B.tap(Cur, {0, 0, 0}), B.tap(Cur, {0, 0, 0})});
  uint32_t Less = B.op(Op::Sub, Int32, {Twice, B.tap(Prev, {0, 0, 0})});
  B.output("next",
           B.op(Op::Add, Int32,
                {Less, B.op(Op::Mul, Int32, {B.tap(C, {0, 0, 0}), Sides})}));
  B.K.Active = {{1, 0, 0}, {Width - 2, 1, 1}};
  return B.K;
}

/// e -= h - h of the left; then h -= e of the right - e: both in place.
StreamKernel leapfrog() {
  StreamKernelBuilder E("electric", {Width, 1, 1});
  uint32_t OfE = E.input("e", Int32), OfH = E.input("h", Int32);
  E.output("e", E.op(Op::Sub, Int32,
                     {E.tap(OfE, {0, 0, 0}),
                      E.op(Op::Sub, Int32,
                           {E.tap(OfH, {0, 0, 0}), E.tap(OfH, {-1, 0, 0})})}));
  E.K.Active = {{1, 0, 0}, {Width - 1, 1, 1}};
  StreamKernelBuilder H("magnetic", {Width, 1, 1});
  OfH = H.input("h", Int32), OfE = H.input("e", Int32);
  H.output("h", H.op(Op::Sub, Int32,
                     {H.tap(OfH, {0, 0, 0}),
                      H.op(Op::Sub, Int32,
                           {H.tap(OfE, {1, 0, 0}), H.tap(OfE, {0, 0, 0})})}));
  H.K.Active = {{0, 0, 0}, {Width - 1, 1, 1}};
  StreamKernel Chain;
  EXPECT_EQ(composeChain({E.K, H.K}, {}, Chain), std::nullopt);
  return Chain;
}

/// As guarded(), and where a is odd: seen = a, which no step reads.
StreamKernel seen() {
  StreamKernelBuilder B("seen", {Width, 1, 1});
  uint32_t In = B.input("a", Int32);
  uint32_t Here = B.tap(In, {0, 0, 0}), Odd = B.op(Op::Truncate, Bool, {Here});
  uint32_t Last = B.op(Op::Equal, Bool, {B.position(0), B.constant(Width - 1)});
  uint32_t Next = B.op(Op::Select, Int32, {Last, Here, B.tap(In, {1, 0, 0})});
  B.output("b", B.op(Op::Add, Int32, {Next, B.constant(3)}));
  B.output("seen", Here).Enable = Odd;
  return B.K;
}

/// Swaps the buffers, as the host does after a step.
void takeTurns(const std::vector<SwapPair> &Swap, StreamMemory &M) {
  StreamMemory Before = M;
  std::string Free = Swap.empty() ? "" : Swap.front().Read;
  for (const SwapPair &P : Swap) {
    M.find(P.Read)->Elements = Before.find(P.Written)->Elements;
    M.find(P.Written)->Elements = Before.find(Free)->Elements;
  }
}

StepState stepOf(const StreamKernel &K, const Iteration &I) {
  StepState S;
  std::optional<ChainError> E = stateOf(K, I, S);
  EXPECT_EQ(E, std::nullopt) << E->Message;
  return S;
}
FusedSteps fuse(const StepState &S, uint32_t T, bool MayStop = false) {
  FusedSteps F;
  std::optional<ChainError> E = fuseSteps(S, T, MayStop, F);
  EXPECT_EQ(E, std::nullopt) << E->Message;
  return F;
}
std::string problem(const StreamKernel &K, const Iteration &I) {
  StepState S;
  std::optional<ChainError> E = stateOf(K, I, S);
  return E ? E->Message : "none";
}

/// As interior(), of rows 1 to the last but one alone: nobody reads or writes
/// the others.
StreamKernel rows() {
  StreamKernelBuilder B("rows", {Width, Height, 1});
  uint32_t In = B.input("a", Int32);
  B.output("b", B.op(Op::Add, Int32, {B.tap(In, {0, 0, 0}), B.constant(1)}));
  B.K.Active = {{0, 1, 0}, {Width, Height - 2, 1}};
  const Box Rows = {{0, 1, 0}, {Width, Height - 2, 1}};
  B.K.Inputs[0].Window = B.K.Outputs[0].Window = Rows;
  B.K.Inputs[0].FirstElement = B.K.Outputs[0].FirstElement = Width;
  return B.K;
}

/// x, w, c = w, c, 3 c + x: all in place.
StreamKernel shifted() {
  StreamKernelBuilder B("shifted", {Width, 1, 1});
  uint32_t X = B.tap(B.input("x", Int32), {0, 0, 0}),
           W = B.tap(B.input("w", Int32), {0, 0, 0}),
           C = B.tap(B.input("c", Int32), {0, 0, 0});
  B.output("x", W);
  B.output("w", C);
  B.output("c",
           B.op(Op::Add, Int32, {B.op(Op::Mul, Int32, {C, B.constant(3)}), X}));
  return B.K;
}

/// y = 2 x + q within the first position; z = q.
StreamKernel uneven() {
  StreamKernelBuilder B("uneven", {Width, 1, 1});
  uint32_t X = B.tap(B.input("x", Int32), {0, 0, 0}),
           Q = B.tap(B.input("q", Int32), {0, 0, 0});
  B.output("y", B.op(Op::Add, Int32, {X, Q})).Window = {{1, 0, 0},
                                                        {Width - 1, 1, 1}};
  B.K.Outputs[0].FirstElement = 1;
  B.K.Inputs[0].Window = B.K.Outputs[0].Window;
  B.K.Inputs[0].FirstElement = 1;
  B.output("z", Q);
  return B.K;
}

using Results = std::map<std::string, std::string>;

/// Compares a pass of \p T stages that does \p Steps steps with as many
/// launches.
void compare(const StreamKernel &K, const Iteration &I, uint32_t T,
             uint32_t Steps) {
  SCOPED_TRACE(K.Name + ", stages " + std::to_string(T) + ", steps " +
               std::to_string(Steps) + (I.SameBorders ? ", same" : ""));
  FusedSteps F = fuse(stepOf(K, I), T, Steps < T);
  std::mt19937 Random(T);
  StreamMemory Host = randomMemory(K, Random);
  for (const SwapPair &P : I.Swap) {
    for (const std::string &Name : {P.Read, P.Written})
      if (!Host.find(Name))
        Host.Buffers.push_back({Name, {}});
    for (const std::string &Name : {P.Read, P.Written})
      while (Host.find(Name)->Elements.size() < size_t(K.Space.volume()))
        Host.find(Name)->Elements.push_back(Random());
    for (uint64_t &E : Host.find(P.Read)->Elements)
      E &= 0xffffffff;
    for (uint64_t &E : Host.find(P.Written)->Elements)
      E &= 0xffffffff;
  }
  if (I.SameBorders)
    for (const SwapPair &P : I.Swap)
      Host.find(P.Written)->Elements = Host.find(I.Swap[0].Read)->Elements;
  StreamMemory Pass = Host;
  Pass.Scalars.assign(F.Kernel.Scalars.size(), Steps);
  for (uint32_t Step = 0; Step < Steps; ++Step) {
    evaluate(K, Host);
    takeTurns(I.Swap, Host);
  }
  evaluate(F.Kernel, Pass);
  for (const auto &[Field, Buffer] : F.Results)
    EXPECT_EQ(Pass.find(Buffer)->Elements, Host.find(Field)->Elements)
        << Field << " in " << Buffer;
  if (StreamMemory::Buffer *Seen = Pass.find("seen"))
    EXPECT_EQ(Seen->Elements, Host.find("seen")->Elements);
}

TEST(StreamIterateTest, PassesLeaveWhatLaunchesLeave) {
  const Iteration Two = {8, {{"a", "b"}}, false};
  const Iteration Same = {8, {{"a", "b"}}, true};
  const Iteration Three = {8, {{"prev", "cur"}, {"cur", "next"}}, false};
  const Iteration ThreeSame = {8, {{"prev", "cur"}, {"cur", "next"}}, true};
  for (uint32_t T = 1; T <= 5; ++T)
    for (uint32_t Steps = 1; Steps <= T; ++Steps) {
      for (const Iteration &I : {Two, Same}) {
        compare(interior(), I, T, Steps);
        compare(guarded(), I, T, Steps);
        compare(seen(), I, T, Steps);
      }
      for (const Iteration &I : {Three, ThreeSame})
        compare(wave(), I, T, Steps);
      compare(leapfrog(), {8, {}, false}, T, Steps);
      compare(shifted(), {8, {}, false}, T, Steps);
    }
}

/// Elements beside the windows tell the buffers apart.
TEST(StreamIterateTest, RowsThatNobodyTouchesStayInTheirBuffer) {
  const Iteration Two = {8, {{"a", "b"}}, false};
  for (uint32_t T = 1; T <= 4; ++T)
    compare(rows(), Two, T, T);
  FusedSteps F;
  std::optional<ChainError> E = fuseSteps(stepOf(rows(), Two), 3, true, F);
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Message,
            "kernel 'rows': 8 steps are no whole passes of 3, and a shorter "
            "one would leave elements that no step reads or writes in another "
            "buffer; with the promise --borders same they are equal");
  compare(rows(), {8, {{"a", "b"}}, true}, 3, 2);
}

TEST(StreamIterateTest, WithEqualBordersOneStreamIsEnough) {
  const Iteration Same = {8, {{"a", "b"}}, true};
  FusedSteps F = fuse(stepOf(interior(), Same), 4);
  ASSERT_EQ(F.Kernel.Inputs.size(), 1u);
  EXPECT_EQ(F.Kernel.Inputs[0].Name, "a");
  ASSERT_EQ(F.Kernel.Outputs.size(), 1u);
  EXPECT_EQ(F.Kernel.Outputs[0].Name, "b");
  EXPECT_EQ(F.Results, (Results{{"a", "b"}}));
}

TEST(StreamIterateTest, WithoutThemUnwrittenElementsOfBothAreInputs) {
  FusedSteps F = fuse(stepOf(interior(), {8, {{"a", "b"}}, false}), 2);
  EXPECT_EQ(F.Kernel.Inputs.size(), 2u);
  EXPECT_EQ(F.Results, (Results{{"a", "a"}, {"b", "b"}}));
}

TEST(StreamIterateTest, OneStepOfAWaveLeavesThePresentWhereItIs) {
  const Iteration I = {8, {{"prev", "cur"}, {"cur", "next"}}, true};
  EXPECT_EQ(fuse(stepOf(wave(), I), 1).Results,
            (Results{{"prev", "cur"}, {"cur", "next"}}));
  EXPECT_EQ(fuse(stepOf(wave(), I), 2).Results,
            (Results{{"prev", "prev"}, {"cur", "next"}}));
}

/// Fields of a chain are computed for its next kernel, and for the next step.
TEST(StreamIterateTest, EqualNodesOfAStepAreOne) {
  const StepState S = stepOf(leapfrog(), {8, {}, false});
  for (size_t I = 0; I < S.Step.Nodes.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      DatapathNode Node = S.Step.Nodes[I];
      Node.Loc = S.Step.Nodes[J].Loc;
      EXPECT_NE(Node, S.Step.Nodes[J]) << I << " is " << J;
    }
}

TEST(StreamIterateTest, SaysWhatIsNoStep) {
  EXPECT_EQ(problem(interior(), {8, {}, false}),
            "kernel 'interior' is no step: nothing says what the next step "
            "reads of 'b', which this one writes: --swap READ=b");
  EXPECT_EQ(problem(interior(), {8, {{"a", "c"}}, false}),
            "swap a=c: kernel 'interior' has no stream of 'c'");
  EXPECT_EQ(problem(interior(), {8, {{"a", "a"}}, false}),
            "swap a=a: a buffer does not take turns with itself");
  EXPECT_EQ(problem(wave(), {8, {{"prev", "cur"}, {"prev", "next"}}, false}),
            "swap prev=next: 'prev' already has another one");
  EXPECT_EQ(problem(uneven(), {8, {{"x", "y"}, {"y", "z"}}, false}), "none");
  EXPECT_EQ(problem(seen(), {8, {{"a", "b"}, {"b", "seen"}}, true}),
            "kernel 'seen' is no step: 'seen' takes turns, but no step reads "
            "what this one writes to it");
  EXPECT_EQ(problem(dotProduct(8), {8, {}, false}),
            "kernel 'dot' is no step: it leaves one value for all "
            "cells, in 'sum'");
}

} // namespace
