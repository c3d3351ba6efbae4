// Typical logic of one pipeline stage, and random logic.
#include "Circuit.h"

#include <bit>
#include <functional>
#include <random>

namespace roofline::bench {

static Word orderLess(Circuit &C, const Word &A, const Word &B, bool Tree) {
  // By bit or group: it is less, it is equal.
  std::vector<std::pair<Word, Word>> Groups;
  for (unsigned I = 0; I < A.width(); ++I) {
    Word P = C.bit(A, I), Q = C.bit(B, I);
    Groups.push_back(
        {C.conjunction(C.invert(P), Q), C.invert(C.exclusive(P, Q))});
  }
  auto Joined = [&](const auto &Low, const auto &High) {
    return std::pair(
        C.disjunction(High.first, C.conjunction(High.second, Low.first)),
        C.conjunction(High.second, Low.second));
  };
  while (Groups.size() > 1) {
    std::vector<std::pair<Word, Word>> Next;
    if (!Tree)
      Next = {Joined(Groups[0], Groups[1])};
    for (size_t I = Tree ? 0 : 2; I < Groups.size(); I += Tree ? 2 : 1)
      Next.push_back(Tree && I + 1 < Groups.size()
                         ? Joined(Groups[I], Groups[I + 1])
                         : Groups[I]);
    Groups = Next;
  }
  return Groups[0].first;
}

static Word rippleSum(Circuit &C, const Word &A, const Word &B) {
  std::vector<Word> Sum;
  Word Carry = Circuit::constant(0, 1);
  for (unsigned I = 0; I < A.width(); ++I) {
    Word P = C.bit(A, I), Q = C.bit(B, I), X = C.exclusive(P, Q);
    Sum.push_back(C.exclusive(X, Carry));
    Carry = C.disjunction(C.conjunction(P, Q), C.conjunction(Carry, X));
  }
  return C.concat(Sum);
}

static Word shiftedUp(Circuit &C, const Word &A, unsigned Amount) {
  return C.concat(
      {Circuit::constant(0, Amount), C.slice(A, 0, A.width() - Amount)});
}

/// The sum of words of weights, by carry-save adders until no weight has two.
static Word bitCount(Circuit &C, const Word &A) {
  std::vector<std::vector<Word>> Columns(1);
  for (unsigned I = 0; I < A.width(); ++I)
    Columns[0].push_back(C.bit(A, I));
  std::vector<Word> Sum;
  for (size_t W = 0; W < Columns.size(); ++W) {
    while (Columns[W].size() > 1) {
      if (Columns.size() == W + 1)
        Columns.emplace_back();
      std::vector<Word> &Here = Columns[W];
      Word P = Here[0], Q = Here[1];
      Word R = Here.size() > 2 ? Here[2] : Circuit::constant(0, 1);
      Here.erase(Here.begin(), Here.begin() + (Here.size() > 2 ? 3 : 2));
      Here.push_back(C.exclusive(C.exclusive(P, Q), R));
      Columns[W + 1].push_back(C.majority(P, Q, R));
    }
    Sum.push_back(Columns[W][0]);
  }
  return C.concat(Sum);
}

static Word crcStep(Circuit &C, Word State, const Word &Data,
                    uint64_t Polynomial) {
  unsigned W = State.width();
  for (unsigned I = 0; I < Data.width(); ++I) {
    Word Feed = C.exclusive(C.bit(State, 0), C.bit(Data, I));
    Word Rest = C.concat({C.slice(State, 1, W - 1), Circuit::constant(0, 1)});
    State = C.exclusive(Rest, C.conjunction(C.repeat(Feed, W),
                                            Circuit::constant(Polynomial, W)));
  }
  return State;
}

static Word leadingZeros(Circuit &C, const Word &A) {
  unsigned Bits = unsigned(std::countr_zero(A.width()));
  std::vector<Word> Count;
  Word Rest = A;
  for (unsigned K = Bits; K-- > 0;) {
    unsigned Half = 1u << K;
    Word High = C.slice(Rest, Half, Half), Low = C.slice(Rest, 0, Half);
    Word None = C.invert(C.anyOf(High));
    Count.insert(Count.begin(), None);
    Rest = C.mux(None, Low, High);
  }
  Count.push_back(C.invert(Rest));
  return C.concat(Count);
}

static Word table(Circuit &C, const Word &Index, unsigned Width,
                  std::mt19937_64 &Random) {
  std::vector<Word> Bits;
  for (unsigned I = 0; I < Width; ++I) {
    std::vector<Word> Cases;
    for (unsigned K = 0; K < 1u << Index.width(); ++K)
      Cases.push_back(Circuit::constant(Random() & 1, 1));
    for (unsigned S = 0; S < Index.width(); ++S) {
      for (size_t K = 0; 2 * K < Cases.size(); ++K)
        Cases[K] = C.mux(C.bit(Index, S), Cases[2 * K + 1], Cases[2 * K]);
      Cases.resize(Cases.size() / 2);
    }
    Bits.push_back(Cases[0]);
  }
  return C.concat(Bits);
}

/// Operations on random words of a few that there are; the last are outputs.
static void randomWords(Circuit &C, unsigned Seed, unsigned Width,
                        unsigned Operations, bool WithMuxes) {
  std::mt19937_64 Random(Seed);
  std::vector<Word> Words, Bits;
  for (unsigned I = 0; I < 5; ++I)
    Words.push_back(C.input(Width));
  for (unsigned I = 0; I < 4; ++I)
    Bits.push_back(C.input(1));
  std::vector<bool> IsRead(Words.size());
  auto Any = [&] {
    size_t I = Random() % 3 ? Words.size() - 1 - Random() % 5
                            : Random() % Words.size();
    IsRead[I] = true;
    return Words[I];
  };
  for (unsigned I = 0; I < Operations; ++I) {
    Word A = Any(), B = Any();
    switch (Random() % (WithMuxes ? 7 : 5)) {
    case 0:
      A = C.conjunction(A, B);
      break;
    case 1:
      A = C.disjunction(A, B);
      break;
    case 2:
      A = C.exclusive(A, B);
      break;
    case 3:
      A = C.conjunction(A, C.invert(B));
      break;
    case 4:
      A = C.exclusive(C.rotateLeft(A, unsigned(Random() % Width)), B);
      break;
    case 5:
      A = C.mux(Bits[Random() % Bits.size()], A, B);
      break;
    default:
      Bits.push_back(Random() % 2 ? C.parity(A) : C.equal(A, B));
    }
    Words.push_back(A);
    IsRead.push_back(false);
  }
  for (size_t I = 0; I < Words.size(); ++I)
    if (!IsRead[I])
      C.output(Words[I]);
  C.output(Bits.back());
}

/// Gates of random literals, no words.
static void randomGates(Circuit &C, unsigned Seed, unsigned Inputs,
                        unsigned Gates) {
  std::mt19937_64 Random(Seed);
  Word In = C.input(Inputs);
  std::vector<Word> Bits;
  for (unsigned I = 0; I < Inputs; ++I)
    Bits.push_back(C.bit(In, I));
  for (unsigned I = 0; I < Gates; ++I) {
    auto Any = [&] {
      Word W =
          Bits[Bits.size() - 1 - Random() % std::min<size_t>(Bits.size(), 40)];
      return Random() % 3 ? W : C.invert(W);
    };
    Word A = Any(), B = Any();
    switch (Random() % 4) {
    case 0:
      Bits.push_back(C.conjunction(A, B));
      break;
    case 1:
      Bits.push_back(C.disjunction(A, B));
      break;
    case 2:
      Bits.push_back(C.exclusive(A, B));
      break;
    default:
      Bits.push_back(C.mux(Any(), A, B));
    }
  }
  C.output(C.concat({Bits.end() - 16, Bits.end()}));
}

namespace {

/// The list as it grows.
class Collection {
public:
  void add(const std::string &Name,
           const std::function<void(Circuit &)> &Build) {
    List.emplace_back(Name);
    Build(List.back());
  }
  /// Kind_W for each of some widths.
  void add(const std::string &Kind, const std::vector<unsigned> &Widths,
           const std::function<void(Circuit &, unsigned)> &Build) {
    for (unsigned W : Widths)
      add(Kind + "_" + std::to_string(W), [&](Circuit &C) { Build(C, W); });
  }
  std::vector<Circuit> List;
};

} // namespace

static void addSelections(Collection &L) {
  for (unsigned Bits : {1u, 2u, 3u, 4u})
    L.add("mux" + std::to_string(1u << Bits), {1, 8, 16, 32},
          [&](Circuit &C, unsigned W) {
            std::vector<Word> Data, Out;
            Word Index = C.input(Bits);
            for (unsigned I = 0; I < 1u << Bits; ++I)
              Data.push_back(C.input(W));
            for (unsigned B = 0; B < Bits; ++B)
              for (unsigned I = 0; I < 1u << (Bits - 1 - B); ++I)
                Data[I] = C.mux(C.bit(Index, B), Data[2 * I + 1], Data[2 * I]);
            C.output(Data[0]);
          });
  L.add("element", {8, 16, 32, 64}, [](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(C.element(A, C.input(unsigned(std::countr_zero(W)))));
  });
  L.add("onehot_mux", {8, 16, 32}, [](Circuit &C, unsigned W) {
    Word Select = C.input(6), Sum = Circuit::constant(0, W);
    for (unsigned I = 0; I < 6; ++I)
      Sum = C.disjunction(
          Sum, C.conjunction(C.repeat(C.bit(Select, I), W), C.input(W)));
    C.output(Sum);
  });
  L.add("mux_chain", {8, 16, 32}, [](Circuit &C, unsigned W) {
    Word Select = C.input(5), Value = C.input(W);
    for (unsigned I = 0; I < 5; ++I)
      Value = C.mux(C.bit(Select, I), C.input(W), Value);
    C.output(Value);
  });
  L.add("decoder", {3, 4, 5, 6}, [](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(C.shiftLeft(Circuit::constant(1, 1u << W), A));
  });
}

static void addShifts(Collection &L) {
  const std::vector<unsigned> Widths{8, 16, 32, 64};
  auto By = [](Circuit &C, unsigned W) {
    return C.input(unsigned(std::countr_zero(W)));
  };
  L.add("shl", Widths, [&](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(C.shiftLeft(A, By(C, W)));
  });
  L.add("shr", Widths, [&](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(C.shiftRight(A, By(C, W)));
  });
  L.add("ashr", Widths, [&](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(C.shiftRight(A, By(C, W), true));
  });
  L.add("rotate", Widths, [&](Circuit &C, unsigned W) {
    Word A = C.input(W), S = By(C, W);
    for (unsigned K = 0; K < S.width(); ++K)
      A = C.mux(C.bit(S, K), C.rotateLeft(A, 1u << K), A);
    C.output(A);
  });
  L.add("shift_masked", {16, 32}, [&](Circuit &C, unsigned W) {
    Word A = C.input(W), S = By(C, W), B = C.input(W);
    C.output(
        C.exclusive(C.conjunction(C.shiftLeft(A, S), B), C.shiftRight(B, S)));
  });
}

static void addSums(Collection &L) {
  L.add("parity", {8, 16, 24, 32, 64},
        [](Circuit &C, unsigned W) { C.output(C.parity(C.input(W))); });
  for (unsigned Data : {8u, 16u, 32u})
    L.add("crc32_by", {Data}, [](Circuit &C, unsigned W) {
      Word State = C.input(32);
      C.output(crcStep(C, State, C.input(W), 0xedb88320));
    });
  L.add("crc16_by", {8, 16}, [](Circuit &C, unsigned W) {
    Word State = C.input(16);
    C.output(crcStep(C, State, C.input(W), 0xa001));
  });
  L.add("popcount", {4, 8, 16, 32},
        [](Circuit &C, unsigned W) { C.output(bitCount(C, C.input(W))); });
  L.add("adder_tree", {4, 8, 16}, [](Circuit &C, unsigned W) {
    Word A = C.input(W), B = C.input(W), D = C.input(W), E = C.input(W);
    Word Sum = C.exclusive(C.exclusive(A, B), D);
    Word Carry = shiftedUp(C, C.majority(A, B, D), 1);
    C.output(C.exclusive(C.exclusive(Sum, Carry), E));
    C.output(C.majority(Sum, Carry, E));
  });
  L.add("ripple", {4, 8, 16}, [](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(rippleSum(C, A, C.input(W)));
  });
  for (unsigned Factor : {3u, 11u, 45u, 77u})
    L.add("times" + std::to_string(Factor), {6, 8},
          [&](Circuit &C, unsigned W) {
            Word A = C.input(W), Sum = Circuit::constant(0, W);
            for (unsigned K = 0; K < W; ++K)
              if (Factor >> K & 1)
                Sum = rippleSum(C, Sum, K ? shiftedUp(C, A, K) : A);
            C.output(Sum);
          });
  for (bool Tree : {false, true})
    L.add(Tree ? "less_tree" : "less", {4, 8, 16, 32},
          [&](Circuit &C, unsigned W) {
            Word A = C.input(W);
            C.output(orderLess(C, A, C.input(W), Tree));
          });
  L.add("max", {8, 16, 32}, [](Circuit &C, unsigned W) {
    Word A = C.input(W), B = C.input(W);
    C.output(C.mux(orderLess(C, A, B, true), B, A));
  });
  L.add("clamp", {8, 16}, [](Circuit &C, unsigned W) {
    Word A = C.input(W), Low = C.input(W), High = C.input(W);
    Word Most = C.mux(orderLess(C, A, Low, true), Low, A);
    C.output(C.mux(orderLess(C, High, Most, true), High, Most));
  });
}

static void addCodes(Collection &L) {
  L.add("gray", {8, 16, 32}, [](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(C.exclusive(
        A, C.concat({C.slice(A, 1, W - 1), Circuit::constant(0, 1)})));
  });
  L.add("from_gray", {8, 16, 32}, [](Circuit &C, unsigned W) {
    Word A = C.input(W);
    std::vector<Word> Bits(W);
    Bits[W - 1] = C.bit(A, W - 1);
    for (unsigned I = W - 1; I-- > 0;)
      Bits[I] = C.exclusive(C.bit(A, I), Bits[I + 1]);
    C.output(C.concat(Bits));
  });
  L.add("clz", {8, 16, 32, 64},
        [](Circuit &C, unsigned W) { C.output(leadingZeros(C, C.input(W))); });
  L.add("lowest_set", {8, 16, 32}, [](Circuit &C, unsigned W) {
    Word A = C.input(W), Before = Circuit::constant(0, 1);
    std::vector<Word> Bits;
    for (unsigned I = 0; I < W; ++I) {
      Word B = C.bit(A, I);
      Bits.push_back(C.conjunction(B, C.invert(Before)));
      Before = C.disjunction(Before, B);
    }
    C.output(C.concat(Bits));
  });
  L.add("equal", {8, 16, 32, 64}, [](Circuit &C, unsigned W) {
    Word A = C.input(W);
    C.output(C.equal(A, C.input(W)));
  });
  L.add("constants", {6, 10, 16}, [](Circuit &C, unsigned W) {
    std::mt19937_64 Random(W);
    Word A = C.input(W);
    for (unsigned I = 0; I < 8; ++I)
      C.output(C.equal(A, Circuit::constant(Random(), W)));
  });
}

static void addBoxes(Collection &L) {
  for (unsigned Width : {4u, 8u})
    L.add("table" + std::to_string(Width), {4, 5, 6, 7, 8},
          [&](Circuit &C, unsigned W) {
            std::mt19937_64 Random(W * Width);
            C.output(table(C, C.input(W), Width, Random));
          });
  L.add("gf256", {1, 2, 4}, [](Circuit &C, unsigned Count) {
    for (unsigned I = 0; I < Count; ++I) {
      Word A = C.input(8), B = C.input(8), Sum = Circuit::constant(0, 8);
      for (unsigned K = 0; K < 8; ++K) {
        Sum = C.exclusive(Sum, C.conjunction(C.repeat(C.bit(B, K), 8), A));
        Word Over = C.repeat(C.bit(A, 7), 8);
        A = C.exclusive(shiftedUp(C, A, 1),
                        C.conjunction(Over, Circuit::constant(0x1b, 8)));
      }
      C.output(Sum);
    }
  });
  L.add("chi", {16, 32, 64}, [](Circuit &C, unsigned W) {
    Word A[5];
    for (Word &Each : A)
      Each = C.input(W);
    for (unsigned I = 0; I < 5; ++I)
      C.output(C.exclusive(
          A[I], C.conjunction(C.invert(A[(I + 1) % 5]), A[(I + 2) % 5])));
  });
}

static void addMixes(Collection &L) {
  for (unsigned Steps : {1u, 2u})
    L.add("xorshift" + std::to_string(Steps), {32, 64},
          [&](Circuit &C, unsigned W) {
            Word A = C.input(W);
            for (unsigned I = 0; I < Steps; ++I) {
              A = C.exclusive(A, shiftedUp(C, A, 13));
              A = C.exclusive(A, C.concat({C.slice(A, 17, W - 17),
                                           Circuit::constant(0, 17)}));
              A = C.exclusive(A, shiftedUp(C, A, 5));
            }
            C.output(A);
          });
  for (unsigned Seed = 1; Seed <= 12; ++Seed)
    L.add("words" + std::to_string(Seed), {Seed % 2 ? 8u : 16u},
          [&](Circuit &C, unsigned W) {
            randomWords(C, Seed, W, 8 + 2 * Seed, false);
          });
  for (unsigned Seed = 13; Seed <= 32; ++Seed)
    L.add("mixed" + std::to_string(Seed), {Seed % 2 ? 8u : 16u},
          [&](Circuit &C, unsigned W) {
            randomWords(C, Seed, W, 8 + Seed, true);
          });
  for (unsigned Seed = 40; Seed < 50; ++Seed)
    L.add("gates" + std::to_string(Seed), {100 + 20 * (Seed % 10)},
          [&](Circuit &C, unsigned Gates) { randomGates(C, Seed, 24, Gates); });
}

Circuit largeCircuit(unsigned Gates) {
  for (unsigned Operations = 64;; Operations += Operations / 4) {
    Circuit C("large");
    randomWords(C, 7, 64, Operations, true);
    if (C.network().gateCount() >= Gates)
      return C;
  }
}

std::vector<Circuit> circuits(bool IsShort) {
  Collection L;
  addSelections(L);
  addShifts(L);
  addSums(L);
  addCodes(L);
  addBoxes(L);
  addMixes(L);
  if (!IsShort)
    return std::move(L.List);
  std::vector<Circuit> Few;
  for (size_t I = 0; I < L.List.size(); I += 15)
    Few.push_back(std::move(L.List[I]));
  return Few;
}

} // namespace roofline::bench
