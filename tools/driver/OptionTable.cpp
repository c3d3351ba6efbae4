// The table of commands and options, through LLVM's option library.
#include "OptionTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"

using namespace llvm;
using namespace llvm::opt;

namespace roofline {
namespace {

#define OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#define OPTTABLE_PREFIXES_UNION_CODE
#define OPTTABLE_SUBCOMMANDS_CODE
#define OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE
#undef OPTTABLE_PREFIXES_TABLE_CODE
#undef OPTTABLE_PREFIXES_UNION_CODE
#undef OPTTABLE_SUBCOMMANDS_CODE
#undef OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE

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

ArrayRef<unsigned> commandsOf(const OptTable::Info &I) {
  return I.getSubCommandIDs(OptionSubCommandIDsTable);
}

/// All options; each one is visible to the commands that take it.
ArrayRef<OptTable::Info> infos() {
  static const auto All = [] {
    std::vector<OptTable::Info> Infos = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
    };
    for (OptTable::Info &I : Infos)
      if (I.hasSubCommands()) {
        I.Visibility = 0;
        for (unsigned Command : commandsOf(I))
          I.Visibility |= 1u << Command;
      }
    return Infos;
  }();
  return All;
}

const OptTable::Info &info(unsigned ID) { return infos()[ID - 1]; }

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
    : PrecomputedOptTable(OptionStrTable, OptionPrefixesTable, infos(),
                          OptionPrefixesUnion, /*IgnoreCase=*/false,
                          OptionSubCommands, OptionSubCommandIDsTable) {
  static_assert(std::size(OptionSubCommands) <= 32, "a bit for each command");
  setDashDashParsing(true);
}

const OptionTable &optionTable() {
  static const OptionTable Table;
  return Table;
}

std::vector<Command> OptionTable::commands() {
  std::vector<Command> All;
  for (unsigned ID : commandsOf(info(OPT_help)))
    All.push_back(Command(ID));
  return All;
}

const OptTable::SubCommand &OptionTable::text(Command C) {
  return OptionSubCommands[unsigned(C)];
}

/// The names of the option that help shows, the shortest first: "-o",
/// "--output".
std::vector<std::string> OptionTable::spellings(const Info &I) const {
  std::vector<std::string> Words;
  for (const Info &Other : infos())
    if (Other.AliasID == I.ID && !(Other.Flags & HelpHidden) &&
        !Other.getPrefixedName(OptionStrTable).ends_with("="))
      Words.push_back(Other.getPrefixedName(OptionStrTable).str());
  Words.push_back(I.getPrefixedName(OptionStrTable).str());
  llvm::sort(Words, [](const std::string &A, const std::string &B) {
    return A.size() < B.size();
  });
  return Words;
}

TableOption OptionTable::describe(const Info &I) const {
  TableOption O;
  O.Name = I.getName(OptionStrTable, OptionPrefixesTable);
  O.Help = I.HelpText ? I.HelpText : "";
  O.HasValue = I.Kind != Option::FlagClass;
  if (I.GroupID)
    O.Heading = info(I.GroupID).getName(OptionStrTable, OptionPrefixesTable);
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
    if (is_contained(commandsOf(info(ID)), unsigned(C)))
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
