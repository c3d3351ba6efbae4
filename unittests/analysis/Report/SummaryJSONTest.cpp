// Kernel summaries as JSON: nothing lost, nothing wrong accepted.
#include "roofline/Report/SummaryJSON.h"

#include "RandomSummary.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

std::string written(const std::vector<KernelSummary> &Kernels) {
  return formatv("{0:2}", toJSON(Kernels)).str();
}

TEST(SummaryJSON, RandomSummariesSurviveARoundTrip) {
  std::mt19937_64 Random(20160312);
  for (int Trial = 0; Trial < 500; ++Trial) {
    std::vector<KernelSummary> Kernels;
    for (size_t I = Random() % 3; I > 0; --I)
      Kernels.push_back(randomSummary(Random));
    for (const KernelSummary &K : Kernels)
      ASSERT_EQ(checkSummary(K), std::nullopt) << "the generator is wrong";
    std::string Text = written(Kernels);
    Expected<std::vector<KernelSummary>> Read = readSummaries(Text, "k.json");
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError()) << '\n' << Text;
    ASSERT_EQ(*Read, Kernels) << Text;
    ASSERT_EQ(written(*Read), Text);
  }
}

TEST(SummaryJSON, AnAddressIsReadByItsOldName) {
  KernelSummary K;
  K.Nodes = {{Node::Kind::Block, 0, {}, {}}};
  K.Blocks = {{0, 1}};
  K.Operations = {{"getelementptr", {}, {}, {}, {}}};
  std::string Text = written({K});
  const std::string Name = "\"getelementptr\"";
  Text.replace(Text.find(Name), Name.size(), "\"gep\"");
  Expected<std::vector<KernelSummary>> Read = readSummaries(Text, "k.json");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(*Read, std::vector{K});
}

TEST(SummaryJSON, ExpressionsAreNestedLists) {
  // max((N + 15) / 16, 1): operators first, symbols and numbers as themselves.
  Expr E = max(div(Expr::symbol("N") + Expr::constant(15), Expr::constant(16)),
               Expr::constant(1));
  std::string Text = formatv("{0}", toJSON(E)).str();
  EXPECT_EQ(Text.substr(0, 7), "[\"max\",") << Text;
  EXPECT_NE(Text.find("[\"/\",[\"+\",\"N\",15],16]"), std::string::npos)
      << Text;
}

TEST(SummaryJSON, IntegersAreExact) {
  KernelSummary K;
  K.Nodes.emplace_back();
  K.LocalArrays.push_back({"l", 18446744073709551615u}); // 2^64 - 1
  K.Loops.emplace_back().Trip = {TripCount::Kind::Exact,
                                 Expr::constant(9007199254740993),
                                 "",
                                 {}}; // 2^53 + 1
  K.Nodes.push_back({Node::Kind::Loop, 0, {}, {}});
  K.Nodes[0].Children = {1};
  Expected<std::vector<KernelSummary>> Read =
      readSummaries(written({K}), "k.json");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->front().LocalArrays[0].NumBytes, 18446744073709551615u);
  EXPECT_EQ(Read->front().Loops[0].Trip.Count.Value, 9007199254740993);
}

/// A valid summary with one change, as text.
std::string changedText(const std::string &From, const std::string &To) {
  KernelSummary K;
  K.Name = "k";
  K.Operations.push_back(
      {"fadd", {ScalarKind::Float, 32, 1}, {"k.cl", 3, 4}, {}, {}});
  K.Blocks.push_back({0, 1});
  K.Nodes.emplace_back();
  K.Nodes.push_back({Node::Kind::Block, 0, {}, {}});
  K.Nodes[0].Children = {1};
  K.Loops.emplace_back();
  K.Nodes.push_back({Node::Kind::Loop, 0, {}, {}});
  K.Nodes[0].Children.push_back(2);
  std::string Text =
      formatv("{0}", toJSON(std::vector<KernelSummary>{K})).str();
  size_t Offset = Text.find(From);
  EXPECT_NE(Offset, std::string::npos) << From << " in " << Text;
  return Offset == std::string::npos ? Text
                                     : Text.replace(Offset, From.size(), To);
}

std::string messageOf(StringRef Text) {
  auto Read = readSummaries(Text, "k.json");
  return Read ? "no error" : toString(Read.takeError());
}

TEST(SummaryJSON, TheUnchangedTextIsAccepted) {
  EXPECT_EQ(messageOf(changedText("\"k\"", "\"k\"")), "no error");
}

struct Mistake {
  const char *Name, *Old, *New;
  std::vector<const char *> Parts; ///< of the message
};

class SummaryMistake : public testing::TestWithParam<Mistake> {};

TEST_P(SummaryMistake, NamesThePath) {
  const Mistake &M = GetParam();
  std::string Message = messageOf(changedText(M.Old, M.New));
  EXPECT_EQ(Message.rfind("k.json: ", 0), 0u) << Message;
  for (const char *Part : M.Parts)
    EXPECT_NE(Message.find(Part), std::string::npos) << Message;
}

const Mistake Mistakes[] = {
    {"OtherFormat",
     "roofline-summary",
     "roofline-report",
     {"not a kernel summary"}},
    {"OtherVersion",
     "\"version\":8",
     "\"version\":9",
     {"version 9; this program reads version 8"}},
    {"NoVersion", "\"version\":8", "\"kind\":1", {"\"version\" is missing"}},
    {"UnknownFieldOfTheFile",
     "\"version\":8",
     "\"version\":8,\"x\":1",
     {"unknown key at summary.x"}},
    {"NoKernels",
     "\"kernels\":",
     "\"kernel\":",
     {"missing at summary.kernels"}},
    {"KernelsNoList",
     "\"kernels\":[",
     "\"kernels\":3,\"x\":[",
     {"kernels", "a list"}},
    {"WrongType",
     "\"name\":\"fadd\"",
     "\"name\":7",
     {"kernels[0].operations[0].name", "a string"}},
    {"MissingField",
     "\"bits\":32,",
     "",
     {"kernels[0].operations[0].type.bits", "missing"}},
    {"UnknownField",
     "\"bits\":32",
     "\"bits\":32,\"sign\":1",
     {"kernels[0].operations[0].type.sign", "unknown key"}},
    {"UnknownName",
     "\"scalar\":\"float\"",
     "\"scalar\":\"real\"",
     {"kernels[0].operations[0].type.scalar", "unknown name"}},
    {"TooLargeForTheField",
     "\"bits\":32",
     "\"bits\":65536",
     {"kernels[0].operations[0].type.bits", "range"}}, // 16 bits: up to 65535
    {"NegativeCount",
     "\"num_operations\":1",
     "\"num_operations\":-1",
     {"kernels[0].blocks[0].num_operations", "range"}},
    {"Fraction",
     "\"num_operations\":1",
     "\"num_operations\":1.5",
     {"num_operations"}},
    {"UnknownOperator",
     "\"count\":0",
     "\"count\":[\"-\",1,2]",
     {"kernels[0].loops[0].trip.count[0]", "one of"}},
    {"NoOperand",
     "\"count\":0",
     "\"count\":[\"+\"]",
     {"kernels[0].loops[0].trip.count"}},
    {"ThreeDividends",
     "\"count\":0",
     "\"count\":[\"/\",8,4,2]",
     {"kernels[0].loops[0].trip.count", "two operands"}},
    {"IndexOutOfRange",
     "\"children\":[1,2]",
     "\"children\":[1,9]",
     {"kernel 'k'", "node 0"}},
    {"BlocksDoNotCover",
     "\"num_operations\":1",
     "\"num_operations\":2",
     {"kernel 'k'"}},
};

INSTANTIATE_TEST_SUITE_P(, SummaryMistake, testing::ValuesIn(Mistakes),
                         [](const auto &Info) { return Info.param.Name; });

TEST(SummaryJSON, SyntaxErrorsHaveLineAndColumn) {
  // A list closed by a brace, the seventh character of line 2.
  EXPECT_EQ(messageOf("{\n\"a\":[1}\n").rfind("k.json:2:", 0), 0u)
      << messageOf("{\n\"a\":[1}\n");
  EXPECT_EQ(messageOf("").rfind("k.json:1:1:", 0), 0u) << messageOf("");
  EXPECT_EQ(messageOf("[]").rfind("k.json: not a kernel summary", 0), 0u);
}

TEST(SummaryJSON, WhatIsCutOffIsAnError) {
  std::mt19937_64 Random(7);
  std::string Text = written({randomSummary(Random)});
  // The last character closes the object.
  for (size_t Length = 0; Length < Text.size(); Length += 97)
    EXPECT_EQ(messageOf(Text.substr(0, Length)).rfind("k.json:", 0), 0u);
}

TEST(SummaryJSON, DeepNestingIsAnErrorAndNoCrash) {
  std::string Deep;
  for (int I = 0; I < 500; ++I)
    Deep += "[\"+\",1,";
  Deep += "1" + std::string(500, ']');
  std::string Message =
      messageOf(changedText("\"count\":0", "\"count\":" + Deep));
  EXPECT_EQ(Message.rfind("k.json: ", 0), 0u) << Message.substr(0, 200);
  // The parser of JSON recurses: at most 1000 levels. The brace is one, so that
  // the 1000th bracket is one too many; columns 1 to 8 hold the key, whose
  // brackets do not count: 8 + 1000.
  EXPECT_EQ(messageOf("{\n \"[\\\"[\":" + std::string(100000, '[')),
            "k.json:2:1008: nested too deeply");
}

} // namespace
