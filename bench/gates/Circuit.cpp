// Words as gates and as Verilog; shifts go by stages, the lowest bit first, as
// yosys builds them.
#include "Circuit.h"

#include <algorithm>
#include <cassert>

namespace roofline::bench {

static std::string range(unsigned Width) {
  return "[" + std::to_string(Width - 1) + ":0]";
}

Word Circuit::added(std::vector<Literal> Bits, const std::string &Text) {
  Word W{std::move(Bits), "n" + std::to_string(Values++)};
  Wires.push_back("  wire " + range(W.width()) + " " + W.Name + ";\n");
  Assignments.push_back("  assign " + W.Name + " = " + Text + ";\n");
  return W;
}

Word Circuit::input(unsigned Width) {
  Word W{{}, "i" + std::to_string(Values++)};
  for (unsigned I = 0; I < Width; ++I)
    W.Bits.push_back(Net.makeInput());
  Ports.push_back("input " + range(Width) + " " + W.Name);
  return W;
}

void Circuit::output(const Word &W) {
  std::string Port = "o" + std::to_string(Outputs++);
  Ports.push_back("output " + range(W.width()) + " " + Port);
  Assignments.push_back("  assign " + Port + " = " + W.Name + ";\n");
  for (Literal L : W.Bits)
    Net.addOutput(L);
}

Word Circuit::constant(uint64_t Value, unsigned Width) {
  Word W{{}, std::to_string(Width) + "'b"};
  for (unsigned I = 0; I < Width; ++I) {
    W.Bits.push_back(Literal::constant(Value >> I & 1));
    W.Name += Value >> (Width - 1 - I) & 1 ? '1' : '0';
  }
  return W;
}

template <typename Operation>
Word Circuit::bitwise(const Word &A, const Word &B, const char *Sign,
                      Operation Op) {
  assert(A.width() == B.width());
  std::vector<Literal> Bits;
  for (unsigned I = 0; I < A.width(); ++I)
    Bits.push_back(Op(A.Bits[I], B.Bits[I]));
  return added(Bits, A.Name + Sign + B.Name);
}

Word Circuit::invert(const Word &A) {
  std::vector<Literal> Bits;
  for (Literal L : A.Bits)
    Bits.push_back(~L);
  return added(Bits, "~" + A.Name);
}

Word Circuit::conjunction(const Word &A, const Word &B) {
  return bitwise(A, B, " & ",
                 [&](Literal P, Literal Q) { return Net.makeAnd(P, Q); });
}

Word Circuit::disjunction(const Word &A, const Word &B) {
  return bitwise(A, B, " | ",
                 [&](Literal P, Literal Q) { return Net.makeOr(P, Q); });
}

Word Circuit::exclusive(const Word &A, const Word &B) {
  return bitwise(A, B, " ^ ",
                 [&](Literal P, Literal Q) { return Net.makeXor(P, Q); });
}

Word Circuit::mux(const Word &Select, const Word &Then, const Word &Else) {
  assert(Then.width() == Else.width());
  std::vector<Literal> Bits;
  for (unsigned I = 0; I < Then.width(); ++I)
    Bits.push_back(Net.makeMux(Select.Bits[0], Then.Bits[I], Else.Bits[I]));
  return added(Bits, Select.Name + " ? " + Then.Name + " : " + Else.Name);
}

Word Circuit::majority(const Word &A, const Word &B, const Word &C) {
  return disjunction(conjunction(A, B), conjunction(C, exclusive(A, B)));
}

Word Circuit::slice(const Word &A, unsigned Low, unsigned Width) {
  std::vector<Literal> Bits(A.Bits.begin() + Low, A.Bits.begin() + Low + Width);
  if (size_t B = A.Name.find('b'); B != std::string::npos) // a constant
    return {Bits, std::to_string(Width) + "'b" +
                      A.Name.substr(B + 1 + A.width() - Low - Width, Width)};
  return added(Bits, A.Name + "[" + std::to_string(Low + Width - 1) + ":" +
                         std::to_string(Low) + "]");
}

Word Circuit::concat(const std::vector<Word> &LowestFirst) {
  std::vector<Literal> Bits;
  std::string Text;
  for (const Word &W : LowestFirst) {
    Bits.insert(Bits.end(), W.Bits.begin(), W.Bits.end());
    Text = W.Name + (Text.empty() ? "" : ", ") + Text;
  }
  return added(Bits, "{" + Text + "}");
}

Word Circuit::repeat(const Word &A, unsigned Width) {
  return added(std::vector<Literal>(Width, A.Bits[0]),
               "{" + std::to_string(Width) + "{" + A.Name + "}}");
}

Word Circuit::allOf(const Word &A) {
  return added({Net.makeAndOf(A.Bits)}, "&" + A.Name);
}

Word Circuit::anyOf(const Word &A) {
  return added({Net.makeOrOf(A.Bits)}, "|" + A.Name);
}

Word Circuit::parity(const Word &A) {
  return added({Net.makeXorOf(A.Bits)}, "^" + A.Name);
}

Word Circuit::equal(const Word &A, const Word &B) {
  std::vector<Literal> Same;
  for (unsigned I = 0; I < A.width(); ++I)
    Same.push_back(~Net.makeXor(A.Bits[I], B.Bits[I]));
  return added({Net.makeAndOf(Same)}, A.Name + " == " + B.Name);
}

Word Circuit::shiftLeft(const Word &A, const Word &Amount) {
  std::vector<Literal> Bits = A.Bits;
  for (unsigned K = 0; K < Amount.width(); ++K)
    for (unsigned I = A.width(); I-- > 0;)
      Bits[I] = Net.makeMux(
          Amount.Bits[K],
          I >> K ? Bits[I - (1u << K)] : Literal::constant(false), Bits[I]);
  return added(Bits, A.Name + " << " + Amount.Name);
}

Word Circuit::shiftRight(const Word &A, const Word &Amount, bool Signed) {
  std::vector<Literal> Bits = A.Bits;
  Literal Fill = Signed ? Bits.back() : Literal::constant(false);
  for (unsigned K = 0; K < Amount.width(); ++K)
    for (unsigned I = 0; I < A.width(); ++I)
      Bits[I] = Net.makeMux(
          Amount.Bits[K],
          I + (1u << K) < A.width() ? Bits[I + (1u << K)] : Fill, Bits[I]);
  return added(Bits, Signed ? "$signed(" + A.Name + ") >>> " + Amount.Name
                            : A.Name + " >> " + Amount.Name);
}

Word Circuit::element(const Word &A, const Word &Index) {
  assert(A.width() == 1u << Index.width());
  std::vector<Literal> Bits = A.Bits;
  for (Literal Select : Index.Bits) {
    for (size_t I = 0; 2 * I < Bits.size(); ++I)
      Bits[I] = Net.makeMux(Select, Bits[2 * I + 1], Bits[2 * I]);
    Bits.resize(Bits.size() / 2);
  }
  return added(Bits, A.Name + "[" + Index.Name + "]");
}

Word Circuit::rotateLeft(const Word &A, unsigned Amount) {
  Amount %= A.width();
  if (Amount == 0)
    return A;
  return concat(
      {slice(A, A.width() - Amount, Amount), slice(A, 0, A.width() - Amount)});
}

static std::string joined(std::vector<std::string> Parts, const char *Separator,
                          bool Backwards) {
  if (Backwards)
    std::reverse(Parts.begin(), Parts.end());
  std::string Text;
  for (const std::string &Each : Parts)
    Text += (Text.empty() ? "" : Separator) + Each;
  return Text;
}

std::string Circuit::verilog(bool Backwards) const {
  return "(* keep_hierarchy *)\nmodule " + Name + "(" +
         joined(Ports, ", ", Backwards) + ");\n" +
         joined(Wires, "", Backwards) + joined(Assignments, "", Backwards) +
         "endmodule\n";
}

} // namespace roofline::bench
