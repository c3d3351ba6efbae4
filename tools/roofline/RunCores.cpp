// Commands of the program roofline-cores, which stands beside this one.
#include "RunCores.h"

#include "Command.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace llvm;

namespace roofline {

int runCores(Command C, ArrayRef<const char *> Words, StringRef Otherwise) {
  const std::string Program = installedPath("bin/roofline-cores");
  const StringRef Name = OptionTable::name(C);
  if (is_contained({"--help", "-h"},
                   StringRef(Words.empty() ? "" : Words[0]))) {
    printHelp(C, outs()); // whether the program is there or not
    return Done;
  }
  const std::vector<std::string> Split = {Name.split(' ').first.str(),
                                          Name.split(' ').second.str()};
  std::vector<char *> Arguments = {const_cast<char *>(Program.c_str())};
  for (const std::string &Word : Split)
    if (!Word.empty())
      Arguments.push_back(const_cast<char *>(Word.c_str()));
  for (const char *Word : Words)
    Arguments.push_back(const_cast<char *>(Word));
  Arguments.push_back(nullptr);
  outs().flush();
  execv(Program.c_str(), Arguments.data());
  return fail("roofline " + Name + " is a command of roofline-cores, and " +
              Program + " cannot be run (" + sys::StrError() +
              "); from the sources `cmake --build BUILD --target cores` builds "
              "it, Debian's package is roofline-cores" +
              Otherwise);
}

} // namespace roofline
