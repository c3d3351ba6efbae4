// Names of operators in the shipped files against the list.
#include "roofline/DeviceFiles/DeviceFile.h"
#include "roofline/Kernel/Operators.h"
#include "roofline/Stream/DatapathOps.h"
#include "roofline/StreamFiles/CostFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace roofline;

namespace {

std::vector<std::string> filesOf(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code Code;
  const std::string Path = (StringRef(ROOFLINE_SOURCE_DIR) + Folder).str();
  for (sys::fs::directory_iterator I(Path, Code), End; I != End && !Code;
       I.increment(Code))
    if (sys::path::extension(I->path()) == ".yaml")
      Files.push_back(I->path());
  EXPECT_FALSE(Files.empty()) << Path;
  return Files;
}

TEST(OperatorNames, LatenciesOfDevicesAreOfTheList) {
  // Two are of units, not of operators.
  std::set<StringRef> Known = {"local_mem", "fp_accumulate"};
  for (const KernelOperator &O : kernelOperators())
    Known.insert(O.Latency);
  size_t Seen = 0;
  for (const std::string &File : filesOf("/devices")) {
    Expected<Device> D = loadDevice(File);
    ASSERT_TRUE(bool(D)) << toString(D.takeError());
    for (const auto &[Name, Cycles] : D->Latency) {
      ++Seen;
      StringRef Of = Name; // "fp64_add" is the "fp_add" of another width
      const bool IsFloat = Of.consume_front("fp");
      Of = IsFloat ? Of.drop_while(isDigit) : Of;
      EXPECT_TRUE(Known.count(IsFloat ? ("fp" + Of).str() : Name))
          << File << ": " << Name;
    }
  }
  EXPECT_GT(Seen, 20u);
}

TEST(OperatorNames, WhatADatapathBuildsWasMeasured) {
  for (const std::string &File :
       {std::string(ROOFLINE_SOURCE_DIR "/devices/costs/xc7.yaml"),
        std::string(ROOFLINE_SOURCE_DIR "/devices/costs/ecp5.yaml"),
        std::string(ROOFLINE_SOURCE_DIR "/devices/costs/cyclonev.yaml")}) {
    Expected<CostModel> Costs = loadCosts(File);
    ASSERT_TRUE(bool(Costs)) << toString(Costs.takeError());
    for (unsigned I = 0; I < NumDatapathOps; ++I) {
      const DatapathOperator &Operator = facts(DatapathOp(I));
      const bool IsBuilt = Operator.Class != OperatorClass::Source &&
                           Operator.Class != OperatorClass::Wiring;
      EXPECT_EQ(any_of(Costs->Curves,
                       [&](const CostCurve &C) {
                         return C.Structure == Operator.Name;
                       }),
                IsBuilt)
          << File << ": " << Operator.Name;
    }
  }
}

TEST(OperatorNames, ModulesOfTheListAreThere) {
  for (unsigned I = 0; I < NumDatapathOps; ++I)
    if (std::string_view Module = facts(DatapathOp(I)).moduleName();
        !Module.empty())
      EXPECT_TRUE(sys::fs::exists(StringRef(ROOFLINE_SOURCE_DIR) + "/rtl/" +
                                  Module + ".v"))
          << Module;
}

} // namespace
