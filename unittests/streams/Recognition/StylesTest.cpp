// Kernels in the styles of kernels/styles.cl as maps over streams: evaluate()
// equals the original bit for bit.
#include "roofline/Codegen/Verilog.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

struct Style {
  const char *Kernel;
  std::vector<uint64_t> Global; ///< empty: a single work-item
  std::map<std::string, int64_t, std::less<>> Args;
};

void PrintTo(const Style &S, std::ostream *OS) { *OS << S.Kernel; }

/// Another value than node \p N of \p K: one more, a float with the other sign.
uint32_t changed(StreamKernel &K, uint32_t N) {
  ValueType Type = K.Nodes[N].Type;
  if (Type.Scalar == ScalarKind::Float) {
    K.Nodes.push_back({DatapathOp::FNeg, Type, {N}, 0, {}, {}});
  } else {
    K.Nodes.push_back({DatapathOp::Constant, Type, {}, 1, {}, {}});
    K.Nodes.push_back(
        {DatapathOp::Add, Type, {N, uint32_t(K.Nodes.size() - 1)}, 0, {}, {}});
  }
  return uint32_t(K.Nodes.size() - 1);
}

class Styles : public testing::TestWithParam<Style> {};

TEST_P(Styles, EqualTheOriginal) {
  const Style &S = GetParam();
  Launch L;
  L.Dimensions = S.Global.size();
  std::copy(S.Global.begin(), S.Global.end(), L.Global.begin());
  L.Args = S.Args;
  LLVMContext Context;
  auto M = compileOpenCL(ROOFLINE_STYLES, {"-cl-std=CL2.0"}, Context);
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  Expected<StreamKernel> K = recognizeStreams(**M, S.Kernel, L);
  ASSERT_TRUE(bool(K)) << toString(K.takeError());
  for (uint64_t Seed : {1, 2, 3}) {
    StreamMemory Before = randomMemory(*K, Seed), Mapped = Before,
                 Original = Before;
    evaluate(*K, Mapped);
    Error E = runOriginal(**M, *K, L, Original);
    ASSERT_FALSE(bool(E)) << toString(std::move(E));
    EXPECT_NE(Original, Before) << "the kernel does nothing";
    EXPECT_EQ(firstDifference(*K, Original, Mapped), std::nullopt);
  }
  // As a launch of millions is looked at, and what is found there.
  Error E = compareLargeLaunch(**M, *K, L, 4);
  EXPECT_FALSE(bool(E)) << toString(std::move(E));
  StreamKernel Wrong = *K;
  for (OutputStream &Out : Wrong.Outputs)
    Out.Value = changed(Wrong, Out.Value);
  for (Reduction &R : Wrong.Reductions)
    R.Value = changed(Wrong, R.Value);
  E = compareLargeLaunch(**M, Wrong, L, 4);
  EXPECT_TRUE(StringRef(toString(std::move(E))).contains("not the original"));
}

const Style All[] = {
    {"complex_product", {50}, {}},
    {"axpy4", {50}, {}},
    {"members", {50}, {}},
    {"scale4", {50}, {}},
    {"complex_scale", {50}, {}},
    {"mixed_fields", {50}, {}},
    {"move_bodies", {50}, {}},
    {"copy_records", {50}, {}},
    {"count_records", {50}, {}},
    {"packed_values", {50}, {}},
    {"gray", {13, 9}, {{"w", 13}}},
    {"relax4", {13, 9}, {{"w", 13}, {"h", 9}}},
    {"edge_of_red", {13, 9}, {{"w", 13}}},
    {"halve", {50}, {}},
    {"rgb", {50}, {}},
    {"odd_only", {50}, {}},
    {"reverse", {50}, {{"n", 50}}},
    {"reverse_pairs", {50}, {{"n", 50}}},
    {"mirror_rows", {13, 9}, {{"w", 13}}},
    {"transpose", {13, 9}, {{"w", 13}, {"h", 9}}},
    {"scatter_transposed", {13, 9}, {{"w", 13}, {"h", 9}}},
    {"row_and_column", {13, 9}, {{"w", 13}}},
    {"backwards", {}, {{"n", 50}}},
    {"periodic", {13, 9}, {{"w", 13}, {"h", 9}}},
    {"median", {13, 9}, {{"w", 13}, {"h", 9}}},
    {"sobel_register", {}, {}},
    {"three_squares", {}, {{"n", 50}}},
    {"sum_from", {}, {{"n", 50}}},
    {"largest", {}, {{"n", 50}}},
    {"squares_from", {}, {{"n", 50}}},
    {"plain_sum", {}, {{"n", 50}}},
    {"sum_of_pairs", {}, {{"n", 50}}},
    {"above_first", {50}, {}},
    {"linear", {13, 9}, {}},
    {"slope", {13, 9}, {{"w", 13}}},
    {"sides", {13, 9}, {{"w", 13}}},
    {"brighter", {50}, {}},
    {"louder", {50}, {}},
    {"saturate64", {50}, {}},
    {"largest_near", {13, 9}, {{"w", 13}, {"h", 9}}},
    {"mean_near", {13, 9}, {{"w", 13}, {"h", 9}, {"r", 2}}},
    {"moving_mean", {50}, {{"n", 50}}},
    {"least_near", {}, {{"w", 13}, {"h", 9}}},
    {"inner_sums", {50}, {{"n", 50}}},
    {"run_length", {50}, {}},
    {"inside", {50}, {{"n", 50}}},
    {"wide_difference", {50}, {}},
    {"there_and_back", {50}, {{"by", 1}}},
    {"to_bytes", {50}, {}},
    {"first_half", {100}, {}},
    {"byte_counters", {100}, {}},
    {"unneeded_read", {20}, {}},
    {"long_chain", {20}, {}},
    {"sharper", {13, 9}, {{"w", 13}}},
    {"at_most", {50}, {}},
    {"whole", {200}, {}},
    {"whole_any", {200}, {}},
    {"whole_double", {200}, {}},
    {"tone", {50}, {}},
};

INSTANTIATE_TEST_SUITE_P(Kernels, Styles, testing::ValuesIn(All),
                         [](const auto &Info) {
                           return std::string(Info.param.Kernel);
                         });

} // namespace
