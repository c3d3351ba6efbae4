// A network of one-bit gates, each gate built once.
//
/// \file
/// A literal is a node or its complement: 2 * node + inverted. Node 0 is the
/// constant false. The others are inputs and gates of two operands, AND and
/// XOR; OR, multiplexers and majorities are made of these. A gate that exists
/// is not built again. A gate that two levels show to be a constant, an operand
/// or a smaller gate is never built. Operands stand before their gates, so that
/// one walk over the nodes meets them in order.
/// Not handled: registers, loops, values of more than one bit.
#ifndef ROOFLINE_GATES_GATENETWORK_H
#define ROOFLINE_GATES_GATENETWORK_H

#include <cstdint>
#include <span>
#include <vector>

namespace roofline {

/// A node of a network, or its complement.
struct Literal {
  uint32_t Code = 0; ///< 2 * node + inverted

  constexpr uint32_t node() const noexcept { return Code >> 1; }
  constexpr bool isInverted() const noexcept { return Code & 1; }
  constexpr Literal operator~() const noexcept { return {Code ^ 1}; }
  /// The literal, complemented if \p Invert.
  constexpr Literal operator^(bool Invert) const noexcept {
    return {Code ^ uint32_t(Invert)};
  }
  constexpr auto operator<=>(const Literal &) const = default;

  static constexpr Literal constant(bool Value) noexcept {
    return {uint32_t(Value)};
  }
  static constexpr Literal of(uint32_t Node) noexcept { return {2 * Node}; }
};

class GateNetwork {
public:
  enum class Kind : uint8_t { Constant, Input, And, Xor };

  struct Node {
    Literal A, B; ///< operands of a gate; an input has its number in A.Code
    Kind Is = Kind::Constant;

    bool isGate() const noexcept { return Is >= Kind::And; }
  };

  GateNetwork();

  Literal makeInput();
  Literal makeAnd(Literal A, Literal B);
  Literal makeOr(Literal A, Literal B) { return ~makeAnd(~A, ~B); }
  Literal makeXor(Literal A, Literal B);
  /// \p Is: And or Xor.
  Literal makeGate(Kind Is, Literal A, Literal B) {
    return Is == Kind::And ? makeAnd(A, B) : makeXor(A, B);
  }
  /// Select ? Then : Else.
  Literal makeMux(Literal Select, Literal Then, Literal Else);
  /// The carry of A + B + C; shares A ^ B with their sum (A ^ B) ^ C.
  Literal makeMajority(Literal A, Literal B, Literal C);
  /// All of \p Operands, as a tree of least depth; true if there are none.
  Literal makeAndOf(std::span<const Literal> Operands);
  Literal makeOrOf(std::span<const Literal> Operands);
  Literal makeXorOf(std::span<const Literal> Operands);

  void addOutput(Literal L) { Outs.push_back(L); }

  const std::vector<Node> &nodes() const noexcept { return Nodes; }
  const std::vector<uint32_t> &inputs() const noexcept { return Ins; }
  const std::vector<Literal> &outputs() const noexcept { return Outs; }
  uint32_t gateCount() const noexcept {
    return uint32_t(Nodes.size() - Ins.size() - 1);
  }
  /// The word that \p L has after evaluate().
  static uint64_t valueOf(const std::vector<uint64_t> &Words, Literal L) {
    return Words[L.node()] ^ (L.isInverted() ? ~uint64_t(0) : 0);
  }
  /// A word of 64 cases for each node, from one for each input.
  std::vector<uint64_t> evaluate(std::span<const uint64_t> Inputs) const;
  /// The number of operands and outputs that each node feeds.
  std::vector<uint32_t> fanouts() const;

private:
  Literal simplifiedAnd(Literal A, Literal B, bool &Simplified);
  Literal simplifiedXor(Literal A, Literal B, bool &Simplified);
  Literal findOrBuild(Kind Is, Literal A, Literal B);
  /// Where the gate is in the table, or the free place for it.
  size_t placeOf(Kind Is, Literal A, Literal B) const;
  void growTable();

  std::vector<Node> Nodes;
  std::vector<uint32_t> Ins;
  std::vector<Literal> Outs;
  std::vector<uint32_t> Table; ///< open addressing; node, or 0 for a free place
};

/// Returns the network with the gates that outputs need, behind all inputs:
/// each after its operands, in the order in which outputs reach them.
GateNetwork withoutDeadGates(const GateNetwork &Network);

} // namespace roofline

#endif
