// A kernel summary as text: what the analyses found, nothing priced.
#include "roofline/Report/SummaryPrinter.h"

#include "ReportNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

std::string place(const SourceLocation &Loc) {
  return Loc ? (Twine(Loc.Line) + ":" + Twine(Loc.Column)).str() : "?";
}

/// " where FORM" and the data that decide, too; nothing for always.
std::string text(const Guard &When) {
  std::string Text =
      When.Form.isConstant(1) ? "" : " where " + toString(When.Form);
  if (When.IsOfData)
    Text += (Text.empty() ? " where data at " : " and data at ") +
            place(When.DataLoc);
  return Text.empty() ? " always" : Text;
}

class Printer {
public:
  Printer(const KernelSummary &K, raw_ostream &OS) : K(K), OS(OS) {}

  void print() {
    OS << "kernel " << K.Name << "(";
    for (const KernelArg &A : K.Args)
      OS << (&A == &K.Args.front() ? "" : ", ") << A.Name;
    OS << ") at " << place(K.Loc) << '\n';
    attributes();
    node(K.Root, 1);
    for (const MemoryAccess &A : K.Accesses)
      access(A);
    for (const LocalArray &A : K.LocalArrays)
      OS << "  local " << A.Name << " " << A.NumBytes << " bytes\n";
    for (const SourceLocation &B : K.Barriers)
      OS << "  barrier at " << place(B) << '\n';
    for (const Channel &C : K.Channels)
      OS << "  " << (C.K == Channel::Kind::Pipe ? "pipe " : "channel ")
         << C.Name << " of " << C.NumBytes << " B, depth "
         << (C.Depth ? std::to_string(*C.Depth) : "not given")
         << (C.Read ? ", read" : "") << (C.Written ? ", written" : "") << '\n';
    for (const SourceLocation &B : K.DivergentBranches)
      OS << "  branch by work-item at " << place(B) << '\n';
    for (const Unknown &U : K.Unknowns)
      OS << "  unknown at " << place(U.Loc) << ": " << U.Reason << '\n';
  }

private:
  void attributes() {
    const KernelAttributes &A = K.Attributes;
    if (A.NumComputeUnits)
      OS << "  num_compute_units " << *A.NumComputeUnits << '\n';
    if (A.NumSimdWorkItems)
      OS << "  num_simd_work_items " << *A.NumSimdWorkItems << '\n';
    if (const auto &S = A.ReqdWorkGroupSize)
      OS << "  reqd_work_group_size " << (*S)[0] << "," << (*S)[1] << ","
         << (*S)[2] << '\n';
    if (A.MaxWorkGroupSize)
      OS << "  max_work_group_size " << *A.MaxWorkGroupSize << '\n';
    if (A.Autorun)
      OS << "  autorun\n";
    if (A.Task)
      OS << "  task\n";
    if (A.MaxGlobalWorkDim)
      OS << "  max_global_work_dim " << *A.MaxGlobalWorkDim << '\n';
  }

  void node(uint32_t Id, unsigned Depth) {
    const Node &N = K.Nodes[Id];
    OS.indent(2 * Depth);
    switch (N.K) {
    case Node::Kind::Sequence:
      OS << "sequence\n";
      break;
    case Node::Kind::Branch:
      OS << "branch\n";
      break;
    case Node::Kind::Loop:
      loop(K.Loops[N.Index], Depth);
      break;
    case Node::Kind::Block:
      block(K.Blocks[N.Index]);
      break;
    }
    for (uint32_t Child : N.Children)
      node(Child, Depth + 1);
  }

  void loop(const Loop &L, unsigned Depth) {
    OS << "loop at " << place(L.Loc) << " trip ";
    if (L.Trip.K == TripCount::Kind::Unknown)
      OS << "unknown: " << L.Trip.Reason;
    else
      OS << (L.Trip.K == TripCount::Kind::AtMost ? "<= " : "")
         << toString(L.Trip.Count);
    if (L.Unroll)
      OS << ", unroll "
         << (L.Unroll->Disabled ? "off"
             : L.Unroll->Full   ? "full"
                                : std::to_string(L.Unroll->Factor));
    if (L.RequestedII)
      OS << ", ii " << *L.RequestedII;
    if (L.IgnoreDependences)
      OS << ", ivdep";
    OS << '\n';
    for (const CarriedDependence &D : L.Dependences) {
      OS.indent(2 * Depth + 2)
          << (D.K == CarriedDependence::Kind::Register ? "register" : "memory")
          << " dependence from " << K.Operations[D.Producer].Name << " at "
          << place(placeInLoop(K, L, D.Producer)) << " to "
          << K.Operations[D.Consumer].Name << " at "
          << place(placeInLoop(K, L, D.Consumer)) << ", distance ";
      if (D.Distance)
        OS << *D.Distance << '\n';
      else
        OS << "unknown\n";
    }
  }

  void block(const Block &B) {
    OS << "block";
    for (uint32_t I = 0; I < B.NumOperations; ++I)
      OS << ' ' << K.Operations[B.FirstOperation + I].Name;
    OS << '\n';
  }

  void access(const MemoryAccess &A) {
    OS << "  " << name(A.Space) << ' ' << nameOf(A.K) << " of "
       << (A.Base.empty() ? "?" : A.Base) << " at " << place(A.Loc) << ", "
       << (A.NumBytesAtMost ? "<=" : "") << A.NumBytes << " bytes"
       << (A.Predicated ? ", predicated" : "") << ": ";
    if (!A.Index) {
      OS << "irregular, " << A.Reason << '\n';
      return;
    }
    OS << toString(A.Index->Offset);
    for (const IndexTerm &T : A.Index->Terms) {
      std::string Coefficient = toString(T.Coefficient);
      bool IsSum = T.Coefficient.K == Expr::Kind::Add;
      OS << " + " << (IsSum ? "(" + Coefficient + ")" : Coefficient) << '*'
         << T.Variable;
    }
    if (!A.Index->Irregular.isConstant(0))
      OS << " + " << toString(A.Index->Irregular);
    OS << (A.Index->Clamped ? ", clamped" : "");
    if (isInBlocks(A))
      OS << ", in blocks along " << join(A.Index->IrregularAlong, ", ");
    else if (!isAffine(A))
      OS << ", irregular along " << join(A.Index->IrregularAlong, ", ") << ": "
         << A.Reason;
    OS << '\n';
  }

  const KernelSummary &K;
  raw_ostream &OS;
};

} // namespace

void printSummary(const KernelSummary &Kernel, raw_ostream &OS) {
  Printer(Kernel, OS).print();
}

void printGuards(const KernelSummary &Kernel, raw_ostream &OS) {
  OS << "kernel " << Kernel.Name << '\n';
  for (const Node &N : Kernel.Nodes)
    if (N.K == Node::Kind::Loop) {
      const Loop &L = Kernel.Loops[N.Index];
      OS << "  loop at " << place(L.Loc) << text(L.When) << '\n';
    } else if (N.K == Node::Kind::Block) {
      const Block &B = Kernel.Blocks[N.Index];
      const SourceLocation Loc = B.NumOperations
                                     ? Kernel.Operations[B.FirstOperation].Loc
                                     : SourceLocation();
      OS << "  block at " << place(Loc) << text(B.When) << '\n';
    }
}

void printTallies(const KernelSummary &Kernel, raw_ostream &OS) {
  OS << "kernel " << Kernel.Name << '\n';
  for (const Tally &T : Kernel.Tallies) {
    OS << "  " << place(T.Loc) << ' ' << T.Number << ' ' << T.Name << " of "
       << T.Type.Bits << " bits";
    if (T.Type.Lanes > 1)
      OS << " x " << T.Type.Lanes;
    if (T.NumBytes)
      OS << ", " << T.NumBytes << " B " << name(T.Space);
    if (T.Loop)
      OS << ", loop at " << place(Kernel.Loops[*T.Loop].Loc)
         << (T.AlsoAtExit ? " and its exit" : "");
    if (T.InStead)
      OS << ", " << T.InStead << " in another's stead";
    if (T.Predicated)
      OS << "," << text(T.When);
    OS << '\n';
  }
}

} // namespace roofline
