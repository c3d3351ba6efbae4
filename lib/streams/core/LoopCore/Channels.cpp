// Queues between processes.
#include "LoopCoreBuilder.h"

#include <bit>
#include <cassert>

namespace roofline {

/// A word that comes is written in its cycle, fetched in the next one at the
/// soonest, and is the head after that.
void LoopCoreBuilder::addChannel(uint32_t M) {
  const LoopMemory &Own = K.Memories[M];
  assert(Own.Words >= 2 && std::has_single_bit(Own.Words) &&
         "addresses of a queue wrap by themselves");
  const std::string Name = "channel_" + Own.Name;
  const uint32_t Bits = bitsFor(Own.Words - 1);
  Channel C;
  C.Queue =
      B.memory({unusedName("mem_" + Own.Name), Own.Type.Bits, Own.Words, {}});
  C.First = B.reg(Name + "_first", Bits);
  C.Free = B.reg(Name + "_free", Bits);
  C.Waiting = B.reg(Name + "_waiting", Bits + 1);
  C.HasHead = B.reg(Name + "_has_head", 1);
  C.Head = B.read(unusedName("read_" + Own.Name), C.Queue, C.First, {});
  C.IsFull = B.bit(C.Waiting, Bits);
  for (bool IsInput : {false, true}) {
    Port P;
    P.Name = Name;
    P.IsInput = IsInput;
    P.Memory = M;
    P.Channel = uint32_t(Channels.size());
    P.Data = C.Head;
    P.Other = IsInput ? C.HasHead : B.opposite(C.IsFull);
    Ports.push_back(std::move(P));
  }
  Channels.push_back(C);
}

void LoopCoreBuilder::connectChannels() {
  if (!Channels.empty())
    B.section("Channels between processes", CellPurpose::Control);
  for (const Channel &C : Channels) {
    const CellId Fetches = B.both(B.opposite(B.equal(C.Waiting, 0)),
                                  B.either(B.opposite(C.HasHead), C.Gives));
    auto Plus = [&](CellId Word, uint64_t By) {
      return B.op(DatapathOp::Add, Word, B.constant(By, B.width(Word)));
    };
    auto Cleared = [&](CellId Register, CellId Next,
                       std::optional<CellId> Enable) {
      B.connect(Register, Next,
                {Enable, Clear, B.constant(0, B.width(Register))});
    };
    Cleared(C.First, Plus(C.First, 1), Fetches);
    Cleared(C.Free, Plus(C.Free, 1), C.Takes);
    Cleared(
        C.Waiting,
        B.select(C.Takes, Plus(C.Waiting, 1), Plus(C.Waiting, ~uint64_t(0))),
        B.op(DatapathOp::Xor, C.Takes, Fetches));
    Cleared(C.HasHead,
            B.either(Fetches, B.both(C.HasHead, B.opposite(C.Gives))), {});
    B.N.Cells[C.Head].Enable = Fetches;
    B.write(C.Queue, C.Free, C.Data, C.Takes);
  }
}

} // namespace roofline
