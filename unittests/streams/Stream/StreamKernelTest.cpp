// Rules of a stream kernel, each with a kernel that breaks it.
#include "StreamKernelBuilder.h"

#include "roofline/Stream/StreamHalo.h"

#include <functional>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

TEST(StreamKernelTest, NamesGoBothWays) {
  for (unsigned I = 0; I < NumDatapathOps; ++I)
    EXPECT_EQ(datapathOp(name(DatapathOp(I))), DatapathOp(I));
  EXPECT_EQ(name(DatapathOp::FMul), "fmul");
  EXPECT_EQ(name(DatapathOp::FToF), "fpcast");
  EXPECT_EQ(datapathOp("tan"), std::nullopt);
  EXPECT_EQ(numOperands(DatapathOp::Position), 0u);
  EXPECT_EQ(numOperands(DatapathOp::FSqrt), 1u);
  EXPECT_EQ(numOperands(DatapathOp::Fma), 3u);
}

TEST(StreamKernelTest, HaloIsTheFarthestOffsetInTheWalk) {
  StreamKernel K = fivePoint(512, 8);
  EXPECT_EQ(halo(K), (Halo{512, 512}));
  EXPECT_EQ(halo(dotProduct(4)), (Halo{0, 0}));
  // Behind is not negative where all offsets are ahead.
  StreamKernelBuilder B("ahead", {10, 10, 10});
  B.output("out", B.tap(B.input("in", Int32), {-1, 2, 1}));
  EXPECT_EQ(halo(B.K, B.K.Inputs[0]), (Halo{119, 0}));
}

TEST(StreamKernelTest, HandBuiltKernelsAreLegal) {
  EXPECT_EQ(verifyStreamKernel(threePoint(8)), std::nullopt);
  EXPECT_EQ(verifyStreamKernel(fivePoint(5, 4)), std::nullopt);
  EXPECT_EQ(verifyStreamKernel(dotProduct(8)), std::nullopt);
  EXPECT_EQ(verifyStreamKernel(saxpy(8, 2.5f)), std::nullopt);
  EXPECT_EQ(verifyStreamKernel(squaredDotProduct(8)), std::nullopt);
}

TEST(StreamKernelTest, EachBrokenRuleOfAFinishIsNamed) {
  struct Case {
    std::string Says;
    std::function<void(StreamKernel &)> Break;
  };
  const Case Cases[] = {
      {"finish: there is more than one",
       [](StreamKernel &K) { K.Finish.push_back(K.Finish[0]); }},
      {"finish: it has one position and no streams",
       [](StreamKernel &K) { K.Finish[0].Space.Size[0] = 2; }},
      {"finish: its scalars are those of the kernel, then its reductions",
       [](StreamKernel &K) { K.Finish[0].Scalars.clear(); }},
      {"finish: scalar 0: its type is not the kernel's",
       [](StreamKernel &K) { K.Finish[0].Scalars[0].Type = Float32; }},
      {"finish: 'sum' begins with what an element holds",
       [](StreamKernel &K) { K.Reductions[0].Initial.reset(); }},
      {"finish: reduction 0: its operator does not reduce its type",
       [](StreamKernel &K) { K.Finish[0].Reductions[0].Op = DatapathOp::Add; }},
      {"finish: finish: there is more than one",
       [](StreamKernel &K) {
         StreamKernel Again = K.Finish[0];
         Again.Scalars.push_back(Again.Scalars[0]);
         K.Finish[0].Finish.push_back(Again);
       }},
  };
  for (const Case &C : Cases) {
    StreamKernel K = squaredDotProduct(8);
    C.Break(K);
    EXPECT_EQ(verifyStreamKernel(K), C.Says);
  }
}

TEST(StreamKernelTest, EachBrokenRuleIsNamed) {
  struct Case {
    std::string Says;
    std::function<void(StreamKernel &)> Break;
  };
  const Case Cases[] = {
      {"dimension 0: the space does not begin at 0",
       [](StreamKernel &K) { K.Space.Origin[0] = 1; }},
      {"dimension 1: the kernel has no such dimension",
       [](StreamKernel &K) { K.Space.Size[1] = 2; }},
      {"the space has more than 2^48 positions",
       [](StreamKernel &K) { K.Space.Size[0] = int64_t(1) << 49; }},
      {"the active positions are not within the space",
       [](StreamKernel &K) { K.Active.Size[0] = 8; }},
      {"node 3: operand 9 is not before it",
       [](StreamKernel &K) { K.Nodes[3].Operands[1] = 9; }},
      {"node 3: add takes 2 operands",
       [](StreamKernel &K) { K.Nodes[3].Operands.pop_back(); }},
      {"node 3: types that fadd does not have",
       [](StreamKernel &K) { K.Nodes[3].Op = DatapathOp::FAdd; }},
      {"node 3: a value is not an operation's to have",
       [](StreamKernel &K) { K.Nodes[3].Value = 1; }},
      {"node 0: there is no input 7",
       [](StreamKernel &K) { K.Nodes[0].Value = 7; }},
      {"node 0: its offset is no tap of the stream",
       [](StreamKernel &K) { K.Nodes[0].Delta = {-2, 0, 0}; }},
      {"input 0: tap 1: the one before is further on",
       [](StreamKernel &K) {
         std::swap(K.Inputs[0].Taps[0], K.Inputs[0].Taps[1]);
       }},
      {"input 0: tap 3: no node uses it",
       [](StreamKernel &K) { K.Inputs[0].Taps.push_back({2, 0, 0}); }},
      {"input 0: its window is not within the space",
       [](StreamKernel &K) { K.Inputs[0].Window.Origin[0] = 1; }},
      {"output 0: there is no node 5",
       [](StreamKernel &K) { K.Outputs[0].Value = 5; }},
      {"output 0: its enable is no node of 1 bit",
       [](StreamKernel &K) { K.Outputs[0].Enable = 3; }},
      {"there is neither an output nor a reduction",
       [](StreamKernel &K) { K.Outputs.clear(); }},
      {"reduction 0: its operator does not reduce its type",
       [](StreamKernel &K) {
         K.Reductions.resize(1);
         K.Reductions[0].Name = "sum";
         K.Reductions[0].Op = DatapathOp::Sub;
         K.Reductions[0].Type = Int32;
       }},
  };
  for (const Case &C : Cases) {
    StreamKernel K = threePoint(8);
    C.Break(K);
    EXPECT_EQ(verifyStreamKernel(K), C.Says);
  }
}

} // namespace
