// Cores as text: names, files, errors. test/Codegen simulates their results.
#include "roofline/Codegen/Verilog.h"

#include "CodegenKernels.h"
#include "StreamKernelBuilder.h"

#include "llvm/Support/JSON.h"

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
  auto Root = llvm::json::parse(file(*Core, "core.json"));
  ASSERT_TRUE(bool(Root)) << toString(Root.takeError());
  const llvm::json::Object &O = *Root->getAsObject();
  EXPECT_EQ(O.getInteger("launch_cycles"), Core->Cycles);
  EXPECT_EQ(O.getArray("inputs")->size(), 2u);
  // Rows 4 to 7 and a row before.
  const llvm::json::Object &In = *(*O.getArray("inputs"))[1].getAsObject();
  EXPECT_EQ(In.getString("port"), "s_in_lane1");
  EXPECT_EQ(In.getInteger("first_position"), 3 * 16);
  EXPECT_EQ(In.getInteger("end_position"), 8 * 16);
  // Every file that it lists is there.
  for (const llvm::json::Value &Name : *O.getArray("files"))
    file(*Core, Name.getAsString()->str());
  file(*Core, "jacobi2d.core");
  file(*Core, "README.md");
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
