// How a command reads its command line: by Options.td, and what takes the
// values.
#ifndef ROOFLINE_TOOLS_COMMANDLINE_H
#define ROOFLINE_TOOLS_COMMANDLINE_H

#include "OptionTable.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace roofline {

/// Runs a command by the words behind its name. Each command has one, in its
/// own file.
template <Command C> int commandMain(llvm::ArrayRef<const char *> Words);

/// Takes the values of an option of Options.td.
struct CommandOption {
  std::string Name; ///< "json"
  std::function<llvm::Error(llvm::StringRef)> Take;
};

/// The error that nothing reads \p Value of the option \p Name.
llvm::Error notRead(llvm::StringRef Name, llvm::StringRef Value);

inline CommandOption flag(const char *Name, bool &To) {
  return {Name, [&To](llvm::StringRef) {
            To = true;
            return llvm::Error::success();
          }};
}
inline CommandOption text(const char *Name, std::string &To) {
  return {Name, [&To](llvm::StringRef Value) {
            To = Value;
            return llvm::Error::success();
          }};
}
inline CommandOption texts(const char *Name, std::vector<std::string> &To) {
  return {Name, [&To](llvm::StringRef Value) {
            To.push_back(Value.str());
            return llvm::Error::success();
          }};
}
/// \p Parse gives an Expected of what \p To takes.
template <typename Parser, typename T>
CommandOption parsed(const char *Name, Parser Parse, T &To) {
  return {Name, [Parse, &To](llvm::StringRef Value) -> llvm::Error {
            auto Result = Parse(Value);
            if (!Result)
              return Result.takeError();
            To = std::move(*Result);
            return llvm::Error::success();
          }};
}

/// An option whose values, as Options.td has them, mean \p Values.
template <typename T, typename U>
CommandOption choice(const char *Name,
                     std::vector<std::pair<llvm::StringRef, T>> Values, U &To) {
  return {Name, [=, &To](llvm::StringRef Value) -> llvm::Error {
            for (const auto &[Text, Meaning] : Values)
              if (Value == Text) {
                To = Meaning;
                return llvm::Error::success();
              }
            return notRead(Name, Value);
          }};
}

llvm::Error parseCount(llvm::StringRef Value, llvm::StringRef Name,
                       uint32_t &Out);
/// An option whose value is a number from 1.
CommandOption count(const char *Name, uint32_t &To);

/// \p Option, named in \p Given where it is given.
inline CommandOption noted(CommandOption Option, std::string &Given) {
  Option.Take = [Name = "--" + Option.Name, Take = Option.Take,
                 &Given](llvm::StringRef Value) {
    Given = Name;
    return Take(Value);
  };
  return Option;
}

/// Reads the command line \p Words of \p C: the options go to \p Options, which
/// has to have all that \p C takes, the other words to \p Files. False: help
/// was asked for and is printed.
llvm::Expected<bool> readCommandLine(Command C,
                                     llvm::ArrayRef<const char *> Words,
                                     llvm::ArrayRef<CommandOption> Options,
                                     std::vector<std::string> &Files);

} // namespace roofline

#endif
