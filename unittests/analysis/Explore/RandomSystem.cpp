// Random systems for the property test and the benchmark of the search.
#include "RandomSystem.h"

#include <random>

namespace roofline {
namespace {

class Generator {
public:
  Generator(uint64_t Seed, const RandomSystemOptions &O) : Engine(Seed), O(O) {}

  System make() {
    System S;
    S.Frame = {1000};
    S.FrameRate = Hertz(real(10, 60));
    for (unsigned B = 0; B < O.Blocks; ++B)
      S.Blocks.push_back(block(B, S.FrameRate.value()));
    for (unsigned U = 0; U < O.Units; ++U)
      S.Units.push_back(unit(U));
    for (unsigned From = 0; From < O.Blocks; ++From)
      for (unsigned To = From + 1; To < O.Blocks; ++To)
        if (chance(O.Edges))
          S.Edges.push_back(edge(From, To, S));
    if (chance(O.Limits))
      S.MaxCost = real(20, 150);
    if (chance(O.Limits))
      S.MaxPower = Watts(real(20, 150));
    return S;
  }

private:
  double real(double Low, double High) {
    // std's distributions differ between libraries.
    return Low + (High - Low) * double(Engine() >> 11) * 0x1p-53;
  }
  bool chance(double P) { return real(0, 1) < P; }
  unsigned whole(unsigned Low, unsigned High) {
    return Low + unsigned(real(0, 1) * (High - Low + 1));
  }

  /// The average unit computes 50 Gop/s and moves 20 GB/s.
  SystemBlock block(unsigned B, double Rate) {
    SystemBlock Block;
    Block.Name = "b" + std::to_string(B);
    double Share = O.Load / O.Blocks / Rate;
    for (const char *Type : {"int8", "int32", "float32"})
      if (chance(0.5)) {
        Block.Types.push_back(Type);
        Block.Work.Operations[{Type, chance(0.5) ? "add" : ""}] =
            real(0.1, 1) * Share * 50e9;
      }
    if (Block.Types.empty() || chance(0.2)) {
      Block.Types.push_back("int8");
      Block.Work.Operations[{"", ""}] = real(0.1, 1) * Share * 50e9;
    }
    Block.Work.Bytes["external"] = real(0.3, 1.5) * Share * 20e9;
    if (chance(0.3))
      Block.Work.Bytes["internal"] = real(0.3, 1.5) * Share * 20e9;
    Block.Parallelism = real(1, 1e6);
    if (chance(0.3))
      Block.InternalMemory = Bytes(real(0, 20e3));
    return Block;
  }

  SystemUnit unit(unsigned U) {
    SystemUnit Unit;
    Unit.Name = "u" + std::to_string(U);
    Unit.Count = whole(1, O.MaxCount);
    Unit.Unit.K = ProcessingUnit::Kind(whole(0, 3));
    for (const char *Type : {"int8", "int32", "float32"}) {
      if (chance(O.Typed))
        continue;
      Unit.Unit.Ceilings.push_back({Type, {Type}, {}, peak(real(20e9, 80e9))});
      if (chance(0.3))
        Unit.Unit.Ceilings.push_back(
            {"add", {Type}, {"add"}, peak(real(40e9, 120e9))});
    }
    Unit.Unit.Sources.push_back(source("external", 5e9, 30e9));
    Unit.Unit.Sources.push_back(source("internal", 20e9, 100e9));
    if (chance(0.8))
      Unit.Unit.Sources.back().Capacity = {Bytes(real(1e3, 40e3)), ""};
    if (chance(0.8))
      Unit.Unit.Sources.push_back(source("interconnect", 1e9, 10e9));
    Unit.Parallelism = {real(1, chance(0.2) ? 1e6 : 100), ""};
    Unit.Cost = {double(whole(5, 60)), ""};
    Unit.Power = {Watts(whole(5, 60)), ""};
    return Unit;
  }

  static Rate<OperationsPerSecond> peak(double Value) {
    Rate<OperationsPerSecond> R;
    R.Theoretical = {OperationsPerSecond(Value), ""};
    return R;
  }

  DataSource source(const char *Name, double Low, double High) {
    DataSource D;
    D.Name = Name;
    D.Bandwidth.Theoretical = {BytesPerSecond(real(Low, High)), ""};
    return D;
  }

  /// Carries a small part of what both blocks move.
  SystemEdge edge(unsigned From, unsigned To, const System &S) {
    SystemEdge E;
    E.Source = From;
    E.Target = To;
    double Moved = std::min(S.Blocks[From].Work.Bytes.at("external"),
                            S.Blocks[To].Work.Bytes.at("external"));
    E.PerFrame = Bytes(real(0.1, 1) * Moved / O.Blocks);
    if (chance(0.6)) {
      E.Buffer = Bytes(real(0, 15e3));
      E.Synchronisation.Operations[{"", ""}] =
          chance(0.3) ? 0 : real(0, 0.3) * E.PerFrame.value();
    }
    return E;
  }

  std::mt19937_64 Engine;
  const RandomSystemOptions &O;
};

} // namespace

System randomSystem(uint64_t Seed, const RandomSystemOptions &O) {
  return Generator(Seed, O).make();
}

} // namespace roofline
