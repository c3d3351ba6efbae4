// Device files: values, and the place of each kind of mistake.
#include "TestFile.h"

#include "roofline/DeviceFiles/DeviceFile.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace roofline;

namespace {

const char Valid[] = R"(format: roofline-device
version: 3
description: a board
kind: fpga
resources:
  logic_elements: { value: 1000, unit: "1", source: "manual, table 1" }
  logic_modules:  { value: 400, unit: "1", source: "manual, table 1" }
  memory_blocks:  { value: 20, unit: "1", source: "manual, table 1" }
  dsp_blocks:     { value: 10, unit: "1", source: "manual, table 1" }
free:
  logic:  { value: 80, unit: "%", source: "measured: empty kernel, 2015-01-01" }
  memory: { value: 0.5, unit: "1", source: "assumed: half of it" }
  dsp:    { value: 100, unit: "%", source: "manual" }
memory:
  banks:             { value: 2, unit: "1", source: "manual" }
  transaction_width: { value: 64, unit: "B", source: "manual" }
  bank_bandwidth:    { value: 12.8, unit: "GB/s", source: "manual" }
  total_bandwidth:   { value: 25600, unit: "MB/s", source: "manual" }
  latency:           { value: 60, unit: "cycle", source: "manual" }
kernel:
  clock: { value: 0.2, unit: "GHz", source: "manual" }
latency:
  fp_add: { value: 7, unit: "cycle", source: "manual" }
  wire:   { value: 0, unit: "cycle", source: "manual" }
board:
  sdk:             { value: 17.1, unit: version, source: "its archive" }
  share:           { value: 90, unit: "%", source: "measured: bench" }
  mixes:
    - { reads: 2, writes: 1, width: 64, in: interleaved, share: { value: 0.6, unit: "1", source: "measured: bench" } }
  write_hold:      { value: 3.3, unit: ns/word, source: "measured: bench" }
  start:           { value: 50, unit: us, source: "measured: bench" }
  overlap:         { value: 1.5, unit: "1", source: "measured: bench" }
  error_low:       { value: 80, unit: "%", source: "measured: bench" }
  error_high:      { value: 1.4, unit: "1", source: "measured: bench" }
structures:
  shell:
    logic:  { value: 90, unit: ALM, source: "measured: empty kernel" }
    memory: { value: 3, unit: block, source: "measured: empty kernel" }
  work_items:
    depth: { value: 263, unit: cycle, source: "manual" }
  crowded:
    from: { value: 56, unit: "%", source: "manual" }
    logic: { value: 0.9, unit: "1", source: "manual" }
    memory: { value: 1.4, unit: "1", source: "manual" }
  clock:
    period:           { value: 2.5, unit: ns, source: "manual" }
    period_per_logic: { value: 3, unit: ns, source: "manual" }
    block_period:     { value: 1.5, unit: ns, source: "manual" }
  error:
    logic: { value: 9, unit: "%", source: "manual" }
    memory: { value: 17, unit: "%", source: "manual" }
    dsp: { value: 5, unit: "%", source: "manual" }
    clock: { value: 12, unit: "%", source: "manual" }
  global_unit:
    logic: { value: 10, unit: ALM, source: "manual" }
  store_unit:
    logic: { value: 10, unit: ALM, source: "manual" }
  barrier:
    logic: { value: 10, unit: ALM, source: "manual" }
  local_write_byte:
    logic: { value: 10, unit: ALM, source: "manual" }
  loop_bit:
    logic: { value: 10, unit: ALM, source: "manual" }
  array_bit:
    logic: { value: 10, unit: ALM, source: "manual" }
  integer_bit:
    logic: { value: 10, unit: ALM, source: "manual" }
)";

TEST(DeviceFile, ReadsEveryValueInTheUnitOfTheModel) {
  TestFile File(Valid);
  Expected<Device> D = loadDevice(File.path());
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->Description, "a board");
  EXPECT_EQ(D->LogicElements.Value, 1000);
  EXPECT_EQ(D->LogicModules.Value, 400);
  EXPECT_EQ(D->MemoryBlocks.Value, 20);
  EXPECT_EQ(D->DspBlocks.Value, 10);
  EXPECT_DOUBLE_EQ(D->FreeLogic.Value, 0.8); // 80 %
  EXPECT_DOUBLE_EQ(D->FreeMemory.Value, 0.5);
  EXPECT_DOUBLE_EQ(D->FreeDsp.Value, 1.0);
  EXPECT_EQ(D->FreeLogic.Source, "measured: empty kernel, 2015-01-01");
  EXPECT_EQ(D->MemoryBanks.Value, 2);
  EXPECT_EQ(D->TransactionWidth.Value, Bytes(64));
  EXPECT_DOUBLE_EQ(D->BankBandwidth.Value.value(), 12.8e9); // GB/s
  EXPECT_EQ(D->DramLatency.Value, Cycles(60));
  EXPECT_DOUBLE_EQ(D->KernelClock.Value.value(), 200e6); // 0.2 GHz
  ASSERT_EQ(D->Latency.size(), 2u);
  EXPECT_EQ(D->Latency.at("fp_add").Value, Cycles(7));
  EXPECT_EQ(D->Latency.at("wire").Value, Cycles(0));
  ASSERT_TRUE(D->Times);
  EXPECT_DOUBLE_EQ(D->Times->Sdk.Value, 17.1);
  EXPECT_DOUBLE_EQ(D->Times->Share.Value, 0.9);
  ASSERT_EQ(D->Times->Mixes.size(), 1u);
  const StreamMix &Mix = D->Times->Mixes.front();
  EXPECT_EQ(Mix.Reads, 2u);
  EXPECT_EQ(Mix.Writes, 1u);
  EXPECT_EQ(Mix.Width, 64);
  EXPECT_TRUE(Mix.IsInterleaved);
  EXPECT_DOUBLE_EQ(Mix.Share.Value, 0.6);
  EXPECT_DOUBLE_EQ(D->Times->WriteHold->Value, 3.3e-9);
  EXPECT_DOUBLE_EQ(D->Times->Start->Value, 50e-6);
  EXPECT_FALSE(D->Times->ReadRing);
  EXPECT_DOUBLE_EQ(D->Times->Overlap.Value, 1.5);
  EXPECT_DOUBLE_EQ(D->Times->ErrorLow->Value, 0.8); // 80 %
  EXPECT_DOUBLE_EQ(D->Times->ErrorHigh->Value, 1.4);
  ASSERT_EQ(D->Structures.size(), 20u);
  EXPECT_EQ(D->Structures.at("shell.logic").Value, 90);
  EXPECT_DOUBLE_EQ(D->Structures.at("crowded.from").Value, 0.56);
  EXPECT_DOUBLE_EQ(D->Structures.at("clock.period").Value, 2.5e-9);
}

// Nothing has been measured of most boards: they have no model "board".
TEST(DeviceFile, TheBoardsTimesMayBeLeftOut) {
  const std::string Text = Valid;
  const size_t From = Text.find("board:\n");
  TestFile File(
      changed(Text, Text.substr(From, Text.find("structures:") - From), ""));
  Expected<Device> D = loadDevice(File.path());
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_FALSE(D->Times);
}

class DeviceMistake : public testing::TestWithParam<Mistake> {};

TEST_P(DeviceMistake, IsReportedAtItsPlace) {
  expectLocated(GetParam(), Valid, loadDevice);
}

const Mistake Mistakes[] = {
    {"UnknownKey", "  banks:", "  bancs:", "bancs", "unknown key 'bancs'"},
    {"UnknownSection", "kernel:\n", "kernels:\n", "kernels",
     "unknown key 'kernels'"},
    {"UnknownKeyOfValue", "{ value: 60,", "{ note: x, value: 60,", "note",
     "unknown key 'note'"},
    {"MissingKey",
     "  banks:             { value: 2, unit: \"1\", source: \"manual\" }\n", "",
     "memory:\n  transaction", "key 'banks' is missing"},
    {"MissingSection",
     "kernel:\n  clock: { value: 0.2, unit: \"GHz\", source: \"manual\" }\n",
     "", "format", "key 'kernel' is missing"},
    {"MissingValue", "{ value: 60, unit: \"cycle\"", "{ unit: \"cycle\"",
     "latency:           {", "key 'value' is missing"},
    {"MissingUnit", "{ value: 60, unit: \"cycle\",", "{ value: 60,",
     "latency:           {", "key 'unit' is missing"},
    {"WrongUnit", "value: 64, unit: \"B\"", "value: 64, unit: \"bit\"",
     "\"bit\"", "unit 'bit', expected B"},
    {"MissingSource", "value: 64, unit: \"B\", source: \"manual\"",
     "value: 64, unit: \"B\"", "transaction_width", "key 'source' is missing"},
    {"EmptySource", "value: 64, unit: \"B\", source: \"manual\"",
     "value: 64, unit: \"B\", source: \"\"", "\"\" }", "a source is needed"},
    {"PlaceholderSource", "value: 64, unit: \"B\", source: \"manual\"",
     "value: 64, unit: \"B\", source: \"TODO\"", "\"TODO\"",
     "a source is needed"},
    {"PlaceholderAssumption", "\"assumed: half of it\"", "\"assumed: ?\"",
     "\"assumed: ?\"", "a source is needed"},
    {"PlaceholderValue", "value: 64,", "value: TODO,", "TODO",
     "'TODO' is not a number"},
    {"PlaceholderDescription", "a board", "TODO", "TODO", "description"},
    {"DuplicateKey", "  wire: ", "  fp_add:", "fp_add:  {",
     "key 'fp_add' is given twice"},
    {"DuplicateSection", "latency:\n", "kernel:\n", "kernel:\n  fp_add",
     "key 'kernel' is given twice"},
    {"BandwidthContradiction", "value: 25600", "value: 25000", "{ value: 25000",
     "banks x bank_bandwidth is 25600 MB/s"}, // 2 x 12.8 GB/s
    {"MoreModulesThanElements", "value: 400,", "value: 1001,", "{ value: 1001",
     "logic_elements / logic_modules is 1.00"}, // 1000 / 1001 = 0.999
    {"TooFewModules", "value: 400,", "value: 100,", "{ value: 100,",
     "logic_elements / logic_modules is 10.00"}, // 1000 / 100
    {"OddTransactionWidth", "value: 64,", "value: 48,", "{ value: 48",
     "no power of two"},
    {"FreeAboveOne", "value: 80, unit: \"%\"", "value: 101, unit: \"%\"",
     "{ value: 101", "above 1"},
    {"FreeZero", "value: 80, unit: \"%\"", "value: 0, unit: \"%\"",
     "0, unit: \"%\"", "'0' is not positive"},
    {"Negative", "value: 60,", "value: -60,", "-60", "'-60' is not positive"},
    {"NegativeLatency", "value: 7,", "value: -7,", "-7",
     "'-7' is not positive"},
    {"NotFinite", "value: 12.8,", "value: inf,", "inf",
     "'inf' is not a number"},
    {"NotANumber", "value: 12.8,", "value: nan,", "nan",
     "'nan' is not a number"},
    {"TooLarge", "value: 64,", "value: 1e300,", "1e300", "too large"},
    {"HalfABank", "value: 2,", "value: 2.5,", "2.5", "not a whole number"},
    {"BareValue", "{ value: 60, unit: \"cycle\", source: \"manual\" }", "60",
     "60\nkernel", "needs { value, unit, source }"},
    {"SectionIsNoMapping",
     "kernel:\n  clock: { value: 0.2, unit: \"GHz\", source: \"manual\" }\n",
     "kernel: fast\n", "fast", "a mapping is expected"},
    {"UnknownKeyOfBoard", "  overlap:  ", "  overlay:  ", "overlay",
     "unknown key 'overlay'"},
    {"MissingKeyOfBoard",
     "  share:           { value: 90, unit: \"%\", source: \"measured: bench\" "
     "}\n",
     "", "board:\n", "key 'share' is missing"},
    {"ShareAboveAll", "value: 90, unit: \"%\"", "value: 110, unit: \"%\"",
     "{ value: 110", "a fraction above 1"},
    {"MixInNoPlace", "in: interleaved", "in: both", "both", "'both'"},
    {"OneErrorOfTwo",
     "  error_low:       { value: 80, unit: \"%\", source: \"measured: bench\" "
     "}\n",
     "", "board:\n", "error_low"},
    {"MissingUnitOfBoard", "value: 1.5, unit: \"1\",", "value: 1.5,", "overlap",
     "key 'unit' is missing"},
    {"WrongUnitOfBoard", "3.3, unit: ns/word", "3.3, unit: ns", "ns, s",
     "unit 'ns', expected ns/word"},
    {"MissingSourceOfBoard",
     "{ value: 1.5, unit: \"1\", source: \"measured: bench\" }",
     "{ value: 1.5, unit: \"1\" }", "overlap", "key 'source' is missing"},
    {"OverlapBelowOne", "value: 1.5,", "value: 0.9,",
     "{ value: 0.9, unit: \"1\"", "an overlap below 1"},
    {"ErrorsContradict", "value: 1.4,", "value: 0.7,", "{ value: 0.7",
     "error_high is below error_low"}, // 0.7 < 80 %
    {"UnknownPartOfStructure", "    depth: {", "    deep: {", "deep",
     "unknown key 'deep'"},
    {"WrongUnitOfStructure", "unit: ALM", "unit: LUT", "LUT",
     "unit 'LUT', expected ALM"},
    {"MissingStructure",
     "    memory: { value: 3, unit: block, source: \"measured: empty kernel\" "
     "}\n",
     "", "shell:\n", "'shell.memory' is missing"},
    {"MissingError", "    dsp: { value: 5, unit: \"%\", source: \"manual\" }\n",
     "", "shell:\n", "'error.dsp' is missing"},
    {"MissingFactorOfCrowded",
     "    memory: { value: 1.4, unit: \"1\", source: \"manual\" }\n", "",
     "shell:\n", "'crowded.memory' is missing"},
    {"StructureIsNoMapping",
     "  crowded:\n    from: { value: 56, unit: \"%\", source: \"manual\" }\n"
     "    logic: { value: 0.9, unit: \"1\", source: \"manual\" }\n"
     "    memory: { value: 1.4, unit: \"1\", source: \"manual\" }\n",
     "  crowded: much\n", "much", "what the structure takes is expected"},
    {"WrongFormat", "roofline-device", "roofline-launch", "roofline-launch",
     "expected 'roofline-device'"},
    {"WrongVersion", "version: 3", "version: 2", "2\ndescription",
     "version '2'"},
    {"NoFormat", "format: roofline-device\n", "", "version",
     "key 'format' is missing"},
};

INSTANTIATE_TEST_SUITE_P(, DeviceMistake, testing::ValuesIn(Mistakes),
                         [](const auto &Info) { return Info.param.Name; });

std::string messageOf(StringRef Text) {
  TestFile File(Text);
  std::string Message = toString(loadDevice(File.path()).takeError());
  EXPECT_TRUE(StringRef(Message).starts_with(File.path())) << Message;
  return Message.substr(std::min(Message.size(), File.path().size()));
}

TEST(DeviceFile, WhatIsNoYamlIsLocated) {
  // The quote is not closed at the end of the file, on line 2; the bracket of
  // line 2 was never opened; the last two are no mappings.
  for (auto [Text, Place] :
       {std::pair("format: \"roofline-device\nversion: 1\n", ":2:"),
        std::pair("format: roofline-device\nversion: ]\n", ":2:")})
    EXPECT_EQ(messageOf(Text).substr(0, 3), Place) << messageOf(Text);
  EXPECT_EQ(messageOf("- 1\n"),
            ":1:1: a mapping of keys to values is expected");
  EXPECT_EQ(messageOf(""), ":1:1: a mapping of keys to values is expected");
}

TEST(DeviceFile, ASecondDocumentIsAnError) {
  EXPECT_NE(messageOf(std::string(Valid) + "---\nformat: x\n").find("document"),
            std::string::npos);
}

/// A device, or an error that names a place in the file.
void expectLocated(StringRef Text) {
  TestFile File(Text);
  Expected<Device> D = loadDevice(File.path());
  if (D)
    return;
  std::string Message = toString(D.takeError());
  StringRef Rest = Message;
  ASSERT_TRUE(Rest.consume_front(File.path()) && Rest.consume_front(":"))
      << Message;
  unsigned Line = 0, Column = 0;
  EXPECT_FALSE(Rest.consumeInteger(10, Line)) << Message;
  EXPECT_TRUE(Rest.consume_front(":")) << Message;
  EXPECT_FALSE(Rest.consumeInteger(10, Column)) << Message;
  EXPECT_TRUE(Line >= 1 && Column >= 1) << Message;
}

TEST(DeviceFile, WhatIsCutOffOrDamagedIsAnErrorWithAPlace) {
  std::string Text = Valid;
  for (size_t Length = 0; Length < Text.size(); Length += 7)
    expectLocated(Text.substr(0, Length));
  std::mt19937 Random(5);
  const char Damage[] = "{}[]:,\"'#&*!|>-? \n\t\x01\xff";
  for (int Trial = 0; Trial < 500; ++Trial) {
    std::string Damaged = Text;
    for (size_t I = 1 + Random() % 3; I > 0; --I)
      Damaged[Random() % Damaged.size()] =
          Damage[Random() % (sizeof(Damage) - 1)];
    expectLocated(Damaged);
  }
}

TEST(DeviceFile, AMissingFileIsNamed) {
  std::string Message = toString(loadDevice("no/such.yaml").takeError());
  EXPECT_TRUE(StringRef(Message).starts_with("no/such.yaml: ")) << Message;
}

TEST(FindDevice, ByNameByPathAndNot) {
  std::string Folder = ROOFLINE_SOURCE_DIR "/devices";
  for (const std::string &Name :
       {std::string("de5net"), Folder + "/de5net.yaml"}) {
    Expected<std::string> Path = findDevice(Name, {Folder});
    ASSERT_TRUE(bool(Path)) << toString(Path.takeError());
    EXPECT_EQ(*Path, Folder + "/de5net.yaml");
  }
  std::string Message = toString(findDevice("de6net", {Folder}).takeError());
  EXPECT_EQ(Message.rfind("unknown device 'de6net'; there are: ", 0), 0u)
      << Message;
  EXPECT_NE(Message.find("de5net"), std::string::npos) << Message;
}

// The numbers of HPCA16 sections 3.1, 6.1 and Table 2.
TEST(De5net, HasTheValuesOfThePaper) {
  Expected<Device> D = loadDevice(ROOFLINE_SOURCE_DIR "/devices/de5net.yaml");
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->Name, "de5net");
  EXPECT_EQ(D->LogicElements.Value, 622000);
  EXPECT_EQ(D->LogicModules.Value, 234720);
  EXPECT_EQ(D->MemoryBlocks.Value, 2560);
  EXPECT_EQ(D->DspBlocks.Value, 256);
  EXPECT_DOUBLE_EQ(D->FreeLogic.Value, 0.83);
  EXPECT_DOUBLE_EQ(D->FreeMemory.Value, 0.89);
  EXPECT_DOUBLE_EQ(D->FreeDsp.Value, 1.0);
  EXPECT_EQ(D->MemoryBanks.Value, 2);
  EXPECT_EQ(D->TransactionWidth.Value, Bytes(64));
  const std::pair<const char *, double> Table2[] = {
      {"int_add", 1}, {"int_mul", 3},  {"int_div", 32},
      {"branch", 1},  {"fp_add", 7},   {"fp_mul", 5},
      {"fp_div", 14}, {"fp_sqrt", 28}, {"local_mem", 7}};
  for (auto [Class, Latency] : Table2) {
    ASSERT_TRUE(D->Latency.contains(Class)) << Class;
    EXPECT_EQ(D->Latency.at(Class).Value, Cycles(Latency)) << Class;
  }
  // Not in the paper, so it has to say that it is assumed.
  EXPECT_TRUE(StringRef(D->DramLatency.Source).starts_with("assumed: "));
  EXPECT_TRUE(StringRef(D->KernelClock.Source).starts_with("assumed: "));
}

} // namespace
