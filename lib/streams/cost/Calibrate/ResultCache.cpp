// Results of synthesis that outlive an interrupted calibration.
#include "ResultCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

json::Object toJSON(const Synthesis &S) {
  json::Object ByType;
  for (const auto &[Type, Number] : S.Cells)
    ByType[Type] = int64_t(Number);
  return json::Object{{"cells", std::move(ByType)}, {"delay", S.Delay}};
}

std::optional<Synthesis> readSynthesis(const json::Object &O) {
  const json::Object *Cells = O.getObject("cells");
  const json::Value *Delay = O.get("delay");
  if (!Cells || !Delay)
    return std::nullopt;
  Synthesis Result;
  for (const auto &[Type, Number] : *Cells)
    Result.Cells[Type.str()] = uint64_t(Number.getAsInteger().value_or(0));
  Result.Delay = Delay->getAsNumber();
  return Result;
}

ResultCache::ResultCache(std::string Path) : Path(std::move(Path)) {
  auto Buffer = MemoryBuffer::getFile(this->Path);
  if (!Buffer)
    return;
  SmallVector<StringRef, 0> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    Expected<json::Value> Parsed = parseJsonText(Line, this->Path);
    if (!Parsed) { // the end of an interrupted run
      consumeError(Parsed.takeError());
      continue;
    }
    const json::Object *O = Parsed->getAsObject();
    std::optional<StringRef> Key = O ? O->getString("key") : std::nullopt;
    if (!Key)
      continue;
    if (std::optional<Synthesis> Result = readSynthesis(*O))
      Results[Key->str()] = std::move(*Result);
  }
}

const Synthesis *ResultCache::find(const std::string &Key) const {
  auto Found = Results.find(Key);
  return Found == Results.end() ? nullptr : &Found->second;
}

Error ResultCache::add(const std::string &Key, Synthesis Result) {
  if (!Path.empty()) {
    json::Object Line = toJSON(Result);
    Line["key"] = Key;
    sys::fs::create_directories(sys::path::parent_path(Path));
    std::error_code EC;
    raw_fd_ostream OS(Path, EC, sys::fs::OF_Append);
    if (!EC) {
      // One write, so that what is there consists of whole lines; the first
      // break ends a line that was cut off.
      OS << formatv("\n{0}\n", json::Value(std::move(Line))).str();
      OS.flush();
      EC = OS.error();
      OS.clear_error();
    }
    if (EC)
      return createStringError(EC, Path + ": " + EC.message());
  }
  Results[Key] = std::move(Result);
  return Error::success();
}

} // namespace roofline
