// Each rule of netlists, broken once.
#include "roofline/Netlist/NetlistBuilder.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

using Op = DatapathOp;

/// Cells by number: of each kind one that obeys the rules.
enum : CellId {
  Word, // input, 8 bits
  Bit,  // input, 1 bit
  Number,
  Param,
  Part,
  Both,
  Sum,
  Less,
  Choice,
  Reg,
  Late,
  Ring,
  RingToo,
  Mul,
  Third,
  Wide,
  Float,
  Single
};

Cell ringOf(CellId X) {
  Cell C;
  C.Kind = CellKind::Ring;
  C.Width = 8;
  C.Operands = {X};
  C.Enable = Bit;
  C.Load = Bit;
  return C;
}

Netlist goodNetlist() {
  NetlistBuilder B;
  B.section("", CellPurpose::Control);
  B.input("word", 8);
  B.input("bit", 1);
  B.constant(0xab, 8);
  B.parameter("P", 8, {1, 2});
  B.parameter("Q", 8, {3, 3}); // no cell of its own
  B.N.Cells.pop_back();
  B.bits(Number == 2 ? Param : Word, 2, 3);
  B.join({Word, Bit});
  B.op(Op::Add, Word, Param);
  B.op(Op::ULess, Word, Param);
  B.select(Bit, Word, Param);
  B.reg("r", Word, {Bit, Bit, Word});
  B.delay("d", Word, 3, Bit);
  B.N.Rings = {{5}};
  B.add(ringOf(Word));
  B.add(ringOf(Late));
  B.unit("m", {"roofline_mul", {}, 3, true}, Op::Mul, {Word, Word}, 8, Bit);
  B.unit("t", {"roofline_mul", {{"DIVISOR", "3"}}, 3, true}, Op::UDiv, {Word},
         8, {});
  B.join({Word, Word, Word, Late});
  B.unit("f", {"roofline_fadd", {}, 8, true}, Op::FAdd, {Wide, Wide}, 32, {});
  B.unit("l", {"roofline_fcompare", {}, 2, true}, Op::FLess, {Wide, Wide}, 1,
         {});
  B.output("y", {Sum, Less});
  return std::move(B.N);
}

struct Broken {
  const char *Rule;
  void (*Break)(Netlist &);
  const char *Message;
};

template <CellId C> Cell &cell(Netlist &N) { return N.Cells[C]; }

const Broken Cases[] = {
    {"width 0", [](Netlist &N) { cell<Number>(N).Width = 0; },
     "cell 2, constant: a word has 1 to 64 bits"},
    {"width 65", [](Netlist &N) { cell<Number>(N).Width = 65; },
     "cell 2, constant: a word has 1 to 64 bits"},
    {"section", [](Netlist &N) { cell<Number>(N).Section = 1; },
     "cell 2, constant: no section 1"},
    {"operand", [](Netlist &N) { cell<Sum>(N).Operands[1] = 99; },
     "cell 6, add: no operand 99"},
    {"enable of none", [](Netlist &N) { cell<Reg>(N).Enable = 99; },
     "cell 9, register: no operand 99"},
    {"order", [](Netlist &N) { cell<Sum>(N).Operands[1] = Choice; },
     "cell 6, add: operand 8 is not before it"},
    {"order of a unit without registers",
     [](Netlist &N) {
       N.Units[0].Latency = 0;
       cell<Mul>(N).Enable.reset();
       cell<Mul>(N).Operands[1] = Mul;
     },
     "cell 13, unit mul: operand 13 is not before it"},
    {"width of an enable", [](Netlist &N) { cell<Reg>(N).Enable = Word; },
     "cell 9, register: an enable or a load has 1 bit"},
    {"width of a load", [](Netlist &N) { cell<Reg>(N).Load = Word; },
     "cell 9, register: an enable or a load has 1 bit"},
    {"enable of an operator", [](Netlist &N) { cell<Sum>(N).Enable = Bit; },
     "cell 6, add: an enable or a load without a register"},
    {"enable of a unit without registers",
     [](Netlist &N) { N.Units[0].Latency = 0; },
     "cell 13, unit mul: an enable or a load without a register"},
    {"load of a delay",
     [](Netlist &N) { cell<Late>(N).Load = cell<Late>(N).LoadValue = Bit; },
     "cell 10, delay: only registers and rings have a load"},
    {"load without a value", [](Netlist &N) { cell<Reg>(N).LoadValue.reset(); },
     "cell 9, register: a load needs a value, and a value a load"},
    {"value without a load", [](Netlist &N) { cell<Reg>(N).Load.reset(); },
     "cell 9, register: a load needs a value, and a value a load"},
    {"width of a value", [](Netlist &N) { cell<Reg>(N).LoadValue = Bit; },
     "cell 9, register: its load value has another width"},
    {"operands of an input", [](Netlist &N) { cell<Bit>(N).Operands = {Word}; },
     "cell 1, input: takes 0 operands"},
    {"port", [](Netlist &N) { cell<Bit>(N).Index = 2; },
     "cell 1, input: no port 2"},
    {"bits of a port", [](Netlist &N) { cell<Word>(N).Value = 1; },
     "cell 0, input: bits beyond its port"},
    {"bits far beyond a port",
     [](Netlist &N) { cell<Word>(N).Value = ~uint64_t(0); },
     "cell 0, input: bits beyond its port"},
    {"operands of a constant",
     [](Netlist &N) { cell<Number>(N).Operands = {Word}; },
     "cell 2, constant: takes 0 operands"},
    {"value of a constant", [](Netlist &N) { cell<Number>(N).Value = 256; },
     "cell 2, constant: a value beyond its width"},
    {"parameter", [](Netlist &N) { cell<Param>(N).Index = 1; },
     "cell 3, parameter: no parameter of its width"},
    {"width of a parameter", [](Netlist &N) { N.Parameters[0].Width = 7; },
     "cell 3, parameter: no parameter of its width"},
    {"value of a parameter",
     [](Netlist &N) { N.Parameters[0].Values[1] = 256; },
     "parameter P: a value beyond its width"},
    {"parameter without values",
     [](Netlist &N) { N.Parameters[0].Values.clear(); },
     "parameter P: 0 values for 0 instances"},
    {"number of instances",
     [](Netlist &N) { N.Parameters.push_back({"Q", 1, {0, 1, 0}}); },
     "parameter Q: 3 values for 2 instances"},
    {"operands of bits", [](Netlist &N) { cell<Part>(N).Operands.clear(); },
     "cell 4, bits: takes 1 operands"},
    {"bits of a word", [](Netlist &N) { cell<Part>(N).Value = 6; },
     "cell 4, bits: bits beyond its operand"},
    {"bits far beyond a word",
     [](Netlist &N) { cell<Part>(N).Value = ~uint64_t(0); },
     "cell 4, bits: bits beyond its operand"},
    {"width of a join", [](Netlist &N) { cell<Both>(N).Width = 10; },
     "cell 5, join: its parts have 9 bits"},
    {"join of nothing", [](Netlist &N) { cell<Both>(N).Operands.clear(); },
     "cell 5, join: its parts have 0 bits"},
    {"operator that is a unit's",
     [](Netlist &N) { cell<Sum>(N).Op = Op::FAdd; },
     "cell 6, fadd: needs a unit"},
    {"operator of no words", [](Netlist &N) { cell<Sum>(N).Op = Op::Position; },
     "cell 6, position: needs a unit"},
    {"operands of an operator",
     [](Netlist &N) { cell<Sum>(N).Operands.pop_back(); },
     "cell 6, add: takes 2 operands"},
    {"width of an operand", [](Netlist &N) { cell<Sum>(N).Operands[1] = Bit; },
     "cell 6, add: operand 1 has another width"},
    {"width of a result", [](Netlist &N) { cell<Sum>(N).Width = 9; },
     "cell 6, add: operand 0 has another width"},
    {"width of a comparison's operand",
     [](Netlist &N) { cell<Less>(N).Operands[1] = Bit; },
     "cell 7, ult: operand 1 has another width"},
    {"width of a comparison", [](Netlist &N) { cell<Less>(N).Width = 2; },
     "cell 7, ult: a comparison has 1 bit"},
    {"width of a condition",
     [](Netlist &N) { cell<Choice>(N).Operands[0] = Word; },
     "cell 8, select: a condition has 1 bit"},
    {"width of a choice", [](Netlist &N) { cell<Choice>(N).Operands[2] = Bit; },
     "cell 8, select: operand 2 has another width"},
    {"operands of a register",
     [](Netlist &N) { cell<Reg>(N).Operands.clear(); },
     "cell 9, register: takes 1 operands"},
    {"width of a register's data",
     [](Netlist &N) { cell<Reg>(N).Operands = {Bit}; },
     "cell 9, register: its data have another width"},
    {"delay of nothing", [](Netlist &N) { cell<Late>(N).Value = 0; },
     "cell 10, delay: a delay has a register at least"},
    {"ring", [](Netlist &N) { cell<Ring>(N).Index = 1; },
     "cell 11, ring: no ring 1"},
    {"short ring", [](Netlist &N) { N.Rings[0].Length = 2; },
     "cell 11, ring: a ring has 3 cycles at least"},
    {"ring without a load", [](Netlist &N) { cell<Ring>(N).Load.reset(); },
     "cell 11, ring: a ring has a load, and no value of it"},
    {"ring with a value", [](Netlist &N) { cell<Ring>(N).LoadValue = Word; },
     "cell 11, ring: a ring has a load, and no value of it"},
    {"ring with an enable of its own",
     [](Netlist &N) { cell<RingToo>(N).Enable = Less; },
     "cell 12, ring: another enable or load than its ring's"},
    {"unit", [](Netlist &N) { cell<Mul>(N).Index = 9; },
     "cell 13, unit mul: an enable or a load without a register"},
    {"unit of none", [](Netlist &N) { cell<Third>(N).Index = 9; },
     "cell 14, unit udiv: no unit 9"},
    {"unit that computes nothing",
     [](Netlist &N) { cell<Mul>(N).Op = Op::AtOffset; },
     "cell 13, unit offset: computes nothing"},
    {"operands of a unit", [](Netlist &N) { cell<Mul>(N).Operands.pop_back(); },
     "cell 13, unit mul: takes 2 operands"},
    {"division by 0", [](Netlist &N) { N.Units[1].Parameters.clear(); },
     "cell 14, unit udiv: a division by one operand needs a DIVISOR"},
    {"width of a unit's operand",
     [](Netlist &N) { cell<Mul>(N).Operands[0] = Bit; },
     "cell 13, unit mul: operand 0 has another width"},
    {"width of a float",
     [](Netlist &N) { cell<Float>(N).Operands = {Word, Word}; },
     "cell 16, unit fadd: a float has 32 or 64 bits"},
    {"width of a float comparison",
     [](Netlist &N) { cell<Single>(N).Width = 32; },
     "cell 17, unit olt: a comparison has 1 bit"},
    {"driver of an output", [](Netlist &N) { N.Outputs[0].Drivers[0] = 99; },
     "output y: no cell 99"},
    {"width of an output", [](Netlist &N) { N.Outputs[0].Width = 8; },
     "output y: 9 bits of drivers for 8"}};

TEST(CheckNetlistTest, AGoodOneHasNoProblem) {
  EXPECT_EQ(checkNetlist(goodNetlist()), std::nullopt);
  EXPECT_EQ(checkNetlist(Netlist()), std::nullopt);
}

TEST(CheckNetlistTest, EachRuleHasAnError) {
  for (const Broken &B : Cases) {
    Netlist N = goodNetlist();
    B.Break(N);
    EXPECT_EQ(checkNetlist(N).value_or("nothing"), B.Message) << B.Rule;
  }
}

} // namespace
