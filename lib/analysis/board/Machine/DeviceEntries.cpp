// The numbers of a device file that price pipelines, by their keys.
#include "roofline/Machine/DeviceEntries.h"

namespace roofline {

static double number(double Value) { return Value; }
template <typename T> static double number(const T &Value) {
  return Value.value();
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
  if (D.Times) {
    Add("board.word_interval", D.Times->WordInterval, "cycle");
    Add("board.repeat_interval", D.Times->RepeatInterval, "cycle");
    Add("board.overlap", D.Times->Overlap, "");
    Add("board.error_low", D.Times->ErrorLow, "");
    Add("board.error_high", D.Times->ErrorHigh, "");
  }
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
