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

/// The page whose scripts are common.js and \p Scripts of pages/.
Expected<std::string> page(StringRef Title, ArrayRef<StringRef> Scripts,
                           Object Data, StringRef ShareFolder) {
  std::string Html, Style, Script;
  std::vector<std::pair<StringRef, std::string *>> Parts = {
      {"report.html", &Html}, {"report.css", &Style}, {"common.js", &Script}};
  for (StringRef Name : Scripts)
    Parts.push_back({Name, &Script});
  for (auto [Name, To] : Parts) {
    Expected<std::string> Part = readPart(ShareFolder, Name);
    if (!Part)
      return Part.takeError();
    *To += *Part;
  }
  SmallString<128> Libraries(ShareFolder);
  sys::path::append(Libraries, "plot");
  Expected<std::string> LibraryScripts = plotScripts(Libraries);
  if (!LibraryScripts)
    return LibraryScripts.takeError();
  std::string Escaped;
  raw_string_ostream OS(Escaped);
  printHTMLEscaped(Title, OS);
  return fill(Html, {{"title", Escaped},
                     {"style", Style},
                     {"script", std::move(Script)},
                     {"libraries", std::move(*LibraryScripts)},
                     {"data", scriptText(std::move(Data))}});
}

} // namespace

static Value answerData(ArrayRef<AnswerRow> Answer,
                        const SourceLocation &Limiting) {
  Array Rows;
  for (const AnswerRow &Row : Answer)
    Rows.push_back(Object{{"name", Row.Name}, {"text", Row.Text}});
  return Object{{"rows", std::move(Rows)}, {"limiting", place(Limiting)}};
}

Value answerData(const AnalysisResult &R) {
  return answerData(answerRows(R), limitingPlace(R));
}

Value answerData(const HlsResult &R) {
  const std::optional<uint32_t> Loop = limitingLoop(R);
  return answerData(answerRows(R),
                    Loop ? R.Kernel->Loops[*Loop].Loc : R.Kernel->Loc);
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
  return page(Page.Title,
              Page.IsHls
                  ? std::vector<StringRef>{"source.js", "network.js", "hls.js"}
                  : std::vector<StringRef>{"source.js", "report.js"},
              std::move(Data), ShareFolder);
}

constexpr const char *DesignKindNames[] = {"variants", "steps", "kernels",
                                           "space", "hls"};

Expected<std::string> printPage(DesignPage Page, StringRef ShareFolder) {
  Object Data{{"kind", DesignKindNames[size_t(Page.K)]},
              {"file", Page.Input},
              {"kernels", std::move(Page.Kernels)}};
  return page(sys::path::filename(Page.Input).str() + ": designs",
              {"designs.js"}, std::move(Data), ShareFolder);
}

} // namespace roofline
