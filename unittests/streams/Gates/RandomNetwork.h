// Random gates, with the words that they have to compute.
#ifndef ROOFLINE_UNITTESTS_GATES_RANDOMNETWORK_H
#define ROOFLINE_UNITTESTS_GATES_RANDOMNETWORK_H

#include "roofline/Gates/GateNetwork.h"

#include <random>

namespace roofline::test {

struct RandomNetwork {
  GateNetwork Network;
  std::vector<uint64_t> InputWords, OutputWords;

  RandomNetwork(unsigned Seed, unsigned Inputs, unsigned Gates) {
    std::mt19937_64 Random(Seed);
    std::vector<Literal> Lits;
    std::vector<uint64_t> Words;
    for (unsigned I = 0; I < Inputs; ++I) {
      Lits.push_back(Network.makeInput());
      Words.push_back(Random());
    }
    InputWords = Words;
    for (unsigned I = 0; I < Gates; ++I) {
      Literal L[3];
      uint64_t W[3];
      for (int K = 0; K < 3; ++K) {
        size_t Index = Random() % Lits.size();
        bool Invert = Random() % 2;
        L[K] = Lits[Index] ^ Invert;
        W[K] = Words[Index] ^ (Invert ? ~0ull : 0);
      }
      add(Random() % 5, L, W, Lits, Words);
    }
    for (size_t I = Lits.size() / 2; I < Lits.size(); ++I) {
      Network.addOutput(Lits[I]);
      OutputWords.push_back(Words[I]);
    }
  }

private:
  void add(unsigned Kind, const Literal *L, const uint64_t *W,
           std::vector<Literal> &Lits, std::vector<uint64_t> &Words) {
    Literal New;
    uint64_t Word;
    if (Kind == 0)
      New = Network.makeAnd(L[0], L[1]), Word = W[0] & W[1];
    else if (Kind == 1)
      New = Network.makeOr(L[0], L[1]), Word = W[0] | W[1];
    else if (Kind == 2)
      New = Network.makeXor(L[0], L[1]), Word = W[0] ^ W[1];
    else if (Kind == 3)
      New = Network.makeMux(L[0], L[1], L[2]),
      Word = (W[0] & W[1]) | (~W[0] & W[2]);
    else
      New = Network.makeMajority(L[0], L[1], L[2]),
      Word = (W[0] & W[1]) | (W[0] & W[2]) | (W[1] & W[2]);
    Lits.push_back(New);
    Words.push_back(Word);
  }
};

} // namespace roofline::test

#endif
