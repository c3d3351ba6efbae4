// Cost files: devices/costs/*.yaml to struct CostModel.
#include "roofline/StreamFiles/CostFile.h"

#include "roofline/DeviceFiles/YamlSchema.h"

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

constexpr FileFormat CostFormat = {
    "roofline-costs", 1, "cost file", "costs",
    "What the structures of an emitted core need on an FPGA family, in YAML. "
    "See docs/cost-format.md."};

json::Object amountForm() {
  json::Object Amount = numberForm();
  Amount["minimum"] = 0;
  return Amount;
}
json::Object someForm() {
  json::Object Some = numberForm();
  Some["exclusiveMinimum"] = 0;
  return Some;
}
/// Rows of \p Least to \p Most numbers.
template <json::Object (*Number)(), int Least, int Most>
json::Object rowsForm() {
  json::Object Row = listForm(Number());
  Row["minItems"] = Least;
  Row["maxItems"] = Most;
  return listForm(std::move(Row));
}

/// A whole size and what it needs.
json::Object pointsForm() {
  json::Object Size = wholeForm(), Points = rowsForm<amountForm, 6, 7>();
  Size["minimum"] = 0;
  (*Points.getObject("items"))["prefixItems"] = json::Array{std::move(Size)};
  return Points;
}

struct FitFields {
  const Tree *Pieces = nullptr, *Residual = nullptr;
};
template <typename V> void list(V &Visit, FitFields &S) {
  Visit.need("pieces", S.Pieces, rowsForm<numberForm, 3, 5>, FromOne);
  Visit.need("residual", S.Residual, amountForm);
}

struct CurveFits {
  const Tree *Place = nullptr;
  std::array<std::optional<FitFields>, CostMembers.size()> Fits;
};
template <typename V> void list(V &Visit, CurveFits &S) {
  Visit.place(S.Place);
  for (size_t I = 0; I < CostMembers.size(); ++I)
    Visit.group(MemberNames[I].data(), S.Fits[I]);
}

struct CurveFields {
  const Tree *Place = nullptr, *Points = nullptr;
  CostCurve Curve;
  CurveFits Fits;
};
template <typename V> void list(V &Visit, CurveFields &S) {
  Visit.place(S.Place);
  Visit.text("structure", S.Curve.Structure);
  Visit.mayText("form", S.Curve.Form);
  Visit.mayWhole("parameter", S.Curve.Parameter,
                 {.Least = 0, .Expected = "is not a whole number"});
  Visit.need("points", S.Points, pointsForm, FromOne);
  Visit.group("fit", S.Fits);
}

struct PlaneFields {
  const Tree *Base = nullptr, *PerStream = nullptr, *PerUnit = nullptr,
             *Residual = nullptr;
};
template <typename V> void list(V &Visit, PlaneFields &S) {
  Visit.need("base", S.Base, numberForm);
  Visit.need("per_stream", S.PerStream, numberForm);
  Visit.need("per_unit", S.PerUnit, numberForm);
  Visit.need("residual", S.Residual, amountForm);
}

struct ShellFits {
  PlaneFields Luts, Registers, MemoryBits;
};
template <typename V> void list(V &Visit, ShellFits &S) {
  Visit.group("luts", S.Luts);
  Visit.group("registers", S.Registers);
  Visit.group("memory_bits", S.MemoryBits);
}

struct ShellFields {
  std::string Source;
  const Tree *BlockBits = nullptr, *Points = nullptr;
  ShellFits Fits;
};
template <typename V> void list(V &Visit, ShellFields &S) {
  Visit.text("source", S.Source);
  Visit.need("block_bits", S.BlockBits, someForm);
  Visit.need("points", S.Points, rowsForm<amountForm, 5, 5>, {.Least = 3});
  Visit.group("fit", S.Fits);
}

struct RoutingFields {
  const Tree *Place = nullptr, *Low = nullptr, *Typical = nullptr,
             *High = nullptr;
  std::string Source;
};
template <typename V> void list(V &Visit, RoutingFields &S) {
  Visit.place(S.Place);
  Visit.need("low", S.Low, amountForm);
  Visit.need("typical", S.Typical, amountForm);
  Visit.need("high", S.High, amountForm);
  Visit.text("source", S.Source);
}

struct CostFields {
  std::string Target, Tool, Command, Source;
  const Tree *BlockBits = nullptr, *Shapes = nullptr;
  std::optional<RoutingFields> Routing;
  std::vector<CurveFields> Curves;
  std::optional<ShellFields> Shell;
};
template <typename V> void list(V &Visit, CostFields &S) {
  Visit.format(CostFormat);
  Visit.text("target", S.Target);
  Visit.mayText("tool", S.Tool);
  Visit.mayText("command", S.Command);
  Visit.text("source", S.Source);
  Visit.may("memory_block_bits", S.BlockBits, someForm);
  Visit.may("memory_shapes", S.Shapes, rowsForm<amountForm, 6, 6>);
  Visit.group("routing", S.Routing);
  Visit.mayElements("structures", S.Curves);
  Visit.group("shell", S.Shell);
  Visit.with("structures", {"tool", "command"});
  Visit.either("key 'structures' is missing", {{"structures"}, {"shell"}});
}

class CostReader {
public:
  explicit CostReader(YamlReader &R) : R(R) {}

  CostModel read() {
    CostModel Costs;
    CostFields F;
    readYamlFile(R, CostFormat, F);
    if (R.failed())
      return Costs;
    Costs.Target = F.Target;
    Costs.Tool = F.Tool;
    Costs.Command = F.Command;
    Costs.Source = F.Source;
    if (F.BlockBits)
      Costs.MemoryBlockBits = bits(*F.BlockBits);
    if (F.Shapes)
      readShapes(*F.Shapes, Costs.Memory);
    if (F.Routing)
      Costs.Routing = routing(*F.Routing);
    for (CurveFields &Curve : F.Curves)
      readCurve(Curve, Costs);
    if (F.Shell)
      readShell(*F.Shell, Costs.Shell.emplace());
    return Costs;
  }

private:
  double bits(const Tree &T) {
    const double Bits = amount(T);
    if (Bits == 0)
      R.problem(T, "a memory block has bits");
    return Bits;
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

  /// The rows of \p List, each of \p Columns and up to \p MayHave more; none
  /// where it is malformed.
  ArrayRef<Tree> rows(const Tree &List, StringRef Key, size_t Columns,
                      StringRef Names, size_t MayHave = 0) {
    if (List.K != Tree::Kind::Sequence || List.Elements.empty())
      R.problem(List, "'" + Key + "' is a list of rows: " + Names);
    for (const Tree &Row : List.Elements)
      if (Row.K != Tree::Kind::Sequence || Row.Elements.size() < Columns ||
          Row.Elements.size() > Columns + MayHave)
        R.problem(Row, "a row is [" + Names + "]");
    return R.failed() ? ArrayRef<Tree>() : ArrayRef<Tree>(List.Elements);
  }

  void readCurve(CurveFields &F, CostModel &Costs) {
    CostCurve &Curve = F.Curve;
    for (const Tree &Row :
         rows(*F.Points, "points", 6,
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
    readFits(F.Fits, Curve);
    if (Costs.find(Curve.Structure, Curve.Form, Curve.Parameter))
      R.problem(*F.Place, "'" + Curve.Structure + "' is given twice");
    Costs.Curves.push_back(std::move(Curve));
  }

  void readFits(const CurveFits &F, CostCurve &Curve) {
    for (size_t I = 0; I < CostMembers.size() && !R.failed(); ++I) {
      std::vector<FitPoint> Points = fitPoints(Curve, CostMembers[I]);
      if (F.Fits[I])
        readFit(*F.Fits[I], Points, Curve.Fits[I]);
      else if (largestResidual({}, Points) > 0)
        R.keyProblem(*F.Place, "no fit of the " + MemberNames[I] + " of '" +
                                   Curve.Structure + "'");
    }
  }

  void readFit(const FitFields &F, ArrayRef<FitPoint> Points,
               PiecewiseFit &Fit) {
    for (const Tree &Row : F.Pieces->Elements) {
      if (Row.Elements.size() < 3 || Row.Elements.size() > 5)
        return R.problem(Row, "a piece is [from, to, c0, c1, c2]: one to "
                              "three coefficients");
      FitPiece Piece;
      Piece.First = number(Row.Elements[0]);
      Piece.Last = number(Row.Elements[1]);
      for (const Tree &C : ArrayRef(Row.Elements).drop_front(2))
        Piece.Coefficients.push_back(number(C));
      if (Piece.Last < Piece.First ||
          (!Fit.empty() && Piece.First <= Fit.back().Last))
        R.problem(Row, "pieces must ascend");
      Fit.push_back(std::move(Piece));
    }
    double Stated = amount(*F.Residual), Real = largestResidual(Fit, Points);
    if (R.failed())
      return;
    if (Fit.empty() || Fit.back().Last < Points.back().Size)
      return R.problem(*F.Pieces, "the pieces do not cover the points");
    if (std::fabs(Stated - Real) > Rounding * std::max(1.0, Real))
      R.problem(*F.Residual,
                formatv("contradiction: the points are up to {0:f4} away from "
                        "the fit",
                        Real)
                    .str());
  }

  void readShapes(const Tree &List, std::vector<MemoryShape> &Shapes) {
    for (const Tree &Row : rows(List, "memory_shapes", 6, ShapeColumns)) {
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

  RoutingShare routing(const RoutingFields &F) {
    const RoutingShare Routing = {amount(*F.Low), amount(*F.Typical),
                                  amount(*F.High), F.Source};
    if (Routing.Typical < Routing.Low || Routing.High < Routing.Typical)
      R.problem(*F.Place, "'low', 'typical' and 'high' have to ascend");
    return Routing;
  }

  void readShell(const ShellFields &F, ShellCost &Shell) {
    Shell.Source = F.Source;
    Shell.BlockBits = bits(*F.BlockBits);
    for (const Tree &Row : rows(*F.Points, "points", 5,
                                "streams, units, luts, registers, memory_bits"))
      Shell.Points.push_back({size(Row.Elements[0]), size(Row.Elements[1]),
                              amount(Row.Elements[2]), amount(Row.Elements[3]),
                              amount(Row.Elements[4])});
    using Point = ShellCost::Point;
    readPlane(F.Fits.Luts, Shell, &Point::Luts, Shell.Luts);
    readPlane(F.Fits.Registers, Shell, &Point::Registers, Shell.Registers);
    readPlane(F.Fits.MemoryBits, Shell, &Point::MemoryBits, Shell.MemoryBits);
  }

  void readPlane(const PlaneFields &F, const ShellCost &Shell,
                 double ShellCost::Point::*Member, ShellCost::Plane &Plane) {
    Plane.Base = number(*F.Base);
    Plane.PerStream = number(*F.PerStream);
    Plane.PerUnit = number(*F.PerUnit);
    const double Stated = amount(*F.Residual);
    const double Real = largestResidual(Shell.Points, Member, Plane);
    if (!R.failed() && std::fabs(Stated - Real) > Rounding)
      R.problem(*F.Residual,
                formatv("contradiction: the points are up to {0:f4} of their "
                        "value away from the fit",
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
       << formatv("[{0}, {1}", uint64_t(Piece.First), uint64_t(Piece.Last));
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

json::Value costsSchema() { return yamlSchemaOf<CostFields>(CostFormat); }

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
  OS << "format: " << CostFormat.Name << "\nversion: " << CostFormat.Version
     << "\ntarget: " << Costs.Target << '\n';
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
