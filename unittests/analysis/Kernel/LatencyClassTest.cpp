// Tests which entry of the latency table prices an operation.
#include "roofline/Kernel/LatencyClass.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

constexpr ValueType Int32{ScalarKind::Int, 32, 1},
    Float32{ScalarKind::Float, 32, 1}, Float64{ScalarKind::Float, 64, 1},
    Float16{ScalarKind::Float, 16, 1};

std::string classOf(const char *Name, ValueType Type) {
  Operation Op;
  Op.Name = Name;
  Op.Type = Type;
  return latencyClass({}, Op);
}

std::string classOfAccess(AddressSpace Space) {
  KernelSummary K;
  K.Accesses.resize(1);
  K.Accesses[0].Space = Space;
  Operation Op;
  Op.Name = "load";
  Op.Type = Float32;
  Op.Access = 0;
  return latencyClass(K, Op);
}

TEST(LatencyClassTest, ClassesOfTable2) {
  for (const char *Name :
       {"add", "sub", "icmp", "select", "and", "or", "xor", "shl", "lshr",
        "ashr", "smin", "umax", "abs", "getelementptr"})
    EXPECT_EQ(classOf(Name, Int32), "int_add") << Name;
  EXPECT_EQ(classOf("mul", Int32), "int_mul");
  for (const char *Name : {"udiv", "sdiv", "urem", "srem"})
    EXPECT_EQ(classOf(Name, Int32), "int_div") << Name;
  EXPECT_EQ(classOf("br", {}), "branch");
  EXPECT_EQ(classOf("switch", {}), "branch");
  EXPECT_EQ(classOf("fadd", Float32), "fp_add");
  EXPECT_EQ(classOf("fsub", Float32), "fp_add");
  EXPECT_EQ(classOf("fmul", Float32), "fp_mul");
  EXPECT_EQ(classOf("fdiv", Float32), "fp_div");
  EXPECT_EQ(classOf("sqrt", Float32), "fp_sqrt");
}

TEST(LatencyClassTest, SelectOfFloatsIsAMultiplexer) {
  EXPECT_EQ(classOf("select", Float32), "int_add");
}

TEST(LatencyClassTest, WidthIsPartOfTheClass) {
  EXPECT_EQ(classOf("fadd", Float64), "fp64_add");
  EXPECT_EQ(classOf("exp", Float64), "fp64_exp");
  EXPECT_EQ(classOf("fmul", Float16), "fp16_mul");
}

TEST(LatencyClassTest, BuiltinsLoseTheirPrefix) {
  EXPECT_EQ(classOf("native_exp", Float32), "fp_exp");
  EXPECT_EQ(classOf("half_rsqrt", Float32), "fp_rsqrt");
}

TEST(LatencyClassTest, ConversionsAndComparisons) {
  EXPECT_EQ(classOf("sitofp", Float32), "fp_convert");
  EXPECT_EQ(classOf("fptosi", Int32), "fp_convert");
  EXPECT_EQ(classOf("fcmp", Float32), "fp_cmp");
  EXPECT_EQ(classOf("fmax", Float32), "fp_cmp");
}

TEST(LatencyClassTest, TruncIsAWireForIntegersAndRoundsFloats) {
  EXPECT_EQ(classOf("trunc", Int32), "");
  EXPECT_EQ(classOf("trunc", Float32), "fp_round");
}

TEST(LatencyClassTest, WiresAreFree) {
  for (const char *Name :
       {"phi", "zext", "sext", "bitcast", "freeze", "extractelement",
        "shufflevector", "ptrtoint", "addrspacecast", "fneg", "fabs", "ret",
        "barrier", "get_global_id"})
    EXPECT_EQ(classOf(Name, Float32), "") << Name;
}

TEST(LatencyClassTest, MemoryOnTheChipIsAnOperator) {
  EXPECT_EQ(classOfAccess(AddressSpace::Local), "local_mem");
  EXPECT_EQ(classOfAccess(AddressSpace::Constant), "local_mem");
  EXPECT_EQ(classOfAccess(AddressSpace::Private), "");
  EXPECT_EQ(classOfAccess(AddressSpace::Global), "");
}

TEST(LatencyClassTest, OtherOperationsNameThemselves) {
  EXPECT_EQ(classOf("popcount_of_my_own", Int32), "popcount_of_my_own");
}

} // namespace
