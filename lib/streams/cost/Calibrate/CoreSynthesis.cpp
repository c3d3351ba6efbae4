// yosys on whole cores, each of which it synthesises once.
#include "roofline/Calibrate/CoreSynthesis.h"

#include "roofline/Farm/Farm.h"
#include "roofline/Json/JsonFile.h"
#include "roofline/Process/RunFolder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

Expected<CoreSynthesis> CoreSynthesis::find(const SynthesisTarget &Target,
                                            std::string Kept) {
  CoreSynthesis S;
  S.Target = &Target;
  Expected<std::string> Yosys = toolOf("yosys");
  if (!Yosys)
    return Yosys.takeError();
  S.Yosys = std::move(*Yosys);
  Expected<std::string> Version = yosysVersion(S.Yosys);
  if (!Version)
    return Version.takeError();
  S.Version = std::move(*Version);
  if (!Kept.empty())
    if (std::error_code EC = sys::fs::create_directories(Kept))
      return createStringError(EC, Kept + ": " + EC.message());
  S.Folder = std::move(Kept);
  return S;
}

/// \p Verilog without what its comments say, as places in a source that moved.
static std::string withoutComments(StringRef Verilog) {
  std::string Text;
  while (!Verilog.empty()) {
    StringRef Line;
    std::tie(Line, Verilog) = Verilog.split('\n');
    Text += (Line.split("//").first.rtrim() + "\n").str();
  }
  return Text;
}

std::string CoreSynthesis::fileOf(ArrayRef<std::string> Sources,
                                  StringRef Top) const {
  std::string Text;
  for (const std::string &Source : Sources)
    if (auto Buffer = MemoryBuffer::getFile(Source))
      Text += withoutComments((*Buffer)->getBuffer());
  const std::string Cells = Target->Cells.str() + Target->delays();
  SmallString<128> Path(Folder);
  sys::path::append(Path, keyOf({Target->Command, Cells, Version, Top, Text}) +
                              ".json");
  return Path.str().str();
}

std::optional<Synthesis> CoreSynthesis::kept(ArrayRef<std::string> Sources,
                                             StringRef Top) const {
  if (Folder.empty())
    return std::nullopt;
  auto Buffer = MemoryBuffer::getFile(fileOf(Sources, Top));
  if (!Buffer)
    return std::nullopt;
  Expected<json::Value> Value = parseJsonText((*Buffer)->getBuffer(), "kept");
  if (!Value) // made again
    return consumeError(Value.takeError()), std::nullopt;
  const json::Object *O = Value->getAsObject();
  return O ? readSynthesis(*O) : std::nullopt;
}

Expected<Synthesis> CoreSynthesis::run(ArrayRef<std::string> Sources,
                                       StringRef Top) const {
  if (std::optional<Synthesis> Kept = kept(Sources, Top))
    return std::move(*Kept);
  Expected<Synthesis> Made = synthesizeCore(*Target, Sources, Top, Yosys);
  if (!Made || Folder.empty())
    return Made;
  Error E = writeToOutput(fileOf(Sources, Top), [&](raw_ostream &OS) -> Error {
    OS << json::Value(toJSON(*Made)) << '\n';
    return Error::success();
  });
  if (E)
    return std::move(E);
  return Made;
}

} // namespace roofline
