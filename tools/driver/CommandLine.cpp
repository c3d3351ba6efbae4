// How a command reads its command line.
#include "CommandLine.h"

#include "Command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace roofline {

Error parseCount(StringRef Value, StringRef Name, uint32_t &Out) {
  if (Value.getAsInteger(10, Out) || Out == 0)
    return invalid(Name + " '" + Value + "': a number from 1 is expected");
  return Error::success();
}

Error notRead(StringRef Name, StringRef Value) {
  return invalid("--" + Name + " '" + Value + "' is not read");
}

CommandOption count(const char *Name, uint32_t &To) {
  return {Name, [Name, &To](StringRef Value) {
            return parseCount(Value, std::string("--") + Name, To);
          }};
}

/// The option of \p C that \p Word, which is none, may mean; or empty.
static std::string nearest(Command C, StringRef Word) {
  std::string Found;
  for (const TableOption &O : optionTable().options(C))
    if (StringRef(O.Words.back()).ltrim('-').starts_with(Word.ltrim('-'))) {
      if (!Found.empty())
        return "";
      Found = O.Words.back();
    }
  if (Found.empty() &&
      optionTable().findNearest(Word, Found, OptionTable::of(C)) > 2)
    return "";
  return Found;
}

static Error unknownOption(Command C, StringRef Word) {
  std::vector<std::string> Takers;
  for (Command Other : optionTable().takers(Word))
    Takers.push_back(OptionTable::name(Other).str());
  std::string Hint;
  if (!Takers.empty())
    Hint = ", which is of " + join(Takers, ", ");
  else if (std::string Meant = nearest(C, Word); !Meant.empty())
    Hint = ", perhaps '" + Meant + "'";
  return invalid("unknown option '" + Word + "'" + Hint + "; see roofline " +
                 OptionTable::name(C) + " --help");
}

static Error needsValue(StringRef Word) {
  return invalid("option '" + Word.split('=').first + "' needs a value");
}

/// An error where \p A has another value than those that there are.
static Error checkChoice(const Arg &A) {
  const std::vector<StringRef> Choices =
      OptionTable::choices(A.getOption().getID());
  if (Choices.empty() || is_contained(Choices, A.getValue()))
    return Error::success();
  const std::string But = join(ArrayRef(Choices).drop_back(), ", ");
  return invalid("--" + A.getOption().getName() + " '" + A.getValue() +
                 "': " + But + (But.empty() ? "" : " or ") + Choices.back() +
                 " is expected");
}

/// Gives the values of \p A to the option among \p Options that takes them.
static Error take(const Arg &A, ArrayRef<CommandOption> Options) {
  const Option &O = A.getOption();
  auto Own = find_if(Options, [&](const CommandOption &Option) {
    return Option.Name == O.getName();
  });
  if (O.getKind() == Option::FlagClass)
    return Own->Take("");
  if (A.getValues().empty() || A.getValue()[0] == '\0')
    return needsValue(A.getSpelling());
  if (Error E = checkChoice(A))
    return E;
  for (StringRef Value : A.getValues())
    if (Error E = Own->Take(Value))
      return E;
  return Error::success();
}

/// An error where \p Options lack one that \p C takes.
static Error checkComplete(Command C, ArrayRef<CommandOption> Options) {
  for (const TableOption &O : optionTable().options(C))
    if (O.Name != "help" && none_of(Options, [&](const CommandOption &Option) {
          return Option.Name == O.Name;
        }))
      return invalid("roofline " + OptionTable::name(C) +
                     " does not read its option '" + O.Words.back() + "'");
  return Error::success();
}

Expected<bool> readCommandLine(Command C, ArrayRef<const char *> Words,
                               ArrayRef<CommandOption> Options,
                               std::vector<std::string> &Files) {
  if (Error E = checkComplete(C, Options))
    return E;
  unsigned MissingAt = 0, NumMissing = 0;
  const InputArgList Args =
      optionTable().ParseArgs(Words, MissingAt, NumMissing, OptionTable::of(C));
  for (const Arg *A : Args) {
    const Option &O = A->getOption();
    if (O.getKind() == Option::InputClass) {
      Files.push_back(A->getValue());
    } else if (O.getKind() == Option::UnknownClass) {
      return unknownOption(C, A->getSpelling());
    } else if (O.getName() == "help") {
      printHelp(C, outs());
      return false;
    } else if (Error E = take(*A, Options)) {
      return E;
    }
  }
  if (NumMissing)
    return needsValue(Args.getArgString(MissingAt));
  return true;
}

} // namespace roofline
