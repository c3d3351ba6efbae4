// The page of an analysis.
#include "roofline/Page/ReportPage.h"

#include "roofline/Plot/Plot.h"
#include "roofline/Report/Answer.h"
#include "roofline/Report/PlaceJSON.h"
#include "roofline/Report/SourcePath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace roofline {
namespace {

using json::Array;
using json::Object;
using json::Value;

/// Collects the files of all places in \p V.
void addFiles(const Value &V, std::set<std::string> &Files) {
  if (const Array *A = V.getAsArray())
    for (const Value &Element : *A)
      addFiles(Element, Files);
  const Object *O = V.getAsObject();
  if (!O)
    return;
  if (auto File = O->getString("file"); File && O->getInteger("line"))
    Files.insert(File->str());
  for (const auto &[Name, Member] : *O)
    addFiles(Member, Files);
}

/// True for a file in the folder of \p Input or below it: a page goes to other
/// people, and a `#line` may name any file.
bool isBelow(StringRef Path, StringRef Input) {
  SmallString<128> Real, Folder;
  if (sys::fs::real_path(Path, Real) || sys::fs::real_path(Input, Folder))
    return false;
  sys::path::remove_filename(Folder);
  return StringRef(Real).starts_with(
      (Folder + sys::path::get_separator()).str());
}

constexpr uint64_t MostBytes = 1 << 20; ///< of a source that pages carry

/// The sources of \p Report that are there, with their text.
Array sourcesOf(const Value &Report, StringRef Input) {
  std::set<std::string> Files;
  addFiles(Report, Files);
  Array Sources;
  for (const std::string &File : Files) {
    const std::string Path = openablePath(File, Input);
    uint64_t Size = 0;
    if (!isBelow(Path, Input) || !sys::fs::is_regular_file(Path) ||
        sys::fs::file_size(Path, Size) || Size > MostBytes)
      continue;
    if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true))
      Sources.push_back(Object{
          {"file", File}, {"text", json::fixUTF8((*Buffer)->getBuffer())}});
  }
  return Sources;
}

Expected<std::string> readPart(StringRef Folder, StringRef Name) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, "pages", Name);
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

/// Replaces each {{NAME}} of \p Template once.
std::string fill(StringRef Template,
                 ArrayRef<std::pair<StringRef, std::string>> Parts) {
  std::string Text;
  while (!Template.empty()) {
    auto [Before, Rest] = Template.split("{{");
    Text += Before;
    auto [Name, After] = Rest.split("}}");
    for (const auto &[Known, With] : Parts)
      if (Known == Name)
        Text += With;
    Template = After;
  }
  return Text;
}

/// The page whose script is \p Script of pages/.
Expected<std::string> page(StringRef Title, StringRef Script, Object Data,
                           StringRef ShareFolder) {
  std::string Html, Style, Common, Own;
  for (auto [Name, To] : {std::pair(StringRef("report.html"), &Html),
                          {"report.css", &Style},
                          {"common.js", &Common},
                          {Script, &Own}}) {
    Expected<std::string> Part = readPart(ShareFolder, Name);
    if (!Part)
      return Part.takeError();
    *To = std::move(*Part);
  }
  SmallString<128> Libraries(ShareFolder);
  sys::path::append(Libraries, "plot");
  Expected<std::string> Scripts = plotScripts(Libraries);
  if (!Scripts)
    return Scripts.takeError();
  std::string Escaped;
  raw_string_ostream OS(Escaped);
  printHTMLEscaped(Title, OS);
  return fill(Html, {{"title", Escaped},
                     {"style", Style},
                     {"script", Common + Own},
                     {"libraries", std::move(*Scripts)},
                     {"data", scriptText(std::move(Data))}});
}

} // namespace

Value answerData(const AnalysisResult &R) {
  Array Rows;
  for (const AnswerRow &Row : answerRows(R))
    Rows.push_back(Object{{"name", Row.Name}, {"text", Row.Text}});
  return Object{{"rows", std::move(Rows)},
                {"limiting", place(limitingPlace(R))}};
}

Expected<std::string> printPage(ReportPage Page, StringRef ShareFolder) {
  Object Data{{"sources", sourcesOf(Page.Report, Page.Input)},
              {"designs", std::move(Page.Designs)},
              {"schedules", std::move(Page.Schedules)},
              {"answers", std::move(Page.Answers)},
              {"roofline", nullptr}};
  Data["report"] = std::move(Page.Report);
  if (!Page.Plot.Points.empty()) {
    Expected<Object> Spec = vegaSpec(Page.Plot, PlotKind::Performance);
    if (!Spec)
      return Spec.takeError();
    Data["roofline"] = std::move(*Spec);
  }
  return page(Page.Title, "report.js", std::move(Data), ShareFolder);
}

constexpr const char *DesignKindNames[] = {"variants", "steps", "kernels",
                                           "space"};

Expected<std::string> printPage(DesignPage Page, StringRef ShareFolder) {
  Object Data{{"kind", DesignKindNames[size_t(Page.K)]},
              {"file", Page.Input},
              {"kernels", std::move(Page.Kernels)}};
  return page(sys::path::filename(Page.Input).str() + ": designs", "designs.js",
              std::move(Data), ShareFolder);
}

} // namespace roofline
