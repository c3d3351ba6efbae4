// Cores as text: names, files, errors. test/Codegen simulates their results.
#include "roofline/Codegen/Verilog.h"
#include "roofline/Codegen/CoreFile.h"

#include "CodegenKernels.h"
#include "StreamKernelBuilder.h"

#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

VerilogOptions options() {
  VerilogOptions O;
  O.RtlFolder = ROOFLINE_RTL;
  return O;
}

/// The content of a file, or a failure.
std::string file(const VerilogCore &Core, const std::string &Name) {
  for (const TextFile &F : Core.Files)
    if (F.Name == Name)
      return F.Content;
  ADD_FAILURE() << "no file " << Name;
  return {};
}

StreamKernel copy(std::string KernelName, std::string In, std::string Out) {
  StreamKernelBuilder B(std::move(KernelName), {8, 1, 1});
  B.output(std::move(Out), B.tap(B.input(std::move(In), Int32), {0, 0, 0}));
  return B.K;
}

TEST(VerilogTest, NamesAreLegal) {
  auto Core = emitVerilog(copy("module", "a.b", "begin"), {}, options());
  ASSERT_TRUE(bool(Core)) << toString(Core.takeError());
  EXPECT_EQ(Core->Name, "module_1");
  std::string Top = file(*Core, "module_1.v");
  EXPECT_NE(Top.find("s_a_b_tdata"), std::string::npos);
  EXPECT_NE(Top.find("m_begin_1_tdata"), std::string::npos);
}

TEST(VerilogTest, OneBufferInAndOut) {
  auto Core = emitVerilog(copy("k", "x", "x"), {}, options());
  ASSERT_TRUE(bool(Core)) << toString(Core.takeError());
  EXPECT_EQ(Core->Cycles, 8 + 1);
}

TEST(VerilogTest, DescriptionsAreComplete) {
  StreamDesign D;
  D.Lanes = 2;
  auto Core = emitVerilog(*codegenKernel("jacobi"), D, options());
  ASSERT_TRUE(bool(Core)) << toString(Core.takeError());
  const std::string Text = file(*Core, "core.json");
  auto C = readCoreFile(Text, "core.json");
  ASSERT_TRUE(bool(C)) << toString(C.takeError());
  EXPECT_EQ(C->LaunchCycles, Core->Cycles);
  ASSERT_EQ(C->Inputs.size(), 2u);
  // Rows 4 to 7 and a row before.
  EXPECT_EQ(C->Inputs[1].Port, "s_in_lane1");
  EXPECT_EQ(C->Inputs[1].FirstPosition, 3 * 16);
  EXPECT_EQ(C->Inputs[1].EndPosition, 8 * 16);
  EXPECT_EQ(llvm::formatv("{0:2}\n", toJSON(*C)).str(), Text);
  // Every file that it lists is there.
  for (const std::string &Name : C->Files)
    file(*Core, Name);
  file(*Core, "jacobi2d.core");
  file(*Core, "README.md");
}

TEST(VerilogTest, AWrongCoreFileIsNamed) {
  for (auto [Text, Message] :
       {std::pair("{]", "c.json:1:"), std::pair("{}", "c.json: not a core"),
        std::pair(R"({"format": "roofline-core", "version": 1})",
                  "c.json: missing at core.name")}) {
    auto C = readCoreFile(Text, "c.json");
    ASSERT_FALSE(bool(C));
    EXPECT_TRUE(llvm::StringRef(toString(C.takeError())).starts_with(Message));
  }
}

TEST(VerilogTest, LinesLeadBackToTheSource) {
  auto Core = emitVerilog(*codegenKernel("vecadd32"), {}, options());
  ASSERT_TRUE(bool(Core)) << toString(Core.takeError());
  EXPECT_NE(file(*Core, "vecadd_lane.v").find("// vecadd.cl:4:17"),
            std::string::npos);
}

TEST(VerilogTest, AMissingModuleIsNamed) {
  VerilogOptions O;
  O.RtlFolder = "/nowhere";
  auto Core = emitVerilog(*codegenKernel("saxpy"), {}, O);
  ASSERT_FALSE(bool(Core));
  std::string Message = toString(Core.takeError());
  EXPECT_NE(Message.find("/nowhere/roofline_"), std::string::npos) << Message;
  EXPECT_NE(Message.find("needs this module"), std::string::npos) << Message;
}

TEST(VerilogTest, WhatIsNoKernelIsAnError) {
  StreamKernel K = copy("k", "x", "y");
  K.Nodes.clear();
  auto Core = emitVerilog(K, {}, options());
  ASSERT_FALSE(bool(Core));
  EXPECT_NE(toString(Core.takeError()).find("kernel 'k': "), std::string::npos);
}

TEST(VerilogTest, TheSameSeedGivesTheSameCore) {
  auto A = emitVerilog(*codegenKernel("clamped"), {}, options());
  auto B = emitVerilog(*codegenKernel("clamped"), {}, options());
  ASSERT_TRUE(A && B);
  EXPECT_EQ(A->Files, B->Files);
}

} // namespace
