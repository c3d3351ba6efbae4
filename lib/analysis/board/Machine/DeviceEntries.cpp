// The numbers of a device file that price pipelines, by their keys.
#include "roofline/Machine/DeviceEntries.h"

namespace roofline {

static double number(double Value) { return Value; }
template <typename T> static double number(const T &Value) {
  return Value.value();
}

/// Text of a mix: "2r1w.64B.interleaved".
static std::string mixName(const StreamMix &M) {
  return std::to_string(M.Reads) + "r" + std::to_string(M.Writes) + "w." +
         std::to_string(uint64_t(M.Width)) + "B" +
         (M.IsInterleaved ? ".interleaved" : "");
}

template <typename AddEntry>
static void addBoard(const BoardTimes &T, AddEntry Add) {
  auto May = [&](const char *Key, const std::optional<Sourced<double>> &Entry,
                 const char *Unit) {
    if (Entry)
      Add(Key, *Entry, Unit);
  };
  Add("board.sdk", T.Sdk, "");
  Add("board.share", T.Share, "");
  for (const StreamMix &M : T.Mixes)
    Add("board.mixes." + mixName(M), M.Share, "");
  May("board.arbitration", T.Arbitration, "cycle");
  May("board.read_ring", T.ReadRing, "cycle");
  May("board.write_ring", T.WriteRing, "cycle");
  May("board.write_hold", T.WriteHold, "s");
  May("board.request", T.Request, "s");
  May("board.request_byte", T.RequestByte, "s");
  May("board.start", T.Start, "s");
  Add("board.overlap", T.Overlap, "");
  May("board.error_low", T.ErrorLow, "");
  May("board.error_high", T.ErrorHigh, "");
}

std::map<std::string, DeviceEntry> sourcedEntries(const Device &D) {
  std::map<std::string, DeviceEntry> Result;
  if (!D.pricesPipelines())
    return Result;
  auto Add = [&](const std::string &Key, const auto &Entry, const char *Unit) {
    Result[Key] = {number(Entry.Value), Unit, Entry.Source};
  };
  Add("resources.logic_elements", D.LogicElements, "");
  Add("resources.logic_modules", D.LogicModules, "");
  Add("resources.memory_blocks", D.MemoryBlocks, "");
  Add("resources.dsp_blocks", D.DspBlocks, "");
  Add("free.logic", D.FreeLogic, "");
  Add("free.memory", D.FreeMemory, "");
  Add("free.dsp", D.FreeDsp, "");
  Add("memory.banks", D.MemoryBanks, "");
  Add("memory.transaction_width", D.TransactionWidth, "byte");
  Add("memory.bank_bandwidth", D.BankBandwidth, "byte/s");
  Add("memory.latency", D.DramLatency, "cycle");
  Add("kernel.clock", D.KernelClock, "Hz");
  if (D.Times)
    addBoard(*D.Times, Add);
  for (const auto &[Name, Latency] : D.Latency)
    Add("latency." + Name, Latency, "cycle");
  for (const auto &[Name, Amount] : D.Structures)
    Add("structures." + Name, Amount, "");
  return Result;
}

std::map<std::string, double> pricingEntries(const Device &D) {
  std::map<std::string, double> Values;
  for (const auto &[Key, Entry] : sourcedEntries(D))
    Values[Key] = Entry.Value;
  return Values;
}

} // namespace roofline
