// The table of commands and options, through LLVM's option library.
#include "OptionTable.h"

#include "OptionVersions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"

using namespace llvm;
using namespace llvm::opt;

namespace roofline {
namespace {

/// A command as TableGen writes it.
struct CommandEntry {
  Command C;
  unsigned Bit;
  TableText Name, Arguments, Does, Usage, Exits;
};

#define GET_CommandBit_DECL
#include "CommandTexts.inc"
#undef GET_CommandBit_DECL

#define GET_CommandTexts_IMPL
#include "CommandTexts.inc"
#undef GET_CommandTexts_IMPL

enum : unsigned {
  OPT_INVALID,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

/// Flags of options, beside LLVM's.
constexpr unsigned OneOf = 1u << 8;

/// The options in the order of Options.td; the table has them by name.
constexpr unsigned InOrder[] = {
#define OPTION_WITH_MARSHALLING(PREFIXES, NAME, ID, ...) OPT_##ID,
#include "Options.inc"
#undef OPTION_WITH_MARSHALLING
};

/// All options; each one is visible to the commands that take it.
constexpr OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

const OptTable::Info &info(unsigned ID) { return Infos[ID - 1]; }

std::vector<StringRef> valuesOf(const OptTable::Info &I) {
  const StringRef Values = I.Values ? I.Values : "";
  std::vector<StringRef> All;
  for (StringRef Value : split(Values, ','))
    if (!Value.empty())
      All.push_back(Value);
  return All;
}

} // namespace

OptionTable::OptionTable()
    : PrecomputedOptTable(ROOFLINE_OPTION_TABLES(Infos)) {
  setDashDashParsing(true);
}

const OptionTable &optionTable() {
  static const OptionTable Table;
  return Table;
}

std::vector<Command> OptionTable::commands() {
  std::vector<CommandEntry> Entries(std::begin(CommandTexts),
                                    std::end(CommandTexts));
  llvm::sort(Entries, [](const CommandEntry &A, const CommandEntry &B) {
    return A.Bit < B.Bit;
  });
  std::vector<Command> All;
  for (const CommandEntry &E : Entries)
    All.push_back(E.C);
  return All;
}

CommandText OptionTable::text(Command C) {
  const CommandEntry &E = *find_if(
      CommandTexts, [&](const CommandEntry &Entry) { return Entry.C == C; });
  return {E.C,
          E.Bit,
          getCommandEntryStr(E.Name),
          getCommandEntryStr(E.Arguments),
          getCommandEntryStr(E.Does),
          getCommandEntryStr(E.Usage),
          getCommandEntryStr(E.Exits)};
}

/// The names of the option that help shows, the shortest first: "-o",
/// "--output".
std::vector<std::string> OptionTable::spellings(const Info &I) const {
  std::vector<std::string> Words;
  for (const Info &Other : Infos)
    if (Other.AliasID == I.ID && !(Other.Flags & HelpHidden) &&
        !prefixedName(Other).ends_with("="))
      Words.push_back(prefixedName(Other).str());
  Words.push_back(prefixedName(I).str());
  llvm::sort(Words, [](const std::string &A, const std::string &B) {
    return A.size() < B.size();
  });
  return Words;
}

TableOption OptionTable::describe(const Info &I) const {
  TableOption O;
  O.Name = optionName(I);
  O.Help = I.HelpText ? I.HelpText : "";
  O.HasValue = I.Kind != Option::FlagClass;
  if (I.GroupID)
    O.Heading = optionName(info(I.GroupID));
  O.Words = spellings(I);
  O.Spelling = join(O.Words, ", ");
  if (StringRef Meta = I.MetaVar ? I.MetaVar : ""; !Meta.empty())
    O.Spelling += (Meta.starts_with("=") ? "" : " ") + Meta.str();
  for (StringRef Value : valuesOf(I))
    O.Values.push_back(Value.str());
  return O;
}

std::vector<TableOption> OptionTable::options(Command C) const {
  std::vector<TableOption> Options;
  for (unsigned ID : InOrder)
    if (info(ID).Visibility & text(C).Bit)
      Options.push_back(describe(info(ID)));
  return Options;
}

std::vector<StringRef> OptionTable::choices(unsigned ID) {
  return info(ID).Flags & OneOf ? valuesOf(info(ID)) : std::vector<StringRef>();
}

std::vector<Command> OptionTable::takers(StringRef Word) const {
  const StringRef Name = Word.ltrim('-').split('=').first;
  std::vector<Command> Takers;
  for (Command C : commands())
    if (any_of(options(C),
               [&](const TableOption &O) { return O.Name == Name; }))
      Takers.push_back(C);
  return Takers;
}

} // namespace roofline
