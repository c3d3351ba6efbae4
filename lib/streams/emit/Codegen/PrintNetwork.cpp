// Tiles with their memories, the pipes between them, and the region of them.
#include "CorePlan.h"
#include "PrintNetlist.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

using Names = std::vector<std::string>;

/// "a & b", or \p None of no flags.
std::string allOf(const Names &Flags, const char *None) {
  std::string Text;
  for (const std::string &F : Flags)
    Text += (Text.empty() ? "" : " & ") + F;
  return Text.empty() ? None : Text;
}

/// Verilog of one module.
struct ModuleText {
  std::string Text;
  void line(const std::string &L) { Text += "  " + L + "\n"; }
  void wire(uint32_t Width, const std::string &Name, const std::string &Is) {
    line("wire " + (Width > 1 ? bitRange(Width) : std::string()) + Name +
         " = " + Is + ";");
  }
  void declare(uint32_t Width, const std::string &Name) {
    line("wire " + (Width > 1 ? bitRange(Width) : std::string()) + Name + ";");
  }
  void instance(const std::string &Module, const std::string &Name,
                const std::vector<std::pair<std::string, std::string>> &Ports) {
    std::string List;
    for (const auto &[Port, To] : Ports)
      List += (List.empty() ? "\n    ." : ",\n    .") + Port + "(" + To + ")";
    line(Module + " " + Name + " (" + List + ");");
  }
};

/// A walk through \p Positions, by `NAME__x`, `NAME__y` and `NAME__z`.
struct WalkText {
  Box Positions;
  uint32_t Vector = 1;
  std::string Name;

  Box beats() const { return beatBox({{}, Positions.Size}, Vector); }
  uint32_t bits() const {
    const Box B = beats();
    return bitsFor(uint64_t(*std::max_element(B.Size.begin(), B.Size.end())));
  }
  void print(ModuleText &M, const std::string &Restart,
             const std::string &Advance) const {
    const Box B = beats();
    for (const char *Axis : {"__x", "__y", "__z"})
      M.declare(bits(), Name + Axis);
    M.declare(1, Name + "__last");
    M.instance("roofline_walk #(.X(" + number(B.Size[0]) + "), .Y(" +
                   number(B.Size[1]) + "), .Z(" + number(B.Size[2]) +
                   "), .BITS(" + number(bits()) + "))",
               Name,
               {{"clk", "clk"},
                {"restart", Restart},
                {"advance", Advance},
                {"x", Name + "__x"},
                {"y", Name + "__y"},
                {"z", Name + "__z"},
                {"last", Name + "__last"}});
  }
  /// The walk is within \p B.
  std::string within(const Box &B) const {
    Names Flags;
    Box Inner = B;
    for (int D = 0; D < 3; ++D)
      Inner.Origin[D] -= Positions.Origin[D];
    Inner = beatBox(Inner, Vector);
    for (int D = 0; D < 3; ++D) {
      const std::string At = Name + "__" + "xyz"[D];
      const int64_t End = Inner.Origin[D] + Inner.Size[D];
      if (Inner.Origin[D] > 0)
        Flags.push_back(At +
                        " >= " + literal(uint64_t(Inner.Origin[D]), bits()));
      if (End < beats().Size[D])
        Flags.push_back(At + " < " + literal(uint64_t(End), bits()));
    }
    return allOf(Flags, "1'b1");
  }
};

class NetworkPrinter {
public:
  NetworkPrinter(const CorePlan &P, const NetworkPlan &N)
      : P(P), Plan(N), N(N.Network) {
    for (uint32_t I = 0; I < N.Network.Shapes.size(); ++I) {
      Shapes.push_back(planCore(N.Network.Shapes[I], designOfTile(P.D)));
      Shapes.back().Name = P.Name + "_step" + number(I);
    }
  }
  std::vector<TextFile> run();

private:
  const CorePlan &P;
  const NetworkPlan &Plan;
  const TileNetwork &N;
  std::vector<CorePlan> Shapes;

  const CorePlan &shape(uint32_t Tile) const {
    return Shapes[N.Tiles[Tile].Shape];
  }
  uint32_t width(uint32_t Input) const {
    return beatBits(N.Shapes[0].Inputs[Input], P.D);
  }
  /// The pipes from or to a tile, of one field.
  std::vector<uint32_t> pipesOf(uint32_t Tile, uint32_t Input,
                                bool From) const {
    std::vector<uint32_t> All;
    for (uint32_t I = 0; I < N.Pipes.size(); ++I)
      if ((From ? N.Pipes[I].Source : N.Pipes[I].Target) == Tile &&
          N.Pipes[I].Field == Input)
        All.push_back(I);
    return All;
  }
  /// The port of a tile: pipes are counted within it.
  static std::string end(const std::string &Field, size_t Number, bool From) {
    return (From ? "to" : "from") + number(Number) + "__" + Field;
  }
  std::string printTile(uint32_t Tile) const;
  void printTilePorts(uint32_t Tile, ModuleText &M) const;
  void printField(uint32_t Tile, uint32_t Input, ModuleText &M) const;
  std::string printRegion(const Names &Modules) const;
  void printLoad(uint32_t Input, ModuleText &M) const;
  void printStore(uint32_t Input, ModuleText &M) const;
  std::string strobe(const WalkText &W, uint32_t Slot) const;
  void printInstance(uint32_t Tile, const std::string &Module,
                     ModuleText &M) const;
  void printPipe(uint32_t Pipe, ModuleText &M) const;
  std::string scalarOf(uint32_t Tile, const ScalarArgument &S) const;
  /// The stream of the core for \p Input of the shapes.
  template <typename S>
  std::optional<uint32_t> portOf(const std::vector<S> &Ports,
                                 const std::string &Name) const {
    for (uint32_t I = 0; I < Ports.size(); ++I)
      if (Ports[I].Name == Name)
        return I;
    return std::nullopt;
  }
  std::optional<uint32_t> loadOf(uint32_t Input) const {
    return portOf(P.K.Inputs, N.Shapes[0].Inputs[Input].Name);
  }
  std::optional<uint32_t> storeOf(uint32_t Input) const {
    const auto It = Plan.Results.find(N.Shapes[0].Inputs[Input].Name);
    return It == Plan.Results.end() ? std::nullopt
                                    : portOf(P.K.Outputs, It->second);
  }
  WalkText blockWalk(uint32_t Input) const {
    return {N.Block, P.D.Vector, "walk__" + Shapes[0].Inputs[Input]};
  }
};

void NetworkPrinter::printTilePorts(uint32_t Tile, ModuleText &M) const {
  const CorePlan &C = shape(Tile);
  Names Ports = {"input  wire clk",          "input  wire rst",
                 "input  wire restart",      "input  wire begins",
                 "input  wire [31:0] steps", "output wire done"};
  for (size_t I = 0; I < C.Scalars.size(); ++I)
    Ports.push_back("input  wire " + bitRange(C.K.Scalars[I].Type.Bits) +
                    "arg_" + C.Scalars[I]);
  for (uint32_t I = 0; I < C.K.Inputs.size(); ++I) {
    const std::string &F = C.Inputs[I], Range = bitRange(width(I));
    Ports.insert(Ports.end(),
                 {"input  wire write__" + F, "input  wire " + Range + "x__" + F,
                  "input  wire next__" + F,
                  "output wire " + Range + "y__" + F});
    for (bool From : {false, true})
      for (size_t J = 0; J < pipesOf(Tile, I, From).size(); ++J) {
        const std::string E = end(F, J, From);
        const char *In = "input  wire ", *Out = "output wire ";
        Ports.insert(Ports.end(),
                     {(From ? Out : In) + Range + E,
                      (From ? In : In) + E + (From ? "__room" : "__valid"),
                      Out + E + (From ? "__push" : "__pop")});
      }
  }
  for (size_t I = 0; I < Ports.size(); ++I)
    M.Text += (I ? ",\n  " : " (\n  ") + Ports[I];
  M.Text += "\n);\n";
}

/// The memory of \p Input, what comes and goes through pipes instead, and what
/// the core takes and gives.
void NetworkPrinter::printField(uint32_t Tile, uint32_t Input,
                                ModuleText &M) const {
  const CorePlan &C = shape(Tile);
  const std::string &F = C.Inputs[Input];
  const Box Reads = N.Tiles[Tile].Reads;
  const uint32_t W = width(Input);
  const bool IsField = TileNetwork::updated(C.K, Input).has_value();
  M.Text += "\n";
  M.declare(1, "take__" + F);
  std::string Data = "y__" + F;
  Names Valid, Room;
  const std::vector<uint32_t> From = pipesOf(Tile, Input, false),
                              To = pipesOf(Tile, Input, true);
  if (!From.empty()) {
    const WalkText Walk = {Reads, P.D.Vector, "in__" + F};
    Walk.print(M, "go", "take__" + F);
    for (size_t J = 0; J < From.size(); ++J) {
      const std::string E = end(F, J, false);
      M.wire(1, E + "__now",
             "~first & " + Walk.within(N.Pipes[From[J]].Positions));
      M.line("assign " + E + "__pop = take__" + F + " & " + E + "__now;");
      Data = E + "__now ? " + E + " : " + Data;
      Valid.push_back("(~" + E + "__now | " + E + "__valid)");
    }
  }
  M.wire(W, "data__" + F, Data);
  M.wire(1, "valid__" + F, allOf(Valid, "1'b1"));
  if (IsField) {
    M.declare(W, "came__" + F);
    M.declare(1, "comes__" + F);
    M.declare(W / 8, "strobes__" + F); // a step writes everything
    M.declare(1, "ends__" + F);
    const WalkText Walk = {Reads, P.D.Vector, "out__" + F};
    for (size_t J = 0; J < To.size(); ++J) {
      const std::string E = end(F, J, true);
      M.wire(1, E + "__now",
             "~last & " + Walk.within(N.Pipes[To[J]].Positions));
      Room.push_back("(~" + E + "__now | " + E + "__room)");
    }
    M.wire(1, "room__" + F, allOf(Room, "1'b1"));
    M.wire(1, "gives__" + F, "comes__" + F + " & room__" + F);
    if (!To.empty())
      Walk.print(M, "go", "gives__" + F);
    for (size_t J = 0; J < To.size(); ++J) {
      const std::string E = end(F, J, true);
      M.line("assign " + E + " = came__" + F + ";");
      M.line("assign " + E + "__push = gives__" + F + " & " + E + "__now;");
    }
  }
  const int64_t Words = Reads.volume() / P.D.Vector;
  M.instance(
      "roofline_bank #(.WIDTH(" + number(W) + "), .WORDS(" + number(Words) +
          "), .BITS(" + number(bitsFor(Words - 1)) + "))",
      "bank__" + F,
      {{"clk", "clk"},
       {"rewind", "restart | go"},
       {"write", IsField ? "write__" + F + " | gives__" + F : "write__" + F},
       {"x",
        IsField ? "write__" + F + " ? x__" + F + " : came__" + F : "x__" + F},
       {"next", "take__" + F + " | next__" + F},
       {"y", "y__" + F}});
}

std::string NetworkPrinter::printTile(uint32_t Tile) const {
  const CorePlan &C = shape(Tile);
  ModuleText M;
  printTilePorts(Tile, M);
  for (const char *Name : {"go", "first", "last", "step_done"})
    M.declare(1, Name);
  M.instance("roofline_steps", "control",
             {{"clk", "clk"},
              {"rst", "rst"},
              {"begins", "begins"},
              {"steps", "steps"},
              {"step_done", "step_done"},
              {"go", "go"},
              {"first", "first"},
              {"last", "last"},
              {"done", "done"}});
  std::vector<std::pair<std::string, std::string>> Ports = {
      {"clk", "clk"}, {"rst", "rst"}, {"start", "go"}, {"done", "step_done"}};
  for (const std::string &S : C.Scalars)
    Ports.emplace_back("arg_" + S, "arg_" + S);
  for (uint32_t I = 0; I < C.K.Inputs.size(); ++I) {
    printField(Tile, I, M);
    const std::string &F = C.Inputs[I], S = "s_" + F;
    Ports.insert(Ports.end(), {{S + "_tdata", "data__" + F},
                               {S + "_tvalid", "valid__" + F},
                               {S + "_tready", "take__" + F},
                               {S + "_tlast", "1'b0"}});
    if (std::optional<uint32_t> O = TileNetwork::updated(C.K, I)) {
      const std::string G = "m_" + C.Outputs[*O];
      Ports.insert(Ports.end(), {{G + "_tdata", "came__" + F},
                                 {G + "_tstrb", "strobes__" + F},
                                 {G + "_tvalid", "comes__" + F},
                                 {G + "_tready", "room__" + F},
                                 {G + "_tlast", "ends__" + F}});
    }
  }
  M.Text += "\n";
  M.instance(C.Name, "core", Ports);
  return M.Text + "endmodule\n";
}

/// The block's beats of an input, to the memories that have them.
void NetworkPrinter::printLoad(uint32_t Input, ModuleText &M) const {
  const std::string &F = Shapes[0].Inputs[Input];
  const std::optional<uint32_t> Load = loadOf(Input);
  if (!Load) { // no result depends on it
    M.wire(1, "loaded__" + F, "1'b1");
    M.line("assign load__" + F + " = 1'b0;");
    return;
  }
  const std::string S = "s_" + P.Inputs[*Load];
  M.line("reg loaded__" + F + ";");
  M.line("assign " + S + "_tready = loads & ~loaded__" + F + ";");
  M.line("assign load__" + F + " = " + S + "_tvalid & " + S + "_tready;");
  M.line("always @(posedge clk)");
  M.line("  if (restart) loaded__" + F + " <= 1'b0;");
  M.line("  else if (load__" + F + " & " + blockWalk(Input).Name +
         "__last) loaded__" + F + " <= 1'b1;");
}

/// Position \p Slot of a beat is one of those that are right.
std::string NetworkPrinter::strobe(const WalkText &W, uint32_t Slot) const {
  Names Flags;
  for (unsigned D = 0; D < 3; ++D) {
    const std::string Zeros =
        "{" + number(32 - W.bits()) + "'b0, " + W.Name + "__" + "xyz"[D] + "}";
    const std::string At = D > 0 || P.D.Vector == 1
                               ? Zeros
                               : Zeros + " * " + literal(P.D.Vector, 32) +
                                     " + " + literal(Slot, 32);
    for (size_t I = 0; I < P.K.Scalars.size(); ++I) {
      if (P.K.Scalars[I].Name == blockScalar(BlockFirst, D))
        Flags.push_back("(" + At + ") >= arg_" + P.Scalars[I]);
      if (P.K.Scalars[I].Name == blockScalar(BlockEnd, D))
        Flags.push_back("(" + At + ") < arg_" + P.Scalars[I]);
    }
  }
  return allOf(Flags, "1'b1");
}

/// The block's beats of a field, from the tile that owns them.
void NetworkPrinter::printStore(uint32_t Input, ModuleText &M) const {
  const std::string &F = Shapes[0].Inputs[Input];
  const std::optional<uint32_t> Store = storeOf(Input);
  if (!Store || !TileNetwork::updated(N.Shapes[0], Input)) {
    M.wire(1, "stored__" + F, "1'b1");
    M.line("assign store__" + F + " = 1'b0;");
    return;
  }
  const std::string G = "m_" + P.Outputs[*Store];
  const WalkText Walk = blockWalk(Input);
  M.line("reg stored__" + F + ";");
  M.line("assign " + G + "_tvalid = stores & ~stored__" + F + ";");
  M.line("assign " + G + "_tlast = " + Walk.Name + "__last;");
  M.line("assign store__" + F + " = " + G + "_tvalid & " + G + "_tready;");
  M.line("always @(posedge clk)");
  M.line("  if (restart) stored__" + F + " <= 1'b0;");
  M.line("  else if (store__" + F + " & " + Walk.Name + "__last) stored__" + F +
         " <= 1'b1;");
  std::string Data, Strobes;
  for (uint32_t T = 0; T < N.Tiles.size(); ++T)
    Data += (T ? "\n    | " : "") + ("{" + number(width(Input))) + "{" +
            Walk.within(N.Tiles[T].Writes) + "}} & t" + number(T) + "__y__" + F;
  for (uint32_t Slot = P.D.Vector; Slot-- > 0;)
    Strobes += (Strobes.empty() ? "{" : ", {") +
               number(width(Input) / P.D.Vector / 8) + "{" +
               strobe(Walk, Slot) + "}}";
  M.line("assign " + G + "_tdata = " + Data + ";");
  M.line("assign " + G + "_tstrb = {" + Strobes + "};");
}

/// The value of port arg_* of a tile: origins are moved to the tile's box.
std::string NetworkPrinter::scalarOf(uint32_t Tile,
                                     const ScalarArgument &S) const {
  std::string Is;
  for (size_t I = 0; I < P.K.Scalars.size(); ++I)
    if (P.K.Scalars[I].Name == S.Name)
      Is = "arg_" + P.Scalars[I];
  for (unsigned D = 0; D < 3; ++D) {
    const int64_t Offset = N.Tiles[Tile].Reads.Origin[D];
    if (S.Name == blockScalar(BlockOrigin, D) && (Offset > 0 || Is.empty()))
      return (Is.empty() ? "" : Is + " + ") +
             literal(uint64_t(Offset), S.Type.Bits);
  }
  return Is.empty() ? literal(0, S.Type.Bits) : Is;
}

void NetworkPrinter::printInstance(uint32_t Tile, const std::string &Module,
                                   ModuleText &M) const {
  const CorePlan &C = shape(Tile);
  const std::string T = "t" + number(Tile) + "__";
  std::vector<std::pair<std::string, std::string>> Ports;
  for (const char *Same : {"clk", "rst", "restart", "begins"})
    Ports.emplace_back(Same, Same);
  Ports.emplace_back("steps", "steps");
  Ports.emplace_back("done", "computed[" + number(Tile) + "]");
  for (size_t I = 0; I < C.Scalars.size(); ++I)
    Ports.emplace_back("arg_" + C.Scalars[I], scalarOf(Tile, C.K.Scalars[I]));
  M.Text += "\n";
  for (uint32_t I = 0; I < C.K.Inputs.size(); ++I) {
    const std::string &F = C.Inputs[I];
    const std::optional<uint32_t> Load = loadOf(I);
    M.declare(width(I), T + "y__" + F);
    M.wire(1, T + "on__" + F, blockWalk(I).within(N.Tiles[Tile].Reads));
    Ports.insert(Ports.end(),
                 {{"write__" + F, "load__" + F + " & " + T + "on__" + F},
                  {"x__" + F, Load ? "s_" + P.Inputs[*Load] + "_tdata"
                                   : literal(0, width(I))},
                  {"next__" + F, "store__" + F + " & " + T + "on__" + F},
                  {"y__" + F, T + "y__" + F}});
    for (bool From : {false, true}) {
      const std::vector<uint32_t> Of = pipesOf(Tile, I, From);
      for (size_t J = 0; J < Of.size(); ++J) {
        const std::string E = end(F, J, From), Pipe = "pipe" + number(Of[J]);
        Ports.emplace_back(E, Pipe + (From ? "__x" : "__y"));
        for (const char *Signal : From ? std::array{"__room", "__push"}
                                       : std::array{"__valid", "__pop"})
          Ports.emplace_back(E + Signal, Pipe + Signal);
      }
    }
  }
  M.instance(Module, "tile" + number(Tile), Ports);
}

void NetworkPrinter::printPipe(uint32_t Pipe, ModuleText &M) const {
  const std::string Name = "pipe" + number(Pipe);
  const uint32_t W = width(N.Pipes[Pipe].Field), Depth = Plan.depthOf(Pipe);
  for (const char *Signal : {"__x", "__y"})
    M.declare(W, Name + Signal);
  for (const char *Signal : {"__room", "__push", "__valid", "__pop"})
    M.declare(1, Name + Signal);
  M.instance("roofline_pipe #(.WIDTH(" + number(W) + "), .DEPTH(" +
                 number(Depth) + "), .BITS(" +
                 number(std::max(1u, bitsFor(Depth - 1))) + "))",
             Name,
             {{"clk", "clk"},
              {"clear", "rst | begins"},
              {"push", Name + "__push"},
              {"x", Name + "__x"},
              {"room", Name + "__room"},
              {"valid", Name + "__valid"},
              {"pop", Name + "__pop"},
              {"y", Name + "__y"}});
}

std::string NetworkPrinter::printRegion(const Names &Modules) const {
  ModuleText M;
  M.Text = printTopPorts(P);
  const uint32_t Tiles = uint32_t(N.Tiles.size());
  M.line("wire [" + number(Tiles - 1) + ":0] computed;");
  for (const char *Name : {"loads", "begins", "stores", "restart"})
    M.declare(1, Name);
  std::string Steps = literal(N.Steps, 32);
  for (size_t I = 0; I < P.K.Scalars.size(); ++I)
    if (P.K.Scalars[I].Name == StepsScalar)
      Steps = "arg_" + P.Scalars[I];
  M.wire(32, "steps", Steps);
  Names Loaded, Stored;
  for (uint32_t I = 0; I < N.Shapes[0].Inputs.size(); ++I) {
    const std::string &F = Shapes[0].Inputs[I];
    M.Text += "\n";
    M.declare(1, "load__" + F);
    M.declare(1, "store__" + F);
    blockWalk(I).print(M, "restart", "load__" + F + " | store__" + F);
    Loaded.push_back("loaded__" + F);
    Stored.push_back("stored__" + F);
    printLoad(I, M);
  }
  M.Text += "\n";
  for (uint32_t I = 0; I < N.Pipes.size(); ++I)
    printPipe(I, M);
  for (uint32_t T = 0; T < Tiles; ++T)
    printInstance(T, Modules[T], M);
  for (uint32_t I = 0; I < N.Shapes[0].Inputs.size(); ++I) {
    M.Text += "\n";
    printStore(I, M);
  }
  M.instance("roofline_region", "control",
             {{"clk", "clk"},
              {"rst", "rst"},
              {"start", "start"},
              {"loads", "loads"},
              {"loaded", allOf(Loaded, "1'b1")},
              {"begins", "begins"},
              {"computed", "&computed"},
              {"stores", "stores"},
              {"stored", allOf(Stored, "1'b1")},
              {"restart", "restart"},
              {"done", "done"}});
  return M.Text + "endmodule\n";
}

std::vector<TextFile> NetworkPrinter::run() {
  std::vector<TextFile> Files;
  std::map<std::string, std::string> Known; ///< modules by their text
  Names Modules;
  std::vector<TextFile> Tiles;
  for (uint32_t T = 0; T < N.Tiles.size(); ++T) {
    std::string Text = printTile(T);
    auto [It, IsNew] =
        Known.emplace(Text, P.Name + "_tile" + number(Known.size()));
    if (IsNew)
      Tiles.push_back({It->second + ".v", "module " + It->second + It->first});
    Modules.push_back(It->second);
  }
  Files.push_back({P.Name + ".v", printRegion(Modules)});
  Files.insert(Files.end(), Tiles.begin(), Tiles.end());
  for (const CorePlan &C : Shapes) {
    const Netlist Lane = C.lane();
    Files.push_back({C.Name + ".v", printTop(C, Lane)});
    Files.push_back({Lane.Name + ".v", printNetlist(Lane)});
  }
  return Files;
}

} // namespace

std::vector<TextFile> printNetwork(const CorePlan &P, const NetworkPlan &N) {
  return NetworkPrinter(P, N).run();
}

} // namespace roofline
