// One run of yosys over several modules.
#include "roofline/Calibrate/Calibrate.h"

#include "roofline/Process/RunFolder.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// Files that are gone when the run is, also when it is interrupted.
class TemporaryFiles {
public:
  ~TemporaryFiles() {
    for (const std::string &Path : Paths) {
      sys::fs::remove(Path);
      sys::DontRemoveFileOnSignal(Path);
    }
  }
  Expected<std::string> create(StringRef Suffix, StringRef Text = {}) {
    SmallString<128> Path;
    int FD = -1;
    if (std::error_code EC =
            sys::fs::createTemporaryFile("roofline", Suffix, FD, Path))
      return createStringError(EC, "a temporary file: " + EC.message());
    if (!RunFolder::isThere()) // which ends a run, and not this process
      sys::RemoveFileOnSignal(Path);
    Paths.push_back(Path.str().str());
    raw_fd_ostream OS(FD, /*shouldClose=*/true);
    OS << Text;
    OS.flush();
    if (std::error_code EC = OS.error()) {
      OS.clear_error();
      return createStringError(EC, Path + ": " + EC.message());
    }
    return Paths.back();
  }

private:
  std::vector<std::string> Paths;
};

std::string textOf(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// Reason that yosys gives for why it stopped.
std::string reason(StringRef Log) {
  size_t At = Log.rfind("ERROR:");
  StringRef Tail =
      At == StringRef::npos ? Log.rtrim().rsplit('\n').second : Log.substr(At);
  return Tail.take_until([](char C) { return C == '\n'; }).str();
}

/// A line around the statistics in yosys' log.
constexpr StringLiteral Marker = "roofline-statistics";

/// The delays of `sta`: "Latest arrival time in 'NAME' is 1784:".
void readDelays(StringRef Log, std::map<std::string, Synthesis> &Modules) {
  SmallVector<StringRef, 0> Lines;
  Log.split(Lines, '\n');
  for (StringRef Line : Lines) {
    double Delay = 0;
    if (!Line.consume_front("Latest arrival time in '"))
      continue;
    auto [Name, Rest] = Line.split("' is ");
    auto Module = Modules.find(Name.str());
    if (Module != Modules.end() && !Rest.rtrim(':').getAsDouble(Delay))
      Module->second.Delay = Delay;
  }
}

/// Cells by module of `stat -json`, which in yosys 0.23 ends in a comma where
/// there is no top module.
Expected<std::map<std::string, Synthesis>> readStatistics(StringRef Log) {
  // The echo of the command has the marker too, so the lines decide.
  std::string Line = ("\n" + Marker + "\n").str();
  StringRef Text = Log.split(Line).second.split(Line).first;
  Text = Text.drop_front(std::min(Text.find('{'), Text.size()));
  Text = Text.take_front(Text.rfind('}') + 1);
  std::string Repaired = Text.str();
  if (StringRef Body = Text; Body.consume_back("}"))
    if (Body = Body.rtrim(); Body.consume_back(","))
      Repaired = (Body + "}").str();
  Expected<json::Value> Root = json::parse(Repaired);
  if (!Root)
    return Root.takeError();
  const json::Object *Modules =
      Root->getAsObject() ? Root->getAsObject()->getObject("modules") : nullptr;
  if (!Modules)
    return createStringError("yosys gave no statistics");
  std::map<std::string, Synthesis> Result;
  for (const auto &[Name, Module] : *Modules) {
    StringRef Id = Name;
    Id.consume_front("\\");
    CellCounts &Cells = Result[Id.str()].Cells;
    const json::Object *O = Module.getAsObject();
    if (const json::Object *ByType =
            O ? O->getObject("num_cells_by_type") : nullptr)
      for (const auto &[Type, Number] : *ByType)
        Cells[Type.str()] = uint64_t(Number.getAsInteger().value_or(0));
  }
  readDelays(Log, Result);
  return Result;
}

std::string reading(ArrayRef<std::string> Sources) {
  std::string Text;
  for (const std::string &Source : Sources)
    Text += "read_verilog \"" + Source + "\"\n";
  return Text;
}

/// Each module after \p Script, which has read the family's cells, and its
/// delay after \p Paths, the commands that measure it.
Expected<std::map<std::string, Synthesis>> runYosys(StringRef Yosys,
                                                    StringRef Script,
                                                    TemporaryFiles &Files,
                                                    StringRef Paths) {
  Expected<std::string> Log = Files.create("log");
  if (!Log)
    return Log.takeError();
  Expected<std::string> Path =
      Files.create("ys", (Script + "log " + Marker + "\nstat -json\nlog " +
                          Marker + "\n" + Paths)
                             .str());
  if (!Path)
    return Path.takeError();
  std::string Why;
  std::optional<StringRef> Redirects[] = {"", *Log, *Log};
  ProcessOptions How;
  How.Redirects = Redirects;
  How.WithChildren = true;
  int Code = runProcess(Yosys, {Yosys, "-s", *Path}, How, Why);
  std::string Output = textOf(*Log);
  if (Code)
    return createStringError("yosys failed: " +
                             (Why.empty() ? reason(Output) : Why));
  return readStatistics(Output);
}

} // namespace

Expected<std::string> yosysVersion(StringRef Yosys) {
  TemporaryFiles Files;
  Expected<std::string> Out = Files.create("txt");
  if (!Out)
    return Out.takeError();
  std::string Why;
  std::optional<StringRef> Redirects[] = {"", *Out, *Out};
  ProcessOptions How;
  How.Redirects = Redirects;
  How.TimeOut = 60;
  int Code = runProcess(Yosys, {Yosys, "-V"}, How, Why);
  std::string Version = StringRef(textOf(*Out)).trim().str();
  if (Code || !StringRef(Version).starts_with("Yosys"))
    return createStringError(Yosys +
                             " -V failed: " + (Why.empty() ? Version : Why));
  return Version;
}

Expected<std::vector<Synthesis>> synthesize(const SynthesisTarget &Target,
                                            ArrayRef<std::string> Modules,
                                            ArrayRef<std::string> Sources,
                                            StringRef Yosys) {
  TemporaryFiles Files;
  std::string Verilog;
  for (size_t I = 0; I < Modules.size(); ++I)
    Verilog += "module rb_" + std::to_string(I) + Modules[I] + "\n";
  Expected<std::string> Design = Files.create("v", Verilog);
  if (!Design)
    return Design.takeError();
  // The family's own script takes one top module; here each one is a top.
  std::string Script =
      (reading(Sources) + reading(*Design) + Target.Cells +
       "hierarchy -check\nproc\nflatten\ndelete * rb_* %d\n" + Target.Command +
       " -run " + Target.StartLabel + ":check\n")
          .str();
  // A path beside what is measured is not a part of it; the inputs of its
  // register but for the data go elsewhere too. Its cells alone: yosys 0.23
  // stops where a deleted wire is a part of a connection.
  constexpr StringLiteral WithoutSlack =
      "delete */w:slack %ci*:-[C,CE,R,CLK,LSR,ENA,ACLR,SCLR,SLOAD] "
      "*/t:* %i\nsta\n";
  auto ByModule =
      runYosys(Yosys, Script, Files, Target.delays() + WithoutSlack.str());
  if (!ByModule)
    return ByModule.takeError();
  std::vector<Synthesis> Result;
  for (size_t I = 0; I < Modules.size(); ++I) {
    auto Module = ByModule->find("rb_" + std::to_string(I));
    if (Module == ByModule->end())
      return createStringError("yosys gave no statistics of a module");
    Result.push_back(std::move(Module->second));
  }
  return Result;
}

Expected<Synthesis> synthesizeCore(const SynthesisTarget &Target,
                                   ArrayRef<std::string> Sources, StringRef Top,
                                   StringRef Yosys) {
  TemporaryFiles Files;
  auto ByModule = runYosys(
      Yosys,
      (reading(Sources) + Target.Command + " -top " + Top + "\n" + Target.Cells)
          .str(),
      Files, Target.delays() + "sta\n");
  if (!ByModule)
    return ByModule.takeError();
  auto Module = ByModule->find(Top.str());
  if (Module == ByModule->end())
    return createStringError("yosys gave no statistics of '" + Top + "'");
  return std::move(Module->second);
}

} // namespace roofline
