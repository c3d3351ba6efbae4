// README.md, Makefile and FuseSoC's file of a system.
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

/// \p Text without its last line's end; null where there is none.
json::Value textOrNull(StringRef Text) {
  if (Text.empty())
    return nullptr;
  return Text.rtrim('\n');
}

json::Array controlRegisterValues() {
  json::Array Values;
  for (const ControlRegister &R : controlRegisters())
    Values.push_back(json::Object{{"register", R.Name},
                                  {"offset", formatv("{0:x+}", R.Offset)},
                                  {"says", R.Says}});
  return Values;
}

/// How many steps a launch does.
json::Value passValue(const std::optional<CoreFile::AllPasses> &All) {
  if (!All)
    return nullptr;
  json::Object Value{{"steps_per_pass", All->StepsPerPass},
                     {"steps", All->Steps},
                     {"number", All->Passes},
                     {"last_steps", nullptr}};
  if (All->LastStepsBits)
    Value["last_steps"] = All->StepsOfLastPass;
  return Value;
}

} // namespace

std::string printMakefile(const SystemPlan &P, const BoardParts &Board,
                          Templates &T) {
  json::Object Values = systemValues(P);
  Values["targets"] = json::Array(Board.Targets);
  Values["rules"] = textOrNull(Board.Rules);
  return T.fill("Makefile", std::move(Values));
}

std::string printFuseSoc(const SystemPlan &P,
                         const std::vector<TextFile> &Files, Templates &T) {
  json::Array Sources;
  for (const TextFile &F : Files) {
    const StringRef Name = F.Name;
    if (Name.ends_with(".v") &&
        (Name.starts_with("rtl/") || !Name.contains('/')))
      Sources.push_back(json::Object{{"source", Name}});
  }
  json::Object Values = systemValues(P);
  Values["sources"] = std::move(Sources);
  Values["ulx3s"] = P.Board == SystemBoard::Ulx3s;
  return T.fill("system.core", std::move(Values));
}

std::string printGuide(const SystemPlan &P, const BoardParts &Board,
                       Templates &T) {
  json::Object Values = systemValues(P);
  Values["row"] = textOrNull(Board.Row);
  Values["guide"] = textOrNull(Board.Guide);
  Values["control_registers"] = controlRegisterValues();
  Values["passes"] = passValue(P.Core.Passes);
  return T.fill("README.md", std::move(Values));
}

} // namespace roofline
