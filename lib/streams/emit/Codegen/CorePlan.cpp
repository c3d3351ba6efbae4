// Parts of a core, with all names.
#include "CorePlan.h"

#include "roofline/Codegen/LegalNames.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Stream/StreamChain.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace roofline {

std::string literal(uint64_t Bits, uint32_t Width) {
  assert(Width >= 1 && "a literal has a bit");
  static const char Digits[] = "0123456789abcdef";
  if (Width == 1)
    return Bits & 1 ? "1'b1" : "1'b0";
  std::string Hex;
  for (uint32_t I = (Width + 3) / 4; I-- > 0;)
    Hex += Digits[I < 16 ? Bits >> (4 * I) & 15 : 0];
  return std::to_string(Width) + "'h" + Hex;
}

std::string bitRange(uint32_t Width) {
  assert(Width >= 1 && "a range has a bit");
  return "[" + std::to_string(Width - 1) + ":0] ";
}

std::string place(const SourceLocation &Loc) {
  return Loc ? oneLine(Loc.File) + ":" + std::to_string(Loc.Line) + ":" +
                   std::to_string(Loc.Column)
             : std::string();
}

std::string CorePlan::stream(const std::string &Port, uint32_t Lane) const {
  return D.Lanes > 1 ? Port + "_lane" + std::to_string(Lane) : Port;
}

namespace {

void nameAll(CorePlan &P, const std::string &Wanted) {
  const StreamKernel &K = P.K;
  VerilogNames Modules, Inner;
  for (const char *Reserved :
       {"clk", "rst", "load", "busy", "advance", "step", "done", "start",
        "pause", "ripe", "there", "running"})
    Inner.legal(Reserved);
  // A module is told from its own ports, and from those that it contains.
  for (const char *Reserved : {"clk", "rst", "start", "done", "busy", "idle"})
    Modules.legal(Reserved);
  constexpr std::string_view OfModules = "roofline_";
  const std::string Name = Wanted.empty() ? shortName(K.Name) : Wanted;
  P.Name = Modules.legal(Name.starts_with(OfModules)
                             ? "core_" + Name.substr(OfModules.size())
                             : Name);
  auto NameAll = [](auto &From, std::vector<std::string> &To) {
    VerilogNames Names;
    for (auto &One : From)
      To.push_back(Names.legal(One.Name));
  };
  auto NamePorts = [](auto &Streams, std::vector<std::string> &To) {
    VerilogNames Names;
    for (uint32_t I = 0; I < Streams.size(); ++I) {
      const uint32_t Port = portOf(Streams, I);
      To.push_back(Port == I ? Names.legal(Streams[I].Name) : To[Port]);
    }
  };
  NamePorts(K.Inputs, P.Inputs);
  NamePorts(K.Outputs, P.Outputs);
  P.InputPorts = portsOf(K.Inputs);
  P.OutputPorts = portsOf(K.Outputs);
  NameAll(K.Scalars, P.Scalars);
  NameAll(K.Reductions, P.Reductions);
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    P.Taps.push_back(Inner.legal(K.Inputs[I].Fields > 1
                                     ? P.Inputs[I] + "_" +
                                           std::to_string(K.Inputs[I].field())
                                     : P.Inputs[I]));
  for (size_t Set = 0; Set < std::max<size_t>(1, P.S.PositionStages.size());
       ++Set) {
    P.Coordinates.emplace_back();
    for (unsigned I = 0; I < 3; ++I)
      P.Coordinates[Set][I] = Inner.legal(
          "position" + (Set ? std::to_string(Set) : "") + "_" + "xyz"[I]);
  }
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    std::string Op(name(K.Nodes[I].Op));
    P.Nodes.push_back(Inner.legal(Op + std::to_string(I)));
  }
}

} // namespace

void planMasters(CorePlan &P) {
  VerilogNames Names;
  std::map<std::string, std::string> Bases;
  auto Add = [&](bool Reads, uint32_t I, uint32_t Lane) {
    MasterPlan M = {masterNumbers(P.K, P.D, *P.Memory, Reads, I, Lane),
                    Reads,
                    I,
                    Lane,
                    "",
                    ""};
    M.Name = P.stream("m_axi_" + (Reads ? P.Inputs : P.Outputs)[I], Lane);
    std::string &Base = Bases[P.streamOf(M).Name];
    if (Base.empty()) {
      Base = "base_" + Names.legal(P.streamOf(M).Name);
      P.Bases.push_back(Base);
    }
    M.Base = Base;
    P.Masters.push_back(std::move(M));
  };
  for (bool Reads : {true, false})
    for (uint32_t I : Reads ? P.InputPorts : P.OutputPorts)
      for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
        Add(Reads, I, Lane);
}

CorePlan planCore(const StreamKernel &K, const StreamDesign &D,
                  const std::optional<MemoryMasters> &Memory,
                  const std::string &Name) {
  CorePlan P(K, D);
  P.Memory = Memory;
  nameAll(P, Name);
  if (Memory)
    planMasters(P);
  if (!K.Finish.empty())
    P.Finish = std::make_shared<const CorePlan>(
        planCore(K.Finish.front(), StreamDesign(), std::nullopt,
                 Name.empty() ? Name : Name + "_finish"));
  return P;
}

} // namespace roofline
