// Checks whether a design of a stream kernel can be built.

#include "roofline/Core/StreamDesignCheck.h"

#include "roofline/Base/SourceLocation.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Stream/Recurrences.h"

#include <bit>

namespace roofline {
namespace {

std::optional<std::string> whyNotShape(const StreamKernel &K,
                                       const StreamDesign &D) {
  if (D.Lanes == 0 || D.Vector == 0)
    return "a design has at least one lane and one position per beat";
  if (!std::has_single_bit(D.Vector))
    return "vectors of " + std::to_string(D.Vector) +
           " positions: not a power of two";
  if (K.Space.Size[0] % D.Vector)
    return "vectors of " + std::to_string(D.Vector) +
           " positions do not divide rows of " +
           std::to_string(K.Space.Size[0]);
  int64_t Beats = K.Space.volume() / D.Vector;
  if (Beats % D.Lanes)
    return std::to_string(D.Lanes) + " lanes do not divide " +
           std::to_string(Beats) +
           (D.Vector > 1 ? " vectors of positions" : " positions");
  return std::nullopt;
}

std::optional<std::string> whyNotStream(const Stream &S) {
  if (S.Type.Bits % 8 || S.Type.Bits == 0)
    return "stream '" + S.Name + "': elements of " +
           std::to_string(S.Type.Bits) + " bits are not whole bytes";
  return std::nullopt;
}

} // namespace

std::optional<std::string> whyNotBuildable(const StreamKernel &K,
                                           const StreamDesign &D) {
  if (auto Why = whyNotShape(K, D))
    return Why;
  if (K.StageBits > 0 && D.Form != ElementForm::Pipe)
    return "operators cut for stages of " + std::to_string(K.StageBits) +
           " bits are of form pipe";
  for (const InputStream &S : K.Inputs)
    if (auto Why = whyNotStream(S))
      return Why;
  for (const OutputStream &S : K.Outputs)
    if (auto Why = whyNotStream(S))
      return Why;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (N.Type.Scalar == ScalarKind::Float && N.Type.Bits != 16 &&
        N.Type.Bits != 32 && N.Type.Bits != 64)
      return placePrefix(N.Loc) + "no hardware for float" +
             std::to_string(N.Type.Bits);
    if (D.Form == ElementForm::Comb &&
        operatorUnit(K, I).Kind == UnitKind::Float)
      return placePrefix(N.Loc) + std::string(name(N.Op)) +
             " has no form in one stage: form comb is for integers";
  }
  if (std::optional<std::string> Why = whyNotRecurrences(K, D.Lanes, D.Vector))
    return Why;
  for (const Reduction &R : K.Reductions)
    if (R.Interleave > 1 &&
        (D.Form != ElementForm::Pipe || R.Interleave <= reductionLatency(R)))
      return placePrefix(R.Loc) + "the reduction '" + R.Name +
             "' in partial sums is of form pipe, with as many as its operator "
             "has stages";
  for (const Reduction &R : K.Reductions)
    if ((D.Lanes > 1 || D.Vector > 1) && !facts(R.Op).associates())
      return placePrefix(R.Loc) + "the reduction '" + R.Name + "' by " +
             std::string(name(R.Op)) +
             " is computed in order: one lane, one position per beat";
  if (!K.Finish.empty())
    if (auto Why = whyNotBuildable(K.Finish.front(), StreamDesign()))
      return Why;
  return whyNotSized(K, D);
}

} // namespace roofline
