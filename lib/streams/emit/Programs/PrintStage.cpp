// One stage of a program: its state and its step.
#include "ProgramPlan.h"

#include <algorithm>

namespace roofline {

void Text::line(const std::string &Words) {
  if (!Words.empty() && Words[0] != '#')
    All.append(2 * Depth, ' ');
  All += Words + "\n";
}
void Text::open(const std::string &Words) {
  line(Words + (Words.empty() ? "{" : " {"));
  ++Depth;
}
void Text::close(const std::string &After) {
  --Depth;
  line("}" + After);
}

namespace {

std::string indexed(const std::string &Array, int64_t Offset) {
  return Array + "[j" + (Offset ? " + " + number(Offset) : "") + "]";
}

} // namespace

std::string ProgramPrinter::counter(int64_t Limit) const {
  if (Limit < INT32_MAX)
    return "int";
  return P.isCxx() ? "int64_t" : "long";
}

std::string ProgramPrinter::unroll() const {
  switch (P.O.Dialect) {
  case ProgramDialect::Hls:
    return "#pragma HLS UNROLL";
  case ProgramDialect::Xilinx:
    return "__attribute__((opencl_unroll_hint))";
  default:
    return "#pragma unroll";
  }
}

/// Opens a loop over the positions of a beat.
void ProgramPrinter::forSlots(Text &T) const {
  if (P.Vector == 1) {
    T.open("");
    T.line("const int j = 0;");
    return;
  }
  const std::string For = "for (int j = 0; j < " + number(P.Vector) + "; ++j)";
  if (!P.isCxx())
    T.line(unroll());
  T.open(For);
  if (P.isCxx())
    T.line(unroll());
}

std::string ProgramPrinter::packets() const {
  Text T;
  const std::string Slots = "[" + number(P.Vector) + "];";
  auto Element = [&](const Stream &S, const std::string &Name) {
    T.line(C.elementType(S.Type) + " " + Name + Slots);
  };
  auto Output = [&](size_t I) {
    Element(P.K.Outputs[I], P.Outputs[I].Name);
    if (!P.Outputs[I].Flag.empty())
      T.line(C.elementType({ScalarKind::Int, 8, 1}) + " " + P.Outputs[I].Flag +
             Slots);
  };
  // An empty structure is no C: a kernel without inputs walks all the same.
  T.line("// A beat of " + number(P.Vector) +
         (P.Vector == 1 ? " position." : " positions."));
  T.open("struct " + P.packetIn());
  for (size_t I = 0; I < P.Inputs.size(); ++I)
    Element(P.K.Inputs[I], P.Inputs[I]);
  if (P.isState()) {
    for (size_t I = 0; I < P.Outputs.size(); ++I)
      if (!P.Outputs[I].Field)
        Output(I);
  } else if (P.Inputs.empty()) {
    T.line(C.elementType({ScalarKind::Int, 8, 1}) + " nothing;");
  }
  T.close(";");
  if (P.isTiled()) {
    T.open("struct " + P.packet(PacketKind::Fields));
    for (const ProgramOutput &O : P.Outputs)
      Element(P.K.Inputs[*O.Field], O.Name);
    T.close(";");
  }
  if (P.isState())
    return T.take();
  T.open("struct " + P.packetOut());
  for (size_t I = 0; I < P.Outputs.size(); ++I)
    Output(I);
  if (P.Outputs.empty())
    T.line(C.elementType({ScalarKind::Int, 8, 1}) + " nothing;");
  T.close(";");
  return T.take();
}

/// Whether nodes of the group, or reductions, ask for the place.
bool ProgramPrinter::hasCoordinates(size_t Group) const {
  const bool IsLast = Group + 1 == P.S.Groups.size();
  return P.S.Groups[Group].HasPosition ||
         (IsLast && !(P.Sums.empty() && P.Lefts.empty()) &&
          P.K.Active != P.K.Space);
}

void ProgramPrinter::printLines(Text &T, bool AsVariables) {
  const char *Zeros = !AsVariables ? ";" : " = {};";
  const char *Zero = !AsVariables ? ";" : " = 0;";
  for (const StageLine *L : P.lines()) {
    const std::string Type = C.elementType(L->Type) + " ";
    for (size_t I = 0; I < L->Runs.size(); ++I) {
      T.line(Type + L->RunNames[I] + "[" + number(L->Runs[I].Beats * P.Vector) +
             "]" + Zeros);
      if (AsVariables)
        T.line("#pragma HLS ARRAY_PARTITION variable=" + L->RunNames[I] +
               " complete");
      if (I + 1 == L->Runs.size())
        break;
      T.line(Type + L->RingNames[I] + "[" + number(L->ringBeats(I)) + "][" +
             number(P.Vector) + "];");
      if (!AsVariables)
        continue;
      if (P.Vector > 1)
        T.line("#pragma HLS ARRAY_PARTITION variable=" + L->RingNames[I] +
               " complete dim=2");
      if (L->ringBeats(I) > 1)
        T.line("#pragma HLS DEPENDENCE variable=" + L->RingNames[I] +
               " inter distance=" + number(L->ringBeats(I)) + " true");
    }
  }
  for (const auto &[Beats, Name] : P.Counters)
    T.line(counter(Beats) + " " + Name + Zero);
  for (size_t G = 0; G < P.S.Groups.size(); ++G)
    for (unsigned D = 0; hasCoordinates(G) && D < P.K.NumDimensions; ++D)
      T.line(counter(P.K.Space.Size[D]) + " " + P.Coordinates[G][D] + Zero);
  for (size_t I = 0; I < P.Sums.size(); ++I)
    T.line(C.type(P.K.Reductions[I].Type) + " " + P.Sums[I] +
           (AsVariables ? " = " + initialSum(uint32_t(I)) + ";" : ";"));
  for (size_t I = 0; I < P.Lefts.size(); ++I)
    printLeft(T, uint32_t(I), AsVariables);
}

void ProgramPrinter::printBegin(Text &T, const StageForm &F) {
  for (const StageLine *L : P.lines())
    for (size_t I = 0; I < L->Runs.size(); ++I) {
      T.line("for (int k = 0; k < " + number(L->Runs[I].Beats * P.Vector) +
             "; ++k)");
      T.line("  " + F.Lines + L->RunNames[I] + "[k] = 0;");
    }
  for (const auto &[Beats, Name] : P.Counters)
    T.line(F.Lines + Name + " = 0;");
  for (size_t G = 0; G < P.S.Groups.size(); ++G)
    for (unsigned D = 0; hasCoordinates(G) && D < P.K.NumDimensions; ++D)
      T.line(F.Lines + P.Coordinates[G][D] + " = 0;");
}

std::string ProgramPrinter::initialSum(uint32_t I) const {
  const Reduction &R = P.K.Reductions[I];
  if (R.Initial)
    return C.literal(*R.Initial, R.Type);
  if (R.InitialScalar)
    return P.Scalars[*R.InitialScalar];
  const ProgramBuffer &B = P.buffer(R.Name);
  return C.fromElement(B.Legal + "[" + number(int64_t(R.Element)) + "]",
                       R.Type);
}

/// The element of position j of the beat that leaves, \p Position further on.
std::string ProgramPrinter::read(const StageLine &L, int64_t Position,
                                 const StageForm &F) const {
  for (size_t I = L.Runs.size(); I-- > 0;) {
    int64_t At = Position - L.Runs[I].First * int64_t(P.Vector);
    if (At >= 0)
      return F.Lines + indexed(L.RunNames[I], At);
  }
  return {};
}

/// Moves \p L on by a beat; \p New, where it is known, comes in.
void ProgramPrinter::printShift(Text &T, const StageLine &L,
                                const std::string &New, const StageForm &F) {
  for (size_t I = 0; I < L.Runs.size(); ++I) {
    const std::string Run = F.Lines + L.RunNames[I];
    const int64_t Kept = (L.Runs[I].Beats - 1) * P.Vector;
    if (Kept) {
      if (!P.isCxx())
        T.line(unroll());
      T.open("for (int k = 0; k < " + number(Kept) + "; ++k)");
      if (P.isCxx())
        T.line(unroll());
      T.line(Run + "[k] = " + Run + "[k + " + number(P.Vector) + "];");
      T.close();
    }
    const bool IsLast = I + 1 == L.Runs.size();
    if (IsLast && New.empty())
      break;
    forSlots(T);
    if (IsLast) {
      T.line(indexed(Run, Kept) + " = " + New + "[j];");
    } else {
      const int64_t Beats = L.ringBeats(I);
      const std::string Ring = F.Lines + L.RingNames[I] + "[" + F.Lines +
                               P.Counters.at(Beats) + "][j]";
      T.line(indexed(Run, Kept) + " = step < " + number(Beats) +
             " ? 0 : " + Ring + ";");
      T.line(Ring + " = " + F.Lines + L.RunNames[I + 1] + "[j];");
    }
    T.close();
  }
}

/// Node \p N for the beat of group \p G.
std::string ProgramPrinter::valueOf(uint32_t N, const StageGroup &G,
                                    const StageForm &F) const {
  const DatapathNode &Node = P.K.Nodes[N];
  if (Node.Op == DatapathOp::Constant)
    return C.literal(Node.Value, Node.Type);
  if (Node.Op == DatapathOp::Argument)
    return P.Scalars[Node.Value];
  auto Lead = P.S.ValueLeads.find(N);
  if (Lead == P.S.ValueLeads.end() || Lead->second == G.Lead)
    return P.Nodes[N];
  return "(" +
         C.fromElement(read(P.S.Values.at(N), G.Lead * int64_t(P.Vector), F),
                       Node.Type) +
         ")";
}

void ProgramPrinter::printNode(Text &T, uint32_t N, const StageGroup &G,
                               const StageForm &F) {
  const DatapathNode &Node = P.K.Nodes[N];
  const int64_t Here = G.Lead * int64_t(P.Vector);
  std::string Value;
  switch (Node.Op) {
  case DatapathOp::Constant:
  case DatapathOp::Argument:
    return;
  case DatapathOp::Position: {
    const size_t Group = size_t(&G - P.S.Groups.data());
    Value = F.Lines + P.Coordinates[Group][Node.Value];
    if (Node.Value == 0)
      Value = "(" + Value + " + j)";
    Value = "(" + C.type(Node.Type) + ")" + Value;
    if (Node.Type.Bits != 32 && Node.Type.Bits != 64)
      Value +=
          " & " + C.literal(~uint64_t(0) >> (64 - Node.Type.Bits), Node.Type);
    break;
  }
  case DatapathOp::Previous:
    Value = F.Lines + P.Lefts[Node.Value];
    if (const int64_t Distance = P.K.Recurrences[Node.Value].Distance;
        Distance > 1)
      Value += "[" + number(Distance - 1) + "]";
    break;
  case DatapathOp::Input:
    Value = C.fromElement(
        read(P.S.Inputs[Node.Value], Here + P.K.distance(Node.Delta), F),
        Node.Type);
    break;
  case DatapathOp::AtOffset:
    Value = C.fromElement(read(P.S.Values.at(Node.Operands[0]),
                               Here + P.K.distance(Node.Delta), F),
                          Node.Type);
    break;
  default: {
    Operands Of;
    for (uint32_t Operand : Node.Operands)
      Of.push_back(valueOf(Operand, G, F));
    Value = C.operation(P.K, N, Of);
  }
  }
  T.line("const " + C.type(Node.Type) + " " + P.Nodes[N] + " = " + Value + ";");
  if (auto Line = P.S.Values.find(N); Line != P.S.Values.end())
    T.line(F.Lines +
           indexed(Line->second.RunNames.back(),
                   (Line->second.Runs.back().Beats - 1) * P.Vector) +
           " = " + C.toElement(P.Nodes[N], Node.Type) + ";");
}

/// "px + j >= 1 && py < 47", or nothing where all of the space is in \p B.
std::string ProgramPrinter::inside(const Box &B,
                                   const CoordinateNames &Names) const {
  std::string Condition;
  auto Require = [&](const std::string &More) {
    Condition += (Condition.empty() ? "" : " && ") + More;
  };
  for (unsigned D = 0; D < 3; ++D) {
    const int64_t First = B.Origin[D], End = First + B.Size[D];
    const std::string Place = Names[D] + (D == 0 && P.Vector > 1 ? " + j" : "");
    if (First > 0)
      Require(Place + " >= " + number(First));
    if (End < P.K.Space.Size[D])
      Require(Place + " < " + number(End));
  }
  return Condition;
}

/// Sets the outputs and the passing elements in the packet that leaves.
void ProgramPrinter::printLeaving(Text &T, const StageForm &F) {
  const StageGroup &G = P.S.Groups.back();
  auto Leaves = [&](const std::string &Name, const std::string &Value) {
    T.line(F.Leaving + Name + "[j] = " + Value + ";");
  };
  std::vector<bool> Computed(P.Inputs.size());
  for (size_t I = 0; I < P.Outputs.size(); ++I) {
    const OutputStream &Out = P.K.Outputs[I];
    const ProgramOutput &O = P.Outputs[I];
    std::string Value = C.toElement(valueOf(Out.Value, G, F), Out.Type);
    std::string On = Out.Enable ? valueOf(*Out.Enable, G, F) : "";
    std::string Before;
    if (O.Field) {
      Computed[*O.Field] = true;
      Before = read(P.S.Inputs[*O.Field], 0, F);
    } else if (O.Before) {
      Before = read(*O.Before, 0, F);
    }
    std::string Condition = On;
    if (P.O.MayStop)
      Condition = On.empty() ? "is_on" : "is_on && " + On;
    if (!P.isState())
      Leaves(O.Name, Value);
    else if (Condition.empty())
      Leaves(O.Name, Value);
    else
      Leaves(O.Name, Condition + " ? " + Value + " : " + Before);
    if (O.Flag.empty())
      continue;
    std::string Flag = "(" + Condition + ")";
    if (O.BeforeFlag)
      Flag += " || " + read(*O.BeforeFlag, 0, F);
    Leaves(O.Flag, Flag);
  }
  for (size_t I = 0; P.S.WithWhole && I < P.Inputs.size(); ++I)
    if (!Computed[I])
      Leaves(P.Inputs[I], read(P.S.Inputs[I], 0, F));
}

void ProgramPrinter::printReductions(Text &T, const StageForm &F) {
  const StageGroup &G = P.S.Groups.back();
  CoordinateNames Here = P.Coordinates.back();
  for (std::string &Name : Here)
    Name = F.Lines + Name;
  std::string IsActive = inside(P.K.Active, Here);
  if (P.S.Delay)
    IsActive = "step >= " + number(P.S.Delay) +
               (IsActive.empty() ? "" : " && ") + IsActive;
  auto Take = [&](const std::string &Condition, const std::string &Next) {
    if (!Condition.empty())
      T.line("if (" + Condition + ")");
    T.line((Condition.empty() ? "" : "  ") + Next);
  };
  for (size_t I = 0; I < P.K.Reductions.size(); ++I) {
    const Reduction &R = P.K.Reductions[I];
    std::string Condition = IsActive;
    if (R.Enable)
      Condition += (Condition.empty() ? "" : " && ") + valueOf(*R.Enable, G, F);
    const std::string Sum = F.Lines + P.Sums[I];
    const auto Operands =
        operandsOf(R, Sum, [&](uint32_t N) { return valueOf(N, G, F); });
    const std::string Next =
        Sum + " = " +
        C.operation(
            R.Op, R.Type,
            {Operands.begin(), Operands.begin() + facts(R.Op).NumOperands}) +
        ";";
    Take(Condition, Next);
  }
  for (size_t I = 0; I < P.Lefts.size(); ++I)
    printLeaving(T, uint32_t(I), IsActive,
                 valueOf(P.K.Recurrences[I].Value, G, F), F.Lines);
}

void ProgramPrinter::printGroup(Text &T, size_t Group, const StageForm &F) {
  const StageGroup &G = P.S.Groups[Group];
  forSlots(T);
  for (uint32_t N : G.Nodes)
    printNode(T, N, G, F);
  if (Group + 1 == P.S.Groups.size()) {
    printLeaving(T, F);
    printReductions(T, F);
  }
  T.close();
}

void ProgramPrinter::printAdvance(Text &T, const CoordinateNames &Names,
                                  const Offset &Size) const {
  unsigned Open = 0;
  for (unsigned D = 0; D < P.K.NumDimensions; ++D) {
    T.line(Names[D] + " += " + number(D == 0 ? P.Vector : 1) + ";");
    if (D + 1 == P.K.NumDimensions)
      break;
    T.open("if (" + Names[D] + " == " + number(Size[D]) + ")");
    T.line(Names[D] + " = 0;");
    ++Open;
  }
  while (Open-- > 0)
    T.close();
}

void ProgramPrinter::printStep(Text &T, const StageForm &F) {
  for (size_t I = 0; I < P.Inputs.size(); ++I)
    printShift(T, P.S.Inputs[I], F.Arrived + P.Inputs[I], F);
  for (const ProgramOutput &O : P.Outputs) {
    if (O.Before)
      printShift(T, *O.Before, F.Arrived + O.Name, F);
    if (O.BeforeFlag)
      printShift(T, *O.BeforeFlag, F.Arrived + O.Flag, F);
  }
  for (const auto &[Node, Line] : P.S.Values)
    printShift(T, Line, "", F);
  for (size_t G = 0; G < P.S.Groups.size(); ++G)
    printGroup(T, G, F);
  for (size_t G = 0; G < P.S.Groups.size(); ++G) {
    if (!hasCoordinates(G))
      continue;
    const int64_t First = P.S.Delay - P.S.Groups[G].Lead;
    CoordinateNames Names = P.Coordinates[G];
    for (std::string &Name : Names)
      Name = F.Lines + Name;
    if (First)
      T.open("if (step >= " + number(First) + ")");
    printAdvance(T, Names, P.K.Space.Size);
    if (First)
      T.close();
  }
  for (const auto &[Beats, Name] : P.Counters) {
    const std::string At = F.Lines + Name;
    T.line(At + " = " + At + " == " + number(Beats - 1) + " ? 0 : " + At +
           " + 1;");
  }
}

/// The results, as they are or as the finish computes them.
void ProgramPrinter::printResults(Text &T, const StageForm &F) {
  auto Store = [&](const Reduction &R, const std::string &Value) {
    T.line(P.buffer(R.Name).Legal + "[" + number(int64_t(R.Element)) +
           "] = " + C.toElement(Value, R.Type) + ";");
  };
  if (P.K.Finish.empty()) {
    for (size_t I = 0; I < P.Sums.size(); ++I)
      Store(P.K.Reductions[I], F.Lines + P.Sums[I]);
    return;
  }
  const StreamKernel &Finish = P.K.Finish.front();
  auto Value = [&](uint32_t N) {
    const DatapathNode &Node = Finish.Nodes[N];
    if (Node.Op == DatapathOp::Constant || Node.Op == DatapathOp::Position)
      return C.literal(Node.Op == DatapathOp::Constant ? Node.Value : 0,
                       Node.Type);
    if (Node.Op == DatapathOp::Argument)
      return Node.Value < P.Scalars.size()
                 ? P.Scalars[Node.Value]
                 : F.Lines + P.Sums[Node.Value - P.Scalars.size()];
    return "f" + number(N);
  };
  T.open("");
  for (uint32_t N = 0; N < Finish.Nodes.size(); ++N) {
    const DatapathNode &Node = Finish.Nodes[N];
    if (Node.Operands.empty())
      continue;
    Operands Of;
    for (uint32_t Operand : Node.Operands)
      Of.push_back(Value(Operand));
    T.line("const " + C.type(Node.Type) + " f" + number(N) + " = " +
           C.operation(Finish, N, Of) + ";");
  }
  for (const Reduction &R : Finish.Reductions) {
    std::string Of = Value(R.Value);
    if (R.Enable)
      Of = "(" + Value(*R.Enable) + " ? " + Of + " : " + C.literal(0, R.Type) +
           ")";
    Store(R, Of);
  }
  T.close();
}

} // namespace roofline
