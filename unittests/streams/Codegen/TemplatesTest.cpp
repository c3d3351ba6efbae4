// Templates: what they print, and what they refuse.
#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace roofline;

namespace {

/// A folder of one template, `t`.
class TemplatesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("templates", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  void write(StringRef Text) {
    std::error_code Code;
    raw_fd_ostream(path(), Code) << Text;
    ASSERT_FALSE(Code) << Code.message();
  }
  std::string path() const { return (Folder + "/t.mustache").str(); }
  /// The template \p Text with \p Values.
  std::string filled(StringRef Text, json::Object Values) {
    write(Text);
    Templates T(Folder.str().str());
    std::string Filled = T.fill("t", std::move(Values));
    Message = toString(T.takeError());
    return Filled;
  }

  SmallString<64> Folder;
  std::string Message; ///< of the error, "": none
};

TEST_F(TemplatesTest, TextIsAsItIs) {
  EXPECT_EQ(filled("{<%name%>} {{name}} <%name%>;\n",
                   json::Object{{"name", "<a & b>"}}),
            "{<a & b>} {{name}} <a & b>;\n");
  EXPECT_EQ(Message, "");
}

TEST_F(TemplatesTest, NumbersAreWhole) {
  EXPECT_EQ(filled("<%number%>, <%least%>",
                   json::Object{{"number", 25'000'000'000'001}, {"least", -1}}),
            "25000000000001, -1");
}

TEST_F(TemplatesTest, SectionsTakeTheirLines) {
  json::Array Items{json::Object{{"item", "a"}}, json::Object{{"item", "b"}}};
  EXPECT_EQ(filled("[\n<%#items%>\n  <%item%><%^last%>,<%/last%>\n<%/items%>\n"
                   "<%^items%>\n  none\n<%/items%>\n]\n",
                   json::Object{{"items", withLast(std::move(Items))}}),
            "[\n  a,\n  b\n]\n");
}

TEST_F(TemplatesTest, HoleWithoutValueIsAnError) {
  filled("<%name%> <%nmae%> <%other%>", json::Object{{"name", "a"}});
  EXPECT_EQ(Message, path() + ": no value of 'nmae'");
  filled("<%#check%>a<%/check%>", {});
  EXPECT_EQ(Message, path() + ": no value of 'check'");
}

TEST_F(TemplatesTest, HoleThatIsNotReachedNeedsNoValue) {
  EXPECT_EQ(filled("a<%#items%><%item%><%/items%>",
                   json::Object{{"items", json::Array()}}),
            "a");
  EXPECT_EQ(Message, "");
}

TEST_F(TemplatesTest, ThreeBracesAreAnError) {
  filled("{{{<%name%>}}}", json::Object{{"name", "a"}});
  EXPECT_NE(Message.find("'{{{' is a hole"), std::string::npos);
}

TEST_F(TemplatesTest, FileThatIsNotThereIsAnError) {
  Templates T(Folder.str().str());
  EXPECT_EQ(T.fill("t", {}), "");
  const std::string Why = toString(T.takeError());
  EXPECT_EQ(Why.find(path() + ": "), 0u) << Why;
  EXPECT_EQ(T.text("pins"), "");
  EXPECT_NE(toString(T.takeError()).find("/pins: "), std::string::npos);
  EXPECT_FALSE(bool(T.takeError()));
}

} // namespace
