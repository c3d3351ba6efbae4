// A command that prints watts.
#include "Meters.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstdio>

using namespace llvm;

namespace roofline {
namespace {

class CommandMeter : public PowerMeter {
public:
  explicit CommandMeter(std::string Command) : Command(std::move(Command)) {}
  std::string name() const override { return "command: " + Command; }
  Expected<std::optional<Watts>> read() override;

private:
  std::string Command;
};

Expected<std::optional<Watts>> CommandMeter::read() {
  FILE *Pipe = popen(Command.c_str(), "re");
  if (!Pipe)
    return noMeter("--power-command '" + Command + "' does not start");
  std::string Text;
  char Part[256];
  while (size_t Got = fread(Part, 1, sizeof(Part), Pipe))
    Text.append(Part, Got);
  int Status = pclose(Pipe);
  if (Status != 0)
    return noMeter("--power-command '" + Command + "' fails, status " +
                   Twine(WIFEXITED(Status) ? WEXITSTATUS(Status) : Status));
  double Power;
  StringRef Number = StringRef(Text).trim();
  if (Number.getAsDouble(Power) || !(Power >= 0 && Power < 1e7))
    return noMeter("--power-command '" + Command + "' prints '" + Number +
                   "', which is no number of watts");
  return Watts(Power);
}

} // namespace

Expected<std::unique_ptr<PowerMeter>> openCommand(const std::string &Command) {
  auto Meter = std::make_unique<CommandMeter>(Command);
  // One that does not work is told before the kernel runs.
  Expected<std::optional<Watts>> First = Meter->read();
  if (!First)
    return First.takeError();
  return Meter;
}

} // namespace roofline
