// Each sample as a map over streams: evaluate() equals the original bit for
// bit, in one launch and in steps fused into a pass.
#include "roofline/Codegen/Verilog.h"
#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Steps/StreamIterate.h"
#include "roofline/Verify/RunOriginal.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

struct Sample {
  const char *Source, *Launch;
};

void PrintTo(const Sample &S, std::ostream *OS) { *OS << S.Launch; }

/// A sample, compiled and recognised under its launch file.
class Streams : public testing::TestWithParam<Sample> {
protected:
  void SetUp() override {
    std::string Folder = ROOFLINE_SAMPLES "/";
    Expected<LaunchFile> File = loadLaunch(Folder + GetParam().Launch);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    auto Compiled =
        compileOpenCL(Folder + GetParam().Source, {"-cl-std=CL2.0"}, Context);
    ASSERT_TRUE(bool(Compiled)) << toString(Compiled.takeError());
    M = std::move(*Compiled);
    L = std::move(File->L);
    Expected<StreamKernel> Found =
        recognizeChain(*M, File->Kernel, File->Temporaries, L);
    ASSERT_TRUE(bool(Found)) << toString(Found.takeError());
    K = std::move(*Found);
  }

  void launchOriginal(StreamMemory &Memory) {
    Error E = runOriginal(*M, K, L, Memory);
    ASSERT_FALSE(bool(E)) << toString(std::move(E));
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
  Launch L;
  StreamKernel K;
};

TEST_P(Streams, EqualTheOriginal) {
  for (uint64_t Seed : {1, 2, 3}) {
    StreamMemory Before = randomMemory(K, Seed), Mapped = Before,
                 Original = Before;
    evaluate(K, Mapped);
    launchOriginal(Original);
    EXPECT_NE(Original, Before) << "the kernel does nothing";
    EXPECT_EQ(firstDifference(K, Original, Mapped), std::nullopt);
  }
}

constexpr Sample Samples[] = {
    {"vecadd/vecadd_float.cl", "vecadd/vecadd_float.launch.yaml"},
    {"saxpy/saxpy.cl", "saxpy/launch.yaml"},
    {"saxpy/saxpy_int.cl", "saxpy/saxpy_int.launch.yaml"},
    {"dot/dot_product.cl", "dot/dot_product.launch.yaml"},
    {"dot/dot_product_int.cl", "dot/dot_product_int.launch.yaml"},
    {"dot/cosine.cl", "dot/cosine.launch.yaml"},
    {"dot/moments_int.cl", "dot/moments_int.launch.yaml"},
    {"framediff/framediff.cl", "framediff/launch.yaml"},
    {"framediff/framediff_int.cl", "framediff/framediff_int.launch.yaml"},
    {"framediff/framediff_float.cl", "framediff/framediff_float.launch.yaml"},
    {"framediff/framediff_single.cl", "framediff/framediff_single.launch.yaml"},
    {"lavamd/lavamd.cl", "lavamd/launch.yaml"},
    {"lavamd/lavamd_int.cl", "lavamd/lavamd_int.launch.yaml"},
    {"lavamd/lavamd_box.cl", "lavamd/lavamd_box.launch.yaml"},
    {"jacobi1d/jacobi1d.cl", "jacobi1d/launch.yaml"},
    {"jacobi1d/jacobi1d_int.cl", "jacobi1d/jacobi1d_int.launch.yaml"},
    {"jacobi1d/jacobi1d_ring.cl", "jacobi1d/jacobi1d_ring.launch.yaml"},
    {"jacobi2d/jacobi2d.cl", "jacobi2d/launch.yaml"},
    {"jacobi2d/jacobi2d_int.cl", "jacobi2d/jacobi2d_int.launch.yaml"},
    {"jacobi3d/jacobi3d.cl", "jacobi3d/launch.yaml"},
    {"jacobi3d/jacobi3d_int.cl", "jacobi3d/jacobi3d_int.launch.yaml"},
    {"gauss5x5/gauss5x5.cl", "gauss5x5/launch.yaml"},
    {"gauss5x5/gauss5x5_int.cl", "gauss5x5/gauss5x5_int.launch.yaml"},
    {"sobel/sobel.cl", "sobel/launch.yaml"},
    {"sobel/sobel_int.cl", "sobel/sobel_int.launch.yaml"},
    {"sobel/sobel_float.cl", "sobel/sobel_float.launch.yaml"},
    {"hotspot/hotspot.cl", "hotspot/launch.yaml"},
    {"hotspot/hotspot_int.cl", "hotspot/hotspot_int.launch.yaml"},
    {"erosion/erosion.cl", "erosion/launch.yaml"},
    {"erosion/erosion_int.cl", "erosion/erosion_int.launch.yaml"},
    {"sor3d/sor3d.cl", "sor3d/launch.yaml"},
    {"sor3d/sor3d_int.cl", "sor3d/sor3d_int.launch.yaml"},
    {"sor3d/sor3d.cl", "sor3d/sor3d_error.launch.yaml"},
    {"sor3d/sor3d_nest.cl", "sor3d/sor3d_nest.launch.yaml"},
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d_ey.launch.yaml"},
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d_ex.launch.yaml"},
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d_hz.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int_ey.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int_ex.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int_hz.launch.yaml"},
    {"fdtd3d/fdtd3d.cl", "fdtd3d/fdtd3d_e.launch.yaml"},
    {"fdtd3d/fdtd3d.cl", "fdtd3d/fdtd3d_h.launch.yaml"},
    {"fdtd3d/fdtd3d_int.cl", "fdtd3d/fdtd3d_int_e.launch.yaml"},
    {"fdtd3d/fdtd3d_int.cl", "fdtd3d/fdtd3d_int_h.launch.yaml"},
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int.launch.yaml"},
};

/// Samples that a host repeats.
class Iterated : public Streams {};

/// Gives the buffers that take turns one length and, if \p Same, one content.
void prepareTurns(const Iteration &I, StreamMemory &M) {
  for (unsigned Round = 0; Round < 2; ++Round) // three buffers: two pairs
    for (const SwapPair &P : I.Swap) {
      auto &Read = M.find(P.Read)->Elements,
           &Written = M.find(P.Written)->Elements;
      size_t Length = std::max(Read.size(), Written.size());
      Read.resize(Length);
      Written.resize(Length);
    }
  for (const SwapPair &P : I.Swap)
    if (I.SameBorders)
      M.find(P.Written)->Elements = M.find(P.Read)->Elements;
}

/// Swaps the buffers of each pair, as the host does after a step.
void takeTurns(const std::vector<SwapPair> &Swap, StreamMemory &M) {
  for (const SwapPair &P : Swap)
    std::swap(M.find(P.Read)->Elements, M.find(P.Written)->Elements);
}

TEST_P(Iterated, PassesLeaveWhatLaunchesOfTheOriginalLeave) {
  ASSERT_TRUE(L.Iterate) << "the launch file says nothing of steps";
  StepState Step;
  auto Why = stateOf(K, *L.Iterate, Step);
  ASSERT_FALSE(Why) << Why->Message;
  constexpr uint32_t Steps = 3;
  FusedSteps Pass;
  Why = fuseSteps(Step, Steps, /*MayStop=*/false, Pass);
  ASSERT_FALSE(Why) << Why->Message;
  StreamMemory Host = randomMemory(K, 1);
  prepareTurns(*L.Iterate, Host);
  StreamMemory Fused = Host;
  for (uint32_t I = 0; I < Steps; ++I) {
    launchOriginal(Host);
    takeTurns(L.Iterate->Swap, Host);
  }
  evaluate(Pass.Kernel, Fused);
  ASSERT_FALSE(Pass.Results.empty());
  for (const auto &[Field, Buffer] : Pass.Results)
    for (auto [At, Left] : enumerate(Host.find(Field)->Elements))
      EXPECT_EQ(differenceOf(Pass.Kernel, Buffer, At, Left,
                             Fused.find(Buffer)->Elements[At]),
                std::nullopt)
          << "after the steps in " << Field;
}

constexpr Sample Repeated[] = {
    {"hotspot3d/hotspot3d.cl", "hotspot3d/launch.yaml"},
    {"hotspot3d/hotspot3d_int.cl", "hotspot3d/hotspot3d_int.launch.yaml"},
    {"fdtd3d/fdtd3d.cl", "fdtd3d/fdtd3d.launch.yaml"},
    {"fdtd3d/fdtd3d_int.cl", "fdtd3d/fdtd3d_int.launch.yaml"},
    {"gray_scott/gray_scott.cl", "gray_scott/launch.yaml"},
    {"gray_scott/gray_scott_int.cl", "gray_scott/gray_scott_int.launch.yaml"},
    {"wave2d/wave2d.cl", "wave2d/launch.yaml"},
    {"wave2d/wave2d_int.cl", "wave2d/wave2d_int.launch.yaml"},
    {"acoustic3d/acoustic3d.cl", "acoustic3d/launch.yaml"},
    {"acoustic3d/acoustic3d_int.cl", "acoustic3d/acoustic3d_int.launch.yaml"},
    {"heat2d/heat2d.cl", "heat2d/launch.yaml"},
    {"heat2d/heat2d_int.cl", "heat2d/heat2d_int.launch.yaml"},
    {"advection2d/advection2d.cl", "advection2d/launch.yaml"},
    {"advection2d/advection2d_int.cl",
     "advection2d/advection2d_int.launch.yaml"},
    {"anisotropic2d/anisotropic2d.cl", "anisotropic2d/launch.yaml"},
    {"anisotropic2d/anisotropic2d_int.cl",
     "anisotropic2d/anisotropic2d_int.launch.yaml"},
    {"life/life.cl", "life/launch.yaml"},
    {"blur3x3/blur3x3.cl", "blur3x3/launch.yaml"},
};

std::string nameOf(const testing::TestParamInfo<Sample> &Info) {
  std::string Name = Info.param.Launch;
  for (char &C : Name)
    C = isalnum(C) ? C : '_';
  return Name;
}

INSTANTIATE_TEST_SUITE_P(Samples, Streams, testing::ValuesIn(Samples), nameOf);

INSTANTIATE_TEST_SUITE_P(Repeated, Streams, testing::ValuesIn(Repeated),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Repeated, Iterated, testing::ValuesIn(Repeated),
                         nameOf);

} // namespace
