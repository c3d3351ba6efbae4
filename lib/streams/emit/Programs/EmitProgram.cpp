// Checks a design, plans its program and prints it.
#include "ProgramPlan.h"

#include "roofline/Codegen/Templates.h"
#include "roofline/Core/StreamDesignCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <bit>

using namespace llvm;

namespace roofline {
namespace {

using Why = std::optional<std::string>;

/// Less than a face can stop tiles that send one another.
Why whyNotFaces(const ProgramPlan &P) {
  const int64_t Face = P.largestFace();
  if (P.O.Depth && *P.O.Depth < Face)
    return "a pipe of depth " + std::to_string(*P.O.Depth) +
           ": a tile sends another one " + std::to_string(Face) +
           " packets in a step, and with room for fewer tiles can wait for "
           "one another for ever";
  if (P.O.Dialect == ProgramDialect::Xilinx && Face > 32768)
    return "a tile sends another one " + std::to_string(Face) +
           " packets in a step: a pipe of dialect xilinx holds 32768";
  return std::nullopt;
}

Why whyNotHalf(const StreamKernel &K) {
  Why Found;
  for (const DatapathNode &N : K.Nodes)
    if (N.Type.Scalar == ScalarKind::Float && N.Type.Bits == 16) {
      Found = placePrefix(N.Loc) + "numbers of half: programs have float and "
                                   "double";
      if (N.Loc)
        break;
    }
  return Found;
}

Why whyNotDepth(const ProgramOptions &O) {
  if (!O.Depth)
    return std::nullopt;
  if (*O.Depth == 0)
    return "a pipe of depth 0 takes no packet";
  if (O.Dialect == ProgramDialect::Xilinx &&
      (*O.Depth < 16 || *O.Depth > 32768 || !std::has_single_bit(*O.Depth)))
    return "a pipe of depth " + std::to_string(*O.Depth) +
           ": dialect xilinx has powers of two from 16 to 32768";
  return std::nullopt;
}

/// True where no element of \p L's part of the buffer is one of \p R's.
bool areApart(const Stream &L, const Stream &R) {
  auto Ascends = [](const Stream &S) {
    const Offset Pitch = pitchOf(S);
    return std::all_of(Pitch.begin(), Pitch.end(),
                       [](int64_t P) { return P >= 0; });
  };
  auto Begin = [](const Stream &S) { return S.FirstElement - S.field(); };
  return L.Type.Bits == R.Type.Bits && Ascends(L) && Ascends(R) &&
         (endOfElements(L) <= Begin(R) || endOfElements(R) <= Begin(L));
}

/// Elements of a buffer that is read and written stand at the same positions,
/// so that a pass reads each before it writes it, or in parts of it.
Why whyNotInPlace(const StreamKernel &K, const ProgramOptions &O) {
  for (const InputStream &In : K.Inputs)
    for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
      const OutputStream &Out = K.Outputs[I];
      if (In.Name != (O.Results.empty() ? Out.Name : O.Results[I]) ||
          !(O.IsRead.empty() || O.IsRead[size_t(&In - K.Inputs.data())]) ||
          areApart(In, Out))
        continue;
      int64_t First = int64_t(In.FirstElement / In.Fields) -
                      int64_t(Out.FirstElement / Out.Fields);
      bool Same = In.Fields == Out.Fields;
      const Offset InPitch = pitchOf(In), OutPitch = pitchOf(Out);
      for (unsigned D = 0; D < 3; ++D) {
        if (K.Space.Size[D] == 1)
          continue;
        Same &= InPitch[D] == OutPitch[D] && InPitch[D] % In.Fields == 0;
        First -= (In.Window.Origin[D] - Out.Window.Origin[D]) *
                 (InPitch[D] / int64_t(In.Fields));
      }
      if (!Same || First != 0)
        return "'" + In.Name +
               "' is read and written in different orders; a program would "
               "read what it has written";
    }
  return std::nullopt;
}

Why whyNotReductions(const StreamKernel &K, const ProgramOptions &O) {
  if (K.Reductions.empty())
    return std::nullopt;
  if (O.IsState)
    return "the reduction '" + K.Reductions.front().Name +
           "' has a value for each step; a pass of several steps has one "
           "result";
  for (const Reduction &R : K.results()) {
    auto IsOf = [&](const Stream &S) { return S.Name == R.Name; };
    if (std::any_of(K.Inputs.begin(), K.Inputs.end(), IsOf) ||
        std::any_of(K.Outputs.begin(), K.Outputs.end(), IsOf))
      return "'" + R.Name + "' takes a reduction and is a stream too";
  }
  return std::nullopt;
}

bool holds(const Box &B, const Box &Part) {
  Offset Last = Part.Origin;
  for (unsigned D = 0; D < 3; ++D)
    Last[D] += Part.Size[D] - 1;
  return B.contains(Part.Origin) && B.contains(Last);
}

Why whyNotState(const StreamKernel &K, const ProgramOptions &O) {
  if (!O.IsState)
    return O.Stages > 1 || O.MayStop || O.Network
               ? Why("several steps are of a kernel in state form")
               : std::nullopt;
  for (const OutputStream &Out : K.Outputs)
    for (const InputStream &In : K.Inputs)
      if (In.Name == Out.Name && (Out.Enable || In.Window != Out.Window ||
                                  !holds(K.Active, Out.Window)))
        return "the step does not give '" + Out.Name + "' whole";
  return std::nullopt;
}

Why whyNotProgram(const StreamKernel &K, const StreamDesign &D,
                  const ProgramOptions &O) {
  // Rows of a field may be none of the vector, where those of blocks are.
  for (const StreamKernel &Kernel :
       O.Network ? O.Network->Shapes : std::vector<StreamKernel>{K})
    if (Why Broken = whyNotBuildable(Kernel, D))
      return Broken;
  if (O.Network && O.Dialect == ProgramDialect::Plain)
    return "tiles work side by side, and a program without pipes is one "
           "kernel";
  if (D.Lanes > 1)
    return "a program has one lane, not " + std::to_string(D.Lanes) +
           ": take vectors";
  if (D.Form != ElementForm::Pipe)
    return "a program has the form map-pipe: how a position is computed, the "
           "vendor's compiler decides";
  if (O.Stages == 0)
    return "a pass has at least one step";
  if (!O.Results.empty() && O.Results.size() != K.Outputs.size())
    return "a buffer is needed for each output";
  for (const auto &Test :
       {whyNotHalf(K), whyNotReductions(K, O), whyNotState(K, O),
        whyNotInPlace(K, O), whyNotDepth(O)})
    if (Test)
      return Test;
  return std::nullopt;
}

} // namespace

Expected<StreamProgram> emitProgram(const StreamKernel &K,
                                    const StreamDesign &D,
                                    const ProgramOptions &O) {
  if (Why Broken = verifyStreamKernel(K))
    return createStringError("kernel '" + K.Name + "': " + *Broken);
  if (Why Broken = whyNotProgram(K, D, O))
    return createStringError(*Broken);
  const ProgramPlan P(K, D, O);
  if (Why Broken = whyNotFaces(P))
    return createStringError(*Broken);
  StreamProgram Program;
  Program.Name = P.Name;
  Program.Cycles = P.cycles();
  Templates From(O.SupportFolder);
  if (P.isCxx())
    Program.Files = printHls(P, From);
  else
    Program.Files.push_back({P.Name + ".cl", printOpenCL(P)});
  if (O.Data)
    append_range(Program.Files, printProgramCheck(P, From));
  append_range(Program.Files, printProgramDescriptions(P, Program, From));
  if (Error E = From.takeError())
    return E;
  return Program;
}

} // namespace roofline
