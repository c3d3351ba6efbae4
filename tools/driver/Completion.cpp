// Words that a shell may complete a command line with.
#include "Command.h"
#include "OptionTable.h"

#include "roofline/DeviceFiles/DeviceFile.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {

/// The names of commands at the place of the last one of \p Words.
static std::vector<std::string> commandNames(ArrayRef<StringRef> Words) {
  std::vector<std::string> Names;
  for (Command C : OptionTable::commands()) {
    SmallVector<StringRef> Parts;
    OptionTable::name(C).split(Parts, ' ');
    if (Parts.size() >= Words.size() &&
        equal(Words.drop_back(), ArrayRef(Parts).take_front(Words.size() - 1)))
      Names.push_back(Parts[Words.size() - 1].str());
  }
  return Names;
}

/// The values of the option \p O that are known.
static std::vector<std::string> valuesOf(const TableOption &O) {
  std::vector<std::string> Values = O.Values;
  if (O.Name == "device")
    append_range(Values, listDevices(driverFolders()));
  return Values;
}

static std::vector<std::string> wordsOf(Command C, StringRef Before,
                                        StringRef Word) {
  const std::vector<TableOption> Options = optionTable().options(C);
  for (const TableOption &O : Options)
    if (O.HasValue && is_contained(O.Words, Before.str()))
      return valuesOf(O);
  std::vector<std::string> All;
  if (Word.starts_with("-"))
    for (const TableOption &O : Options)
      append_range(All, O.Words);
  else if (C == Command::Devices)
    All = listDevices(driverFolders());
  return All;
}

std::vector<std::string> completions(ArrayRef<const char *> Line) {
  // bash takes "--json=a" for three words.
  std::vector<StringRef> Words;
  for (StringRef Word : Line)
    if (Word != "=")
      Words.push_back(Word);
  if (Line.empty() || StringRef(Line.back()) == "=")
    Words.push_back("");
  const StringRef Word = Words.back();
  std::vector<std::string> Found = commandNames(Words);
  // The command with the longest name: "calibrate board", not "calibrate".
  std::optional<Command> Named;
  for (Command C : OptionTable::commands()) {
    SmallVector<StringRef> Name;
    OptionTable::name(C).split(Name, ' ');
    if (Words.size() > Name.size() &&
        equal(Name, ArrayRef(Words).take_front(Name.size())) &&
        (!Named ||
         OptionTable::name(C).size() > OptionTable::name(*Named).size()))
      Named = C;
  }
  if (Named)
    append_range(Found, wordsOf(*Named, Words[Words.size() - 2], Word));
  erase_if(Found, [&](StringRef F) { return !F.starts_with(Word); });
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  return Found;
}

} // namespace roofline
