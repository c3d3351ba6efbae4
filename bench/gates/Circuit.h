// Combinational circuits of words, written once: as gates and as Verilog.
#ifndef ROOFLINE_BENCH_GATES_CIRCUIT_H
#define ROOFLINE_BENCH_GATES_CIRCUIT_H

#include "roofline/Gates/GateNetwork.h"

#include <string>

namespace roofline::bench {

/// A value of some bits, the lowest first, and its name in the Verilog.
struct Word {
  std::vector<Literal> Bits;
  std::string Name;

  unsigned width() const { return unsigned(Bits.size()); }
};

/// Each operation adds its gates and its line of Verilog. Operands of an
/// operation on bits have one width.
class Circuit {
public:
  explicit Circuit(std::string Name) : Name(std::move(Name)) {}

  Word input(unsigned Width);
  void output(const Word &W);
  static Word constant(uint64_t Value, unsigned Width);

  Word invert(const Word &A);
  Word conjunction(const Word &A, const Word &B);
  Word disjunction(const Word &A, const Word &B);
  Word exclusive(const Word &A, const Word &B);
  /// Select, of one bit, ? Then : Else.
  Word mux(const Word &Select, const Word &Then, const Word &Else);
  Word majority(const Word &A, const Word &B, const Word &C);
  /// Bits Low to Low + Width - 1.
  Word slice(const Word &A, unsigned Low, unsigned Width);
  Word bit(const Word &A, unsigned Index) { return slice(A, Index, 1); }
  Word concat(const std::vector<Word> &LowestFirst);
  /// The one bit of \p A in all of \p Width.
  Word repeat(const Word &A, unsigned Width);
  Word allOf(const Word &A);
  Word anyOf(const Word &A);
  Word parity(const Word &A);
  Word equal(const Word &A, const Word &B);
  /// A << By, A >> By, A >>> By.
  Word shiftLeft(const Word &A, const Word &Amount);
  Word shiftRight(const Word &A, const Word &Amount, bool Signed = false);
  /// A[At] of a power of two bits.
  Word element(const Word &A, const Word &Index);
  Word rotateLeft(const Word &A, unsigned Amount);

  const GateNetwork &network() const { return Net; }
  const std::string &name() const { return Name; }
  /// The module, its inputs and outputs its ports; all in the opposite order
  /// if \p Backwards.
  std::string verilog(bool Backwards) const;

private:
  Word added(std::vector<Literal> Bits, const std::string &Text);
  template <typename Operation>
  Word bitwise(const Word &A, const Word &B, const char *Sign, Operation Op);

  std::string Name;
  std::vector<std::string> Ports, Wires, Assignments;
  unsigned Values = 0, Outputs = 0;
  GateNetwork Net;
};

/// The circuits of the comparison; one of fifteen if \p IsShort.
std::vector<Circuit> circuits(bool IsShort);

/// Random operations on words, some \p Gates in all.
Circuit largeCircuit(unsigned Gates);

} // namespace roofline::bench

#endif
