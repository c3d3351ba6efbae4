// Positions one by one, in any order, equal the whole launch.
#include "RandomStreamKernel.h"

#include "roofline/Stream/StreamChain.h"
#include "roofline/Stream/StreamProbe.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

StreamKernel randomChain(std::mt19937 &Random) {
  StreamKernel Chain;
  EXPECT_FALSE(composeChain(randomKernels(3, Random), {}, Chain));
  return Chain;
}

TEST(StreamProbeTest, EachPositionWritesWhatTheLaunchDoes) {
  std::mt19937 Random(1972);
  unsigned WithOffsets = 0, WithSums = 0;
  for (int Trial = 0; Trial < 200; ++Trial) {
    StreamKernel K =
        Trial % 3 ? randomStreamKernel(Random) : randomChain(Random);
    StreamMemory Before = randomMemory(K, Random), Expected = Before,
                 Actual = Before;
    evaluate(K, Expected);
    StreamProbe Probe(K, Before.Scalars,
                      [&](const Stream &S, uint64_t Element) {
                        return Before.find(S.Name)->Elements[Element];
                      });
    std::vector<uint64_t> Sums;
    for (const Reduction &R : K.Reductions)
      Sums.push_back(R.Initial.value_or(
          R.InitialScalar ? Before.Scalars[*R.InitialScalar]
                          : Before.find(R.Name)->Elements[R.Element]));
    for (int64_t I = K.Space.volume();
         I-- > 0;) { // sums of integers: any order
      Offset Delta = {I % K.Space.Size[0],
                      I / K.Space.Size[0] % K.Space.Size[1],
                      I / K.Space.Size[0] / K.Space.Size[1]};
      Probe.moveTo(Delta);
      for (uint32_t Out = 0; Out < K.Outputs.size(); ++Out)
        if (std::optional<uint64_t> Value = Probe.written(Out))
          Actual.find(K.Outputs[Out].Name)
              ->Elements[*elementAt(K.Outputs[Out], Delta)] = *Value;
      bool IsActive = true;
      for (unsigned D = 0; D < 3; ++D)
        IsActive &= Delta[D] >= K.Active.Origin[D] &&
                    Delta[D] < K.Active.Origin[D] + K.Active.Size[D];
      for (size_t R = 0; IsActive && R < Sums.size(); ++R)
        Sums[R] = Probe.added(K.Reductions[R], Sums[R]);
    }
    for (size_t R = 0; R < Sums.size(); ++R)
      Actual.find(K.Reductions[R].Name)->Elements[K.Reductions[R].Element] =
          Sums[R];
    ASSERT_EQ(Actual, Expected) << "trial " << Trial;
    WithSums += !K.Reductions.empty();
    std::vector<unsigned> Levels = offsetLevels(K);
    WithOffsets += *std::max_element(Levels.begin(), Levels.end()) > 0;
  }
  EXPECT_GT(WithOffsets, 30u); // the generator reaches what the test is about
  EXPECT_GT(WithSums, 30u);
}

} // namespace
