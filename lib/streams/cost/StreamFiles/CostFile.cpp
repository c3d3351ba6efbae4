// Cost files: devices/costs/*.yaml to struct CostModel.
#include "roofline/StreamFiles/CostFile.h"

#include "roofline/DeviceFiles/ValueReader.h"

#include "roofline/DeviceFiles/YamlReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

using Tree = YamlReader::Tree;

constexpr StringLiteral MemberNames[] = {"luts", "registers", "dsp_blocks",
                                         "memory_blocks"};
constexpr StringLiteral ShapeColumns =
    "blocks, words of one bit, narrowest, widest, weight, weight once";
/// [1] Files give fits with this many significant digits, or about so.
constexpr double Rounding = 1e-3;

class CostReader {
public:
  explicit CostReader(YamlReader &R) : R(R) {}

  CostModel read() {
    CostModel Costs;
    R.checkFormat("roofline-costs", 1);
    R.allowOnly(R.root(), {"format", "version", "target", "tool", "command",
                           "source", "memory_block_bits", "memory_shapes",
                           "routing", "structures", "shell"});
    Costs.Target = text(R.root(), "target");
    Costs.Source = text(R.root(), "source");
    if (const Tree *Bits = R.optional(R.root(), "memory_block_bits"))
      if (Costs.MemoryBlockBits = amount(*Bits); *Costs.MemoryBlockBits == 0)
        R.problem(*Bits, "a memory block has bits");
    if (R.optional(R.root(), "memory_shapes"))
      readShapes(Costs.Memory);
    if (const Tree *Routing = R.optional(R.root(), "routing"))
      readRouting(*Routing, Costs.Routing.emplace());
    const Tree *Structures = R.optional(R.root(), "structures");
    const Tree *Shell = R.optional(R.root(), "shell");
    if (!Structures && !Shell)
      R.required(R.root(), "structures");
    if (Structures) {
      Costs.Tool = text(R.root(), "tool");
      Costs.Command = text(R.root(), "command");
      if (Structures->K != Tree::Kind::Sequence)
        R.problem(*Structures, "'structures' is a list");
      for (const Tree &T : Structures->Elements)
        readCurve(T, Costs);
    }
    if (Shell)
      readShell(*Shell, Costs.Shell.emplace());
    return Costs;
  }

private:
  /// The text \p Key, which must say something.
  std::string text(const Tree &Section, StringRef Key) {
    const Tree *T = R.required(Section, Key);
    if (!T)
      return {};
    if (T->K != Tree::Kind::Scalar || ValueReader::isPlaceholder(T->Text))
      R.problem(*T, "'" + Key + "' needs a text");
    return T->Text;
  }

  double number(const Tree &T) {
    double Value = 0;
    if (T.K != Tree::Kind::Scalar || StringRef(T.Text).getAsDouble(Value) ||
        !std::isfinite(Value))
      R.problem(T, "'" + T.Text + "' is not a number");
    return Value;
  }

  double amount(const Tree &T) {
    double Value = number(T);
    if (Value < 0)
      R.problem(T, "'" + T.Text + "' is negative");
    return Value;
  }

  uint32_t size(const Tree &T) {
    uint32_t Value = 0;
    if (T.K != Tree::Kind::Scalar || StringRef(T.Text).getAsInteger(10, Value))
      R.problem(T, "'" + T.Text + "' is not a whole number");
    return Value;
  }

  /// The list \p Key of rows of \p Columns and up to \p MayHave more; none
  /// where it is malformed.
  ArrayRef<Tree> rows(const Tree &Section, StringRef Key, size_t Columns,
                      StringRef Names, size_t MayHave = 0) {
    const Tree *List = R.required(Section, Key);
    if (!List)
      return {};
    if (List->K != Tree::Kind::Sequence || List->Elements.empty())
      R.problem(*List, "'" + Key + "' is a list of rows: " + Names);
    for (const Tree &Row : List->Elements)
      if (Row.K != Tree::Kind::Sequence || Row.Elements.size() < Columns ||
          Row.Elements.size() > Columns + MayHave)
        R.problem(Row, "a row is [" + Names + "]");
    return R.failed() ? ArrayRef<Tree>() : ArrayRef<Tree>(List->Elements);
  }

  void readCurve(const Tree &T, CostModel &Costs) {
    R.allowOnly(T, {"structure", "form", "parameter", "points", "fit"});
    CostCurve Curve;
    Curve.Structure = text(T, "structure");
    if (R.optional(T, "form"))
      Curve.Form = text(T, "form");
    if (const Tree *Parameter = R.optional(T, "parameter"))
      Curve.Parameter = size(*Parameter);
    for (const Tree &Row :
         rows(T, "points", 6,
              "size, luts, registers, dsp_blocks, memory_blocks, carries, and "
              "the delay where there is one",
              1)) {
      CostPoint P;
      P.Size = size(Row.Elements[0]);
      for (size_t I = 0; I < CostMembers.size(); ++I)
        P.Need.*CostMembers[I] = amount(Row.Elements[I + 1]);
      P.Carries = amount(Row.Elements[5]);
      if (Row.Elements.size() > 6)
        P.Delay = amount(Row.Elements[6]);
      if (!Curve.Points.empty() && P.Size <= Curve.Points.back().Size)
        R.problem(Row, "sizes must ascend");
      Curve.Points.push_back(P);
    }
    if (const Tree *Fit = R.required(T, "fit"))
      readFits(*Fit, Curve);
    if (Costs.find(Curve.Structure, Curve.Form, Curve.Parameter))
      R.problem(T, "'" + Curve.Structure + "' is given twice");
    Costs.Curves.push_back(std::move(Curve));
  }

  void readFits(const Tree &T, CostCurve &Curve) {
    R.allowOnly(
        T, {MemberNames[0], MemberNames[1], MemberNames[2], MemberNames[3]});
    for (size_t I = 0; I < CostMembers.size() && !R.failed(); ++I) {
      std::vector<FitPoint> Points = fitPoints(Curve, CostMembers[I]);
      if (const Tree *Fit = R.optional(T, MemberNames[I]))
        readFit(*Fit, Points, Curve.Fits[I]);
      else if (largestResidual({}, Points) > 0)
        R.keyProblem(T, "no fit of the " + MemberNames[I] + " of '" +
                            Curve.Structure + "'");
    }
  }

  void readFit(const Tree &T, ArrayRef<FitPoint> Points, PiecewiseFit &Fit) {
    R.allowOnly(T, {"pieces", "residual"});
    const Tree *Pieces = R.required(T, "pieces");
    const Tree *Residual = R.required(T, "residual");
    if (!Pieces || !Residual)
      return;
    for (const Tree &Row : Pieces->Elements) {
      if (Row.Elements.size() < 3 || Row.Elements.size() > 5)
        return R.problem(Row, "a piece is [from, to, c0, c1, c2]: one to "
                              "three coefficients");
      FitPiece Piece;
      Piece.From = number(Row.Elements[0]);
      Piece.To = number(Row.Elements[1]);
      for (const Tree &C : ArrayRef(Row.Elements).drop_front(2))
        Piece.Coefficients.push_back(number(C));
      if (Piece.To < Piece.From ||
          (!Fit.empty() && Piece.From <= Fit.back().To))
        R.problem(Row, "pieces must ascend");
      Fit.push_back(std::move(Piece));
    }
    double Stated = amount(*Residual), Real = largestResidual(Fit, Points);
    if (R.failed())
      return;
    if (Fit.empty() || Fit.back().To < Points.back().Size)
      return R.problem(*Pieces, "the pieces do not cover the points");
    if (std::fabs(Stated - Real) > Rounding * std::max(1.0, Real))
      R.problem(*Residual,
                formatv("contradiction: the points are up to {0:f4} away from "
                        "the fit",
                        Real)
                    .str());
  }

  void readShapes(std::vector<MemoryShape> &Shapes) {
    for (const Tree &Row : rows(R.root(), "memory_shapes", 6, ShapeColumns)) {
      const MemoryShape Shape = {
          amount(Row.Elements[0]), size(Row.Elements[1]),
          size(Row.Elements[2]),   size(Row.Elements[3]),
          amount(Row.Elements[4]), amount(Row.Elements[5])};
      if (Shape.Narrowest == 0 || Shape.Widest < Shape.Narrowest ||
          Shape.Words < Shape.Widest)
        R.problem(Row, "a block has words of a narrowest to a widest width");
      Shapes.push_back(Shape);
    }
  }

  void readRouting(const Tree &T, RoutingShare &Routing) {
    R.allowOnly(T, {"low", "typical", "high", "source"});
    Routing.Source = text(T, "source");
    for (auto [Name, Out] : {std::pair("low", &Routing.Low),
                             std::pair("typical", &Routing.Typical),
                             std::pair("high", &Routing.High)})
      if (const Tree *Share = R.required(T, Name))
        *Out = amount(*Share);
    if (Routing.Typical < Routing.Low || Routing.High < Routing.Typical)
      R.problem(T, "'low', 'typical' and 'high' have to ascend");
  }

  void readShell(const Tree &T, ShellCost &Shell) {
    R.allowOnly(T, {"source", "block_bits", "points", "fit"});
    Shell.Source = text(T, "source");
    if (const Tree *Bits = R.required(T, "block_bits"))
      if (Shell.BlockBits = amount(*Bits); Shell.BlockBits == 0)
        R.problem(*Bits, "a memory block has bits");
    for (const Tree &Row :
         rows(T, "points", 5, "streams, units, luts, registers, memory_bits"))
      Shell.Points.push_back({size(Row.Elements[0]), size(Row.Elements[1]),
                              amount(Row.Elements[2]), amount(Row.Elements[3]),
                              amount(Row.Elements[4])});
    const Tree *Fit = R.required(T, "fit");
    if (!Fit || R.failed())
      return;
    R.allowOnly(*Fit, {"luts", "registers", "memory_bits"});
    using Point = ShellCost::Point;
    readPlane(*Fit, "luts", Shell, &Point::Luts, Shell.Luts);
    readPlane(*Fit, "registers", Shell, &Point::Registers, Shell.Registers);
    readPlane(*Fit, "memory_bits", Shell, &Point::MemoryBits, Shell.MemoryBits);
  }

  void readPlane(const Tree &Fit, StringRef Key, const ShellCost &Shell,
                 double ShellCost::Point::*Member, ShellCost::Plane &Plane) {
    const Tree *T = R.required(Fit, Key);
    if (!T)
      return;
    R.allowOnly(*T, {"base", "per_stream", "per_unit", "residual"});
    for (auto [Name, Out] : {std::pair("base", &Plane.Base),
                             std::pair("per_stream", &Plane.PerStream),
                             std::pair("per_unit", &Plane.PerUnit)})
      if (const Tree *C = R.required(*T, Name))
        *Out = number(*C);
    const Tree *Residual = R.required(*T, "residual");
    double Stated = Residual ? amount(*Residual) : 0;
    double Real = largestResidual(Shell.Points, Member, Plane);
    if (!R.failed() && std::fabs(Stated - Real) > Rounding)
      R.problem(*Residual, formatv("contradiction: the points are up to {0:f4} "
                                   "of their value away from the fit",
                                   Real)
                               .str());
  }

  YamlReader &R;
};

void printFit(const PiecewiseFit &Fit, ArrayRef<FitPoint> Points,
              raw_ostream &OS) {
  OS << "{ pieces: [";
  ListSeparator Comma;
  for (const FitPiece &Piece : Fit) {
    OS << Comma
       << formatv("[{0}, {1}", uint64_t(Piece.From), uint64_t(Piece.To));
    for (double C : Piece.Coefficients)
      OS << format(", %.10g", C);
    OS << ']';
  }
  OS << format("], residual: %.4f }\n", largestResidual(Fit, Points));
}

void printCurve(const CostCurve &Curve, raw_ostream &OS) {
  OS << "- structure: " << Curve.Structure << '\n';
  if (!Curve.Form.empty())
    OS << "  form: " << Curve.Form << '\n';
  if (Curve.Parameter)
    OS << "  parameter: " << Curve.Parameter << '\n';
  OS << "  points:\n";
  for (const CostPoint &P : Curve.Points) {
    OS << "  - [" << P.Size;
    for (auto Member : CostMembers)
      OS << format(", %.10g", P.Need.*Member);
    OS << format(", %.10g", P.Carries);
    if (P.Delay)
      OS << format(", %.10g", *P.Delay);
    OS << "]\n";
  }
  bool Any = false;
  OS << "  fit:";
  for (size_t I = 0; I < CostMembers.size(); ++I) {
    if (Curve.Fits[I].empty())
      continue;
    OS << "\n    " << MemberNames[I] << ": ";
    std::string Text;
    raw_string_ostream Line(Text);
    printFit(Curve.Fits[I], fitPoints(Curve, CostMembers[I]), Line);
    OS << StringRef(Text).rtrim();
    Any = true;
  }
  OS << (Any ? "\n" : " {}\n");
}

void printShell(const ShellCost &Shell, raw_ostream &OS) {
  using Point = ShellCost::Point;
  OS << "shell:\n  source: \"" << Shell.Source << "\"\n";
  OS << format("  block_bits: %.10g\n", Shell.BlockBits);
  OS << "  points: # streams, units, luts, registers, memory_bits\n";
  for (const Point &P : Shell.Points)
    OS << format("  - [%u, %u, %.10g, %.10g, %.10g]\n", P.Streams, P.Units,
                 P.Luts, P.Registers, P.MemoryBits);
  OS << "  fit:\n";
  auto Print = [&](const char *Name, double Point::*Member,
                   const ShellCost::Plane &Fit) {
    OS << "    " << Name << ": { base: "
       << format("%.6f, per_stream: %.6f, per_unit: %.6f, residual: %.4f }\n",
                 Fit.Base, Fit.PerStream, Fit.PerUnit,
                 largestResidual(Shell.Points, Member, Fit));
  };
  Print("luts", &Point::Luts, Shell.Luts);
  Print("registers", &Point::Registers, Shell.Registers);
  Print("memory_bits", &Point::MemoryBits, Shell.MemoryBits);
}

} // namespace

Expected<CostModel> loadCosts(StringRef Path) {
  Expected<YamlReader> R = YamlReader::open(Path);
  if (!R)
    return R.takeError();
  CostModel Costs = CostReader(*R).read();
  if (R->failed())
    return R->takeError();
  return Costs;
}

Expected<std::string> findCosts(StringRef Target,
                                ArrayRef<std::string> Folders) {
  if (sys::fs::is_regular_file(Target))
    return Target.str();
  for (const std::string &Folder : Folders) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, "costs", Target + ".yaml");
    if (sys::fs::is_regular_file(Path))
      return Path.str().str();
  }
  return createStringError(inconvertibleErrorCode(),
                           "no cost file of target '" + Target +
                               "'; roofline calibrate writes one");
}

void printCosts(const CostModel &Costs, raw_ostream &OS) {
  OS << "# What the structures of a core need on " << Costs.Target
     << ". Format: docs/cost-format.md.\n";
  OS << "format: roofline-costs\nversion: 1\ntarget: " << Costs.Target << '\n';
  if (!Costs.Curves.empty())
    OS << "tool: \"" << Costs.Tool << "\"\ncommand: \"" << Costs.Command
       << "\"\n";
  OS << "source: \"" << Costs.Source << "\"\n";
  if (Costs.MemoryBlockBits)
    OS << format("memory_block_bits: %.10g\n", *Costs.MemoryBlockBits);
  if (!Costs.Memory.empty())
    OS << "memory_shapes: # " << ShapeColumns << '\n';
  for (const MemoryShape &S : Costs.Memory)
    OS << format("- [%.10g, %u, %u, %u, ", S.Blocks, S.Words, S.Narrowest,
                 S.Widest)
       << format("%.10g, %.10g]\n", S.Weight, S.Once);
  if (const auto &Routing = Costs.Routing)
    OS << "routing: { low: "
       << format("%.10g, typical: %.10g, high: %.10g", Routing->Low,
                 Routing->Typical, Routing->High)
       << ", source: \"" << Routing->Source << "\" }\n";
  if (Costs.Shell)
    printShell(*Costs.Shell, OS);
  if (Costs.Curves.empty())
    return;
  OS << "structures: # points: size, luts, registers, dsp_blocks, "
        "memory_blocks, carries, delay\n";
  for (const CostCurve &Curve : Costs.Curves)
    printCurve(Curve, OS);
}

} // namespace roofline
