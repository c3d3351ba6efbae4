// Stream kernels as JSON: nothing lost, nothing wrong accepted.
#include "roofline/StreamFiles/StreamKernelJSON.h"

#include "StreamKernelBuilder.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;
using namespace roofline::test;

namespace {

std::string written(const std::vector<StreamKernel> &Kernels) {
  return formatv("{0:2}", toJSON(Kernels)).str();
}

std::string errorOf(StringRef Text) {
  auto Read = readStreamKernels(Text, "k.json");
  return Read ? "read" : toString(Read.takeError());
}

/// The three-point kernel with \p From replaced by \p To, once.
std::string changed(StringRef From, StringRef To) {
  std::string Text = written({threePoint(8)});
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  return Text.replace(At, From.size(), To.str());
}

TEST(StreamKernelJSON, KernelsSurviveARoundTrip) {
  std::vector<StreamKernel> Kernels = {threePoint(8), fivePoint(5, 4),
                                       dotProduct(16), saxpy(4, -2.5f)};
  Kernels[0].Loc = {"k.cl", 3, 1};
  Kernels[0].Nodes[1].Loc = {"k.cl", 5, 17};
  // The constant that the guard of the border begins with.
  Kernels[1].Outputs[0].Enable = 13;
  Kernels[1].Outputs[0].FirstElement = 7;
  Kernels[2].Reductions[0].Initial = 0xffffffff;
  Kernels[2].Reductions[0].Loc = {"k.cl", 9, 2};
  Kernels[3].Scalars[0].Bits.reset();
  std::string Text = written(Kernels);
  auto Read = readStreamKernels(Text, "k.json");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(*Read, Kernels);
  EXPECT_EQ(written(*Read), Text);
}

TEST(StreamKernelJSON, All64BitsOfAConstantStay) {
  constexpr ValueType Int64 = {ScalarKind::Int, 64, 1};
  StreamKernelBuilder B("wide", {1, 1, 1});
  B.output("out", B.constant(0xfedcba9876543211, Int64));
  auto Read = readStreamKernels(written({B.K}), "k.json");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->front(), B.K);
}

TEST(StreamKernelJSON, WhatIsWrongIsNamed) {
  EXPECT_EQ(errorOf("{").substr(0, 9), "k.json:1:");
  EXPECT_EQ(errorOf("{}"), "k.json: not a stream kernel: \"format\": "
                           "\"roofline-stream-kernel\" is missing");
  EXPECT_EQ(errorOf(changed("\"version\": 1", "\"version\": 2")),
            "k.json: version 2; this program reads version 1");
  EXPECT_NE(errorOf(changed("\"op\": \"add\"", "\"op\": \"tan\""))
                .find("unknown operation"),
            std::string::npos);
  EXPECT_NE(errorOf(changed("\"op\": \"add\"", "\"op\": \"add\", \"x\": 1"))
                .find("unknown key"),
            std::string::npos);
  EXPECT_EQ(errorOf(changed("\"op\": \"add\"", "\"op\": \"fadd\"")),
            "k.json: kernel 'three_point': node 3: types that fadd does not "
            "have");
}

} // namespace
