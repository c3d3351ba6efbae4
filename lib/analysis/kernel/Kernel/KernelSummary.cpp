// Legality of a kernel summary.
#include "roofline/Kernel/KernelSummary.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace roofline {

unsigned usedDimensions(const KernelSummary &Kernel) {
  int64_t Most = 0;
  for (const Operation &O : Kernel.Operations)
    if (O.Name.starts_with("get_") && O.Constant)
      Most = std::max(Most, std::clamp<int64_t>(*O.Constant, 0, 2));
  return unsigned(Most) + 1;
}

bool isSingleWorkItem(const KernelSummary &Kernel) {
  const KernelAttributes &A = Kernel.Attributes;
  return !Kernel.UsesWorkItemIds || A.Task || A.MaxGlobalWorkDim == 0u;
}

std::optional<std::string> optionOf(const Directive &D, std::string_view Name) {
  for (const Directive::Option &O : D.Options)
    if (O.Name == Name)
      return O.Value;
  return std::nullopt;
}

std::string directiveText(const Directive &D) {
  std::string Text = D.Name;
  for (const Directive::Option &O : D.Options)
    Text += " " + O.Name + (O.Value.empty() ? "" : "=" + O.Value);
  return Text;
}

namespace {

std::string at(const char *What, size_t I) {
  return std::string(What) + " " + std::to_string(I) + ": ";
}

/// Operators have their operands, and loops are counted that are there.
bool isSound(const Expr &E, size_t NumLoops) {
  switch (E.K) {
  case Expr::Kind::Constant:
    return E.Operands.empty();
  case Expr::Kind::Symbol: {
    std::optional<uint32_t> Id = loopOfSymbol(E.Name);
    return E.Operands.empty() &&
           (Id ? *Id < NumLoops : !E.Name.starts_with("loop:"));
  }
  case Expr::Kind::Div:
  case Expr::Kind::Mod:
    if (E.Operands.size() != 2)
      return false;
    break;
  case Expr::Kind::Log2:
  case Expr::Kind::Exp2:
    if (E.Operands.size() != 1)
      return false;
    break;
  default:
    if (E.Operands.empty())
      return false;
  }
  return std::all_of(E.Operands.begin(), E.Operands.end(),
                     [&](const Expr &Op) { return isSound(Op, NumLoops); });
}

std::optional<std::string> checkAccesses(const KernelSummary &K) {
  for (size_t I = 0; I < K.Accesses.size(); ++I) {
    const MemoryAccess &A = K.Accesses[I];
    if (A.BlockId >= K.Blocks.size())
      return at("access", I) + "names a block that is not there";
    if (!A.Index)
      continue;
    bool Sound = isSound(A.Index->Offset, K.Loops.size()) &&
                 isSound(A.Index->Irregular, K.Loops.size());
    for (const std::string &Variable : A.Index->IrregularAlong)
      Sound &= isSound(Expr::symbol(Variable), K.Loops.size());
    for (const IndexTerm &T : A.Index->Terms)
      Sound &= isSound(Expr::symbol(T.Variable), K.Loops.size()) &&
               isSound(T.Coefficient, K.Loops.size());
    if (!Sound)
      return at("access", I) + "an index that is no expression over the loops";
  }
  return std::nullopt;
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
    if (Op.Channel && *Op.Channel >= K.Channels.size())
      return at("operation", I) + "names a channel that is not there";
  }
  return std::nullopt;
}

std::optional<std::string> checkLoops(const KernelSummary &K) {
  for (size_t I = 0; I < K.Loops.size(); ++I) {
    const Loop &L = K.Loops[I];
    if (L.Parent && *L.Parent >= I)
      return at("loop", I) + "its parent has to come before it";
    // A trip count varies with loops around it: this ends every recursion.
    if (!isSound(L.Trip.Count, I))
      return at("loop", I) +
             "a trip count that is no expression over outer loops";
    for (const CarriedDependence &D : L.Dependences) {
      if (D.Producer >= K.Operations.size() ||
          D.Consumer >= K.Operations.size())
        return at("loop", I) +
               "a dependence names an operation that is not there";
      if (D.Distance && *D.Distance <= 0)
        return at("loop", I) + "a dependence has a distance below 1";
    }
  }
  for (size_t I = 0; I < K.Tallies.size(); ++I)
    if (K.Tallies[I].Loop && *K.Tallies[I].Loop >= K.Loops.size())
      return at("tally", I) + "names a loop that is not there";
    else if (K.Tallies[I].Number > INT64_MAX ||
             K.Tallies[I].InStead > K.Tallies[I].Number)
      return at("tally", I) + "has a number below its \"in_stead\", or 2^63";
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

std::optional<std::string> checkDirectives(const KernelSummary &K) {
  for (size_t I = 0; I < K.Directives.size(); ++I)
    if (K.Directives[I].Loop && *K.Directives[I].Loop >= K.Loops.size())
      return at("directive", I) + "its loop does not exist";
  return std::nullopt;
}

} // namespace

std::optional<int64_t> constantDistance(const AffineIndex &From,
                                        const AffineIndex &To) {
  if (From.Terms != To.Terms || From.Irregular != To.Irregular)
    return std::nullopt;
  Expr Distance = To.Offset - From.Offset;
  return Distance.isConstant() ? std::optional(Distance.Value) : std::nullopt;
}

bool isAffine(const MemoryAccess &A) {
  return A.Index && A.Index->IrregularAlong.empty();
}

bool isInBlocks(const MemoryAccess &A) {
  return A.Index && !isAffine(A) && A.Index->Blockwise;
}

std::string symbolOfLoop(uint32_t Id) { return "loop:" + std::to_string(Id); }

std::optional<uint32_t> loopOfSymbol(std::string_view Symbol) {
  constexpr std::string_view Prefix = "loop:";
  if (!Symbol.starts_with(Prefix))
    return std::nullopt;
  Symbol.remove_prefix(Prefix.size());
  uint32_t Id = 0;
  auto [End, Error] =
      std::from_chars(Symbol.data(), Symbol.data() + Symbol.size(), Id);
  if (Error != std::errc() || End != Symbol.data() + Symbol.size())
    return std::nullopt;
  return Id;
}

const SourceLocation &placeInLoop(const KernelSummary &Kernel,
                                  const Loop &Around, uint32_t Op) {
  assert(Op < Kernel.Operations.size() &&
         "a place is that of an operation of the kernel");
  const SourceLocation &Own = Kernel.Operations[Op].Loc;
  return Own ? Own : Around.Loc;
}

bool varies(const Expr &E) {
  std::vector<std::string> Of = symbols(E);
  return std::any_of(Of.begin(), Of.end(), [](const std::string &S) {
    return loopOfSymbol(S) || S.find("_id(") != std::string::npos;
  });
}

std::optional<std::string> checkSummary(const KernelSummary &K) {
  for (auto *Check :
       {checkBlocks, checkAccesses, checkLoops, checkNodes, checkDirectives})
    if (auto Problem = Check(K))
      return Problem;
  return std::nullopt;
}

} // namespace roofline
