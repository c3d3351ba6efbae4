// The plugin's options in the messages of the libraries.
#include "roofline/Plugin/OptionNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace roofline {

std::string inPluginOptions(StringRef Message) {
  const auto &Options = cl::getRegisteredOptions();
  std::string Text;
  while (!Message.empty()) {
    const StringRef Before = Message.take_front(Message.find("--"));
    Text += Before;
    Message = Message.drop_front(Before.size());
    if (!Message.consume_front("--"))
      continue;
    const StringRef Name =
        Message.take_while([](char C) { return isLower(C) || C == '-'; });
    Message = Message.drop_front(Name.size());
    const bool IsOurs = Options.contains(("fpga-" + Name).str());
    Text += ((IsOurs ? "-fpga-" : "--") + Name).str();
    if (IsOurs && Message.consume_front(" "))
      Text += "=";
  }
  return Text;
}

} // namespace roofline
