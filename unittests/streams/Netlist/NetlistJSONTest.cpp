// Netlists as JSON: nothing lost, nothing wrong accepted.
#include "roofline/StreamFiles/NetlistJSON.h"

#include "CodegenKernels.h"
#include "RandomNetlist.h"

#include "roofline/Codegen/Verilog.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace roofline;
using namespace roofline::test;

namespace {

std::string written(const std::vector<Netlist> &Modules) {
  return formatv("{0:2}", toJSON(Modules)).str();
}

std::vector<Netlist> lanes(StringRef Kernel, ElementForm Form,
                           uint32_t Vector) {
  StreamDesign D;
  D.Form = Form;
  D.Vector = Vector;
  auto Lanes = laneNetlists(*codegenKernel(Kernel.str()), D);
  EXPECT_TRUE(bool(Lanes)) << toString(Lanes.takeError());
  return std::move(*Lanes);
}

void expectRoundTrip(const std::vector<Netlist> &Modules) {
  auto Read = readNetlists(written(Modules), "n.json");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(*Read, Modules);
}

TEST(NetlistJSON, LanesSurviveARoundTrip) {
  for (const char *Name : {"vecadd8", "jacobi-wide", "clamped", "two-outputs",
                           "wide", "sum-max", "gaussian", "slow-float"})
    expectRoundTrip(lanes(Name, ElementForm::Pipe, 1));
  expectRoundTrip(lanes("jacobi3d", ElementForm::Comb, 2));
  expectRoundTrip(lanes("products", ElementForm::Seq, 4));
  StreamDesign TwoLanes; // whose constants are parameters
  TwoLanes.Lanes = 2;
  auto Lanes = laneNetlists(*codegenKernel("jacobi"), TwoLanes);
  ASSERT_TRUE(bool(Lanes));
  EXPECT_FALSE(Lanes->front().Parameters.empty());
  expectRoundTrip(*Lanes);
}

TEST(NetlistJSON, RandomModulesSurviveARoundTrip) {
  for (uint64_t Seed = 1; Seed <= 50; Seed += 2)
    expectRoundTrip({randomNetlist(Seed), randomNetlist(Seed + 1)});
}

/// The error of a file in which \p From is replaced by \p To, once. Cell 2 of
/// its module is a comparison of cells 0 and 1.
std::string errorWith(StringRef From, StringRef To) {
  NetlistBuilder B;
  B.N.Name = "m";
  B.section("", CellPurpose::Control);
  const CellId X = B.input("x", 8), Y = B.input("y", 8);
  B.output("same", {B.op(DatapathOp::Equal, X, Y)});
  std::string Text = written({B.N});
  const size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  auto Read = readNetlists(Text.replace(At, From.size(), To.str()), "n.json");
  return Read ? "read" : toString(Read.takeError());
}

TEST(NetlistJSON, WrongFilesAreErrorsWithAPlace) {
  EXPECT_EQ(errorWith("\"version\": 1", "\"version\": 2"),
            "n.json: version 2; this program reads version 1");
  EXPECT_EQ(errorWith("\"kind\": \"input\"", "\"kind\": \"output\""),
            "n.json: unknown name at netlist.modules[0].cells[0].kind");
  EXPECT_EQ(errorWith("\"width\": 8", "\"width\": 65"),
            "n.json: outside of the field's range at "
            "netlist.modules[0].cells[0].width");
  EXPECT_EQ(errorWith("\"op\": \"eq\"", "\"op\": \"is\""),
            "n.json: unknown operation at netlist.modules[0].cells[2].op");
  EXPECT_EQ(errorWith("\"op\": \"eq\"", "\"op\": \"fadd\""),
            "n.json: module 'm': cell 2, fadd: needs a unit");
  EXPECT_EQ(errorWith("\"title\"", "\"text\""),
            "n.json: missing at netlist.modules[0].sections[0].title");
}

} // namespace
