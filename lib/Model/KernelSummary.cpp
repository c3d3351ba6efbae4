// Legality of a kernel summary.
#include "roofline/Model/KernelSummary.h"

namespace roofline {
namespace {

std::string at(const char *What, size_t I) {
  return std::string(What) + " " + std::to_string(I) + ": ";
}

std::optional<std::string> checkBlocks(const KernelSummary &K) {
  uint64_t Next = 0;
  for (size_t I = 0; I < K.Blocks.size(); ++I) {
    if (K.Blocks[I].FirstOperation != Next)
      return at("block", I) + "its operations do not follow the block before";
    Next += K.Blocks[I].NumOperations;
  }
  if (Next != K.Operations.size())
    return std::string("the blocks do not cover the operations");
  for (size_t I = 0; I < K.Operations.size(); ++I) {
    const Operation &Op = K.Operations[I];
    for (uint32_t Operand : Op.Operands)
      if (Operand >= I)
        return at("operation", I) + "waits for a later operation";
    if (Op.Access && *Op.Access >= K.Accesses.size())
      return at("operation", I) + "names an access that is not there";
  }
  for (size_t I = 0; I < K.Accesses.size(); ++I)
    if (K.Accesses[I].BlockId >= K.Blocks.size())
      return at("access", I) + "names a block that is not there";
  return std::nullopt;
}

std::optional<std::string> checkLoops(const KernelSummary &K) {
  for (size_t I = 0; I < K.Loops.size(); ++I) {
    const Loop &L = K.Loops[I];
    if (L.Parent && *L.Parent >= I)
      return at("loop", I) + "its parent has to come before it";
    for (const CarriedDependence &D : L.Dependences) {
      if (D.Producer >= K.Operations.size() || D.Consumer >= K.Operations.size())
        return at("loop", I) + "a dependence names an operation that is not there";
      if (D.Distance && *D.Distance <= 0)
        return at("loop", I) + "a dependence has a distance below 1";
    }
  }
  return std::nullopt;
}

std::optional<std::string> checkNodes(const KernelSummary &K) {
  if (K.Nodes.empty() || K.Root != 0)
    return std::string("the hierarchy has no root at node 0");
  std::vector<bool> HasParent(K.Nodes.size()), Placed(K.Blocks.size()),
      Entered(K.Loops.size());
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    const Node &N = K.Nodes[I];
    auto Once = [&](std::vector<bool> &Seen) {
      if (N.Index >= Seen.size() || Seen[N.Index])
        return false;
      Seen[N.Index] = true;
      return true;
    };
    if (N.K == Node::Kind::Block && (!Once(Placed) || !N.Children.empty()))
      return at("node", I) + "a block that is not there, or is there twice";
    if (N.K == Node::Kind::Loop && !Once(Entered))
      return at("node", I) + "a loop that is not there, or is there twice";
    for (uint32_t Child : N.Children) {
      if (Child <= I || Child >= K.Nodes.size() || HasParent[Child])
        return at("node", I) + "a child that is not there, or has two parents";
      HasParent[Child] = true;
    }
  }
  for (size_t I = 1; I < K.Nodes.size(); ++I)
    if (!HasParent[I])
      return at("node", I) + "no parent";
  return std::nullopt;
}

} // namespace

std::optional<std::string> checkSummary(const KernelSummary &K) {
  for (auto *Check : {checkBlocks, checkLoops, checkNodes})
    if (auto Problem = Check(K))
      return Problem;
  return std::nullopt;
}

} // namespace roofline
