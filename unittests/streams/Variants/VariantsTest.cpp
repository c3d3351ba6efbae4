// Each sample as OpenCL defines it and as variants: equal bit for bit.
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/Canonicalize.h"
#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Variants/KernelVariant.h"
#include "roofline/Verify/KernelRunner.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace roofline;

namespace {

/// A kernel of `opencl-samples` and its launch, there or, without a folder, in
/// `launches`.
struct Sample {
  const char *Source, *Launch;
  unsigned NumVariants = 0; ///< of a loop nest: those that divide it
};

void PrintTo(const Sample &S, std::ostream *OS) { *OS << S.Launch; }

std::string samplePath(StringRef Name) {
  return (ROOFLINE_SAMPLES "/" + Name).str();
}

class Variants : public testing::TestWithParam<Sample> {
protected:
  void SetUp() override {
    StringRef LaunchPath = GetParam().Launch;
    Expected<LaunchFile> File = loadLaunch(
        LaunchPath.contains('/') ? samplePath(LaunchPath)
                                 : (ROOFLINE_LAUNCHES "/" + LaunchPath).str());
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    Launch = std::move(*File);
    Expected<std::unique_ptr<Module>> M =
        Runner.Context.withContextDo([&](LLVMContext *Context) {
          return compileOpenCL(samplePath(GetParam().Source), {"-cl-std=CL2.0"},
                               *Context);
        });
    ASSERT_TRUE(bool(M)) << toString(M.takeError());
    Original = std::move(*M);
    Kernel = Original->getFunction(Launch.Kernel);
    ASSERT_NE(Kernel, nullptr);
    Request.Global.assign(Launch.L.Global.begin(),
                          Launch.L.Global.begin() +
                              std::max(1u, Launch.L.Dimensions));
    if (Launch.L.Local)
      Request.Local.assign(Launch.L.Local->begin(),
                           Launch.L.Local->begin() + Request.Global.size());
    for (auto &[Name, Value] : Launch.L.Args)
      Request.Args[Name] = Value;
    fillMemory();
    Reference = Before;
    cantFail(KernelRunner::runNDRange(
        Runner.compile(CloneModule(*Original), Launch.Kernel,
                       /*Optimise=*/false),
        /*OwnStack=*/std::nullopt, Request.Global, Request.Local, Reference));
  }

  /// Random whole numbers below the launch file's bound, or floats from 0 to 1;
  /// zeros as other random ones, for what must stay as it is.
  void fillMemory() {
    std::mt19937 Engine(1);
    for (const Argument &A : Kernel->args()) {
      ArgInfo Info = kernelArgument(A);
      std::vector<uint8_t> &Bytes = Before.emplace_back();
      if (!A.getType()->isPointerTy()) {
        auto Bound = Launch.L.Args.find(Info.Name);
        float Real = 0.5f;
        uint64_t Bits =
            Bound != Launch.L.Args.end() ? uint64_t(Bound->second) : 7;
        Bytes.resize(8);
        if (A.getType()->isFloatTy())
          std::memcpy(Bytes.data(), &Real, sizeof Real);
        else
          std::memcpy(Bytes.data(), &Bits, sizeof Bits);
        continue;
      }
      const BufferFill &Fill = Launch.Buffers.at(Info.Name);
      bool IsByte = StringRef(Info.Type).starts_with("uchar");
      bool IsFloat = StringRef(Info.Type).starts_with("float");
      Bytes.resize(Fill.Elements * (IsByte ? 1 : 4));
      for (uint64_t I = 0; I < Fill.Elements; ++I) {
        uint32_t Whole = Engine();
        float Real = float(Whole >> 8) / 16777216.0f;
        if (Fill.Below)
          Whole %= *Fill.Below;
        else
          Whole >>= 8;
        if (IsByte)
          Bytes[I] = uint8_t(Whole);
        else
          std::memcpy(&Bytes[4 * I],
                      IsFloat ? static_cast<void *>(&Real) : &Whole, 4);
      }
    }
  }

  /// Returns what keeps \p Request from being built, or "".
  std::string whyNot(const VariantRequest &Request) {
    SourceForms Sources;
    std::unique_ptr<Module> Clone = canonicalClone(*Original, Sources);
    Expected<Function *> Variant =
        buildVariant(*Clone->getFunction(Launch.Kernel), Request, "variant");
    return Variant ? "" : toString(Variant.takeError());
  }

  /// Runs what \p Request asks for, as built and after -O2.
  void check(const VariantRequest &Request, const std::string &What) {
    SourceForms Sources;
    std::unique_ptr<Module> Clone = canonicalClone(*Original, Sources);
    Expected<Function *> Variant =
        buildVariant(*Clone->getFunction(Launch.Kernel), Request, "variant");
    ASSERT_TRUE(bool(Variant)) << What << ": " << toString(Variant.takeError());
    for (bool Optimise : {false, true}) {
      KernelRunner::Code Code =
          Runner.compile(CloneModule(*Clone), "variant", Optimise);
      ASSERT_NE(Code, nullptr) << What;
      ArgumentBytes Data = Before;
      KernelRunner::run(Code, Data);
      EXPECT_EQ(Data, Reference) << What << (Optimise ? " after -O2" : "");
    }
  }

  KernelRunner Runner;
  std::unique_ptr<Module> Original;
  Function *Kernel = nullptr;
  LaunchFile Launch;
  VariantRequest Request;
  ArgumentBytes Before, Reference;
};

/// All lanes and vectors to 4, whether they divide the launch or not.
TEST_P(Variants, EqualsTheOriginal) {
  EXPECT_NE(Before, Reference) << "the kernel does nothing";
  for (uint32_t Lanes = 1; Lanes <= 4; ++Lanes)
    for (uint32_t Vector = 1; Vector <= 4; ++Vector) {
      Request.Design.Lanes = Lanes;
      Request.Design.Vector = Vector;
      Request.Remainder = true;
      check(Request,
            std::to_string(Lanes) + " lanes of " + std::to_string(Vector));
    }
}

TEST_P(Variants, OfAnySizeEqualsTheOriginal) {
  std::vector<uint64_t> Sizes = Request.Global;
  Request.Global.clear();
  if (!Request.Local.empty())
    Request.Local.resize(Sizes.size());
  for (uint64_t Size : Sizes) {
    auto *Bytes = reinterpret_cast<uint8_t *>(&Size);
    Before.emplace_back(Bytes, Bytes + sizeof Size);
    Reference.push_back(Before.back());
  }
  check(Request, "of any size");
}

/// 4 lanes walk more than there is, or exactly that.
TEST_P(Variants, PaddedEqualsTheOriginal) {
  StreamKernel Space;
  Space.NumDimensions = unsigned(Request.Global.size());
  for (auto [D, Size] : enumerate(Request.Global))
    Space.Space.Size[D] = int64_t(Size);
  std::string Positions = std::to_string(paddedPositions(Space, 4));
  Request.Text.emplace();
  ASSERT_FALSE(
      parseVariant("map-par[4](map-comb f) . reshapeTo 4 . padTo " + Positions,
                   *Request.Text));
  check(Request, "padded to " + Positions);
}

/// Single work-items: the loops' iterations have to be divided.
class NestVariants : public Variants {};

TEST_P(NestVariants, EqualsTheOriginal) {
  unsigned NumBuilt = 0;
  for (uint32_t Lanes : {1, 2, 3, 4, 5, 6, 7})
    for (uint32_t Vector : {1, 2, 3, 4, 5, 7, 13}) {
      Request.Design.Lanes = Lanes;
      Request.Design.Vector = Vector;
      if (!whyNot(Request).empty())
        continue;
      ++NumBuilt;
      check(Request,
            std::to_string(Lanes) + " lanes of " + std::to_string(Vector));
    }
  EXPECT_EQ(NumBuilt, GetParam().NumVariants);
}

constexpr Sample Samples[] = {
    {"saxpy/saxpy.cl", "saxpy/launch.yaml"},
    {"saxpy/saxpy_int.cl", "saxpy/saxpy_int.launch.yaml"},
    {"vecadd/vecadd_float.cl", "vecadd/vecadd_float.launch.yaml"},
    {"framediff/framediff_int.cl", "framediff/framediff_int.launch.yaml"},
    {"framediff/framediff_float.cl", "framediff/framediff_float.launch.yaml"},
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
    {"sobel/sobel_int.cl", "sobel/sobel_int.launch.yaml"},
    {"sobel/sobel_float.cl", "sobel/sobel_float.launch.yaml"},
    {"hotspot/hotspot.cl", "hotspot/launch.yaml"},
    {"hotspot/hotspot_int.cl", "hotspot/hotspot_int.launch.yaml"},
    {"erosion/erosion.cl", "erosion/launch.yaml"},
    {"erosion/erosion_int.cl", "erosion/erosion_int.launch.yaml"},
    {"sor3d/sor3d.cl", "sor3d/launch.yaml"},
    {"sor3d/sor3d_int.cl", "sor3d/sor3d_int.launch.yaml"},
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d_ey.launch.yaml"},
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d_ex.launch.yaml"},
    {"fdtd2d/fdtd2d.cl", "fdtd2d/fdtd2d_hz.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int_ey.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int_ex.launch.yaml"},
    {"fdtd2d/fdtd2d_int.cl", "fdtd2d/fdtd2d_int_hz.launch.yaml"},
    {"hotspot3d/hotspot3d_int.cl", "hotspot3d/hotspot3d_int.launch.yaml"},
    {"fdtd3d/fdtd3d.cl", "fdtd3d/fdtd3d_h.launch.yaml"},
    {"gray_scott/gray_scott.cl", "gray_scott/launch.yaml"},
    {"wave2d/wave2d.cl", "wave2d/launch.yaml"},
    {"acoustic3d/acoustic3d.cl", "acoustic3d/launch.yaml"},
    {"heat2d/heat2d_int.cl", "heat2d/heat2d_int.launch.yaml"},
    {"advection2d/advection2d.cl", "advection2d/launch.yaml"},
    {"anisotropic2d/anisotropic2d_int.cl",
     "anisotropic2d/anisotropic2d_int.launch.yaml"},
    {"life/life.cl", "life/launch.yaml"},
    {"blur3x3/blur3x3.cl", "blur3x3/launch.yaml"},
    {"vecadd/vecadd.cl", "vecadd.yaml"},
    {"sobel/sobel.cl", "sobel.yaml"},
    {"framediff/framediff.cl", "framediff.yaml"},
    {"algorithm1/algorithm1.cl", "algorithm1.yaml"},
    {"mm/mm.cl", "mm.yaml"},
    {"kmeans/kmeans.cl", "kmeans.yaml"},
    {"kmeans/kmeans_mc.cl", "kmeans_mc.yaml"},
    {"similarity/similarity.cl", "similarity.yaml"},
    {"similarity/similarity_vt_ul.cl", "similarity_vt_ul.yaml"},
    {"lookup3/lookup3.cl", "lookup3.yaml"},
};

/// Loop nests, and their numbers of variants of 1 to 7 lanes and 1, 2, 3, 4, 5,
/// 7 or 13 elements. dot_product_int and moments_int have 1000 iterations: 1, 2
/// and 5 lanes times 1, 2, 4 and 5 elements, and 4 lanes times 1, 2 and 5.
/// sor3d_nest has 7 planes of rows of 13: 1 or 7 lanes of 1 or 13.
/// framediff_single has 307200 = 2^12 3 5^2: 1, 2, 4 lanes of 1 to 5; 3 and 6
/// not of 3, 5 of 1 to 5. Sums of floats have one lane.
constexpr Sample Nests[] = {
    {"dot/dot_product.cl", "dot/dot_product.launch.yaml", 1},
    {"dot/dot_product_int.cl", "dot/dot_product_int.launch.yaml", 15},
    {"dot/cosine.cl", "dot/cosine.launch.yaml", 1},
    {"dot/moments_int.cl", "dot/moments_int.launch.yaml", 15},
    {"sor3d/sor3d.cl", "sor3d/sor3d_error.launch.yaml", 1},
    {"sor3d/sor3d_nest.cl", "sor3d/sor3d_nest.launch.yaml", 4},
    {"framediff/framediff_single.cl", "framediff/framediff_single.launch.yaml",
     28},
};

std::string nameOf(const testing::TestParamInfo<Sample> &Info) {
  std::string Name = Info.param.Launch;
  for (char &C : Name)
    C = isalnum(C) ? C : '_';
  return Name;
}

INSTANTIATE_TEST_SUITE_P(Samples, Variants, testing::ValuesIn(Samples), nameOf);
INSTANTIATE_TEST_SUITE_P(Samples, NestVariants, testing::ValuesIn(Nests),
                         nameOf);

} // namespace
