// One run of yosys over several modules.
#include "roofline/Calibrate/Calibrate.h"

#include "roofline/Json/JsonFile.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Process/Sandbox.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// A folder for one run of yosys, of files with plain names: paths of others
/// are no words of its scripts.
class WorkFolder {
public:
  WorkFolder() {
    if (RunFolder::isThere()) {
      EC = RunFolder::makeSubfolder("yosys", Path);
      return;
    }
    Own.emplace("roofline-yosys");
    EC = Own->error();
    Path = Own->path();
  }
  ~WorkFolder() {
    if (!Own && !EC)
      sys::fs::remove_directories(Path);
  }
  Error write(StringRef Name, StringRef Text) const {
    const std::string Whole = (Path + "/" + Name).str();
    std::error_code EC = this->EC;
    if (!EC) {
      raw_fd_ostream OS(Whole, EC);
      if (!EC)
        OS << Text, OS.close(), EC = OS.error();
      OS.clear_error();
    }
    return EC ? createStringError(EC, Whole + ": " + EC.message())
              : Error::success();
  }
  /// Copies \p Sources here and gives the commands that read them.
  Expected<std::string> reading(ArrayRef<std::string> Sources) const {
    std::string Script;
    for (const auto &[I, Source] : enumerate(Sources)) {
      const std::string Name = "source_" + std::to_string(I) + ".v";
      auto Text = readInput(Source);
      if (!Text)
        return createStringError(Source + ": " + Text.getError().message());
      if (Error E = write(Name, (*Text)->getBuffer()))
        return std::move(E);
      Script += "read_verilog \"" + Name + "\"\n";
    }
    return Script;
  }
  StringRef path() const { return Path; }

private:
  std::optional<RunFolder> Own;
  SmallString<128> Path;
  std::error_code EC;
};

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
  Expected<json::Value> Root = parseJsonText(Repaired, "yosys");
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

/// Each module after \p Script, which has read the family's cells, and its
/// delay after \p Paths, the commands that measure it.
Expected<std::map<std::string, Synthesis>> runYosys(StringRef Yosys,
                                                    StringRef Script,
                                                    const WorkFolder &Work,
                                                    StringRef Paths) {
  if (Error E =
          Work.write("script.ys", (Script + "log " + Marker +
                                   "\nstat -json\nlog " + Marker + "\n" + Paths)
                                      .str()))
    return std::move(E);
  Expected<Outcome> Ran = runForeign(Work.path(), Yosys, {"-s", "script.ys"});
  if (!Ran)
    return createStringError("yosys failed: " + toString(Ran.takeError()));
  if (Ran->Code)
    return createStringError("yosys failed: " + reason(Ran->Output));
  return readStatistics(Ran->Output);
}

} // namespace

Expected<std::string> yosysVersion(StringRef Yosys) {
  WorkFolder Work;
  Expected<Outcome> Ran = runForeign(Work.path(), Yosys, {"-V"});
  if (!Ran)
    return createStringError(Yosys +
                             " -V failed: " + toString(Ran.takeError()));
  std::string Version = StringRef(Ran->Output).trim().str();
  if (Ran->Code || !StringRef(Version).starts_with("Yosys"))
    return createStringError(Yosys + " -V failed: " + Version);
  return Version;
}

Expected<std::vector<Synthesis>> synthesize(const SynthesisTarget &Target,
                                            ArrayRef<std::string> Modules,
                                            ArrayRef<std::string> Sources,
                                            StringRef Yosys) {
  WorkFolder Work;
  std::string Verilog;
  for (size_t I = 0; I < Modules.size(); ++I)
    Verilog += "module rb_" + std::to_string(I) + Modules[I] + "\n";
  if (Error E = Work.write("design.v", Verilog))
    return std::move(E);
  Expected<std::string> Reading = Work.reading(Sources);
  if (!Reading)
    return Reading.takeError();
  // The family's own script takes one top module; here each one is a top.
  std::string Script =
      (*Reading + "read_verilog \"design.v\"\n" + Target.Cells +
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
      runYosys(Yosys, Script, Work, Target.delays() + WithoutSlack.str());
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
  WorkFolder Work;
  Expected<std::string> Reading = Work.reading(Sources);
  if (!Reading)
    return Reading.takeError();
  auto ByModule = runYosys(
      Yosys,
      (*Reading + Target.Command + " -top " + Top + "\n" + Target.Cells).str(),
      Work, Target.delays() + "sta\n");
  if (!ByModule)
    return ByModule.takeError();
  auto Module = ByModule->find(Top.str());
  if (Module == ByModule->end())
    return createStringError("yosys gave no statistics of '" + Top + "'");
  return std::move(Module->second);
}

} // namespace roofline
