// Operations on channels, and what the vendors' compilers refuse of them.
#include "roofline/Analysis/ChannelUses.h"

#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

#include <cassert>
#include <map>

using namespace llvm;

namespace roofline {

static bool isConstantOfUnit(const Value &V) {
  if (isa<GlobalVariable>(V))
    return true;
  const auto *Call = dyn_cast<CallInst>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && builtinName(Callee->getName()) == "get_compute_id";
}

bool isKnownToCompiler(const SCEV &Index,
                       function_ref<bool(const llvm::Loop &)> IsUnrolled) {
  return !SCEVExprContains(&Index, [&](const SCEV *Part) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return !IsUnrolled(*Rec->getLoop());
    if (const auto *Leaf = dyn_cast<SCEVUnknown>(Part))
      return !isConstantOfUnit(*Leaf->getValue());
    return isa<SCEVCouldNotCompute>(Part);
  });
}

std::optional<int64_t> constantTrip(const Loop &L) {
  if (L.Trip.K == TripCount::Kind::Unknown)
    return std::nullopt;
  return evaluate(L.Trip.Count, [](std::string_view) { return std::nullopt; });
}

std::optional<std::set<uint64_t>> elementsAt(const AffineIndex &Index,
                                             uint64_t Bytes,
                                             const KernelSummary &Kernel) {
  assert(Bytes > 0 && "an element has a size");
  constexpr size_t Many = 4096;
  auto Constant = [](const Expr &E) {
    return evaluate(E, [](std::string_view) { return std::nullopt; });
  };
  const auto Offset = Constant(Index.Offset), Rest = Constant(Index.Irregular);
  if (!Offset || Rest != 0)
    return std::nullopt;
  std::set<int64_t> Places = {*Offset};
  for (const IndexTerm &Term : Index.Terms) {
    StringRef Variable = Term.Variable;
    const auto Step = Constant(Term.Coefficient);
    uint32_t Id = 0;
    if (!Step || !Variable.consume_front("loop:") ||
        Variable.getAsInteger(10, Id) || Id >= Kernel.Loops.size())
      return std::nullopt;
    const auto Trip = constantTrip(Kernel.Loops[Id]);
    if (!Trip || *Trip > int64_t(Many) || *Trip * Places.size() > Many)
      return std::nullopt;
    std::set<int64_t> Moved;
    for (int64_t I = 0; I < *Trip; ++I)
      for (int64_t Place : Places)
        Moved.insert(Place + I * *Step);
    Places = std::move(Moved);
  }
  std::set<uint64_t> Elements;
  for (int64_t Place : Places)
    if (Place >= 0)
      Elements.insert(uint64_t(Place) / Bytes);
  return Elements;
}

namespace {

/// The kernels that write, or read, each channel, by its name and element.
using Ends = std::map<std::pair<StringRef, uint64_t>, uint32_t>;

/// Adds the kernel's use of each channel to \p First, or to the unknowns where
/// another kernel was there before.
void addSecondEnds(std::vector<KernelSummary> &Kernels, uint32_t Id,
                   ArrayRef<ChannelUse> Uses, bool OfReads, Ends &First) {
  std::set<StringRef> Said;
  for (const ChannelUse &Use : Uses) {
    if (Use.IsRead != OfReads || !Use.Elements)
      continue;
    for (uint64_t Element : *Use.Elements) {
      const uint32_t Other =
          First.try_emplace({Use.Channel, Element}, Id).first->second;
      if (Other == Id || !Said.insert(Use.Channel).second)
        continue;
      const std::string Text =
          "channel '" + Use.Channel + "' has two kernels that " +
          (OfReads ? "read" : "write") + " it, '" + Kernels[Other].Name +
          "' and '" + Kernels[Id].Name + "', which FPGA compilers refuse";
      for (uint32_t K : {Other, Id})
        Kernels[K].Unknowns.push_back(
            {Unknown::Kind::Operation, Text, Use.Loc});
    }
  }
}

} // namespace

void addMisusesOfChannels(std::vector<KernelSummary> &Kernels,
                          ArrayRef<std::vector<ChannelUse>> Uses) {
  assert(Kernels.size() == Uses.size() && "a list of uses for each kernel");
  Ends Readers, Writers;
  for (auto [Id, Of] : enumerate(Uses)) {
    addSecondEnds(Kernels, Id, Of, /*OfReads=*/true, Readers);
    addSecondEnds(Kernels, Id, Of, /*OfReads=*/false, Writers);
    KernelSummary &Kernel = Kernels[Id];
    if (!Of.empty() && Kernel.Attributes.NumSimdWorkItems.value_or(1) > 1)
      Kernel.Unknowns.push_back({Unknown::Kind::Operation,
                                 "num_simd_work_items of a kernel with "
                                 "channels, which FPGA compilers "
                                 "do not vectorise",
                                 Of.front().Loc});
  }
}

} // namespace roofline
