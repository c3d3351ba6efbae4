// Finds the choices within a table of constants.
#include "roofline/Core/TableChoices.h"

#include "roofline/Core/StreamUnits.h"
#include "roofline/Stream/DeadNodes.h"
#include "roofline/Stream/Recurrences.h"

#include <bit>
#include <optional>

namespace roofline {
namespace {

/// The bits of a word that decide a value; none of a constant.
struct Deciding {
  std::optional<uint32_t> Word; ///< node
  uint64_t Bits = 0;

  /// Adds \p Other; false where it is of another word.
  bool join(const Deciding &Other) {
    if (!Other.Word)
      return true;
    if (Word && Word != Other.Word)
      return false;
    Word = Other.Word;
    Bits |= Other.Bits;
    return true;
  }
};

class Finder {
public:
  explicit Finder(const StreamKernel &K) : K(K), Deciders(K.Nodes.size()) {}

  TableChoices run() {
    for (uint32_t N = 0; N < K.Nodes.size(); ++N)
      Deciders[N] = decidedBy(N);
    std::vector<bool> Within(K.Nodes.size());
    for (uint32_t N = 0; N < K.Nodes.size(); ++N)
      Within[N] = Deciders[N] && Deciders[N]->Word;
    forEachResult(K, [&](uint32_t N) { Within[N] = false; });
    for (uint32_t N = K.Nodes.size(); N-- > 0;)
      for (uint32_t O : K.Nodes[N].Operands)
        if (!isChoiceOf(N, O) && !(Within[N] && isWire(N)))
          Within[O] = false;
    TableChoices Found;
    for (uint32_t N = 0; N < K.Nodes.size(); ++N) {
      const bool IsChoice = K.Nodes[N].Op == DatapathOp::Select;
      if (IsChoice && Deciders[N] && !Within[N])
        Found.Tables.push_back({N, *Deciders[N]->Word,
                                uint32_t(std::popcount(Deciders[N]->Bits))});
      Found.Within.push_back(IsChoice && Within[N]);
    }
    return Found;
  }

private:
  const StreamKernel &K;
  std::vector<std::optional<Deciding>> Deciders; ///< nothing: no table's

  bool isWire(uint32_t N) const {
    return operatorUnit(K, N).Kind == UnitKind::Wire;
  }
  /// True where \p N is a choice of a table, and \p Operand not its condition.
  bool isChoiceOf(uint32_t N, uint32_t Operand) const {
    const DatapathNode &Node = K.Nodes[N];
    return Deciders[N] && Node.Op == DatapathOp::Select &&
           Node.Operands[0] != Operand;
  }

  std::optional<uint64_t> constant(uint32_t N) const {
    const DatapathNode &Node = K.Nodes[N];
    return Node.Op == DatapathOp::Constant ? std::optional(Node.Value)
                                           : std::nullopt;
  }

  /// The bit that \p N, of one bit, is, perhaps inverted.
  Deciding bitOf(uint32_t N) const {
    uint64_t Bit = 0;
    for (;;) {
      const DatapathNode &Node = K.Nodes[N];
      const auto By =
          Node.Operands.size() == 2 ? constant(Node.Operands[1]) : std::nullopt;
      if (Node.Op == DatapathOp::LShr && By && Bit + *By < Node.Type.Bits)
        Bit += *By;
      else if (Node.Op == DatapathOp::ZeroExtend ||
               Node.Op == DatapathOp::SignExtend) {
        if (Bit >= K.Nodes[Node.Operands[0]].Type.Bits)
          break; // no bit of the operand, or a copy of its sign
      } else if (Node.Op != DatapathOp::Truncate &&
                 !(Node.Op == DatapathOp::And && By && *By >> Bit & 1) &&
                 !(Node.Op == DatapathOp::Xor && By))
        break;
      N = Node.Operands[0];
    }
    return {N, uint64_t(1) << Bit};
  }

  std::optional<Deciding> decidedBy(uint32_t N) const {
    const DatapathNode &Node = K.Nodes[N];
    if (Node.Op == DatapathOp::Constant)
      return Deciding();
    if (Node.Op != DatapathOp::Select) {
      if (Node.Operands.empty() || !isWire(N))
        return std::nullopt;
      Deciding All;
      for (uint32_t O : Node.Operands)
        if (!Deciders[O] || !All.join(*Deciders[O]))
          return Node.Type.Bits == 1 ? std::optional(bitOf(N)) : std::nullopt;
      return All;
    }
    Deciding All = bitOf(Node.Operands[0]);
    for (uint32_t O : {Node.Operands[1], Node.Operands[2]})
      if (!Deciders[O] || !All.join(*Deciders[O]))
        return std::nullopt;
    return std::popcount(All.Bits) <= int(MaxTableBits) ? std::optional(All)
                                                        : std::nullopt;
  }
};

} // namespace

TableChoices tableChoices(const StreamKernel &K) { return Finder(K).run(); }

std::vector<std::string> tablesBehindLogic(const StreamKernel &K,
                                           ElementForm Form) {
  std::vector<std::string> Found;
  if (Form == ElementForm::Seq) // a register behind each operator
    return Found;
  const RecurrenceCycles Cycles = recurrenceCycles(K);
  std::vector<bool> Late(K.Nodes.size()); // logic without a register
  for (uint32_t N = 0; N < K.Nodes.size(); ++N) {
    const UnitKind Kind = operatorUnit(K, N).Kind;
    if (Kind == UnitKind::Wire)
      for (uint32_t O : K.Nodes[N].Operands)
        Late[N] = Late[N] || Late[O];
    else
      Late[N] = Kind != UnitKind::Source &&
                (Form == ElementForm::Comb || Cycles.NodeGroup[N]);
  }
  for (const ConstantTable &T : tableChoices(K).Tables)
    if (T.Bits > 4 && Late[T.Word])
      Found.push_back(placePrefix(K.Nodes[T.Last].Loc) +
                      "a table of constants to whose index logic leads without "
                      "a register");
  return Found;
}

} // namespace roofline
