// The report that a person reads on a terminal.
#include "roofline/Report/TextReport.h"

#include "roofline/Model/LaunchSymbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

std::string sizesText(const std::array<uint64_t, 3> &Sizes, uint32_t Dimensions) {
  SmallVector<std::string, 3> Parts;
  for (uint32_t D = 0; D < std::max(1u, Dimensions); ++D)
    Parts.push_back(std::to_string(Sizes[D]));
  return join(Parts, " x ");
}

class Printer {
public:
  Printer(const AnalysisResult &R, raw_ostream &OS) : R(R), OS(OS) {}

  void print() {
    header();
    verdict();
    hierarchy();
    accesses();
    potentials();
    advice();
    missing();
    OS << '\n';
  }

private:
  std::string place(const SourceLocation &Loc) const {
    if (!Loc)
      return "?";
    std::string Text = std::to_string(Loc.Line);
    if (Loc.Column)
      Text += ":" + std::to_string(Loc.Column);
    if (Loc.File != R.Kernel->Loc.File && !Loc.File.empty())
      Text = sys::path::filename(Loc.File).str() + ":" + Text;
    return Text;
  }

  void header() {
    OS << formatv("kernel {0}", R.Kernel->Name);
    if (R.Kernel->Loc)
      OS << formatv(" ({0}:{1})", R.Kernel->Loc.File, R.Kernel->Loc.Line);
    OS << formatv(" on {0}, {1:f0} MHz, model {2}\n", R.Board.Name,
                  R.Bound.Clock / 1e6, modelName(R.Form));
    OS << "  launch: ";
    if (R.L.Dimensions)
      OS << sizesText(R.L.Global, R.L.Dimensions) << " work-items";
    else
      OS << (R.Bound.SingleWorkItem ? "single work-item" : "no NDRange given");
    if (R.L.Local)
      OS << ", groups of " << sizesText(*R.L.Local, R.L.Dimensions);
    for (const auto &[Name, Value] : R.L.Args)
      OS << ", " << Name << " = " << Value;
    OS << "\n  design: " << R.D.ComputeUnits << " compute unit(s), SIMD " << R.D.Simd;
    for (uint32_t I = 0; I < R.D.Unroll.size(); ++I)
      if (R.D.Unroll[I] > 1)
        OS << ", unroll " << R.D.Unroll[I] << " at line "
           << R.Kernel->Loops[I].Loc.Line;
    OS << '\n';
    for (const std::string &Guard : R.Guards)
      OS << "  note: " << Guard << '\n';
  }

  void verdict() {
    if (R.Bound.Blocks.empty()) {
      OS << "\n  nothing to do: the kernel has no operations\n";
      return;
    }
    bool Complete = R.complete();
    OS << formatv("\n  time {0}{1}, {2} cycles, {3} memory transactions\n",
                  Complete ? "" : "at least ", secondsText(R.Priced.Time.value()),
                  countText(R.Priced.Total.value()), countText(R.Priced.MemTransTotal));
    if (R.SourceTime)
      OS << formatv("  the source's own design: {0}, so this one is {1:f2} times as "
                    "fast\n",
                    secondsText(R.SourceTime->value()),
                    R.SourceTime->value() / R.Priced.Time.value());
    const BoundBlock &B = R.Bound.Blocks[R.Priced.LimitingBlock];
    OS << formatv("  limited by {0} of ", limitOf(R, R.Priced.LimitingBlock));
    if (B.Loop)
      OS << "the loop at line " << place(R.Kernel->Loops[*B.Loop].Loc) << '\n';
    else
      OS << "the block at line " << place(R.Kernel->Nodes[B.Node].Range.Begin) << '\n';
  }

  // Hierarchy -------------------------------------------------------------------

  void hierarchy() {
    OS << formatv("\n  {0,-46}{1,14}{2,9}{3,7}{4,12}{5,12}\n", "hierarchy", "cycles",
                  "share", "depth", "Comp", "Mem");
    node(R.Kernel->Root, 0);
  }

  std::string nodeText(const Node &N) const {
    std::string Lines = place(N.Range.Begin);
    if (N.Range.End && N.Range.End.Line != N.Range.Begin.Line)
      Lines = formatv("{0}-{1}", N.Range.Begin.Line, N.Range.End.Line);
    switch (N.K) {
    case Node::Kind::Sequence:
      return "sequence " + Lines;
    case Node::Kind::Branch:
      return "branch " + Lines;
    case Node::Kind::Loop:
      return "loop " + Lines + ", trip " + tripText(R, N.Index);
    case Node::Kind::Block:
      return "block " + Lines;
    }
    return "";
  }

  void node(uint32_t Id, unsigned Depth) {
    const Node &N = R.Kernel->Nodes[Id];
    double C = R.Priced.NodeCycles[Id], Total = R.Priced.Total.value();
    std::string Name = std::string(Depth * 2, ' ') + nodeText(N);
    auto Block = find_if(R.Bound.Blocks,
                         [&](const BoundBlock &B) { return B.Node == Id; });
    std::string Detail;
    bool Limits = false;
    if (Block != R.Bound.Blocks.end()) {
      uint32_t I = Block - R.Bound.Blocks.begin();
      const BlockEstimate &E = R.Priced.Blocks[I];
      Detail = formatv("{0,7}{1,12}{2,12}", countText(E.Depth), countText(E.Comp),
                       countText(E.Mem));
      C *= E.Repeat;
      Limits = I == R.Priced.LimitingBlock;
    }
    OS << formatv("{0} {1,-46}{2,14}{3,9}{4}\n", Limits ? "*" : " ", Name,
                  countText(C), Total > 0 ? percentText(std::min(1.0, C / Total)) : "-",
                  Detail);
    for (uint32_t Child : N.Children)
      node(Child, Depth + 1);
  }

  void accesses() {
    if (R.Bound.Accesses.empty())
      return;
    OS << "\n  global memory accesses\n";
    OS << formatv("  {0,-9}{1,-14}{2,-6}{3,6}{4,8}  {5}\n", "line", "object", "", "bytes",
                  "time", "pattern");
    for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I) {
      const BoundBlock &B = R.Bound.Blocks[I];
      for (uint32_t A = B.FirstAccess; A < B.FirstAccess + B.NumAccesses; ++A) {
        const MemoryAccess &Source = R.Kernel->Accesses[R.Bound.Accesses[A].Access];
        const char *Kinds[] = {"read", "write", "atomic"};
        OS << formatv("  {0,-9}{1,-14}{2,-6}{3,6}{4,8}  {5}{6}\n", place(Source.Loc),
                      Source.Base.empty() ? "?" : Source.Base,
                      Kinds[size_t(Source.K)], Source.NumBytes,
                      percentText(accessShare(R, I, A)), patternText(R, I, A),
                      Source.Predicated ? ", predicated" : "");
      }
    }
  }

  void potentials() {
    const Potentials &P = R.Priced.Potential;
    OS << formatv("\n  potentials: B_mem {0:f2}, B_balance {1:f2}, B_itpp {2:f2}{3}, "
                  "B_comp {4}\n",
                  P.Mem, P.Balance, P.Itpp,
                  R.Form == ModelForm::Hpca16
                      ? formatv(" (repaired {0:f2})", P.ItppRepaired).str()
                      : "",
                  P.Comp ? formatv("{0:f2}", *P.Comp).str()
                         : "unknown (give --utilization logic=..,mem=..,dsp=..)");
  }

  void advice() {
    if (R.Advices.empty())
      return;
    OS << "\n  what to change\n";
    for (const Advice &A : ArrayRef(R.Advices).take_front(6)) {
      OS << formatv("  {0,-5}{1} ({2} {3:f2}): {4:f2} times as fast\n", A.Optimisation,
                    A.Text, potentialName(A.Potential), A.PotentialValue, A.Gain);
      for (const std::string &Guard : A.Guards)
        OS << "       note: " << Guard << '\n';
    }
  }

  void missing() {
    if (R.complete())
      return;
    OS << "\n  unknown, so the time is a lower bound\n";
    for (const MissingInput &M : R.Bound.Missing)
      OS << formatv("  {0,-9}{1}; {2}\n", place(M.Loc), M.What, M.Hint);
  }

  const AnalysisResult &R;
  raw_ostream &OS;
};

} // namespace

void printReport(const AnalysisResult &R, raw_ostream &OS) {
  Printer(R, OS).print();
}

} // namespace roofline
