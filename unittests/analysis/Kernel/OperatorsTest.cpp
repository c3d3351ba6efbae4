// The list of operators that a kernel asks for.
#include "roofline/Kernel/Operators.h"

#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/LatencyClass.h"

#include <gtest/gtest.h>

#include <set>

using namespace roofline;

namespace {

TEST(OperatorsTest, ANameIsThereOnceForIntegersAndOnceForFloats) {
  std::set<std::pair<std::string_view, bool>> Seen;
  for (const KernelOperator &O : kernelOperators())
    EXPECT_TRUE(Seen.insert({O.Name, O.isFloat()}).second) << O.Name;
}

TEST(OperatorsTest, TheTypeChoosesBetweenTwoOfOneName) {
  ASSERT_TRUE(kernelOperator("trunc") && kernelOperator("trunc", true));
  EXPECT_EQ(kernelOperator("trunc")->Latency, "");
  EXPECT_EQ(kernelOperator("trunc", true)->Latency, "fp_round");
  EXPECT_EQ(kernelOperator("add", true), kernelOperator("add"));
}

TEST(OperatorsTest, PrecisionIsNotPartOfTheName) {
  EXPECT_EQ(kernelOperator("native_exp"), kernelOperator("exp"));
  EXPECT_EQ(kernelOperator("half_rsqrt"), kernelOperator("rsqrt"));
  EXPECT_EQ(kernelOperator("native_"), nullptr);
  EXPECT_EQ(kernelOperator("gep"), nullptr);
}

TEST(OperatorsTest, TheUserMayChooseEveryOperatorButThoseOfSeveral) {
  for (const KernelOperator &O : kernelOperators())
    EXPECT_EQ(isOperatorName(O.Name), O.Name != "fma") << O.Name;
}

TEST(OperatorsTest, BitCountsCostTheSameByEachOfTheirNames) {
  for (const char *Name : {"ctpop", "popcount", "ctlz", "clz", "cttz", "ctz"}) {
    Operation Op;
    Op.Name = Name;
    Op.Type = {ScalarKind::Int, 32, 1};
    EXPECT_EQ(latencyClass({}, Op), "int_add") << Name;
  }
}

} // namespace
