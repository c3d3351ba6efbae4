// roofline diff: what became slower between two reports, and why.
#include "DiffOptions.h"

#include "roofline/HlsReport/HlsResult.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Report/DiffReport.h"
#include "roofline/Report/ReadReport.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

/// An option whose text \p Parse adds to \p To; it gives a problem or nothing.
template <typename Parser, typename T>
static CommandOption added(const char *Name, Parser Parse, T &To) {
  return {Name, [=, &To](StringRef Value) -> Error {
            if (auto Problem = Parse({Value.data(), Value.size()}, To))
              return invalid(Twine("--") + Name + " " + *Problem);
            return Error::success();
          }};
}

CommandOption failOn(DiffOptions &O) {
  return added("fail-on", parseLimits, O.Limits);
}

CommandOption across(DiffOptions &O) {
  return added("across", parseSettings, O.Across);
}

Error checkDiffOptions(const DiffOptions &O) {
  if (!O.Json.empty() && O.Json == O.Markdown)
    return invalid("--json and --markdown write to the same file '" + O.Json +
                   "'");
  if (!O.Across.empty() && O.Limits.empty())
    return invalid("--across needs --fail-on");
  return Error::success();
}

Expected<ReportedFile> loadReport(StringRef Path) {
  auto Buffer = readInput(Path);
  if (!Buffer)
    return invalid(Path + ": " + Buffer.getError().message());
  const StringRef Text = (*Buffer)->getBuffer();
  return isHlsReport(Text) ? parseHlsReport(Text, Path)
                           : parseReport(Text, Path);
}

Expected<int> writeDiff(const ReportedFile &Old, const ReportedFile &New,
                        const DiffOptions &O, bool Prints) {
  const ReportDiff D = diffReports(Old, New);
  const GateResult Gate = checkLimits(D, O.Limits, O.Across);
  const GateResult *Asked = O.Limits.empty() ? nullptr : &Gate;
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(D, Asked)))
      return E;
  if (!O.Markdown.empty()) {
    std::string Markdown;
    raw_string_ostream OS(Markdown);
    printDiffMarkdown(D, Asked, OS);
    if (Error E = writeOutput(O.Markdown, Markdown))
      return E;
  }
  if (Prints && O.Json != "-" && O.Markdown != "-")
    printDiff(D, Asked, outs());
  return Gate.isKept() ? Done : LimitBroken;
}

template <> int commandMain<Command::Diff>(ArrayRef<const char *> Words) {
  DiffOptions O;
  KernelInput Input;
  Input.LeastFiles = Input.MostFiles = 2;
  return runCommand(parseArguments(Command::Diff, Words,
                                   {failOn(O), across(O), text("json", O.Json),
                                    text("markdown", O.Markdown)},
                                   Input),
                    Input, [&]() -> Expected<int> {
                      if (Error E = checkDiffOptions(O))
                        return E;
                      Expected<ReportedFile> Old = loadReport(Input.File);
                      if (!Old)
                        return Old.takeError();
                      Expected<ReportedFile> New =
                          loadReport(Input.MoreFiles.front());
                      if (!New)
                        return New.takeError();
                      return writeDiff(*Old, *New, O);
                    });
}

} // namespace roofline
