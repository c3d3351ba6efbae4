// Each sample as a map over streams: what evaluate() computes is what the
// original does, bit for bit.
#include "roofline/Codegen/Verilog.h"
#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Recognition/StreamRecognition.h"
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

class Streams : public testing::TestWithParam<Sample> {};

TEST_P(Streams, EqualTheOriginal) {
  std::string Folder = ROOFLINE_SAMPLES "/";
  LLVMContext Context;
  Expected<LaunchFile> File = loadLaunch(Folder + GetParam().Launch);
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  auto M =
      compileOpenCL(Folder + GetParam().Source, {"-cl-std=CL2.0"}, Context);
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  Expected<StreamKernel> K =
      recognizeChain(**M, File->Kernel, File->Temporaries, File->L);
  ASSERT_TRUE(bool(K)) << toString(K.takeError());
  for (uint64_t Seed : {1, 2, 3}) {
    StreamMemory Before = randomMemory(*K, Seed), Mapped = Before,
                 Original = Before;
    evaluate(*K, Mapped);
    Error E = runOriginal(**M, *K, File->L, Original);
    ASSERT_FALSE(bool(E)) << toString(std::move(E));
    EXPECT_NE(Original, Before) << "the kernel does nothing";
    EXPECT_EQ(firstDifference(*K, Original, Mapped), std::nullopt);
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
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int.launch.yaml"},
};

std::string nameOf(const testing::TestParamInfo<Sample> &Info) {
  std::string Name = Info.param.Launch;
  for (char &C : Name)
    C = isalnum(C) ? C : '_';
  return Name;
}

INSTANTIATE_TEST_SUITE_P(Samples, Streams, testing::ValuesIn(Samples), nameOf);

} // namespace
