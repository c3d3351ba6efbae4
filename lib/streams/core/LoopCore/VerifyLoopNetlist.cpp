// Runs the netlist of a loop kernel on data of a launch.
#include "roofline/LoopCore/VerifyLoopNetlist.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Netlist/EvaluateNetlist.h"

#include <cassert>
#include <random>

namespace roofline {
namespace {

class Bench {
public:
  Bench(const LoopKernel &K, const Netlist &N, const StreamMemory &Before,
        const StreamMemory &After, const LoopRun &Run)
      : K(K), N(N), Before(Before), After(After), Run(Run),
        Sim(N, 0, Run.Pauses), Random(Run.Pauses.value_or(0)) {
    for (const LoopPort &P : K.Ports) {
      End E;
      E.IsInput = K.Memories[P.Memory].Kind == LoopMemoryKind::Input;
      const std::string Name =
          (E.IsInput ? "s_" : "m_") + K.Memories[P.Memory].Name;
      E.Data = port(Name + "_tdata", E.IsInput);
      E.Valid = port(Name + "_tvalid", E.IsInput);
      E.Ready = port(Name + "_tready", !E.IsInput);
      if (!E.IsInput)
        E.Last = port(Name + "_tlast", false);
      Ends.push_back(E);
    }
  }

  std::optional<std::string> run() {
    set("rst", 1);
    Sim.clock();
    set("rst", 0);
    for (size_t I = 0; I < K.Scalars.size(); ++I)
      set("arg_" + K.Scalars[I].Name, Before.Scalars[I]);
    start();
    if (Run.Pauses) { // a start in the midst of a launch begins anew
      for (uint64_t I = Random() % (Run.Cycles + 1); I > 0; --I)
        if (auto Problem = cycle())
          return Problem;
      for (End &E : Ends)
        E.Count = E.Offers = 0;
      start();
    }
    const uint32_t Done = port("done", false);
    const uint64_t Limit = 32 * Run.Cycles + 1000;
    uint64_t Cycles = 0;
    while (!Sim.output(Done)) {
      if (++Cycles > Limit)
        return "not done after " + std::to_string(Limit) + " cycles";
      if (auto Problem = cycle())
        return Problem;
    }
    if (!Run.Pauses && Cycles != Run.Cycles)
      return std::to_string(Cycles) + " cycles, not " +
             std::to_string(Run.Cycles);
    for (size_t P = 0; P < Ends.size(); ++P)
      if (Ends[P].Count != K.Ports[P].elements())
        return "port '" + K.Memories[K.Ports[P].Memory].Name +
               "': " + std::to_string(Ends[P].Count) + " elements, not " +
               std::to_string(K.Ports[P].elements());
    return std::nullopt;
  }

private:
  struct End {
    bool IsInput = false;
    uint32_t Data = 0, Valid = 0, Ready = 0, Last = 0;
    uint64_t Count = 0; ///< elements that moved
    bool Offers = false;
  };

  const LoopKernel &K;
  const Netlist &N;
  const StreamMemory &Before, &After;
  const LoopRun &Run;
  NetlistSimulator Sim;
  std::mt19937_64 Random;
  std::vector<End> Ends;

  void start() {
    offer();
    set("start", 1);
    Sim.clock();
    set("start", 0);
  }

  uint32_t port(const std::string &Name, bool IsInput) const {
    const auto P = findPort(IsInput ? N.Inputs : N.Outputs, Name);
    assert(P && "a netlist has the ports of its kernel");
    return *P;
  }
  void set(const std::string &Name, uint64_t Value) {
    Sim.setInput(port(Name, true), Value);
  }
  static const std::vector<uint64_t> &elements(const StreamMemory &M,
                                               const std::string &Name) {
    for (const StreamMemory::Buffer &B : M.Buffers)
      if (B.Name == Name)
        return B.Elements;
    assert(false && "memory has the kernel's buffers");
    __builtin_unreachable();
  }

  /// Sets what the other ends offer in this cycle; an offer stays.
  void offer() {
    for (size_t P = 0; P < Ends.size(); ++P) {
      End &E = Ends[P];
      const bool Pauses = Run.Pauses && Random() % 4 == 0;
      const bool IsAtEnd = E.Count == K.Ports[P].elements();
      E.Offers = E.IsInput ? !IsAtEnd && (E.Offers || !Pauses) : !Pauses;
      Sim.setInput(E.IsInput ? E.Valid : E.Ready, E.Offers);
      if (E.IsInput)
        Sim.setInput(
            E.Data,
            E.Offers
                ? elements(Before, K.Ports[P].Buffer)[K.Ports[P].place(E.Count)]
                : Random() & ~uint64_t(0) >> (64 - N.Inputs[E.Data].Width));
    }
  }

  std::optional<std::string> cycle() {
    for (size_t P = 0; P < Ends.size(); ++P) {
      End &E = Ends[P];
      if (!E.Offers || !Sim.output(E.IsInput ? E.Ready : E.Valid))
        continue;
      if (!E.IsInput)
        if (auto Problem = check(P))
          return Problem;
      ++E.Count;
      E.Offers = false;
    }
    Sim.clock();
    offer();
    return std::nullopt;
  }

  std::optional<std::string> check(size_t P) {
    const LoopPort &Own = K.Ports[P];
    const std::string Name = "port '" + K.Memories[Own.Memory].Name +
                             "': element " + std::to_string(Ends[P].Count);
    if (Ends[P].Count >= Own.elements())
      return Name + " is one too many";
    const ValueType &T = K.Memories[Own.Memory].Type;
    const uint64_t Came = Sim.output(Ends[P].Data);
    const uint64_t Want = elements(After, Own.Buffer)[Own.place(Ends[P].Count)];
    const bool AreNaNs = T.Scalar == ScalarKind::Float &&
                         isNaNBits(Came, T.Bits) && isNaNBits(Want, T.Bits);
    if (Came != Want && !AreNaNs)
      return Name + " is " + std::to_string(Came) + ", not " +
             std::to_string(Want);
    if (Sim.output(Ends[P].Last) != (Ends[P].Count + 1 == Own.elements()))
      return Name + " has a wrong mark of the last one";
    return std::nullopt;
  }
};

} // namespace

std::optional<std::string> verifyLoopNetlist(const LoopKernel &K,
                                             const Netlist &N,
                                             const StreamMemory &Before,
                                             const StreamMemory &After,
                                             const LoopRun &Run) {
  return Bench(K, N, Before, After, Run).run();
}

} // namespace roofline
